import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defaultOrigin, listBrands, loadBrand } from '../../src/brand/index.ts'
import { diskFiles, memoryFiles } from '../../src/files/index.ts'
import { entryAt, type Located, leaves, plain } from '../../src/yaml/index.ts'
import { brandYaml, repositoryRoot } from '../support/project.ts'

const load = (files: Record<string, string>, id = 'test') => loadBrand(memoryFiles(files), id)
const told = (files: Record<string, string>, id = 'test') =>
  load(files, id).diagnostics.map(({ code, file, line, column }) => `${file}:${line}:${column} ${code}`)

describe('listBrands', () => {
  it('distinguishes brands from bases, sorted, and reports folders that are neither', () => {
    const names = ['b', 'a', '_house', 'Second_Brand', 'a b']
    const files = memoryFiles(
      Object.fromEntries(names.map(name => [`brands/${name}/brand.yaml`, 'name: x\n'])),
    )
    const { value, diagnostics } = listBrands(files)
    expect(value).toEqual({ brands: ['a', 'b'], bases: ['_house'] })
    expect(diagnostics.map(({ code, file }) => [code, file])).toEqual([
      ['brand/invalid-id', 'brands/Second_Brand/brand.yaml'],
      ['brand/invalid-id', 'brands/a b/brand.yaml'],
    ])
  })

  it('finds nothing in an empty project', () => {
    expect(listBrands(memoryFiles({}))).toEqual({ value: { brands: [], bases: [] }, diagnostics: [] })
  })
})

describe('loadBrand', () => {
  const chain = {
    'brands/_family/brand.yaml':
      'name: Family\nlocale: es-US\ntheme: {radius: 1px, color: {accent: "#000000"}}\n',
    'brands/_house/brand.yaml': 'extends: _family\nname: House\ntheme: {color: {accent: "#111111"}}\n',
    'brands/test/brand.yaml': brandYaml({ extends: '_house', theme: '{color: {accent: "#222222"}}' }),
  }

  it('lays the chain of bases over the defaults, the brand last', () => {
    const { value, diagnostics } = load(chain)
    expect(diagnostics).toEqual([])
    expect(value?.chain).toEqual(['_family', '_house', 'test'])
    expect(value?.values).toMatchObject({
      extends: '_house',
      name: 'Test Brand',
      locale: 'es-US',
      theme: { radius: '1px', color: { accent: '#222222', background: '#ffffff' } },
    })
  })

  it('takes a list of bases, the later the stronger, and each layer once', () => {
    const { value, diagnostics } = load({
      'brands/_house/brand.yaml': 'name: House\ncopyrightYear: 2001\nlocale: fr-FR\n',
      'brands/aurora/brand.yaml': brandYaml({ extends: '_house', name: 'Aurora', copyrightYear: '2002' }),
      'brands/_es/brand.yaml': 'extends: _house\nlocale: es-US\nname: ES\n',
      'brands/test/brand.yaml': 'extends: [aurora, _es]\nalternateOf: aurora\n',
    })
    expect(diagnostics).toEqual([])
    expect(value?.chain).toEqual(['_house', 'aurora', '_es', 'test'])
    // Only the values that no stronger layer has come from _house.
    expect(value?.values).toMatchObject({ name: 'ES', locale: 'es-US', copyrightYear: 2002 })
  })

  it('lays an environment over everything else, without analytics unless it sets them', () => {
    const files = {
      'brands/_house/brand.yaml':
        'analytics: {gtm: GTM-ABC1234}\nenvironments: {staging: {formId: house-staging, theme: {radius: 1px}}}\n',
      'brands/test/brand.yaml': brandYaml({
        extends: '_house',
        environments: '{staging: {siteUrl: https://s.test.example}, live: {analytics: {ga4: G-ABC1234}}}',
      }),
    }
    const inEnvironment = (name?: string) => loadBrand(memoryFiles(files), 'test', undefined, name)
    expect(inEnvironment().value?.values).toMatchObject({
      siteUrl: 'https://test.example',
      analytics: { gtm: 'GTM-ABC1234' },
    })
    const { value: staging } = inEnvironment('staging')
    expect(staging?.environment).toBe('staging')
    expect(staging?.values).toMatchObject({
      siteUrl: 'https://s.test.example',
      formId: 'house-staging',
      theme: { radius: '1px' },
    })
    expect(staging?.values.analytics).toBeUndefined()
    expect(entryAt(staging?.located as Located, ['formId'])?.shadowed.map(plain)).toEqual(['test-form'])
    expect(inEnvironment('live').value?.values.analytics).toEqual({ ga4: 'G-ABC1234' })
  })

  it('knows the origin of each value and the values it shadows', () => {
    const located = load(chain).value?.located as Located
    const accent = entryAt(located, ['theme', 'color', 'accent'])
    expect(accent?.value.origin).toEqual({ file: 'brands/test/brand.yaml', line: 9, column: 25 })
    expect(accent?.shadowed.map(value => value.origin.file)).toEqual([
      'brands/_house/brand.yaml',
      'brands/_family/brand.yaml',
      'default',
    ])
    expect(entryAt(located, ['locale'])?.value.origin).toEqual({
      file: 'brands/_family/brand.yaml',
      line: 2,
      column: 9,
    })
    expect(entryAt(located, ['copyrightYear'])?.value.origin).toEqual(defaultOrigin)
  })

  it('finds the logo in the nearest folder that has it', () => {
    const files = {
      ...chain,
      'brands/_house/assets/l.svg': '<svg/>',
      'brands/_family/assets/l.svg': '<svg/>',
    }
    const own = {
      ...files,
      'brands/test/brand.yaml': brandYaml({ extends: '_house', theme: '{logo: l.svg}' }),
    }
    expect(load(own).value?.logoPath).toBe('brands/_house/assets/l.svg')
    expect(load({ ...own, 'brands/test/assets/l.svg': '<svg/>' }).value?.logoPath).toBe(
      'brands/test/assets/l.svg',
    )
  })

  it('does not suggest that a brand extend itself', () => {
    const own = { 'brands/first-es/brand.yaml': brandYaml({ extends: 'first' }) }
    const hints = (files: Record<string, string>) =>
      load({ ...own, ...files }, 'first-es').diagnostics.map(({ hint }) => hint)
    expect(hints({})).toEqual([undefined])
    expect(hints({ 'brands/_house/brand.yaml': 'name: H\n' })).toEqual(['Brands and bases: _house.'])
  })

  it.each<[string, Record<string, string>, string[]]>([
    ['no brand.yaml', {}, ['brands/test/brand.yaml:1:1 brand/missing-config']],
    [
      'a base that does not exist',
      { 'brands/test/brand.yaml': brandYaml({ extends: '_hose' }), 'brands/_house/brand.yaml': 'name: H\n' },
      ['brands/test/brand.yaml:8:10 brand/extends-unknown'],
    ],
    [
      'a base whose name is no id',
      { 'brands/test/brand.yaml': brandYaml({ extends: '../test' }) },
      ['brands/test/brand.yaml:8:10 brand/extends-unknown'],
    ],
    [
      'itself as base',
      { 'brands/test/brand.yaml': brandYaml({ extends: 'test' }) },
      ['brands/test/brand.yaml:8:10 brand/extends-itself'],
    ],
    [
      'a circle further up',
      {
        'brands/test/brand.yaml': brandYaml({ extends: 'a' }),
        'brands/a/brand.yaml': 'extends: b\n',
        'brands/b/brand.yaml': 'extends: a\n',
      },
      ['brands/b/brand.yaml:1:10 brand/extends-cycle'],
    ],
    [
      'a base that is no YAML, and a mistake of its own',
      {
        'brands/test/brand.yaml': brandYaml({ extends: '_a', phone: '"1"' }),
        'brands/_a/brand.yaml': 'a: @\n',
      },
      ['brands/_a/brand.yaml:1:4 yaml/syntax', 'brands/test/brand.yaml:4:8 brand/invalid-phone'],
    ],
    [
      'a mistake in the base',
      {
        'brands/test/brand.yaml': brandYaml({ extends: '_a' }),
        'brands/_a/brand.yaml': 'copyrightYear: x\n',
      },
      ['brands/_a/brand.yaml:1:16 brand/wrong-type'],
    ],
    [
      'a mistake in the base that the brand corrects',
      {
        'brands/test/brand.yaml': brandYaml({ extends: '_a', copyrightYear: '2030' }),
        'brands/_a/brand.yaml': 'copyrightYear: x\n',
      },
      [],
    ],
    [
      'a number where the base should be',
      { 'brands/test/brand.yaml': brandYaml({ extends: '7' }) },
      ['brands/test/brand.yaml:8:10 brand/wrong-type'],
    ],
    [
      'a logo that is not there',
      { 'brands/test/brand.yaml': brandYaml({ theme: '{logo: l.svg}' }) },
      ['brands/test/brand.yaml:8:15 brand/file-not-found'],
    ],
    ['an empty file', { 'brands/test/brand.yaml': '' }, ['brands/test/brand.yaml:1:1 yaml/not-a-map']],
    ['a list', { 'brands/test/brand.yaml': '- a\n' }, ['brands/test/brand.yaml:1:1 yaml/not-a-map']],
  ])('reports %s', (_, files, expected) => {
    expect(told(files)).toEqual(expected)
  })

  it('spells out a circle', () => {
    const files = Object.fromEntries(
      ['a', 'b', 'c'].map((id, index, ids) => [
        `brands/${id}/brand.yaml`,
        `extends: ${ids[(index + 1) % ids.length]}\n`,
      ]),
    )
    expect(load(files, 'b').diagnostics[0]?.message).toBe('"extends" forms a loop: b → c → a → b.')
  })
})

/** Whether a value is written at the place that it is said to come from. */
function isWrittenAt(text: string, line: number, column: number, value: unknown): boolean {
  const lines = text.split('\n')
  const rest = [(lines[line - 1] ?? '').slice(column - 1), ...lines.slice(line)]
  const squeeze = (words: string) => words.replace(/\s+/g, ' ').trim()
  const start = rest[0] ?? ''
  if (Array.isArray(value)) return start.startsWith('- ') || start.startsWith('[')
  if (/^[|>]/.test(start)) return squeeze(rest.slice(1).join('\n')).startsWith(squeeze(String(value)))
  if (start.startsWith('"') || start.startsWith("'")) return start.slice(1).startsWith(String(value))
  return start.startsWith(String(value))
}

describe('the brands of this repository', () => {
  const files = diskFiles(repositoryRoot)
  it.each(listBrands(files).value.brands)('%s is valid, and every value stands where its origin says', id => {
    const { value: brand, diagnostics } = loadBrand(files, id)
    expect(diagnostics).toEqual([])
    const wrong: string[] = []
    let checked = 0
    const check = (path: string, node: Located) => {
      if (node.origin.file === defaultOrigin.file) return
      if (node.kind === 'map') {
        for (const [key, entry] of node.entries) check(`${path}.${key}`, entry.value)
        return
      }
      checked++
      const { file, line, column } = node.origin
      const value = JSON.parse(JSON.stringify(plain(node)))
      const text = readFileSync(join(repositoryRoot, file), 'utf8')
      if (!isWrittenAt(text, line, column, value)) wrong.push(`${path} at ${file}:${line}:${column}`)
      if (node.kind === 'list') node.items.forEach((item, index) => void check(`${path}[${index}]`, item))
    }
    for (const { path, value } of leaves(brand!.located)) {
      check(path.join('.'), value)
      for (const shadowed of entryAt(brand!.located, path)?.shadowed ?? [])
        check(`${path.join('.')} (shadowed)`, shadowed)
    }
    expect(wrong).toEqual([])
    expect(checked).toBeGreaterThan(8)
  })
})
