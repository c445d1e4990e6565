// What JSON schemas for editors contain about keys apart from their rules.

export interface JsonSchema {
  description?: string
  required?: string[]
  properties?: Record<string, JsonSchema>
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema
  anyOf?: JsonSchema[]
  [keyword: string]: unknown
}

/** What editors show about a key, for `.meta()`. */
export const shown = (description: string, ...examples: readonly unknown[]) => ({ description, examples })

/** Gives each key without examples its default as one, and each alternative of a key the key's examples. */
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
