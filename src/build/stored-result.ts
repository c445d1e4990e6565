// Checks whether a value from a store or cache is a brand's result. Written by hand, because a build that has nothing to do must
// not load zod.

import type { Diagnostic } from '../diagnostics/index.ts'
import type { SiteLook } from '../output/index.ts'
import type { BrandResult } from './build.ts'

type PageText = NonNullable<BrandResult['texts']>[number]

/** Whether a value has the shape of its type. */
type Form = (value: unknown) => boolean

const text: Form = value => typeof value === 'string'
const count: Form = value => Number.isSafeInteger(value) && (value as number) >= 0
const number: Form = value => typeof value === 'number' && Number.isFinite(value)
const flag: Form = value => typeof value === 'boolean'
const sum: Form = value => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
const oneOf =
  (...words: readonly string[]): Form =>
  value =>
    words.includes(value as string)
const optional =
  (form: Form): Form =>
  value =>
    value === undefined || form(value)
const listOf =
  (form: Form): Form =>
  value =>
    Array.isArray(value) && value.every(form)
/** Unknown keys belong to another version. */
const record =
  (forms: Readonly<Record<string, Form>>): Form =>
  value =>
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).every(key => Object.hasOwn(forms, key)) &&
    Object.entries(forms).every(([key, form]) => form((value as Record<string, unknown>)[key]))

const diagnosticForm = record({
  severity: oneOf('error', 'warning', 'info'),
  code: text,
  message: text,
  file: optional(text),
  line: optional(count),
  column: optional(count),
  brand: optional(text),
  hint: optional(text),
  causedBy: optional(record({ file: text, line: count, column: count })),
  page: optional(text),
  pages: optional(listOf(text)),
  quote: optional(text),
  context: optional(text),
  computed: optional(text),
  by: optional(oneOf('phrase', 'sum', 'model')),
  because: optional(listOf(text)),
  basis: optional(text),
  fix: optional(text),
} satisfies Record<keyof Diagnostic, Form>)

const waiverForm = record({
  rule: text,
  reason: text,
  by: text,
  until: text,
  file: text,
  line: count,
  quote: optional(text),
  pages: listOf(text),
} satisfies Record<keyof BrandResult['waivers'][number], Form>)

/** The shape of a stored site. */
const storedForms = {
  id: text,
  pages: count,
  diagnostics: listOf(diagnosticForm),
  waivers: listOf(waiverForm),
  withheld: count,
  nextChange: optional(text),
  expired: optional(listOf(text)),
  texts: optional(
    listOf(
      record({ route: text, source: text, sketch: optional(text) } satisfies Record<keyof PageText, Form>),
    ),
  ),
}

const isStoredResult = record(storedForms)

/** The shape of a cached result. */
const isCachedResult = record({
  ...storedForms,
  status: oneOf('built', 'failed', 'unchanged', 'restored'),
  files: count,
  bytes: count,
  ms: number,
  configInvalid: flag,
} satisfies Record<Exclude<keyof BrandResult, 'look'>, Form>)

const lookForm = record({
  paths: listOf(text),
  identity: text,
  signature: text,
  changedAt: number,
} satisfies Record<keyof SiteLook, Form>)

const madeForms = { inputs: text, fleet: text, result: isCachedResult }
export const isCachedFailure = record(madeForms)
export const isCachedCheck = record({ ...madeForms, manifest: text })
export const isCachedSite = record({ ...madeForms, manifest: sum, look: lookForm, seenAt: number })

/** The files of a stored site. @param largest Bytes. */
export const isStoredSite = (value: unknown, largest: number): boolean =>
  record({
    version: version => version === 1,
    manifest: sum,
    files: listOf(
      record({ path: text, size: size => count(size) && (size as number) <= largest, sha256: sum }),
    ),
    result: isStoredResult,
  })(value)
