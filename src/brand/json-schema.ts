// JSON schemas of `brand.yaml` for editors, from the zod schema.

import * as z from 'zod'
import { type JsonSchema, withExamples } from '../yaml/index.ts'
import { brandDefaults, brandSchema, notInEnvironments } from './schema.ts'

/**
 * JSON schema of one `brand.yaml` as written, for editors. Keys with a default are optional at every level, and a brand that
 * extends another may leave out anything.
 */
export function brandJsonSchema(): object {
  const { $schema, ...schema } = baseJsonSchema() as JsonSchema
  const { required = [] } = wholeSchema()
  return {
    $schema,
    ...schema,
    title: 'Imprint brand.yaml',
    if: { required: ['extends'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: {},
    else: { required: required.filter(key => !Object.hasOwn(brandDefaults, key)) },
  }
}

/** The same for a base, `brands/_name/brand.yaml`, which is never built itself and may leave out anything. */
export function baseJsonSchema(): object {
  const whole = wholeSchema()
  return {
    $schema: whole.$schema,
    title: 'Imprint brand.yaml for a base',
    ...withExamples(withEnvironments(withoutRequired(whole)), brandDefaults),
  }
}

function wholeSchema(): JsonSchema {
  return z.toJSONSchema(brandSchema, { target: 'draft-7', io: 'input' }) as JsonSchema
}

/** An environment may have the keys of a brand. */
function withEnvironments(schema: JsonSchema): JsonSchema {
  const { properties = {} } = schema
  const keys = Object.keys(properties).filter(key => !(notInEnvironments as readonly string[]).includes(key))
  const environment = {
    type: 'object',
    properties: Object.fromEntries(keys.map(key => [key, { $ref: `#/properties/${key}` }])),
    additionalProperties: false,
  }
  const environments = { ...properties.environments, additionalProperties: environment }
  return { ...schema, properties: { ...properties, environments } }
}

function withoutRequired(schema: JsonSchema): JsonSchema {
  const { required: _, $schema: __, properties, ...rest } = schema
  if (properties === undefined) return rest
  const inner = Object.entries(properties).map(([key, value]) => [key, withoutRequired(value)] as const)
  return { ...rest, properties: Object.fromEntries(inner) }
}
