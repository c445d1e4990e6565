// The keys of a file, as Markdown, from its JSON schema.

import { stringify } from 'yaml'

/** The parts of JSON Schema (draft 7) that are used. */
export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: boolean | JsonSchema
  readonly required?: readonly string[]
  readonly anyOf?: readonly JsonSchema[]
  /** Whether it refers to another key, which has its own section. */
  readonly $ref?: string
  readonly else?: { readonly required?: readonly string[] }
}

export interface Key {
  /** The path, such as `theme.color.accent`, `waivers[].rule` or `rules.<id>.severity`. */
  readonly path: string
  readonly schema: JsonSchema
  readonly isRequired: boolean
  readonly default?: unknown
}

/** All keys of a schema, including nested ones, in order. `defaults` contains the values of omitted keys. */
export function keysOf(schema: JsonSchema, defaults: unknown = {}, prefix = ''): Key[] {
  const required = [...(schema.required ?? []), ...(schema.else?.required ?? [])]
  const named = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`
    const value = (defaults as Record<string, unknown> | undefined)?.[name] ?? property.default
    const key = { path, schema: property, isRequired: required.includes(name), default: value }
    return [key, ...keysOf(property, value, path)]
  })
  const others = schema.additionalProperties
  return [
    ...named,
    ...(typeof others === 'object' ? keysOf(others, {}, `${prefix}.<name>`) : []),
    ...(schema.items === undefined ? [] : keysOf(schema.items, {}, `${prefix}[]`)),
    ...(schema.anyOf ?? []).flatMap(choice => keysOf(choice, {}, prefix)),
  ].filter(
    ({ schema }, index, all) =>
      schema.$ref === undefined && index === all.findIndex(other => other.schema === schema),
  )
}

/** A section for each key: a heading of the given level, its description, rule, default and an example. */
export function keySections(keys: readonly Key[], level = 2): string {
  return keys
    .map(({ path, schema, isRequired, default: value }) => {
      const { description } = schema
      const given = (schema.examples ?? []).map(code).filter(example => example.length <= 90)
      const made = given.length > 0 || !isMap(exampleOf(schema)) ? [] : [code(exampleOf(schema))]
      const examples = [...given, ...made]
      const facts = [
        `${capital(ruleOf(schema))}.`,
        isRequired && value === undefined && 'Required.',
        value !== undefined && !isMap(value) && `Default: ${code(value)}.`,
        examples.length > 0 && `Example: ${examples.join(', ')}.`,
      ]
      const heading = '#'.repeat(/[.[]/.test(path) ? level + 1 : level)
      const lines = [description && `${description.replace(/\.$/, '')}.`, facts.filter(Boolean).join(' ')]
      return [`${heading} \`${path}\``, ...lines.filter(Boolean).map(line => safe(line as string))].join(
        '\n\n',
      )
    })
    .join('\n\n')
}

/** An example value of a key; for a map, with some of the keys inside it. Undefined if there is none. */
function exampleOf(schema: JsonSchema): unknown {
  const [choice] = [...(schema.examples ?? []), ...(schema.enum ?? [])]
  if (choice !== undefined || schema.const !== undefined) return choice ?? schema.const
  if (schema.type === 'boolean') return true
  if (schema.type === 'array') {
    const item = exampleOf(schema.items ?? {})
    return item === undefined ? undefined : [item]
  }
  const inside = Object.entries(schema.properties ?? {})
    .map(([name, property]) => [name, exampleOf(property)] as const)
    .filter(([name, value]) => value !== undefined && (schema.required ?? [name]).includes(name))
  return inside.length === 0 ? undefined : Object.fromEntries(inside.slice(0, 3))
}

/** The constraints on a value, in words. */
export function ruleOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return code(schema.const)
  if (schema.enum !== undefined) return `one of ${schema.enum.map(code).join(', ')}`
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(ruleOf))].join(', or ')
  const { minItems, maxItems, minLength = 0, maxLength, minimum, maximum, pattern } = schema
  const types = [schema.type ?? 'any'].flat()
  const rules = types.map(type => {
    if (type === 'boolean') return '`true` or `false`'
    if (type === 'null') return '`null`'
    if (type === 'array') {
      const entry = ruleOf(schema.items ?? {})
      const size = (what: string) => counted(minItems === 1 ? undefined : minItems, maxItems, what)
      return entry === 'map' ? `list${size('maps') || ' of maps'}` : `list${size('entries')}: ${entry}`
    }
    if (type === 'object') return 'map'
    if (type === 'integer' || type === 'number')
      return `${type === 'integer' ? 'whole number' : 'number'}${counted(minimum, safeInteger(maximum))}`
    return type === 'string'
      ? `text${counted(minLength > 1 ? minLength : undefined, maxLength, 'characters')}`
      : 'any value'
  })
  return `${rules.join(' or ')}${pattern === undefined ? '' : ` that matches \`${pattern}\``}`
}

/** `counted(1, 2000, 'characters')` → ` of 1 to 2,000 characters`; without a noun, as for years, ` from 1 to 2000` */
function counted(from: number | undefined, to: number | undefined, what?: string): string {
  const words = what === undefined ? '' : ` ${what}`
  const separators = { useGrouping: what === undefined ? 'min2' : 'always' } as const
  const least = from?.toLocaleString('en-US', separators)
  const most = to?.toLocaleString('en-US', separators)
  if (least !== undefined && most !== undefined)
    return ` ${what === undefined ? 'from' : 'of'} ${least} to ${most}${words}`
  if (most !== undefined) return ` of at most ${most}${words}`
  return least === undefined || from === 0 ? '' : ` of at least ${least}${words}`
}

/** zod adds the limits of safe integers to numbers that have no limits. */
function safeInteger(value: number | undefined): number | undefined {
  return value === Number.MAX_SAFE_INTEGER ? undefined : value
}

function isMap(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A value as YAML, in Markdown. */
export function code(value: unknown): string {
  const text =
    typeof value === 'string' && /^[A-Za-z0-9/][^#:]*$/.test(value)
      ? value
      : stringify(value, { collectionStyle: 'flow', lineWidth: 0, flowCollectionPadding: false }).trim()
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``
}

/** Text without any Markdown except code. Names in braces are escaped, because they would be tokens. */
export function safe(text: string): string {
  return text.replace(
    /(`[^`]*`)|(\{[A-Za-z]\w*\})|::(?=[a-z])|[<&*_{[\]|\\]/g,
    (found, span, token) => span ?? (token === undefined ? `\\${found}` : `\`${token}\``),
  )
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
