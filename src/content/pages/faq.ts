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
  type Located,
  type LocatedEntry,
  type LocatedMap,
  type LocatedScalar,
  parseYaml,
  shown,
  text,
  valueAt,
} from '../../yaml/index.ts'
import { reservedAnchors } from '../markdown/anchors.ts'

/** The `faq.yaml` of one layer. */
export interface FaqLayer {
  /** Whether it changes the entries of weaker layers; a list replaces them. */
  readonly isOverlay: boolean
  /** Always a map: `order`, `groups`, and the entries by id. Entries of a list that have no id are named by their number. */
  readonly map: LocatedMap
}

/** Number of questions that an FAQ should have. Any other number causes a warning. */
export const faqCount = 14
/** Number of questions on the home page, and so the minimum for an FAQ. */
export const homeFaqCount = 5

const question = text(200).meta(shown('Question as a visitor would ask it', 'How do I apply?'))
const answer = text(5000).meta(
  shown('Answer in Markdown; {tokens} are replaced with the brand’s values', 'Fill in [the form](/#form).'),
)
const id = z.string().meta({
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
const order = z
  .array(z.string())
  .optional()
  .meta(shown('Ids of questions, in the order in which they are shown', ['apply', 'late-payment']))
const list = z.array(z.strictObject({ id: id.optional(), question, answer }))
const groupedList = z.strictObject({
  groups,
  questions: list.meta(
    shown('List of questions, if the file also has groups', [
      { id: 'cost', question: 'What does it cost?', answer: 'Asking is free.' },
    ]),
  ),
})
const settings = z.object({ order, groups })
const entry = z.strictObject({ question, answer })
/** For editors: every form of the file. */
export const faqFileSchema = z.union([list, groupedList, settings.catchall(entry.partial().nullable())])
/** The merged layers. */
export const faqSchema = settings.catchall(entry)

/** Whether a key of the map is not the id of an entry. */
export function isSetting(key: string): boolean {
  return Object.hasOwn(settings.shape, key)
}

/** The question and the answer of an entry, if they are texts. */
export function textsOf(entry: Located): {
  readonly question?: LocatedScalar
  readonly answer?: LocatedScalar
} {
  const [question, answer] = ['question', 'answer'].map(key => valueAt(entry, [key]))
  return {
    ...(question?.kind === 'scalar' && { question }),
    ...(answer?.kind === 'scalar' && { answer }),
  }
}

/** Parses one layer's `faq.yaml`. Pure. */
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
  const entries = new Map<string, LocatedEntry>()
  const add = (id: string, entry: LocatedEntry): void => {
    const problem = idProblem(id, entry.keyOrigin, entries.get(id)?.keyOrigin)
    if (problem === undefined) entries.set(id, entry)
    else diagnostics.push(problem)
  }
  const list = data.kind === 'list' ? data : valueAt(data, ['questions'])
  const isOverlay = list?.kind !== 'list'
  for (const [key, value] of data.kind === 'map' ? data.entries : []) {
    if (isSetting(key)) entries.set(key, value)
    else if (isOverlay || key !== 'questions') add(key, value)
  }
  for (const [index, value] of isOverlay ? [] : list.items.entries()) {
    const id = valueAt(value, ['id'])
    const entry = { keyOrigin: (id ?? value).origin, value: withoutId(value), shadowed: [] }
    if (id?.kind === 'scalar') add(String(id.value), entry)
    else entries.set(String(index + 1), entry)
  }
  return { value: { isOverlay, map: { kind: 'map', origin: data.origin, entries } }, diagnostics }
}

function withoutId(value: Located): Located {
  if (value.kind !== 'map') return value
  return { ...value, entries: new Map([...value.entries].filter(([key]) => key !== 'id')) }
}

function idProblem(id: string, at: Origin, first: Origin | undefined): Diagnostic | undefined {
  const isTaken = [...reservedAnchors, ...Object.keys(settings.shape), 'questions'].some(name => name === id)
  if (isTaken || !/^(?!faq-\d+$)[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(id)) {
    const why = isTaken ? 'a reserved word' : 'not a valid id'
    const hint =
      'Use lowercase letters, digits and single hyphens, starting with a letter, such as "late-payment".'
    return diagnostic('content/invalid-value', `"${id}" is ${why}.`, { at, hint })
  }
  if (first === undefined) return undefined
  const hint = `The other one is on line ${first.line}. Give one of the two another id.`
  return diagnostic('content/faq-duplicate-id', `Another question already has the id "${id}".`, { at, hint })
}
