import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  buildBrands,
  type InputsOptions,
  inputsReader,
  openFacts,
  openSharedWork,
} from '../../src/build/index.ts'
import { openCache } from '../../src/cache/index.ts'
import { diskFiles, memoryFiles } from '../../src/files/index.ts'
import { memoryOutput } from '../support/memory-output.ts'
import { article, brandYaml, type FileMap, repositoryRoot, temporaryFolder } from '../support/project.ts'

const svg = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="${colour}" d="M0 0h9v9z"/></svg>`

/** Two brands with a base, one without, and each kind of file that a site can be built from. */
const house: FileMap = {
  'brands/_base/brand.yaml': 'companyLine: The line of the base.\ntheme:\n  logo: logo.svg\n',
  'brands/_base/assets/logo.svg': svg('red'),
  'brands/_base/content/strings.yaml': 'header:\n  about: Words of the base\n',
  'brands/_base/content/articles/base.md': article('base'),
  'brands/alpha/brand.yaml': brandYaml({ extends: '_base', companyLine: undefined }),
  'brands/alpha/content/articles/one.md': article('one', { title: 'One of its own' }),
  'brands/beta/brand.yaml': brandYaml({ extends: '"_b\\x61se"', companyLine: undefined }),
  'brands/beta/assets/logo.svg': svg('blue'),
  'brands/beta/content/home.yaml': 'hero:\n  title: Another title\n',
  'brands/gamma/brand.yaml': brandYaml({
    theme: '{font: {web: [{family: Inter, file: "@fontsource/inter/files/inter-latin-700-normal.woff2"}]}}',
  }),
  'brands/gamma/content/pages/ccpa.md': 'Its own words.\n',
  'content/articles/one.md': article('one', {}, '![A chart](chart.svg)\n'),
  'content/articles/chart.svg': svg('green'),
  'content/articles/two.md': article('two'),
  'content/strings.yaml': 'header:\n  about: Shared words\n',
  'content/pages/ccpa.md': 'Shared words.\n',
}
const ids = ['alpha', 'beta', 'gamma']
const defaults = diskFiles(repositoryRoot)

const noTemplates: InputsOptions['templates'] = () => {
  throw new Error('The templates import no package.')
}

async function hashesOf(project: FileMap, options: Partial<InputsOptions> = {}) {
  const read = inputsReader({
    files: memoryFiles(project),
    defaults,
    flags: { drafts: false },
    templates: noTemplates,
    facts: openFacts(openCache(undefined)),
    ...options,
  })
  return Object.fromEntries(await Promise.all(ids.map(async id => [id, (await read(id)).hash])))
}

/** The site of each brand as one string. */
async function sitesOf(project: FileMap, cache: string): Promise<Record<string, string>> {
  const sites: Record<string, string> = {}
  for (const id of ids) {
    const output = memoryOutput(id)
    await buildBrands({
      files: memoryFiles(project),
      defaults,
      brands: [id],
      openOutput: async () => ({ value: output, diagnostics: [] }),
      strict: false,
      drafts: false,
      cacheFolder: { path: cache, readOnly: false },
    })
    sites[id] = JSON.stringify(
      [...output.files].map(([path, bytes]) => [path, Buffer.from(bytes).toString('latin1')]),
    )
  }
  return sites
}

/** A change that is visible if the file is used. */
function changed(path: string, text: string): string {
  if (path.endsWith('.svg')) return text.replace(/fill="\w+"/, 'fill="black"')
  if (path.endsWith('.md')) return `${text}\nOne more paragraph.\n`
  if (path.endsWith('brand.yaml')) return `${text}copyrightYear: 1999\n`
  return text.replace(/[A-Z][\w ]+\n$/, 'Other words\n')
}

function differing(before: Record<string, string>, after: Record<string, string>): string[] {
  return ids.filter(id => before[id] !== after[id])
}

describe('the inputs of a brand', () => {
  it('include those of the same site in another language, and the shared content that it uses', async () => {
    const twins: FileMap = {
      ...house,
      'brands/alpha/brand.yaml': brandYaml({
        extends: '[_base, gamma]',
        alternateOf: 'gamma',
        locale: 'es-US',
      }),
    }
    const before = await hashesOf(twins)
    const changes = {
      'brands/alpha/content/articles/one.md': ['alpha', 'gamma'],
      'content/articles/one.md': ids,
      'brands/gamma/content/pages/ccpa.md': ['alpha', 'gamma'],
      // Both have their own.
      'content/pages/ccpa.md': ['beta'],
    }
    for (const [path, touched] of Object.entries(changes)) {
      const after = await hashesOf({ ...twins, [path]: changed(path, twins[path] as string) })
      expect(differing(before, after), path).toEqual(touched)
    }
  })

  it('include those of the brand whose articles are canonical', async () => {
    const sharing: FileMap = {
      ...house,
      'brands/beta/brand.yaml': brandYaml({ extends: '_base', canonicalOf: 'gamma' }),
    }
    const before = await hashesOf(sharing)
    for (const path of ['brands/gamma/brand.yaml', 'brands/gamma/content/pages/ccpa.md']) {
      const after = await hashesOf({ ...sharing, [path]: changed(path, sharing[path] as string) })
      expect(differing(before, after), path).toEqual(['beta', 'gamma'])
    }
  })

  it('change whenever its site does, and never with a file of another brand', async () => {
    // For share cards, which take a long time to draw.
    const cache = join(temporaryFolder(), 'cache')
    const [hashes, sites] = [await hashesOf(house), await sitesOf(house, cache)]
    const touched: Record<string, readonly string[]> = {}
    for (const [path, text] of Object.entries(house)) {
      const project = { ...house, [path]: changed(path, text as string) }
      expect(project[path]).not.toBe(text)
      const found = differing(hashes, await hashesOf(project))
      expect(found, path).toEqual(expect.arrayContaining(differing(sites, await sitesOf(project, cache))))
      touched[path] = found
    }
    expect(touched).toEqual({
      'brands/_base/brand.yaml': ['alpha', 'beta'],
      'brands/_base/assets/logo.svg': ['alpha'],
      'brands/_base/content/strings.yaml': ['alpha', 'beta'],
      'brands/_base/content/articles/base.md': ['alpha', 'beta'],
      'brands/alpha/brand.yaml': ['alpha'],
      'brands/alpha/content/articles/one.md': ['alpha'],
      'brands/beta/brand.yaml': ['beta'],
      'brands/beta/assets/logo.svg': ['beta'],
      'brands/beta/content/home.yaml': ['beta'],
      'brands/gamma/brand.yaml': ['gamma'],
      'brands/gamma/content/pages/ccpa.md': ['gamma'],
      'content/articles/one.md': ['beta', 'gamma'],
      'content/articles/chart.svg': ids,
      'content/articles/two.md': ids,
      'content/strings.yaml': ids,
      'content/pages/ccpa.md': ['alpha', 'beta'],
    })
  })

  it('change when a file comes or goes', async () => {
    const hashes = await hashesOf(house)
    const { 'brands/alpha/content/articles/one.md': _, ...without } = house
    expect(differing(hashes, await hashesOf(without))).toEqual(['alpha'])
    expect(differing(hashes, await hashesOf({ ...house, 'content/faq.yaml': '[]' }))).toEqual(ids)
  })

  it('change with the flags, the package and its fonts', async () => {
    const hashes = await hashesOf(house)
    expect(differing(hashes, await hashesOf(house, { flags: { drafts: true } }))).toEqual(ids)
    const other = {
      ...defaults,
      readBytes: (path: string) =>
        path === 'content/strings.yaml'
          ? { value: new Uint8Array(1), diagnostics: [] }
          : defaults.readBytes(path),
    }
    expect(differing(hashes, await hashesOf(house, { defaults: other }))).toEqual(ids)
    const installed = {
      ...house,
      'node_modules/@fontsource/inter/files/inter-latin-700-normal.woff2': 'another',
    }
    expect(differing(hashes, await hashesOf(installed))).toEqual(['gamma'])
  })

  it('include what templates import from packages', async () => {
    const templates =
      (colour: string): InputsOptions['templates'] =>
      () => {
        const files = memoryFiles({
          'templates/index.tsx': `export const templates = { colour: '${colour}' }`,
        })
        return openSharedWork({ defaults }).templates(files)
      }
    const project = {
      ...house,
      'templates/index.tsx': `import { colour } from 'colours'\nexport const templates = {}\n`,
    }
    const red = await hashesOf(project, { templates: templates('red') })
    expect(await hashesOf(project, { templates: templates('red') })).toEqual(red)
    expect(
      differing(red, await hashesOf({ ...project, 'templates/a.ts': '' }, { templates: templates('red') })),
    ).toEqual(ids)
    const plain = {
      ...house,
      'templates/index.tsx': `import { Markup } from 'imprint/kit'\nimport './a.ts'\n`,
    }
    await hashesOf(plain)
  })

  it.each([
    "import { word } from '../lib/words.ts'",
    'export * from "./../lib/words.ts"',
    "const words = import(/* later */ 'words')",
    "import { word } from // ours\n  'words'",
    "import * as z from 'zod/mini'",
  ])('hold what is imported from outside the templates: %s', async text => {
    const project = { ...house, 'templates/a.ts': text, 'brands/alpha/templates/b/a.ts': "import '../a.ts'" }
    await expect(hashesOf(project)).rejects.toThrow('The templates import no package.')
    const ofBrand = { ...house, 'brands/alpha/templates/a.ts': text }
    await expect(hashesOf(ofBrand)).rejects.toThrow('The templates import no package.')
  })

  it('include the files of another brand that templates import, even if they do not compile', async () => {
    const project: FileMap = {
      ...house,
      'brands/alpha/templates/islands/word.ts': "import '../../brands/beta/shown/word.ts'",
      'brands/alpha/templates/styles.css': "@import '../brands/beta/shown/word.css';",
      'brands/beta/shown/word.ts': "export { word } from './other.ts'",
      'brands/beta/shown/other.ts': "export const word = 'one'",
      'brands/beta/shown/word.css': 'a { color: red }',
    }
    // Bundles of the current project, as in a comparison with an earlier commit.
    const hashes = (then: FileMap, now: FileMap = project) =>
      hashesOf(then, { templates: brand => openSharedWork({ defaults }).templates(memoryFiles(now), brand) })
    const before = await hashes(project)
    for (const path of Object.keys(project).filter(name => name.includes('/shown/')))
      expect(differing(before, await hashes({ ...project, [path]: 'another' }))).toEqual(['alpha', 'beta'])
    const { 'brands/beta/shown/other.ts': _, ...without } = project
    expect(differing(await hashes(project, without), await hashes(without, without))).toEqual([
      'alpha',
      'beta',
    ])
  })

  it('change on the day after a waiver or a rule ends', async () => {
    const project = { ...house, 'rules.yaml': 'rules:\n  some/rule:\n    until: 2026-05-01\n' }
    const on = (asOf: string) => hashesOf(project, { flags: { drafts: false, asOf } })
    expect(differing(await on('2026-04-01'), await on('2026-04-30'))).toEqual([])
    expect(differing(await on('2026-04-30'), await on('2026-05-02'))).toEqual(ids)
  })

  it.each([
    ['rules.yaml', 'rules: {some/rule: {"unt\\x69l": 2026-05-01}}\n', ids],
    ['rules.yaml', 'rules:\n  some/rule:\n    until: >-\n      2026-05-01\n', ids],
    ['rules.yaml', 'rules:\n  some/rule:\n    from: # a month later\n      2026-05-01\n', ids],
    [
      'brands/gamma/brand.yaml',
      `${house['brands/gamma/brand.yaml']}waivers:\n  - {rule: some/rule, until: !!str 2026-05-01}\n`,
      ['gamma'],
    ],
    [
      'content/articles/two.md',
      article('two', {}, '<!-- check-waive a/b until = "2026-05-01" -->\n\nText.\n'),
      ids,
    ],
  ])('change when a day of %s has come: %j', async (path, text, touched) => {
    const on = (asOf: string) => hashesOf({ ...house, [path]: text }, { flags: { drafts: false, asOf } })
    expect(differing(await on('2026-04-29'), await on('2026-04-30'))).toEqual([])
    expect(differing(await on('2026-04-30'), await on('2026-05-02'))).toEqual(touched)
  })

  it.each([
    'extends: [_base]\rname: Alpha\r',
    'extends:\r\n- _base\r\n',
    '"ext\\x65nds": _base\n',
    '? extends\n: _base\n',
    '{extends: _base}\n',
    'extends: # the house\n  _base\n',
  ])('follow what %j extends', async config => {
    const project = { ...house, 'brands/alpha/brand.yaml': config }
    const base = { ...project, 'brands/_base/assets/logo.svg': svg('black') }
    expect(differing(await hashesOf(project), await hashesOf(base))).toEqual(['alpha'])
  })

  it('include a font whose name is written with an escape', async () => {
    const path = '"@fontsource/inter/files/inter-latin-700-normal.wof\\x662"'
    const project = {
      ...house,
      'brands/alpha/brand.yaml': brandYaml({ theme: `{font: {web: [{family: Inter, file: ${path}}]}}` }),
    }
    const font = 'node_modules/@fontsource/inter/files/inter-latin-700-normal.woff2'
    expect(differing(await hashesOf(project), await hashesOf({ ...project, [font]: 'another' }))).toEqual([
      'alpha',
      'gamma',
    ])
  })

  it('are listed in order', async () => {
    const read = inputsReader({
      files: memoryFiles(house),
      defaults,
      flags: { drafts: false },
      templates: noTemplates,
      facts: openFacts(openCache(undefined)),
    })
    const { files } = await read('beta')
    expect(files.map(({ path }) => path)).toEqual([
      'brands/_base/brand.yaml',
      'brands/_base/content/articles/base.md',
      'brands/_base/content/strings.yaml',
      'brands/beta/assets/logo.svg',
      'brands/beta/brand.yaml',
      'brands/beta/content/home.yaml',
      'content/articles/chart.svg',
      'content/articles/one.md',
      'content/articles/two.md',
      'content/pages/ccpa.md',
      'content/strings.yaml',
      'imprint',
    ])
    for (const { sha256 } of files) expect(sha256).toMatch(/^[0-9a-f]{64}$/)
  })
})
