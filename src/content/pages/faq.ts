// The FAQ: `faq.yaml`, a list of questions with Markdown answers, or a map of changes to the list of a weaker layer.

import * as z from 'zod'
import {
  collecting,
  type Diagnostic,
  diagnostic,
  didYouMean,
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
  overlay,
  parseYaml,
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
  /** Its name in links and in the `faq.yaml` of stronger layers. */
  readonly id?: string
  readonly question: string
  readonly answer: Markup
}

/** The `faq.yaml` of one layer. Plain data, but for its maps. */
export interface FaqLayer {
  readonly file: string
  /** Whether it changes the entries of weaker layers; a list replaces them. */
  readonly isOverlay: boolean
  /** Entries by id; those of a list that have none by their number. */
  readonly located: LocatedMap
  /** Ids of the entries that come first. */
  readonly order?: Located
  /** The answers of `located`, by the same keys. */
  readonly answers: Readonly<Record<string, Markup>>
  /** Whether something in the file is wrong, and reported. */
  readonly isWrong: boolean
  /** Keys of entries that cannot be used because of it. */
  readonly broken: readonly string[]
}

export interface Faq {
  readonly entries: readonly FaqEntry[]
  /** By id or number, with what each value shadows. */
  readonly located: LocatedMap
}

/** How many questions a FAQ should have. Any other number is a warning. */
export const faqCount = 14
/** How many of them the home page shows, and so the fewest a FAQ may have. */
export const homeFaqCount = 5

const question = text(200)
const answer = text(5000)
const id = checkedString('content/invalid-value', idProblem)
export const listSchema = z.array(z.strictObject({ id: id.optional(), question, answer }))
export const overlaySchema = z
  .object({ order: z.array(z.string()).optional() })
  .catchall(z.strictObject({ question, answer }).partial().nullable())

function idProblem(value: string): { message: string; hint: string } | undefined {
  const isTaken = (reservedAnchors as readonly string[]).includes(value) || value === 'order'
  if (!isTaken && /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(value) && !/^faq-\d+$/.test(value)) return undefined
  return {
    message: isTaken ? `is "${value}", which has another meaning.` : `is "${value}", which is not an id.`,
    hint: 'Use lower-case letters, digits and single hyphens, first a letter: "late-payment".',
  }
}

/** Parses one layer's `faq.yaml`. The value is undefined where it holds no entries at all. Pure. */
export function parseFaq(source: SourceFile): Outcome<FaqLayer | undefined> {
  const { diagnostics, take } = collecting()
  const yaml = take(parseYaml(source))
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics }
  const data: Located = yaml ?? { kind: 'list', origin: startOf(source.path), items: [] }
  if (data.kind === 'scalar' || valueAt(data, ['question'])?.kind === 'scalar') {
    const problem = diagnostic('content/wrong-type', 'The file must hold a list of questions.', {
      at: data.origin,
      hint: 'Start each entry with "- question: …" and "  answer: …".',
    })
    return { value: undefined, diagnostics: [problem] }
  }
  const isOverlay = data.kind === 'map'
  take<unknown>(validate<z.ZodType>(isOverlay ? overlaySchema : listSchema, data, 'content'))
  const located = isOverlay ? take(entriesOfMap(data)) : take(entriesOfList(data.items, data.origin))
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
  const order = valueAt(data, ['order'])
  const broken = [...located.entries].flatMap(([key, { value }]) => {
    const [question, answer] = [valueAt(value, ['question']), valueAt(value, ['answer'])]
    const isPartial = question === undefined || answer === undefined
    const isUsable = (question?.kind ?? 'scalar') === 'scalar' && (answer === undefined || key in answers)
    return isUsable && (isOverlay ? idProblem(key) === undefined : !isPartial) ? [] : [key]
  })
  return {
    value: {
      ...{ file: source.path, isOverlay, located, ...(order !== undefined && { order }), answers },
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
        diagnostic('content/faq-duplicate-id', `Another question has the id "${key}" already.`, {
          at: id?.origin,
          hint: `It is at line ${first.keyOrigin.line}. Give one of the two another id.`,
        }),
      )
    } else entries.set(key, { keyOrigin: (id ?? value).origin, value, shadowed: [] })
  }
  return { value: { kind: 'map', origin, entries }, diagnostics }
}

function entriesOfMap(data: LocatedMap): Outcome<LocatedMap> {
  const entries = new Map([...data.entries].filter(([key]) => key !== 'order'))
  const diagnostics = [...entries].flatMap(([key, { keyOrigin }]) => {
    const problem = idProblem(key)
    if (problem === undefined) return []
    const { message, hint } = problem
    return [diagnostic('content/invalid-value', `The key ${message}`, { at: keyOrigin, hint })]
  })
  return { value: { ...data, entries }, diagnostics }
}

/**
 * Lays the layers of a FAQ over each other, weakest first; the first must be a list. Where there are errors, the value is what
 * is right of them. Pure.
 */
export function layFaq(layers: readonly [FaqLayer, ...FaqLayer[]]): Outcome<Faq> {
  const diagnostics: Diagnostic[] = []
  const [first, ...rest] = layers
  const merged = overlay([first.located, ...rest.map(layer => layer.located)])
  const entries = new Map<string, FaqEntry>()
  const isBroken = (key: string) => layers.some(({ broken }) => broken.includes(key))
  for (const [key, { keyOrigin, value, shadowed }] of merged.entries) {
    if (isBroken(key)) continue
    if (value.kind === 'scalar') {
      if (shadowed.length === 0) diagnostics.push(unknownEntry(key, keyOrigin, first))
      continue
    }
    const question = valueAt(value, ['question'])
    const answerFile = valueAt(value, ['answer'])?.origin.file
    const answer = layers.find(layer => layer.file === answerFile)?.answers[key]
    if (question?.kind !== 'scalar' || answer === undefined)
      diagnostics.push(unknownEntry(key, keyOrigin, first))
    else {
      const id = /^\d/.test(key) ? {} : { id: key }
      entries.set(key, { ...id, question: String(question.value).trim(), answer })
    }
  }
  const order = layers.findLast(layer => layer.order !== undefined)?.order
  const keys = new Set<string>()
  for (const item of order?.kind === 'list' ? order.items : []) {
    const id = item.kind === 'scalar' ? String(item.value) : ''
    if (entries.has(id)) keys.add(id)
    else if (!isBroken(id)) {
      const hint = didYouMean(id, [...entries.keys()], 'Ids')
      diagnostics.push(
        diagnostic('content/faq-unknown-id', `No question has the id "${id}".`, { at: item.origin, hint }),
      )
    }
  }
  for (const key of entries.keys()) keys.add(key)
  const strongest = layers.at(-1) as FaqLayer
  if (layers.every(({ isWrong }) => !isWrong))
    diagnostics.push(...countProblems(entries.size, strongest.located.origin))
  diagnostics.push(...equalQuestions(merged, entries))
  const located = { ...merged, entries: new Map([...keys].map(key => [key, merged.entries.get(key)!])) }
  return { value: { entries: [...keys].map(key => entries.get(key)!), located }, diagnostics }
}

function unknownEntry(key: string, at: Origin, base: FaqLayer): Diagnostic {
  const known = [...base.located.entries.keys()].filter(known => known !== key)
  return diagnostic('content/faq-unknown-id', `No question of ${base.file} has the id "${key}".`, {
    at,
    hint: `${didYouMean(key, known, 'Ids')} A new entry needs both "question" and "answer".`,
  })
}

function equalQuestions(located: LocatedMap, entries: ReadonlyMap<string, FaqEntry>): Diagnostic[] {
  const seen = new Map<string, Origin>()
  return [...entries].flatMap(([key, { question }]) => {
    const origin = valueAt(located, [key, 'question'])?.origin ?? located.origin
    const folded = question.toLowerCase().replace(/\s+/g, ' ')
    const other = seen.get(folded)
    if (other === undefined) {
      seen.set(folded, origin)
      return []
    }
    const at = `${other.file}:${other.line}`
    const message = `The FAQ asks "${question}" twice.`
    return [
      diagnostic('content/faq-same-question', message, {
        at: origin,
        hint: `The other one is at ${at}. Remove one.`,
      }),
    ]
  })
}

function noImages({ url, origin }: MarkupReference): Diagnostic {
  return diagnostic('markdown/image-not-found', `An answer of the FAQ cannot show the image "${url}".`, {
    at: origin,
    hint: 'Describe it in words, or link to an article that shows it.',
  })
}

function countProblems(count: number, at: Origin): Diagnostic[] {
  if (count < homeFaqCount) {
    return [
      diagnostic(
        'content/faq-too-few',
        `The FAQ has ${count} questions; the home page alone shows ${homeFaqCount}.`,
        { at, hint: `Add questions until there are ${faqCount}.` },
      ),
    ]
  }
  if (count === faqCount) return []
  return [
    diagnostic('content/faq-count', `The FAQ has ${count} questions; it should have ${faqCount}.`, {
      at,
      hint: count < faqCount ? 'Add the missing questions.' : 'Remove or merge some.',
    }),
  ]
}
