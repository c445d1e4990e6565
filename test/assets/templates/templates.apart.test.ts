// Bundled templates, cached between runs: reused unchanged, and never after a change to their sources.

import * as disk from 'node:fs'
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import * as esbuild from 'esbuild'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type IslandCode,
  mapStackPosition,
  type TemplateBundle,
  templateBundler,
} from '../../../src/assets/index.ts'
import { type CacheFolder, openCache } from '../../../src/cache/index.ts'
import type { Outcome } from '../../../src/diagnostics/index.ts'
import { diskFiles, memoryFiles, snapshot } from '../../../src/files/index.ts'
import { repositoryRoot, temporaryFolder, writeFiles } from '../../support/project.ts'

vi.mock('esbuild', { spy: true })
vi.mock('node:fs', async original => {
  const actual = await original<typeof disk>()
  return { ...actual, readFileSync: vi.fn(actual.readFileSync) }
})

// Recently installed packages are not trusted yet, so the packages in these tests are made to look a minute old.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 }))
afterEach(() => {
  vi.useRealTimers()
  vi.mocked(disk.readFileSync).mockReset()
})

const index = `
import { text } from './part'
import { shared } from '../shared/text.ts'
import { name } from 'dep'
const page = () => [text, shared, name].join(' ')
export const templates = {
  home: page, faq: page, article: page, articleList: page, ccpa: page, notFound: page, articleNotFound: page,
}
`

const sources = {
  'templates/index.ts': index,
  'templates/part.tsx': "import styles from './part.css'\nexport const text = styles && 'part'",
  'templates/part.css': 'p { margin: 0 }',
  'templates/styles.css': "@import './colors.css';\nbody { margin: 0 }",
  'templates/colors.css': ':root { color: red }',
  'templates/islands/tip/index.ts':
    "import { words } from './words.ts'\nexport default () => { document.title = words }",
  'templates/islands/tip/words.ts': "export const words = 'hello'",
  'shared/text.ts': "export const shared = 'shared'",
  'node_modules/dep/package.json': '{"name":"dep","version":"1.0.0","main":"main.js"}',
  'node_modules/dep/main.js': "export { name } from './inner'",
  'node_modules/dep/other.js': "export const name = 'other'",
  'node_modules/dep/inner/index.js': "export const name = 'dep'",
}

type Made = 'script' | 'styles' | 'islands'

interface Result extends Outcome<TemplateBundle | undefined> {
  /** The requests to esbuild. */
  readonly made: readonly Made[]
}

function newProject() {
  const root = temporaryFolder()
  writeFiles(root, sources)
  return root
}

const cacheOf = (root: string) => ({ path: join(root, '.imprint', 'cache'), readOnly: false })

/** Bundles as a new run does. */
async function run(root: string, folder: CacheFolder | 'none' = cacheOf(root)) {
  const files = snapshot(diskFiles(root))
  return watched(() =>
    templateBundler(diskFiles(repositoryRoot), folder === 'none' ? [] : [openCache(folder)])(files),
  )
}

async function watched(bundle: () => Promise<Outcome<TemplateBundle | undefined>>): Promise<Result> {
  vi.mocked(esbuild.build).mockClear()
  const outcome = await bundle()
  const made = vi.mocked(esbuild.build).mock.calls.flatMap(([{ entryPoints = {} }]): Made[] => {
    // The loader is bundled together with the islands.
    if (Array.isArray(entryPoints)) return []
    if ('entry' in entryPoints) return ['script']
    return Object.values(entryPoints).some(path => path.endsWith('.css')) ? ['styles'] : ['islands']
  })
  return { ...outcome, made: made.sort() }
}

/** The part of a bundle that is plain data. */
function codeOf(bundle: TemplateBundle | undefined) {
  if (bundle === undefined) throw new Error('The templates were not bundled.')
  const { script, styles, islands, outside, assets } = bundle
  return { script, styles, islands, outside, assets: assets.paths }
}

const everything: readonly Made[] = ['islands', 'script', 'styles']
const shown = ({ value }: Result) => (value?.templates.home as (() => string) | undefined)?.()

describe('names of the files of islands', () => {
  /** Two islands that share a package. One of them and a file that it imports later import each other. */
  const islands = (later: string) => ({
    'templates/islands/tip/index.ts':
      "import { name } from 'dep'\nexport const start = name + 1\nexport default () => import('./later.ts')",
    'templates/islands/tip/later.ts': `import { start } from './index.ts'\nconsole.log(start, '${later}')`,
    'templates/islands/other.ts':
      "import { name } from 'dep'\nexport default () => { document.title = name }",
  })
  const filesOf = async (root: string, later = 'later') => {
    writeFiles(root, islands(later))
    const { value } = await run(root, 'none')
    return value?.islands as IslandCode
  }

  test('and their bytes are the same wherever packages and projects lie', async () => {
    const first = await filesOf(newProject())
    const linked = join(temporaryFolder(), 'a', 'deeper place')
    cpSync(newProject(), linked, { recursive: true })
    cpSync(join(linked, 'node_modules/dep'), join(linked, 'store/dep@1.0.0/node_modules/dep'), {
      recursive: true,
    })
    rmSync(join(linked, 'node_modules/dep'), { recursive: true })
    symlinkSync('../store/dep@1.0.0/node_modules/dep', join(linked, 'node_modules/dep'))
    const second = await filesOf(linked)
    expect(second.files).toEqual(first.files)
    expect(second.islands).toEqual(first.islands)
  })

  test('lead from file to file, in a cycle too, and change with the bytes of imported files', async () => {
    const root = newProject()
    const before = await filesOf(root)
    const after = await filesOf(root, 'changed')
    const importsOf = (text: string) =>
      [...text.matchAll(/"\.\/([^"]+\.js)"/g)].map(([, name]) => `assets/${name}`)
    for (const { files, islands } of [before, after]) {
      const found = Object.values(files).flatMap(importsOf)
      expect(found.length).toBeGreaterThan(3)
      expect(found.filter(path => files[path] === undefined)).toEqual([])
      expect(islands.tip?.lazy).toHaveLength(1)
    }
    expect(after.islands.tip?.path).not.toBe(before.islands.tip?.path)
    expect(after.islands.other).toEqual(before.islands.other)
  })
})

describe('templates that were bundled before', () => {
  test('need no esbuild while nothing changes, and are the same', async () => {
    const root = newProject()
    const first = await run(root)
    expect(first.diagnostics).toEqual([])
    expect(first.made).toEqual(everything)
    const second = await run(root)
    expect(vi.mocked(esbuild.build)).not.toHaveBeenCalled()
    expect(codeOf(second.value)).toEqual(codeOf(first.value))
    expect(shown(second)).toBe('part shared dep')
    expect(second.value?.styles).toEqual([
      { path: 'templates/styles.css', text: ':root{color:red}body{margin:0}', base: true },
      { path: 'templates/part.css', text: 'p{margin:0}', base: false },
    ])
    expect(Object.keys(second.value?.islands.islands ?? {})).toEqual(['tip'])
    expect(second.value?.islands.loader).not.toBe('')
  })

  const remove = (path: string) => (root: string) => rmSync(join(root, path), { recursive: true })
  const write = (path: string, text: string) => (root: string) => writeFiles(root, { [path]: text })

  test.each<[string, (root: string) => void, readonly Made[], string]>([
    [
      'a file of theirs',
      write('templates/part.tsx', "export const text = 'PART'"),
      ['script'],
      'PART shared dep',
    ],
    [
      'a file elsewhere',
      write('shared/text.ts', "export const shared = 'SHARED'"),
      ['script'],
      'part SHARED dep',
    ],
    [
      'which file an import means',
      write('templates/part.ts', "export const text = 'nearer'"),
      ['islands', 'script', 'styles'],
      'nearer shared dep',
    ],
    [
      'a style of a component',
      write('templates/part.css', 'p { margin: 1px }'),
      ['styles'],
      'part shared dep',
    ],
    ['a style', write('templates/colors.css', ':root { color: blue }'), ['styles'], 'part shared dep'],
    [
      'an island',
      write('templates/islands/tip/words.ts', "export const words = 'HELLO'"),
      ['islands'],
      'part shared dep',
    ],
    [
      'a file of a package',
      write('node_modules/dep/inner/index.js', "export const name = 'DEP'"),
      ['script'],
      'part shared DEP',
    ],
    [
      'the entry of a package',
      write('node_modules/dep/package.json', '{"name":"dep","version":"1.0.0","main":"other.js"}'),
      ['script'],
      'part shared other',
    ],
    [
      'which file of a package is meant',
      write('node_modules/dep/inner.js', "export const name = 'before the folder'"),
      ['script'],
      'part shared before the folder',
    ],
    [
      'which package is nearest',
      root =>
        writeFiles(root, {
          'templates/node_modules/dep/package.json': '{"name":"dep","main":"main.js"}',
          'templates/node_modules/dep/main.js': "export const name = 'nearest'",
        }),
      // Templates have more files than islands and styles, which are found among them.
      ['islands', 'script', 'styles'],
      'part shared nearest',
    ],
  ])('are made again when %s changes, and only what it is in', async (_, change, made, text) => {
    const root = newProject()
    await run(root)
    change(root)
    const next = await run(root)
    expect(next.made).toEqual(made)
    expect(shown(next)).toBe(text)
    expect(codeOf((await run(root, 'none')).value)).toEqual(codeOf(next.value))
    expect((await run(root)).made).toEqual([])
  })

  test('are made again when a package is another one behind the same link', async () => {
    const root = newProject()
    for (const version of ['one', 'two']) {
      cpSync(join(root, 'node_modules/dep'), join(root, `store/${version}`), { recursive: true })
      writeFileSync(join(root, `store/${version}/inner/index.js`), `export const name = '${version}'`)
    }
    const link = join(root, 'node_modules/dep')
    rmSync(link, { recursive: true })
    symlinkSync('../store/one', link)
    expect(shown(await run(root))).toBe('part shared one')
    expect((await run(root)).made).toEqual([])
    unlinkSync(link)
    symlinkSync('../store/two', link)
    expect(shown(await run(root))).toBe('part shared two')
  })

  test('are made again when a package comes that one of theirs has done without', async () => {
    const root = newProject()
    writeFiles(root, {
      'node_modules/dep/main.js':
        "let name = 'alone'\ntry {\n  name = require('optional')\n} catch {}\nexports.name = name",
    })
    expect(shown(await run(root))).toBe('part shared alone')
    expect((await run(root)).made).toEqual([])
    writeFiles(root, { 'node_modules/optional/index.js': "module.exports = 'in company'" })
    expect(shown(await run(root))).toBe('part shared in company')
  })

  test.each([
    ['a file of theirs', remove('templates/part.tsx')],
    ['a package', remove('node_modules/dep')],
    ['a file of a package', remove('node_modules/dep/inner')],
  ])('are not used any more when %s is gone', async (_, change) => {
    const root = newProject()
    await run(root)
    change(root)
    const { value, diagnostics } = await run(root)
    expect(value).toBeUndefined()
    expect(diagnostics).toMatchObject([{ severity: 'error', code: 'template/syntax' }])
    // After a failure, bundling is tried again, and the earlier state is valid again.
    writeFiles(root, sources)
    expect(shown(await run(root))).toBe('part shared dep')
  })

  test('are not shared with another project elsewhere that uses the same cache', async () => {
    const root = newProject()
    await run(root)
    const copy = temporaryFolder()
    cpSync(root, copy, { recursive: true })
    writeFileSync(join(copy, 'node_modules/dep/inner/index.js'), "export const name = 'copy'")
    expect(shown(await run(copy))).toBe('part shared copy')
    expect(shown(await run(root))).toBe('part shared dep')
  })

  test.each<[string, (content: Buffer) => Buffer]>([
    ['cut short', content => content.subarray(0, content.length / 2)],
    ['emptied', () => Buffer.alloc(0)],
    ['changed by a bit', content => Buffer.from(content.map((byte, at) => (at === 100 ? byte ^ 1 : byte)))],
  ])('are made again when their entry was %s', async (_, damage) => {
    const root = newProject()
    const { value } = await run(root)
    const entries = join(cacheOf(root).path, 'templates')
    for (const name of readdirSync(entries)) {
      writeFileSync(join(entries, name), damage(readFileSync(join(entries, name))))
    }
    const next = await run(root)
    expect(next.made).toEqual(everything)
    expect(codeOf(next.value)).toEqual(codeOf(value))
    expect((await run(root)).made).toEqual([])
  })

  test.each(['package.json', 'node_modules/esbuild/package.json'])(
    'are made again when %s has another version',
    async path => {
      const root = newProject()
      const { value } = await run(root)
      const { readFileSync: read } = await vi.importActual<typeof disk>('node:fs')
      const changed = join(repositoryRoot, path)
      vi.mocked(disk.readFileSync).mockImplementation((from, options) =>
        from === changed ? Buffer.from('{"version":"99.0.0"}') : read(from, options),
      )
      const next = await run(root)
      expect(next.made).toEqual(everything)
      expect(codeOf(next.value)).toEqual(codeOf(value))
      expect((await run(root)).made).toEqual([])
    },
  )

  test('bring their warnings along', async () => {
    const root = newProject()
    writeFiles(root, { 'templates/part.tsx': "export const text = 'part'\nexport const odd = text === NaN" })
    const { diagnostics } = await run(root)
    expect(diagnostics).toMatchObject([{ severity: 'warning', file: 'templates/part.tsx', line: 2 }])
    const again = await run(root)
    expect(again.made).toEqual([])
    expect(again.diagnostics).toEqual(diagnostics)
  })

  test('report where they throw', async () => {
    const root = newProject()
    writeFiles(root, {
      'templates/part.tsx': "export const text = 'part'\nexport function fail() {\n  throw new Error('x')\n}",
      'templates/index.ts': `import { fail } from './part'\n${index.replace('=> [', '=> fail() ?? [')}`,
    })
    for (const made of [everything, []]) {
      const next = await run(root)
      expect(next.made).toEqual(made)
      let stack = ''
      try {
        shown(next)
      } catch (error) {
        stack = (error as Error).stack ?? ''
      }
      expect(mapStackPosition(stack, (next.value as TemplateBundle).sourceMap())).toMatchObject({
        file: 'templates/part.tsx',
        line: 3,
      })
    }
  })

  test('name no path of this machine', async () => {
    const root = newProject()
    const { value } = await run(root)
    expect(value?.sourceMap().payload.sources).toContain('node_modules/dep/inner/index.js')
    const entries = join(cacheOf(root).path, 'templates')
    const found = readdirSync(entries).flatMap(name => {
      const entry = JSON.parse(readFileSync(join(entries, name)).toString().replace(/^.*\n/, ''))
      return entry.inputs.map(([, path]: [string, string]) => path)
    })
    expect(found).toContain(join(relative(repositoryRoot, root), 'node_modules/dep/main.js'))
    expect(found.filter((path: string) => path.startsWith('/'))).toEqual([])
  })
})

describe('templates by the names of their files', () => {
  const kinds = ['home', 'faq', 'article', 'article-list', 'ccpa', 'not-found', 'article-not-found']
  /** The text that a component of these tests renders. */
  const shownBy = (component: unknown) => (component as () => string)()
  const named = (name: string) => `export default () => '${name}'\n`
  const newNamed = () => {
    const root = temporaryFolder()
    writeFiles(root, Object.fromEntries(kinds.map(kind => [`templates/${kind}.tsx`, named(kind)])))
    return root
  }

  test('are found without a list, and noticed when they are added or removed', async () => {
    const root = newNamed()
    const bundler = templateBundler(diskFiles(repositoryRoot), [openCache(cacheOf(root))])
    const next = () => watched(() => bundler(snapshot(diskFiles(root))))
    const first = await next()
    expect(first.diagnostics).toEqual([])
    expect(shown(first)).toBe('home')
    // The layouts of pages are those of the package.
    expect(Object.keys(first.value?.templates ?? {}).sort()).toEqual([...kinds, 'pages/page'].sort())
    expect(first.value?.origins.faq).toMatchObject({ file: 'templates/faq.tsx' })
    expect((await run(root)).made).toEqual([])
    rmSync(join(root, 'templates/faq.tsx'))
    const packaged = await next()
    expect(packaged.diagnostics).toEqual([])
    expect(packaged.value?.templates.faq?.name).toBe('FaqTemplate')
    writeFiles(root, { 'templates/faq.tsx': 'export const Faq = () => null\n' })
    expect((await next()).diagnostics).toMatchObject([
      {
        code: 'template/missing',
        file: 'templates/faq.tsx',
        message: 'templates/faq.tsx has no React component as its default export.',
      },
    ])
    writeFiles(root, { 'templates/faq.tsx': named('FAQ') })
    expect((await next()).diagnostics).toEqual([])
  })

  test('lie over each other file by file: the package, the project, a base, the brand', async () => {
    const root = temporaryFolder()
    const brand = 'brands/a/templates'
    writeFiles(root, {
      'templates/not-found.tsx': named('of the project'),
      'brands/_h/templates/not-found.tsx': named('of the base'),
      'brands/_h/templates/ccpa.tsx': named('of the base'),
      [`${brand}/ccpa.tsx`]: "import { more } from './more-link.tsx'\nexport default () => more\n",
      [`${brand}/more-link.tsx`]: "export const more = 'of the brand'\nexport const MoreLink = () => more\n",
      [`${brand}/islands/own.ts`]: 'export default () => {}\n',
    })
    const folders = ['brands/_h/templates', brand]
    const bundler = templateBundler(diskFiles(repositoryRoot), [openCache(cacheOf(root))], folders)
    const next = () => watched(() => bundler(snapshot(diskFiles(root))))
    const { value, diagnostics } = await next()
    expect(diagnostics).toEqual([])
    const text = (name: string) => shownBy(value?.templates[name])
    expect([text('not-found'), text('ccpa')]).toEqual(['of the base', 'of the brand'])
    expect(value?.templates.faq?.name).toBe('FaqTemplate')
    expect(value?.origins).toMatchObject({
      ccpa: { file: `${brand}/ccpa.tsx` },
      'not-found': { file: 'brands/_h/templates/not-found.tsx' },
      faq: { file: 'templates/faq.tsx' },
    })
    expect(Object.keys(value?.islands.islands ?? {})).toEqual(expect.arrayContaining(['own', 'form']))
    // Only changed parts are bundled again, and a problem is reported where its author can fix it.
    writeFiles(root, { [`${brand}/more-link.tsx`]: "export const more = 'of the brand'\n" })
    const broken = await next()
    expect(broken.made).toEqual(['script'])
    expect(broken.diagnostics).toMatchObject([{ code: 'template/syntax', file: `${brand}/more-link.tsx` }])
    rmSync(join(root, brand), { recursive: true })
    const base = await next()
    expect(shownBy(base.value?.templates.ccpa)).toBe('of the base')
    expect(Object.keys(base.value?.islands.islands ?? {})).not.toContain('own')
  })

  test('are found over a whole set of the project, and before what its index exports', async () => {
    const root = newProject()
    writeFiles(root, { 'brands/a/templates/home.tsx': named('of the brand') })
    const bundler = templateBundler(diskFiles(repositoryRoot), [], ['brands/a/templates'])
    const { value } = await bundler(diskFiles(root))
    expect(shownBy(value?.templates.home)).toBe('of the brand')
    expect(shownBy(value?.templates.faq)).toBe('part shared dep')
    expect(Object.keys(value?.islands.islands ?? {})).toEqual(['tip'])
  })

  test('are overridden by exports of templates/index.ts', async () => {
    const root = newNamed()
    writeFiles(root, { 'templates/index.ts': "export const templates = { home: () => 'from the index' }" })
    const { value, ...rest } = await run(root)
    expect(shown({ value, ...rest })).toBe('from the index')
    expect(value?.origins).toMatchObject({
      home: { file: 'templates/index.ts' },
      faq: { file: 'templates/faq.tsx' },
    })
  })
})

describe('the store of bundled templates', () => {
  test('does not exist without a folder', async () => {
    const root = newProject()
    expect((await run(root, 'none')).made).toEqual(everything)
    expect((await run(root, 'none')).made).toEqual(everything)
    expect(readdirSync(root)).not.toContain('.imprint')
  })

  test('is read but not written if it is read-only', async () => {
    const root = newProject()
    const readOnly = { ...cacheOf(root), readOnly: true }
    expect((await run(root, readOnly)).made).toEqual(everything)
    expect(readdirSync(root)).not.toContain('.imprint')
    await run(root)
    expect((await run(root, readOnly)).made).toEqual([])
  })

  test('never fails a build', async () => {
    const root = newProject()
    writeFiles(root, { '.imprint/cache': 'a file where the folder should be' })
    expect(shown(await run(root))).toBe('part shared dep')
  })

  test('serves a brand whose own templates change none of the files of a result', async () => {
    const root = newProject()
    await run(root)
    writeFiles(root, { 'brands/a/templates/styles.css': 'body { margin: 1px }' })
    const bundle = () =>
      watched(() =>
        templateBundler(
          diskFiles(repositoryRoot),
          [openCache(cacheOf(root))],
          ['brands/a/templates'],
        )(snapshot(diskFiles(root))),
      )
    expect((await bundle()).made).toEqual(['styles'])
    expect((await bundle()).made).toEqual([])
    expect((await run(root)).made).toEqual([])
  })

  test('takes two builds at once', async () => {
    const root = newProject()
    const both = await Promise.all([run(root), run(root)])
    expect(both.map(shown)).toEqual(['part shared dep', 'part shared dep'])
    const entries = join(cacheOf(root).path, 'templates')
    expect(readdirSync(entries)).toHaveLength(3)
    expect((await run(root)).made).toEqual([])
  })

  test('does not store results whose files changed while they were made, or just before', async () => {
    const root = newProject()
    vi.setSystemTime(statSync(join(root, 'node_modules/dep/inner/index.js')).ctimeMs + 500)
    await run(root)
    expect((await run(root)).made).toEqual(['script'])
    vi.setSystemTime(Date.now() + 60_000)
    await run(root)
    expect((await run(root)).made).toEqual([])
  })

  test('is asked only after changes, in a running process', async () => {
    const root = newProject()
    const bundler = templateBundler(diskFiles(repositoryRoot), [openCache(cacheOf(root))])
    const first = await watched(() => bundler(snapshot(diskFiles(root))))
    expect(first.made).toEqual(everything)
    writeFiles(root, { 'templates/colors.css': ':root { color: green }' })
    const second = await watched(() => bundler(snapshot(diskFiles(root))))
    expect(second.made).toEqual(['styles'])
    expect(second.value?.styles[0]?.text).toContain('green')
  })

  test('serves a project without templates with those of the package', async () => {
    const root = temporaryFolder()
    mkdirSync(join(root, 'brands'))
    const first = await run(root)
    expect(first.made).toEqual(everything)
    const second = await run(root)
    expect(second.made).toEqual([])
    expect(codeOf(second.value)).toEqual(codeOf(first.value))
    expect(Object.keys(second.value?.islands.islands ?? {})).toContain('cost-calculator')
  })
})

test('templates see no environment variable', async () => {
  vi.stubEnv('SECRET', 'on the machine')
  const ways = [
    'process.env.SECRET',
    '(({ env }) => env.SECRET)(process)',
    'imported.env.SECRET',
    "require('process').env.SECRET",
    'process.env.NODE_ENV',
    'typeof process.cwd',
  ]
  const files = memoryFiles({
    'templates/index.ts': `import imported from 'node:process'
      const page = () => [${ways.join(', ')}]
      export const templates = Object.fromEntries(
        ['home', 'faq', 'article', 'articleList', 'ccpa', 'page', 'notFound', 'articleNotFound'].map(kind => [kind, page]),
      )`,
  })
  const { value, diagnostics } = await templateBundler(diskFiles(repositoryRoot))(files)
  expect(diagnostics).toEqual([])
  const home = value?.templates.home as unknown as () => unknown[]
  expect(home()).toEqual([undefined, undefined, undefined, undefined, 'production', 'function'])
  vi.unstubAllEnvs()
})
