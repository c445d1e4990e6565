import { chmodSync, cpSync, mkdirSync, realpathSync, statSync, symlinkSync } from 'node:fs'
import { homedir, hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { smallProject } from '../output/disk.ts'
import { builtFolder, copyBrands } from '../support/brands.ts'
import {
  project,
  readTree,
  repositoryRoot,
  runImprint,
  runShared,
  temporaryFolder,
} from '../support/project.ts'

const canary = 'canary-5f2d9c'
/** The two brands that differ most, and the results that `--no-cache` makes again: images and share cards. */
const ways = [
  {
    steps: ['p'],
    words: ['--concurrency', '4', '--no-cache'],
    env: { TZ: 'Asia/Tokyo', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' },
  },
  {
    steps: ['a', 'much', 'deeper', 'place', `with spaces and ${canary}`],
    words: ['--concurrency', '1'],
    env: { TZ: 'America/Los_Angeles', LANG: 'C', LC_ALL: 'C' },
  },
] as const

/** Every file of the sites in an output folder. */
function sitesOf(out: string): ReturnType<typeof readTree> {
  return Object.fromEntries(Object.entries(readTree(out)).filter(([path]) => !path.startsWith('.imprint')))
}

test('the same bytes from any folder, time zone, language and number of workers', async () => {
  const trees = [sitesOf(builtFolder())]
  const records: ReturnType<typeof readTree>[] = []
  const roots: string[] = []
  for (const [index, { steps, words, env }] of ways.entries()) {
    const root = join(temporaryFolder(), ...steps)
    roots.push(root)
    mkdirSync(root, { recursive: true })
    copyBrands(root, { templates: true })
    const run = await runImprint(['build', '--all', '--strict', ...words], {
      cwd: root,
      env: {
        ...env,
        USER: canary,
        LOGNAME: canary,
        HOSTNAME: canary,
        IMPRINT_SECRET: canary,
        API_TOKEN: canary,
        SOURCE_DATE_EPOCH: String(index * 1_000_000_000),
      },
    })
    expect(run).toMatchObject({ code: 0, stderr: '' })
    trees.push(sitesOf(join(root, 'dist')))
    records.push(readTree(join(root, 'dist/.imprint-builds')))
  }
  const [first = {}, ...others] = trees
  expect(Object.keys(first).length).toBeGreaterThan(30)
  for (const tree of others) {
    expect(Object.keys(tree)).toEqual(Object.keys(first))
    for (const [path, bytes] of Object.entries(tree)) expect(bytes === first[path], path).toBe(true)
  }
  // The repository's templates are those of the package; these two projects have their own.
  expect(Object.keys(records[0] ?? {}).length).toBeGreaterThan(3)
  expect(records[1]).toEqual(records[0])
  const secrets = [...roots, repositoryRoot, tmpdir(), realpathSync(tmpdir()), canary, process.execPath]
  if (homedir().length > 6) secrets.push(homedir())
  if (hostname().length > 6) secrets.push(hostname())
  for (const [path, bytes] of [...others, ...records].flatMap(tree => Object.entries(tree)))
    for (const secret of secrets) expect(bytes.includes(secret), `${secret} in ${path}`).toBe(false)
})

test('the same names and bytes if the packages are linked', async () => {
  const root = temporaryFolder()
  copyBrands(root, { templates: true })
  const linked = join(temporaryFolder(), 'store', 'imprint')
  const needed = ['bin', 'lib', 'src/kit', 'templates', 'content', 'package.json']
  for (const name of needed) cpSync(join(repositoryRoot, name), join(linked, name), { recursive: true })
  symlinkSync(join(repositoryRoot, 'node_modules'), join(linked, 'node_modules'))
  const options = { cwd: root, command: join(linked, 'bin', 'imprint.js') }
  expect(await runImprint(['build', 'meadow'], options)).toMatchObject({ code: 0 })
  const tree = readTree(join(builtFolder(), 'meadow'))
  expect(Object.keys(tree).filter(path => /assets\/chunk-/.test(path))).not.toEqual([])
  const other = readTree(join(root, 'dist', 'meadow'))
  expect(Object.keys(other)).toEqual(Object.keys(tree))
  for (const [path, bytes] of Object.entries(other)) expect(bytes === tree[path], path).toBe(true)
})

test('files have the permissions of any new file, not those of the sources', async () => {
  const root = project(smallProject('one'))
  chmodSync(join(root, 'brands/brand/brand.yaml'), 0o600)
  chmodSync(join(root, 'content/articles/first.md'), 0o600)
  expect((await runShared(['build'], { cwd: root })).code).toBe(0)
  const modes = ['index.html', 'articles/first/index.html', 'imprint-manifest.json', 'sitemap.xml'].map(
    path => statSync(join(root, 'dist/brand', path)).mode & 0o777,
  )
  expect(new Set(modes).size).toBe(1)
})
