// A brand's FAQ: the merged layers of `faq.yaml`.

import {
  collecting,
  counted,
  type Diagnostic,
  diagnostic,
  didYouMean,
  hasErrors,
  type Origin,
  type Outcome,
  repeated,
} from '../../diagnostics/index.ts'
import { rememberedWeakly } from '../../files/index.ts'
import {
  goodPart,
  type Located,
  type LocatedMap,
  type LocatedScalar,
  originOfWord,
  overlay,
  scalarsOf,
  validate,
  valueAt,
} from '../../yaml/index.ts'
import type { Markup, MarkupReference } from '../markdown/markup.ts'
import { parseMarkdown } from '../markdown/parse.ts'
import { tokenProblems } from '../texts/token-problems.ts'
import { type FaqLayer, faqCount, faqSchema, homeFaqCount, isSetting, textsOf } from './faq.ts'

/** A question with its answer. */
export interface FaqEntry {
  /** Identifies it in links and in the `faq.yaml` of stronger layers. */
  readonly id?: string
  readonly question: string
  readonly answer: Markup
  /** Heading of its group on the FAQ page, if it is in a group. */
  readonly group?: string
}

export interface Faq {
  readonly entries: readonly FaqEntry[]
  /** All layers in one map, which begins with the entries in their order. Removed entries are null. */
  readonly located: LocatedMap
}

/**
 * Merges the layers of an FAQ, weakest first; the first must be a list. If there are errors, the value is the valid part. Pure.
 */
export function layFaq(layers: readonly [Outcome<FaqLayer>, ...Outcome<FaqLayer>[]]): Outcome<Faq> {
  const { diagnostics, take } = collecting()
  const [base, ...stronger] = layers
  const { map: weakest } = take(base)
  const located = overlay([weakest, ...stronger.map(layer => take(layer).map)])
  const shown = take(shownPart(located, weakest))
  const checked = take(validate(faqSchema, shown, 'content'))
  const valid = take(entriesOf(checked === undefined ? goodPart(faqSchema, shown) : shown))
  const entries = take(inOrder(valid, located, id => shown.entries.has(id)))
  if (!hasErrors(diagnostics)) diagnostics.push(...countProblems(entries.size, located.origin))
  diagnostics.push(...equalQuestions(located, entries))
  const keys = [...entries.keys(), ...located.entries.keys()]
  const sorted = new Map(keys.map(key => [key, located.entries.get(key)!]))
  return { value: { entries: [...entries.values()], located: { ...located, entries: sorted } }, diagnostics }
}

/** The map without removed entries, and without changes to entries that do not exist, which are reported. */
function shownPart(located: LocatedMap, weakest: LocatedMap): Outcome<LocatedMap> {
  const diagnostics: Diagnostic[] = []
  const shown = [...located.entries].filter(([key, { keyOrigin, value, shadowed }]) => {
    const { question, answer } = textsOf(value)
    const known = [...weakest.entries.keys()].filter(key => !isSetting(key))
    if (value.kind === 'scalar' && value.value === null && shadowed.length > 0) return false
    if (isSetting(key) || known.includes(key) || (question && answer)) return true
    const hint = `${didYouMean(key, known, 'Ids')} A new entry needs both "question" and "answer".`
    const message = `No question in ${weakest.origin.file} has the id "${key}".`
    diagnostics.push(diagnostic('content/faq-unknown-id', message, { at: keyOrigin, hint }))
    return false
  })
  return { value: { ...located, entries: new Map(shown) }, diagnostics }
}

/** The entries by id or number. */
function entriesOf(valid: LocatedMap): Outcome<Map<string, FaqEntry>> {
  const { diagnostics, take } = collecting()
  const entries = new Map<string, FaqEntry>()
  for (const [key, { value }] of valid.entries) {
    const { question, answer } = textsOf(value)
    diagnostics.push(...tokenProblems(question ?? value))
    const markup = answer && take(parseAnswer(answer))
    if (question === undefined || markup === undefined) continue
    const id = /^\d/.test(key) ? {} : { id: key }
    entries.set(key, { ...id, question: String(question.value).trim(), answer: markup })
  }
  return { value: entries, diagnostics }
}

/** Sorts entries as \`order\` and \`groups\` say. Those in no group come first, above the first heading. */
function inOrder(
  entries: ReadonlyMap<string, FaqEntry>,
  located: LocatedMap,
  exists: (id: string) => boolean,
): Outcome<ReadonlyMap<string, FaqEntry>> {
  const diagnostics: Diagnostic[] = []
  const sorted = new Map<string, FaqEntry>()
  const groups = valueAt(located, ['groups'])
  const ids = [
    ...idsIn(valueAt(located, ['order'])),
    ...[...entries.keys()].map(id => ({ id, at: located.origin, group: undefined })),
    ...(groups?.kind === 'list' ? groups.items : []).flatMap(group => {
      const title = valueAt(group, ['title'])
      return idsIn(valueAt(group, ['questions']), title?.kind === 'scalar' ? String(title.value).trim() : '')
    }),
  ]
  for (const { id, at, group } of ids) {
    const entry = entries.get(id)
    const other = sorted.get(id)?.group
    if (entry === undefined && !exists(id)) {
      const hint = didYouMean(id, [...entries.keys()], 'Ids')
      diagnostics.push(diagnostic('content/faq-unknown-id', `No question has the id "${id}".`, { at, hint }))
    } else if (group !== undefined && other !== undefined) {
      const hint = `It is already in "${other}". Remove it from one of the two.`
      const message = `The question "${id}" is in two groups.`
      diagnostics.push(diagnostic('content/faq-duplicate-id', message, { at, hint }))
    } else if (entry !== undefined) {
      // Moved to the end.
      if (group !== undefined) sorted.delete(id)
      sorted.set(id, { ...entry, ...(group !== undefined && { group }) })
    }
  }
  return { value: sorted, diagnostics }
}

function idsIn(list: Located | undefined, group?: string) {
  return [...scalarsOf(list)].map(({ value, origin }) => ({ id: String(value), at: origin, group }))
}

const parseAnswer = rememberedWeakly((answer: LocatedScalar): Outcome<Markup | undefined> => {
  const text = String(answer.value)
  const { value, diagnostics } = parseMarkdown(text, {
    originAt({ line, column }) {
      const before = text.split('\n').slice(0, line - 1)
      return originOfWord(
        answer,
        before.reduce((sum, { length }) => sum + length + 1, column - 1),
      )
    },
  })
  return { value, diagnostics: [...diagnostics, ...(value?.images ?? []).map(noImages)] }
})

function noImages({ url, origin }: MarkupReference): Diagnostic {
  return diagnostic('markdown/image-not-found', `An FAQ answer cannot show the image "${url}".`, {
    at: origin,
    hint: 'Describe it in words, or link to an article that shows it.',
  })
}

function equalQuestions(located: LocatedMap, entries: ReadonlyMap<string, FaqEntry>): Diagnostic[] {
  const questions = [...entries].map(([key, { question }]) => {
    return { question, origin: valueAt(located, [key, 'question'])?.origin ?? located.origin }
  })
  const equal = repeated(questions, ({ question }) => question.toLowerCase().replace(/\s+/g, ' '))
  return equal.map(([{ question, origin }, first]) =>
    diagnostic('content/faq-same-question', `The FAQ asks "${question}" twice.`, {
      at: origin,
      hint: `The other one is at ${first.origin.file}:${first.origin.line}. Remove one.`,
    }),
  )
}

function countProblems(count: number, at: Origin): Diagnostic[] {
  if (count === faqCount) return []
  const message = `The FAQ has ${counted(count, 'question')}`
  if (count < homeFaqCount) {
    const hint = `Add questions until there are ${faqCount}.`
    const more = `${message}; the home page alone shows ${homeFaqCount}.`
    return [diagnostic('content/faq-too-few', more, { at, hint })]
  }
  const hint =
    count < faqCount
      ? 'Add the missing questions, for example from node_modules/imprint/content/faq.yaml.'
      : 'Merge two questions, or remove one: in a map, "<id>: null" removes a weaker layer’s question.'
  return [diagnostic('content/faq-count', `${message}. Every site should have ${faqCount}.`, { at, hint })]
}
