// Descriptions and examples for editors, added to the JSON schema that zod makes.

export interface JsonSchema {
  description?: string
  required?: string[]
  properties?: Record<string, JsonSchema>
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema
  anyOf?: JsonSchema[]
  [keyword: string]: unknown
}

/** Keywords of JSON Schema by path. `[]` stands for the items of a list, `*` for keys of any name. */
export type SchemaHints = Readonly<Record<string, Readonly<Record<string, unknown>>>>

export function withHints(schema: JsonSchema, hints: SchemaHints, path = ''): JsonSchema {
  const { properties, additionalProperties, items, anyOf } = schema
  const inside = (key: string) => (path === '' ? key : `${path}.${key}`)
  return {
    ...schema,
    ...hints[path],
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, value]) => [key, withHints(value, hints, inside(key))]),
      ),
    }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: withHints(additionalProperties, hints, inside('*')),
    }),
    ...(items && { items: withHints(items, hints, `${path}[]`) }),
    ...(anyOf && { anyOf: anyOf.map(choice => withHints(choice, hints, path)) }),
  }
}

/** Gives each key that has no examples its default as one, and each choice of a key the examples of the key. */
export function withExamples(schema: JsonSchema, value: unknown): JsonSchema {
  const { properties, items, anyOf, examples = value === undefined ? undefined : [value] } = schema
  if (properties !== undefined) {
    const defaults = (value ?? {}) as Readonly<Record<string, unknown>>
    const entries = Object.entries(properties).map(
      ([key, inner]) => [key, withExamples(inner, defaults[key])] as const,
    )
    return { ...schema, properties: Object.fromEntries(entries) }
  }
  return {
    ...schema,
    ...(examples !== undefined && { examples }),
    ...(items && { items: withExamples(items, undefined) }),
    ...(anyOf && examples !== undefined && { anyOf: anyOf.map(choice => ({ ...choice, examples })) }),
  }
}
