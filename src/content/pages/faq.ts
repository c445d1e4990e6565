// The FAQ: `faq.yaml`, a list of questions with Markdown answers, or a map of changes to the list of a weaker layer. Both may
// name groups; the list is then under `questions`.

import * as z from 'zod'
import {
  collecting,
  type Diagnostic,
  diagnostic,
  hasErrors,
  type Origin,
  type Outcome,
  startOf,
} from '../../diagnostics/index.ts'
import type { SourceFile } from '../../files/index.ts'
import {
  checkedString,
  type Located,
  type LocatedEntry,
  type LocatedMap,
  originInScalar,
  parseYaml,
  shown,
  text,
  validate,
  valueAt,
} from '../../yaml/index.ts'
import { reservedAnchors } from '../markdown/anchors.ts'
import type { Markup, MarkupReference } from '../markdown/markup.ts'
import { parseMarkdown } from '../markdown/parse.ts'
import type { MarkdownPlace } from '../markdown/problems.ts'
import { tokenProblems } from '../texts/token-problems.ts'

/** A question with its answer. */
export interface FaqEntry {
  /** Identifies it in links and in the `faq.yaml` of stronger layers. */
  readonly id?: string
  readonly question: string
  readonly answer: Markup
  /** Heading of its group on the FAQ page, if it is in a group. */
  readonly group?: string
}

/** The `faq.yaml` of one layer. Plain data except for its maps. */
export interface FaqLayer {
  readonly file: string
  /** Whether it changes the entries of weaker layers; a list replaces them. */
  readonly isOverlay: boolean
  /** Entries by id; list entries without an id by their number. */
  readonly located: LocatedMap
  /** Ids of the entries that come first. */
  readonly order?: Located
  /** Titles with the ids below each. */
  readonly groups?: Located
  /** The answers in `located`, by the same keys. */
  readonly answers: Readonly<Record<string, Markup>>
  /** Whether the file has errors, which were reported. */
  readonly isWrong: boolean
  /** Keys of entries that are unusable because of them. */
  readonly broken: readonly string[]
}

export interface Faq {
  readonly entries: readonly FaqEntry[]
  /** By id or number, with the values that each overrides, null if it is removed; and `groups`, if there are any. */
  readonly located: LocatedMap
}

/** Number of questions that an FAQ should have. Any other number causes a warning. */
export const faqCount = 14
/** Number of questions on the home page, and so the minimum for an FAQ. */
export const homeFaqCount = 5

const question = text(200).meta(shown('Question as a visitor would ask it', 'How do I apply?'))
const answer = text(5000).meta(
  shown('Answer in Markdown; {tokens} are replaced with the brand’s values', 'Fill in [the form](/#form).'),
)
const id = checkedString('content/invalid-value', idProblem).meta({
  pattern: '^[a-z][a-z0-9-]*$',
  ...shown('Anchor of the question, as in /faq/#<id>', 'late-payment'),
})
const groups = z
  .array(
    z.strictObject({
      title: text(100).meta(shown('Heading of the group', 'What it costs')),
      questions: z
        .array(z.string())
        .min(1)
        .meta(shown('Ids of questions, in the order in which they are shown', ['fees', 'cost'])),
    }),
  )
  .optional()
  .meta(
    shown('Headings of the FAQ page, each with the ids of its questions', [
      { title: 'What it costs', questions: ['fees', 'cost'] },
    ]),
  )
export const listSchema = z.array(z.strictObject({ id: id.optional(), question, answer }))
export const groupedSchema = z.strictObject({
  groups,
  questions: listSchema.meta(
    shown('List of questions, if the file also has groups', [
      { id: 'cost', question: 'What does it cost?', answer: 'Asking is free.' },
    ]),
  ),
})
export const overlaySchema = z
  .object({
    order: z
      .array(z.string())
      .optional()
      .meta(shown('Ids of questions, in the order in which they are shown', ['apply', 'late-payment'])),
    groups,
  })
  .catchall(z.strictObject({ question, answer }).partial().nullable())

/** Keys of a map that are not ids. */
const keywords: readonly string[] = ['order', 'groups', 'questions']

function idProblem(value: string): { message: string; hint: string } | undefined {
  const isTaken = (reservedAnchors as readonly string[]).includes(value) || keywords.includes(value)
  if (!isTaken && /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(value) && !/^faq-\d+$/.test(value)) return undefined
  return {
    message: isTaken ? `is "${value}", which is a reserved word.` : `is "${value}", which is not a valid id.`,
    hint: 'Use lowercase letters, digits and single hyphens, starting with a letter, such as "late-payment".',
  }
}

/** Parses one layer's `faq.yaml`. The value is undefined if it has no entries at all. Pure. */
export function parseFaq(source: SourceFile): Outcome<FaqLayer | undefined> {
  const { diagnostics, take } = collecting()
  const yaml = take(parseYaml(source))
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics }
  const data: Located = yaml ?? { kind: 'list', origin: startOf(source.path), items: [] }
  if (data.kind === 'scalar' || valueAt(data, ['question'])?.kind === 'scalar') {
    const problem = diagnostic('content/wrong-type', 'The file must be a list of questions.', {
      at: data.origin,
      hint: 'Start each entry with "- question: …" and "  answer: …".',
    })
    return { value: undefined, diagnostics: [problem] }
  }
  const questions = data.kind === 'map' ? valueAt(data, ['questions']) : data
  const list = questions?.kind === 'list' ? questions : undefined
  const isOverlay = list === undefined
  const schema = data.kind === 'list' ? listSchema : isOverlay ? overlaySchema : groupedSchema
  take<unknown>(validate<z.ZodType>(schema, data, 'content'))
  const located = list ? take(entriesOfList(list.items, data.origin)) : take(entriesOfMap(data as LocatedMap))
  const answers: Record<string, Markup> = {}
  for (const [key, { value }] of located.entries) {
    const question = valueAt(value, ['question'])
    const answer = valueAt(value, ['answer'])
    if (question !== undefined) diagnostics.push(...tokenProblems(question))
    if (answer?.kind !== 'scalar' || typeof answer.value !== 'string') continue
    const { value: markdown } = answer
    const originAt: MarkdownPlace['originAt'] = point => originInScalar(answer, offsetOf(markdown, point))
    const parsed = take(parseMarkdown(markdown, { originAt }))
    diagnostics.push(...(parsed?.images ?? []).map(noImages))
    if (parsed !== undefined) answers[key] = parsed
  }
  const order = isOverlay ? valueAt(data, ['order']) : undefined
  const groups = valueAt(data, ['groups'])
  if (groups !== undefined) diagnostics.push(...tokenProblems(groups))
  const broken = [...located.entries].flatMap(([key, { value }]) => {
    const [question, answer] = [valueAt(value, ['question']), valueAt(value, ['answer'])]
    const isPartial = question === undefined || answer === undefined
    const isUsable = (question?.kind ?? 'scalar') === 'scalar' && (answer === undefined || key in answers)
    return isUsable && (isOverlay ? idProblem(key) === undefined : !isPartial) ? [] : [key]
  })
  return {
    value: {
      ...{ file: source.path, isOverlay, located, ...(order && { order }), ...(groups && { groups }) },
      answers,
      ...{ isWrong: hasErrors(diagnostics), broken },
    },
    diagnostics,
  }
}

function offsetOf(text: string, { line, column }: { line: number; column: number }): number {
  const before = text.split('\n').slice(0, line - 1)
  return before.reduce((sum, { length }) => sum + length + 1, column - 1)
}

function entriesOfList(items: readonly Located[], origin: Origin): Outcome<LocatedMap> {
  const diagnostics: Diagnostic[] = []
  const entries = new Map<string, LocatedEntry>()
  for (const [index, value] of items.entries()) {
    const id = valueAt(value, ['id'])
    const key = id?.kind === 'scalar' && typeof id.value === 'string' ? id.value : String(index + 1)
    const first = entries.get(key)
    if (first !== undefined) {
      diagnostics.push(
        diagnostic('content/faq-duplicate-id', `Another question already has the id "${key}".`, {
          at: id?.origin,
          hint: `The other one is on line ${first.keyOrigin.line}. Give one of the two another id.`,
        }),
      )
    } else entries.set(key, { keyOrigin: (id ?? value).origin, value, shadowed: [] })
  }
  return { value: { kind: 'map', origin, entries }, diagnostics }
}

function entriesOfMap(data: LocatedMap): Outcome<LocatedMap> {
  const entries = new Map([...data.entries].filter(([key]) => key !== 'order' && key !== 'groups'))
  const diagnostics = [...entries].flatMap(([key, { keyOrigin }]) => {
    const problem = idProblem(key)
    if (problem === undefined) return []
    const { message, hint } = problem
    return [diagnostic('content/invalid-value', `The key ${message}`, { at: keyOrigin, hint })]
  })
  return { value: { ...data, entries }, diagnostics }
}

function noImages({ url, origin }: MarkupReference): Diagnostic {
  return diagnostic('markdown/image-not-found', `An FAQ answer cannot show the image "${url}".`, {
    at: origin,
    hint: 'Describe it in words, or link to an article that shows it.',
  })
}
