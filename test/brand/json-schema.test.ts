import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { baseJsonSchema, brandDefaults, brandJsonSchema, brandSchema } from '../../src/brand/index.ts'
import { contentJsonSchemas } from '../../src/content/index.ts'
import { keysAt, leaves, parseYaml, valueAt } from '../../src/yaml/index.ts'
import { repositoryRoot } from '../support/project.ts'

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: boolean
  readonly required?: readonly string[]
  readonly else?: JsonSchema
  readonly description?: string
  readonly pattern?: string
  readonly examples?: readonly string[]
}

const folders = readdirSync(join(repositoryRoot, 'brands'))
const yamlOf = (id: string) => readFileSync(join(repositoryRoot, 'brands', id, 'brand.yaml'), 'utf8')

describe('brand.schema.json', () => {
  const schema = brandJsonSchema() as JsonSchema

  it('is made from the zod schema', () => {
    const written = (path: string) => JSON.parse(readFileSync(join(repositoryRoot, path), 'utf8'))
    const plain = (made: object) => JSON.parse(JSON.stringify(made))
    const late = 'The schemas for editors are out of date: run "npm run schema".'
    expect(written('brand.schema.json'), late).toEqual(plain(brandJsonSchema()))
    expect(written('schemas/base.schema.json'), late).toEqual(plain(baseJsonSchema()))
    for (const [name, made] of Object.entries(contentJsonSchemas()))
      expect(written(`schemas/${name}.schema.json`), late).toEqual(plain(made))
  })

  it('has the keys of the zod schema at every level, and allows no others', () => {
    const compare = (node: JsonSchema, path: readonly string[]) => {
      const known = keysAt(brandSchema, path)
      if (known.length === 0) return
      expect(Object.keys(node.properties ?? {}), path.join('.')).toEqual(known)
      expect(node.additionalProperties, path.join('.')).toBe(false)
      for (const key of known) compare(node.properties?.[key] as JsonSchema, [...path, key])
    }
    compare(schema, [])
  })

  it('requires what has no default, and nothing of a brand that extends another', () => {
    expect(schema.required).toBeUndefined()
    expect([...(schema.else?.required ?? [])].sort()).toEqual(
      ['companyLine', 'email', 'formId', 'name', 'phone', 'providerHost', 'siteUrl'].sort(),
    )
    for (const key of schema.else?.required ?? []) expect(brandDefaults).not.toHaveProperty(key)
  })
})

describe('what editors show', () => {
  /** Keys with their paths; those of an environment are the same again. */
  function* keysOf(node: JsonSchema, path: readonly string[] = []): Generator<[string, JsonSchema]> {
    for (const [key, value] of Object.entries(node.properties ?? {})) {
      if (key === 'environments') continue
      yield [[...path, key].join('.'), value]
      yield* keysOf(value, [...path, key])
    }
  }
  const keys = [...keysOf(brandJsonSchema() as JsonSchema)]

  it.each(keys)('%s has a description', (_, { description }) => {
    expect(description).toMatch(/\w/)
  })

  it.each(keys.filter(([, { pattern }]) => pattern !== undefined))(
    'the pattern of %s takes what the brands of the repository say, and its examples',
    (path, { pattern = '', examples = [] }) => {
      const said = folders.flatMap(id => {
        const value = valueAt(parseYaml({ path: 'brand.yaml', text: yamlOf(id) }).value, path.split('.'))
        return value?.kind === 'scalar' ? [String(value.value)] : []
      })
      for (const value of [...said, ...examples]) expect(value).toMatch(new RegExp(pattern, 'u'))
      expect('no such thing!').not.toMatch(new RegExp(pattern, 'u'))
    },
  )

  it('a base may leave out anything', () => {
    expect(baseJsonSchema()).not.toHaveProperty('else')
    expect(baseJsonSchema()).not.toHaveProperty('required')
  })
})

describe.each(folders)('brands/%s/brand.yaml', id => {
  it('names the schema in its first line, for editors', () => {
    const name = id.startsWith('_') ? 'schemas/base.schema.json' : 'brand.schema.json'
    expect(yamlOf(id).split('\n')[0]).toBe(`# yaml-language-server: $schema=../../${name}`)
  })

  it('has only keys that the JSON schema knows', () => {
    const located = parseYaml({ path: 'brand.yaml', text: yamlOf(id) }).value
    const unknown = [...leaves(located!)].flatMap(({ path }) => {
      let node: JsonSchema | undefined = brandJsonSchema() as JsonSchema
      for (const key of path) node = node?.properties?.[key]
      return node === undefined ? [path.join('.')] : []
    })
    expect(unknown).toEqual([])
  })
})
