import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadChain } from '../../src/brand/chain.ts'
import {
  type BrandConfig,
  brandLayers,
  configFacts,
  loadBrand,
  readFleet,
  sharedValues,
} from '../../src/brand/index.ts'
import { memoryFiles } from '../../src/files/index.ts'
import { entryAt } from '../../src/yaml/index.ts'
import { brandYaml } from '../support/project.ts'
import { rounds } from '../support/soak.ts'

const entries = [
  'name: Aurora Loans',
  'name: "Aurora: Loans"\n',
  'name: Aurora\n  Loans # both words',
  'siteUrl: https://aurora.example/loans',
  "phone: '+18005550100'",
  'phone: |-\n  +18005550100\n  # no comment',
  '"phone": "+18005550100"',
  'email:\n  help@aurora.example',
  'formId: 5',
  'phones: {google: "+18005550111"}',
  'phones:\n  google: "+18005550112"\n  partner: "+18005550113"',
  'environments: {staging: {siteUrl: "https://staging.aurora.example", phone: "+18005550114"}, preview: {}}',
  'environments:\n  staging:\n    siteUrl: 5\n  preview: none',
  'locale: de-DE',
  'alternateOf: harbor',
  'extends: _house',
  'extends:\n- _house',
  'extends: [_house, _other]',
  '# name: Harbor',
  'theme:\n  name: Harbor\n  color:\n    accent: "#123456"',
  'states:\n- name: Harbor\n- phone: none',
  'about: |\n  name: Harbor\n\n  phone: none',
  'about: "name: Harbor\n  phone: none"',
  '  name: Harbor',
  '{ name: Harbor }',
  '---',
  'name: [',
]

test('the facts that brands know of each other match their whole configs', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(entries, { maxLength: 5 }), chosen => {
      const files = memoryFiles({
        'brands/aurora/brand.yaml': `${chosen.join('\n')}\n`,
        'brands/_house/brand.yaml': 'email: house@aurora.example\ntheme:\n  radius: 4px\n',
        'brands/_other/brand.yaml': 'phone: "+18005550199"\n',
      })
      const layers = loadChain(files, 'aurora').value
      // If a config cannot be parsed, earlier facts about it are not used.
      if (layers.length === 0) return
      const strongestFirst = layers.toReversed()
      const textAt = (key: string) => {
        const value = strongestFirst.flatMap(({ located }) => entryAt(located, [key])?.value ?? [])[0]
        return value?.kind === 'scalar' && typeof value.value === 'string' ? [[key, value.value]] : []
      }
      const numbers = new Map(
        layers.flatMap(({ located }) => {
          const map = entryAt(located, ['phones'])?.value
          return map?.kind === 'map'
            ? [...map.entries].map(([source, { value }]) => [source, value] as const)
            : []
        }),
      )
      const phones = [...numbers.values()].flatMap(value => (value.kind === 'scalar' ? [value.value] : []))
      const addresses = layers.flatMap(({ located }) => {
        const value = entryAt(located, ['environments', 'staging', 'siteUrl'])?.value
        return value?.kind === 'scalar' ? [value.value] : []
      })
      const address = addresses.at(-1)
      expect(readFleet(files)).toEqual([
        {
          id: 'aurora',
          chain: layers.map(({ id }) => id),
          locale: 'en-US',
          ...Object.fromEntries(
            ['locale', 'alternateOf', 'name', 'siteUrl', 'formId', 'phone', 'email'].flatMap(textAt),
          ),
          ...(phones.length > 0 && { phones }),
          ...(typeof address === 'string' && { environments: { staging: address } }),
        },
      ])
    }),
    { numRuns: rounds(200) },
  )
})

test('brands that share an address in an environment are reported; they may share a test form', () => {
  const staging = 'environments:\n  staging: {siteUrl: https://staging.example, formId: test-form}\n'
  const files = memoryFiles({
    'brands/_house/brand.yaml': staging,
    'brands/aurora/brand.yaml': brandYaml({ name: 'Aurora', extends: '_house' }),
    'brands/harbor/brand.yaml': `${brandYaml({ name: 'Harbor' })}${staging}`,
    'brands/harbor-es/brand.yaml': 'extends: harbor\n',
    'brands/other/brand.yaml': `${brandYaml({ name: 'Other' })}${staging.replace('staging:', 'preview:')}`,
  })
  const fleet = readFleet(files)
  const reported = (id: string, environment?: string) =>
    sharedValues(fleet, loadBrand(files, id, undefined, environment).value as BrandConfig).map(
      ({ file, line, message }) => `${file}:${line} ${message}`,
    )
  const message = '2 brands share the environments.staging.siteUrl "https://staging.example": aurora, harbor.'
  for (const environment of [undefined, 'staging']) {
    expect(reported('aurora', environment)).toContain(`brands/_house/brand.yaml:2 ${message}`)
    expect(reported('harbor', environment)).toHaveLength(1)
    expect(reported('harbor-es', environment)).toEqual([])
  }
  expect(reported('other', 'preview')).toEqual([])
})

test('a brand whose config is broken is known by name, and hides no other', () => {
  const files = memoryFiles({
    'brands/aurora/brand.yaml': 'phone: "+18005550100"\ntheme: {\nname: Aurora\n',
    'brands/harbor/brand.yaml': 'name: Harbor\n',
  })
  expect(readFleet(files)).toEqual([
    { id: 'aurora', chain: [], locale: 'en-US' },
    { id: 'harbor', chain: ['harbor'], locale: 'en-US', name: 'Harbor' },
  ])
})

test.each([
  'extends: _base',
  'extends : "_base"',
  "'extends': '_base'",
  '"ext\\u0065nds": "_b\\x61se"',
  'extends: [_base, _more]',
  'extends:\n  # Ours\n  - _base\n\n  - >-\n    _more',
  '? extends\n: _base',
  '---\nextends: _base',
  'extends:\t_base',
])('the layers of a brand are those that its site is made of: %j', named => {
  const texts = {
    'brands/_root/brand.yaml': 'companyLine: Root\n',
    'brands/_base/brand.yaml': 'extends:\n  _root\n',
    'brands/_more/brand.yaml': 'companyLine: More\n',
    'brands/acme/brand.yaml': `${named}\n${brandYaml()}`,
  }
  for (const lineEnd of ['\n', '\r\n', '\r']) {
    const files = memoryFiles(
      Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, text.replaceAll('\n', lineEnd)])),
    )
    const configOf = (id: string) => {
      const source = files.readText(`brands/${id}/brand.yaml`).value
      return source && configFacts(source)
    }
    const chain = loadChain(files, 'acme').value.map(({ id }) => id)
    expect(chain).toContain('_root')
    expect(brandLayers('acme', configOf)).toEqual(chain)
  }
})

test('a layer that is broken or missing is a layer all the same: a site depends on its file', () => {
  const configs = { acme: ['_broken', '_missing', '../acme'], _root: [] } as Record<string, string[]>
  const configOf = (id: string) => {
    const parents = configs[id]
    return parents && { parents, texts: {}, phones: {}, environments: {}, fonts: [], days: [] }
  }
  expect(brandLayers('acme', configOf)).toEqual(['_broken', '_missing', 'acme'])
})
