import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { baseJsonSchema, brandDefaults, brandJsonSchema } from '../../src/brand/index.ts'
import { brandSchema } from '../../src/brand/schema.ts'
import { keysAt, leaves, parseYaml, valueAt } from '../../src/yaml/index.ts'
import { repositoryRoot } from '../support/project.ts'
import { editorSchemas } from '../support/schemas.ts'

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: boolean | JsonSchema
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly type?: string
  readonly enum?: readonly unknown[]
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
    for (const [name, { ...made }] of Object.entries(editorSchemas)) {
      const file = name === 'brand' ? 'brand.schema.json' : `schemas/${name}.schema.json`
      expect(written(file), late).toEqual(plain(made))
    }
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

  it('requires keys without a default, and none in a brand that extends another', () => {
    expect(schema.required).toBeUndefined()
    expect([...(schema.else?.required ?? [])].sort()).toEqual(
      ['companyLine', 'email', 'formId', 'name', 'phone', 'providerHost', 'siteUrl'].sort(),
    )
    for (const key of schema.else?.required ?? []) expect(brandDefaults).not.toHaveProperty(key)
  })
})

describe('descriptions in editors', () => {
  /** The paths of all keys, without those of an environment, which are the same. */
  function* keysOf(node: JsonSchema, path: string): Generator<[string, JsonSchema]> {
    for (const [key, value] of Object.entries(node.properties ?? {})) {
      if (path.endsWith('.environments.*')) return
      yield [`${path}.${key}`, value]
      yield* keysOf(value, `${path}.${key}`)
    }
    for (const [name, inner] of [
      ['*', node.additionalProperties],
      ['[]', node.items],
    ] as const)
      if (typeof inner === 'object') yield* keysOf(inner, `${path}.${name}`)
    for (const inner of node.anyOf ?? []) yield* keysOf(inner, path)
  }
  const keys = Object.entries(editorSchemas).flatMap(([name, schema]) => [
    ...keysOf(schema as JsonSchema, name),
  ])

  it('every key of every schema has a description, and an example unless its values are known', () => {
    const isKnown = ({ enum: values, type, properties }: JsonSchema) =>
      values !== undefined || type === 'boolean' || properties !== undefined
    const bare = keys.filter(
      ([, node]) => !node.description?.trim() || !(isKnown(node) || (node.examples ?? []).length > 0),
    )
    expect(bare.map(([path]) => path)).toEqual([])
  })

  it('patterns accept the values of the repository’s brands, and the examples', () => {
    const brands = folders.map(id => parseYaml({ path: 'brand.yaml', text: yamlOf(id) }).value)
    for (const [path, { pattern = '', examples = [] }] of keys) {
      const said = brands.flatMap(located => {
        const value = valueAt(located, path.replace('brand.', '').split('.'))
        return value?.kind === 'scalar' ? [String(value.value)] : []
      })
      for (const value of [...said, ...examples].filter(() => pattern !== ''))
        expect(value, path).toMatch(new RegExp(pattern, 'u'))
    }
  })

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
