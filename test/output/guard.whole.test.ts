import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkOut } from '../../src/output/guard.ts'
import {
  article,
  brandYaml,
  repositoryRoot,
  runShared,
  sitesIn,
  temporaryFolder,
  writeFiles,
} from '../support/project.ts'
import { picture, works } from './disk.ts'

/**
 * ```
 * home/                    the user's home
 *   work/project/          the project, under git
 *   work/published/acme/   a site of ours
 *   here/                  where the command is called
 *   repository/, foreign/, file, links…
 * ```
 */
function makeWorld(world = temporaryFolder()) {
  const at = (...steps: string[]) => join(world, 'home', ...steps)
  writeFiles(world, {
    'home/work/project/brands/acme/brand.yaml': brandYaml(),
    'home/work/project/content/articles/first.md': article('first'),
    'home/work/project/templates/styles.css': 'body { color: red }',
    'home/work/project/.git/HEAD': 'ref: refs/heads/main',
    'home/work/project/.git/refs/heads/main': '0',
    'home/work/project/.imprint/cache/x': 'x',
    'home/work/project/node_modules/react/package.json': '{}',
    'home/work/project/notes/todo.txt': 'mine',
    'home/work/published/acme/index.html': 'a site',
    'home/work/published/acme/assets/a.css': 'a',
    'home/work/published/acme/imprint-manifest.json':
      '{"files":[{"path":"index.html"},{"path":"assets/a.css"}]}',
    'home/repository/.git/HEAD': 'ref: refs/heads/main',
    'home/foreign/thesis.tex': 'five years',
    'home/lookalike/.terraform.lock.hcl': 'x',
    'home/passwords/.pwd.lock': '',
    'home/passwords/hosts': 'x',
    'home/lookalike/main.tf': 'x',
    'home/only-git/.git': 'gitdir: ../elsewhere',
    'home/file': 'precious',
    'home/here/notes.txt': 'mine',
  })
  const links: Record<string, string> = {
    'to-root': '/',
    'to-home': at(),
    'to-project': at('work/project'),
    'to-brands': at('work/project/brands'),
    'to-brand': at('work/project/brands/acme'),
    'to-content': at('work/project/content'),
    'to-templates': at('work/project/templates'),
    'to-git': at('work/project/.git'),
    'to-repository': at('repository'),
    'to-foreign': at('foreign'),
    'to-file': at('file'),
    'to-here': at('here'),
    'to-work': at('work'),
    'to-modules': at('work/project/node_modules'),
  }
  for (const [name, aim] of Object.entries(links)) symlinkSync(aim, at(name))
  symlinkSync(at('work'), at('alias'))
  symlinkSync('to-link', at('twice'))
  symlinkSync('to-project', at('to-link'))
  symlinkSync('loop', at('loop'))
  return { world, at }
}

const project = 'work/project'
/** Below `home`, unless absolute. Paths are resolved from `home/here`, so `../` is `home`. */
const dangerous: Record<string, string> = {
  'the root of the disk': '/',
  'the root with a detour': '/usr/../',
  'the home folder': '../../home',
  'the home folder with a slash': '../',
  'the parent of home': '../..',
  'the folder one is in': '.',
  'the folder one is in, by nothing': '',
  'the folder one is in, by name': '../here',
  'the project': `../${project}`,
  'the project, trailing slashes': `../${project}///`,
  'the parent of the project': '../work',
  brands: `../${project}/brands`,
  'brands, trailing slash': `../${project}/brands/`,
  'brands with a detour': `../${project}/content/../brands/.`,
  'one brand': `../${project}/brands/acme`,
  'a new folder in brands': `../${project}/brands/new`,
  content: `../${project}/content`,
  'a folder of content': `../${project}/content/articles`,
  'a new folder in content': `../${project}/content/new/deep`,
  templates: `../${project}/templates`,
  'a new folder in templates': `../${project}/templates/dist`,
  '.git': `../${project}/.git`,
  'a folder in .git': `../${project}/.git/refs`,
  'a new folder in .git': `../${project}/.git/new`,
  node_modules: `../${project}/node_modules`,
  'a package': `../${project}/node_modules/react`,
  'a new folder in node_modules': `../${project}/node_modules/new/deep`,
  '.imprint': `../${project}/.imprint`,
  'a new folder in .imprint': `../${project}/.imprint/new`,
  'a folder of the project with files': `../${project}/notes`,
  'a repository': '../repository',
  'a worktree, whose .git is a file': '../only-git',
  'a file': '../file',
  'a path below a file': '../file/child/deep',
  'a folder of someone else': '../foreign',
  'a folder with a lock of another tool': '../lookalike',
  'a folder with an empty lock of another program': '../passwords',
  'a published site itself': '../work/published/acme',
  'a folder in a published site': '../work/published/acme/assets',
  'a link to the root': '../to-root',
  'a link to home': '../to-home',
  'a link to the project': '../to-project',
  'a link to a link to the project': '../twice',
  'a link to the project, trailing slash': '../to-project/',
  'a link to the parent of the project': '../to-work',
  'a link to brands': '../to-brands',
  'a new folder behind a link to brands': '../to-brands/new',
  'a link to a brand': '../to-brand',
  'a link to content': '../to-content',
  'a link to templates': '../to-templates',
  'a link to .git': '../to-git',
  'a new folder behind a link to .git': '../to-git/new',
  'a link to node_modules': '../to-modules',
  'a link to a repository': '../to-repository',
  'a link to a folder of someone else': '../to-foreign',
  'a link to a file': '../to-file',
  'a link to the folder one is in': '../to-here',
  'a link to itself': '../loop',
  'the project through a linked parent': '../alias/project',
  'brands through a linked parent': '../alias/project/brands',
  'a new folder in content through a linked parent': '../alias/project/content/new',
  'a name that is too long': `../${'x'.repeat(300)}`,
}

/** Folders of the package itself, which every build needs. */
const ofThePackage = [
  'src',
  'src/new',
  'lib',
  'lib/new',
  'bin',
  'templates/new',
  'content/articles',
  'node_modules/x',
  '',
]

describe.concurrent('a dangerous --out is refused, and nothing is touched', () => {
  let world: ReturnType<typeof makeWorld>
  let before: ReturnType<typeof picture>
  // The tests share one tree of folders, which must not change.
  beforeAll(() => {
    world = makeWorld(mkdtempSync(join(tmpdir(), 'imprint-test-')))
    before = picture(world.world)
    return () => rmSync(world.world, { recursive: true })
  })
  const refused = async (out: string) => {
    const run = await runShared(['build', '--root', world.at(project), '--out', out], {
      cwd: world.at('here'),
      env: { HOME: world.at() },
    })
    expect(run.stderr).toMatch(/^error {2}output\/refused {2}".*" cannot be the output folder: .+\.\n {2}→ /s)
    expect(run.stderr).not.toMatch(/\n\s+at /)
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(picture(world.world)).toEqual(before)
  }

  test.each(Object.entries(dangerous))('%s', (_, out) => refused(out))

  test.each(ofThePackage)('of the package: "%s"', async folder => {
    const names = readdirSync(repositoryRoot)
    const source = picture(join(repositoryRoot, 'src'))
    const bin = picture(join(repositoryRoot, 'bin'))
    await refused(join(repositoryRoot, folder))
    expect(readdirSync(repositoryRoot)).toEqual(names)
    expect(picture(join(repositoryRoot, 'src'))).toEqual(source)
    expect(picture(join(repositoryRoot, 'bin'))).toEqual(bin)
  })

  test('with --json as one document', async () => {
    const run = await runShared(['build', '--root', world.at(project), '--out', '/', '--json'], {
      cwd: world.at('here'),
      env: { HOME: world.at() },
    })
    expect(run).toMatchObject({ code: 2, stderr: '' })
    expect(JSON.parse(run.stdout)).toMatchObject({
      ok: false,
      brands: [],
      diagnostics: [{ severity: 'error', code: 'output/refused' }],
    })
    expect(picture(world.world)).toEqual(before)
  })

  test('from inside the project too, whose folder is then the one one is in', async () => {
    for (const out of ['.', '..', 'brands', './brands/acme/', 'content', '../../work', '.git']) {
      const run = await runShared(['build', '--out', out], {
        cwd: world.at(project),
        env: { HOME: world.at() },
      })
      expect(run.stderr).toContain('output/refused')
      expect(run.code).toBe(2)
    }
    expect(picture(world.world)).toEqual(before)
  })

  const canBind = works('unshare', '-m', 'true')
  test.skipIf(!canBind)('through a bind mount', () => {
    const mounted = temporaryFolder()
    const script = 'mount --bind "$1" "$2" && exec "$3" "$4" build --root "$5" --out "$2"'
    for (const source of ['brands', 'content', '', '.git']) {
      const words = [
        world.at(project, source),
        mounted,
        process.execPath,
        join(repositoryRoot, 'bin/imprint.js'),
        world.at(project),
      ]
      const run = spawnSync('unshare', ['-m', 'sh', '-c', script, 'sh', ...words], {
        cwd: world.at('here'),
        encoding: 'utf8',
        env: { ...process.env, HOME: world.at() },
      })
      expect(run.stderr).toContain('output/refused')
      expect(run.status).toBe(2)
    }
    expect(picture(world.world)).toEqual(before)
    expect(readdirSync(mounted)).toEqual([])
  })
})

test.each([
  ['~', 'The shell does not expand "~" in quotes'],
  ['~/site', 'write the full path'],
  ['$HOME', '"./$HOME" for a folder of that name'],
  // A shell variable, not one of this language.
  [`$\{HOME}/site`, 'in quotes; write the full path'],
  [' ', 'The path is blank'],
])('--out %j is no folder that anyone means', async (out, why) => {
  const { at } = makeWorld()
  const run = await runShared(['build', '--root', at(project), '--out', out], { cwd: at('here') })
  expect(run).toMatchObject({ code: 2, stdout: '' })
  expect(run.stderr).toContain(why)
  expect(readdirSync(at('here'))).toEqual(['notes.txt'])
})

describe('an --out that is fine', () => {
  test.each([
    '../work/published',
    '../new',
    '../deep/er/out/',
    '../empty',
    '../to-empty',
    '../work/project/dist',
  ])('%s', async out => {
    const { at } = makeWorld()
    rmSync(at(project, 'templates'), { recursive: true })
    mkdirSync(at('empty'))
    symlinkSync(at('empty'), at('to-empty'))
    const run = await runShared(['build', '--root', at(project), '--out', out], {
      cwd: at('here'),
      env: { HOME: at() },
    })
    expect(run.code).toBe(0)
    expect(sitesIn(join(at('here'), out))).toEqual(['acme'])
    expect(readdirSync(join(at('here'), out, 'acme'))).toContain('index.html')
  })

  test('through a link to a folder yet to be made', async () => {
    const { at } = makeWorld()
    rmSync(at(project, 'templates'), { recursive: true })
    symlinkSync(at('nothing'), at('dangling'))
    const run = await runShared(['build', '--root', at(project), '--out', '../dangling'], {
      cwd: at('here'),
      env: { HOME: at() },
    })
    expect(run.code).toBe(1)
    expect(run.stderr).toContain('output/write-failed')
    expect(readdirSync(at())).not.toContain('nothing')
  })
})

describe('checkOut', () => {
  test('says why', () => {
    const { at } = makeWorld()
    const why = (out: string) => checkOut(out, at(project), [at(project, 'brands')])?.message
    expect(why('/')).toContain('it is the root of a disk')
    expect(why(homedir())).toContain('home folder')
    expect(why(process.cwd())).toContain('the current folder')
    expect(why(dirname(process.cwd()))).toMatch(/the current folder|home folder|root of the disk/)
    expect(why(at(project))).toContain('it is or contains the project folder')
    expect(why(at('work'))).toContain('it is or contains the project folder')
    expect(why(at(project, 'brands/new'))).toContain("the project's files are in")
    expect(why(at('repository'))).toContain('it contains a .git folder')
    expect(why(at(project, 'node_modules/new'))).toContain('it is inside a node_modules folder')
    expect(why(at('file'))).toContain('it is a file')
    expect(why(at('file/child'))).toContain('part of its path is a file')
    expect(why(at('foreign'))).toContain('it contains files that Imprint did not write')
    expect(why(at('loop'))).toContain('ELOOP')
    expect(why(at('new'))).toBeUndefined()
    expect(why(at('work/published'))).toBeUndefined()
    mkdirSync(at('empty'))
    expect(why(at('empty'))).toBeUndefined()
  })

  test('takes a folder where only leftovers of a killed build are', () => {
    const { at } = makeWorld()
    for (const name of ['.acme.stage-12-ab3', '.acme.old-12-ab3']) {
      mkdirSync(at('out', name), { recursive: true })
      expect(checkOut(at('out'), at(project), [])).toBeUndefined()
      rmSync(at('out'), { recursive: true })
    }
    mkdirSync(at('out'))
    for (const content of ['', '{"pid":12,"started":"1","host":"a"}']) {
      writeFileSync(at('out/.acme.lock'), content)
      expect(checkOut(at('out'), at(project), [])).toBeUndefined()
    }
    writeFileSync(at('out/mine.txt'), 'x')
    expect(checkOut(at('out'), at(project), [])).toBeUndefined()
    writeFileSync(at('out/.acme.lock'), '')
    expect(checkOut(at('out'), at(project), [])?.code).toBe('output/refused')
    for (const name of [
      '.terraform.lock.hcl',
      '.acme.stage-',
      '.acme.old-files',
      '.acme.stage-1-a',
      'acme.lock',
    ]) {
      mkdirSync(at(`out-${name}`))
      writeFileSync(at(`out-${name}`, name), 'x')
      writeFileSync(at(`out-${name}`, 'mine.txt'), 'x')
      expect(checkOut(at(`out-${name}`), at(project), [])?.code).toBe('output/refused')
    }
  })
})
