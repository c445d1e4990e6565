import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { brandDefaults, brandJsonSchema, brandSchema, brandSchemaText } from '../../src/brand/index.ts'
import { keysAt, leaves, parseYaml } from '../../src/yaml/index.ts'
import { repositoryRoot } from '../support/project.ts'

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: boolean
  readonly required?: readonly string[]
  readonly else?: JsonSchema
}

const folders = readdirSync(join(repositoryRoot, 'brands'))
const yamlOf = (id: string) => readFileSync(join(repositoryRoot, 'brands', id, 'brand.yaml'), 'utf8')

describe('brand.schema.json', () => {
  const schema = brandJsonSchema() as JsonSchema

  it('is made from the zod schema', () => {
    const written = readFileSync(join(repositoryRoot, 'brand.schema.json'), 'utf8')
    expect(written, 'brand.schema.json is out of date: run "npm run schema".').toBe(brandSchemaText())
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

describe.each(folders)('brands/%s/brand.yaml', id => {
  it('names the schema in its first line, for editors', () => {
    expect(yamlOf(id).split('\n')[0]).toBe('# yaml-language-server: $schema=../../brand.schema.json')
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
