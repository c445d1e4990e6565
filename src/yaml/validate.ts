// Checks located data against a zod schema. This is the only place where zod's issues become Imprint's messages.

import * as z from 'zod'
import {
  type Diagnostic,
  type DiagnosticCode,
  diagnostic,
  didYouMean,
  type Outcome,
} from '../diagnostics/index.ts'
import { entryAt, type Located, originOf, type Path, plain, valueAt } from './located.ts'

// Compiling each schema to a function takes longer than it saves: most check one file, and those of articles a few short
// strings.
z.config({ jitless: true })

/** The family of codes for problems in a kind of file: `brand/…`, `content/…`, `article/…`. */
type CodeFamily = 'brand' | 'content' | 'article'

/** What a schema's own check finds. The message continues after the name of the key: `is not a date.` */
export interface OwnProblem {
  readonly message: string
  readonly hint?: string | undefined
}

/** What such a check adds to its issue. */
interface IssueParams {
  readonly code?: DiagnosticCode | undefined
  readonly hint?: string | undefined
}

/** @param path The path of the value, below the one that the schema checks. */
export function issueOf({ message, hint }: OwnProblem, path: Path = [], code?: DiagnosticCode) {
  const params: IssueParams = { ...(code !== undefined && { code }), hint }
  return { code: 'custom' as const, message, path: [...path], params, input: undefined }
}

/**
 * A string check for schemas. The issue has its own hint, and its own diagnostic code unless the general one for invalid values
 * applies. `problem` returns undefined for a good value, otherwise the sentence and the hint.
 */
export function checkedString(
  code: DiagnosticCode | undefined,
  problem: (value: string) => OwnProblem | undefined,
) {
  return z.string().check(context => {
    const found = problem(context.value)
    if (found !== undefined) context.issues.push(issueOf(found, [], code))
  })
}

/** Text that is not blank, without spaces around it. */
export const text = (maximum: number) => z.string().trim().min(1).max(maximum)

/** Text that passes a test. In the message, "%" is the text. Editors know the pattern, too, if it is one without flags. */
export function matching(
  pattern: { test(value: string): boolean },
  message: string,
  hint?: string,
  code?: DiagnosticCode,
) {
  const schema = checkedString(code, value =>
    pattern.test(value) ? undefined : { message: message.replace('%', () => JSON.stringify(value)), hint },
  )
  return pattern instanceof RegExp && pattern.flags === '' ? schema.meta({ pattern: pattern.source }) : schema
}

/** Hints for unknown or missing keys of a map, if there is more to say than the key's name. */
export type KeyHints = Readonly<Record<string, string>>

function ownHint(hints: KeyHints, key: string): string | undefined {
  return Object.hasOwn(hints, key) ? hints[key] : undefined
}

/** Limits on the problems that are reported for a file and for a map; beyond them, one mistake is usually the cause. */
const maxProblems = 50

/**
 * Checks located data. Every issue becomes a diagnostic at its key or value, in whichever layer that is. The value is undefined
 * if there is any issue.
 * @param hints Hints for top-level keys, by name.
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  data: Located,
  family: CodeFamily,
  hints: KeyHints = {},
): Outcome<z.infer<Schema> | undefined> {
  const result = schema.safeParse(plain(data))
  if (result.success) return { value: result.data, diagnostics: [] }
  const mistyped = new Set(
    result.error.issues
      .filter(issue => issue.code === 'invalid_type')
      .map(issue => pathText(issue.path as Path)),
  )
  // zod also measures the length of a string that is used instead of a list.
  const issues = result.error.issues.filter(
    ({ code, path }) => (code !== 'too_small' && code !== 'too_big') || !mistyped.has(pathText(path as Path)),
  )
  const diagnostics = issues
    .slice(0, maxProblems)
    .flatMap(issue => translate(issue, schema, data, family, hints))
  const next = issues[maxProblems]
  if (next !== undefined) {
    const more = `The file has ${issues.length - maxProblems} more problems.`
    const at = originOf(data, next.path as Path)
    diagnostics.push(
      diagnostic(`${family}/invalid-value`, more, {
        at,
        hint: 'Fix the first ones, then run the command again.',
      }),
    )
  }
  return { value: undefined, diagnostics }
}

/**
 * The valid part of data that may be wrong, so that it can be checked further: without unknown keys, wrong values, and the maps
 * and list items that lack a key.
 */
export function goodPart<Data extends Located>(schema: z.ZodType, data: Data): Data {
  const { error } = schema.safeParse(plain(data))
  const all = (error?.issues ?? []).flatMap(issue =>
    issue.code === 'unrecognized_keys' ? issue.keys.map(key => [...issue.path, key]) : [issue.path],
  ) as Path[]
  // If a top-level key is missing, there is nothing to remove.
  const wrong = all.filter(([first]) => first !== undefined && valueAt(data, [first]) !== undefined)
  if (wrong.length === 0) return data
  // Without the removed value, the map that contained it may lack a key.
  return goodPart(schema, { ...data, ...pruned(data, wrong) })
}

/** Undefined if no part of the value can stay. */
function pruned(data: Located, wrong: readonly Path[]): Located | undefined {
  if (wrong.length === 0) return data
  if (data.kind === 'scalar' || wrong.some(path => path.length === 0)) return undefined
  const below = (step: string | number) =>
    wrong.filter(([first]) => String(first) === String(step)).map(path => path.slice(1))
  if (data.kind === 'list')
    return { ...data, items: data.items.flatMap((item, index) => pruned(item, below(index)) ?? []) }
  if (wrong.some(([first]) => !data.entries.has(String(first)))) return undefined
  const entries = [...data.entries].flatMap(([key, entry]) => {
    const value = pruned(entry.value, below(key))
    return value === undefined ? [] : [[key, { ...entry, value }] as const]
  })
  return { ...data, entries: new Map(entries) }
}

function translate(
  issue: z.core.$ZodIssue,
  schema: z.ZodType,
  data: Located,
  family: CodeFamily,
  hints: KeyHints,
): Diagnostic[] {
  const path = issue.path as Path
  const name = pathText(path)
  const at = originOf(data, path)
  if (issue.code === 'unrecognized_keys') {
    const keys = keysAt(schema, path)
    const place = (key: string) => entryAt(data, [...path, key].map(String))?.keyOrigin ?? at
    const problems = issue.keys.slice(0, maxProblems).map(key =>
      diagnostic(`${family}/unknown-key`, `Unknown key "${pathText([...path, key])}".`, {
        at: place(key),
        hint: ownHint(hints, pathText([...path, key])) ?? didYouMean(key, keys, 'Allowed keys'),
      }),
    )
    const next = issue.keys[maxProblems]
    if (next === undefined) return problems
    const more = `There are ${issue.keys.length - maxProblems} more unknown keys.`
    const hint = didYouMean('', keys, 'Allowed keys')
    return [...problems, diagnostic(`${family}/unknown-key`, more, { at: place(next), hint })]
  }
  const value = valueAt(data, path)
  const { kind = 'invalid-value', code, message, hint } = problemOf(issue, schema, name, value, hints)
  return [diagnostic(code ?? `${family}/${kind}`, message, { at, hint })]
}

interface Problem {
  readonly kind?: 'missing-key' | 'wrong-type'
  /** Overrides the code of the kind of issue. */
  readonly code?: DiagnosticCode | undefined
  readonly message: string
  readonly hint?: string | undefined
}

/** The problem with one value, without its position. */
function problemOf(
  issue: z.core.$ZodIssue,
  schema: z.ZodType,
  name: string,
  value: Located | undefined,
  hints: KeyHints,
): Problem {
  const path = issue.path as Path
  if (value === undefined) {
    const above = path.length > 1 ? ` under "${pathText(path.slice(0, -1))}"` : ''
    const hint = ownHint(hints, name) ?? `Add "${String(path.at(-1))}: …"${above}.`
    return { kind: 'missing-key', message: `The key "${name}" is missing.`, hint }
  }
  if (value.kind === 'scalar' && value.value === null) {
    const hint = 'Give it a value, or remove the key. A value that starts with "#" must be in quotes.'
    return { kind: 'wrong-type', message: `"${name}" is empty.`, hint }
  }
  switch (issue.code) {
    case 'invalid_type': {
      const isFraction =
        issue.expected === 'int' && value.kind === 'scalar' && typeof value.value === 'number'
      const found = isFraction ? value.written : described(value)
      const message = `"${name}" must be ${article(issue.expected)}, not ${found}.`
      const hint = typeHint(issue.expected, value, keysAt(schema, path))
      return { kind: 'wrong-type', message, hint }
    }
    case 'invalid_value': {
      const written = value.kind === 'scalar' ? String(value.value) : ''
      const message = `"${name}" is ${quoted(value)}, which is not an allowed value.`
      return { message, hint: didYouMean(written, issue.values.map(String), 'Allowed values') }
    }
    case 'too_small':
      return { message: tooSmall(issue, name), hint: emptyHints[issue.origin] ?? 'Write a larger number.' }
    case 'too_big':
      return { message: tooBig(issue, name), hint: bigHints[issue.origin] ?? 'Write a smaller number.' }
    case 'custom':
      return { ...(issue.params as IssueParams | undefined), message: `"${name}" ${issue.message}` }
    case 'invalid_union': {
      const hint = issue.message === 'Invalid input' ? undefined : issue.message
      return { kind: 'wrong-type', message: `"${name}" cannot be ${described(value)}.`, hint }
    }
    default:
      // The schema of a pattern has its own message, because zod's would print the pattern.
      return { message: `"${name}" is ${quoted(value)}, which is not valid.`, hint: issue.message }
  }
}

/** The keys that a schema knows at a path. */
export function keysAt(schema: z.ZodType, path: Path): string[] {
  const found = schemaAt(schema, path)
  return found instanceof z.ZodObject ? Object.keys(found.shape) : []
}

/** The kind of the values that a schema allows at a path. */
export function kindAt(schema: z.ZodType, path: Path): Located['kind'] {
  const found = schemaAt(schema, path)
  if (found instanceof z.ZodArray) return 'list'
  return found instanceof z.ZodObject || found instanceof z.ZodRecord ? 'map' : 'scalar'
}

function schemaAt(schema: z.ZodType, path: Path): unknown {
  let current: unknown = schema
  for (const step of [...path, undefined]) {
    while (
      current instanceof z.ZodOptional ||
      current instanceof z.ZodDefault ||
      current instanceof z.ZodNullable
    )
      current = current.unwrap()
    if (step === undefined) break
    if (current instanceof z.ZodObject) current = current.shape[String(step)] ?? current.def.catchall
    else if (current instanceof z.ZodArray) current = current.element
    else if (current instanceof z.ZodRecord) current = current.valueType
    else return undefined
  }
  return current
}

/** `['theme', 'color', 'text']` → `theme.color.text`; `['steps', 0, 'title']` → `steps[0].title` */
export function pathText(path: Path): string {
  return path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('')
}

const nouns: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map of keys',
}

function article(expected: string): string {
  return nouns[expected] ?? expected
}

function typeHint(expected: string, value: Located, keys: readonly string[]): string | undefined {
  if (expected === 'object') return keys.length > 0 ? `Allowed keys: ${keys.join(', ')}.` : undefined
  if (value.kind !== 'scalar') return undefined
  if (expected === 'string') return `Put it in quotes: "${value.written}".`
  if (expected === 'array') return `Write each entry on a line of its own: "- ${value.written}".`
  if (expected === 'boolean') return 'Write true or false, without quotes.'
  if (typeof value.value === 'number') return 'Write a whole number.'
  const text = String(value.value)
  return text !== '' && Number.isFinite(Number(text)) && typeof value.value === 'string'
    ? `Write it without quotes: ${text}.`
    : 'Write it in digits.'
}

function described(value: Located): string {
  if (value.kind === 'map') return 'a map of keys'
  if (value.kind === 'list') return 'a list'
  return `${article(typeof value.value)} (${value.written})`
}

function quoted(value: Located): string {
  return value.kind === 'scalar' ? JSON.stringify(value.value) : described(value)
}

const emptyHints: Readonly<Record<string, string>> = { string: 'Write some text.', array: 'Add an entry.' }
const bigHints: Readonly<Record<string, string>> = { string: 'Shorten it.', array: 'Remove some entries.' }

function tooSmall(issue: z.core.$ZodIssueTooSmall, name: string): string {
  if (issue.origin === 'string') return `"${name}" must not be empty.`
  if (issue.origin === 'array')
    return `${nameOfList(name)} needs at least ${issue.minimum} ${issue.minimum === 1 ? 'entry' : 'entries'}.`
  return `"${name}" must be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}.`
}

function tooBig(issue: z.core.$ZodIssueTooBig, name: string): string {
  if (issue.origin === 'string') return `"${name}" may have at most ${issue.maximum} characters.`
  if (issue.origin === 'array') return `${nameOfList(name)} may have at most ${issue.maximum} entries.`
  return `"${name}" must be at most ${issue.maximum}.`
}

/** The whole file may be a list, which has no name. */
function nameOfList(name: string): string {
  return name === '' ? 'The list' : `"${name}"`
}
