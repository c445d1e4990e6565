// A brand's FAQ: the merged layers of `faq.yaml`.

import {
  counted,
  type Diagnostic,
  diagnostic,
  didYouMean,
  type Origin,
  type Outcome,
  repeated,
} from '../../diagnostics/index.ts'
import { type Located, type LocatedMap, overlay, valueAt } from '../../yaml/index.ts'
import { type Faq, type FaqEntry, type FaqLayer, faqCount, homeFaqCount } from './faq.ts'

/**
 * Merges the layers of an FAQ, weakest first; the first must be a list. If there are errors, the value is the valid part. Pure.
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
    else if (!isBroken(id)) diagnostics.push(unknownId(id, item.origin, entries))
  }
  for (const key of entries.keys()) keys.add(key)
  const groups = layers.findLast(layer => layer.groups !== undefined)?.groups
  for (const { key, title, at } of groupedKeys(groups)) {
    const entry = entries.get(key)
    if (entry === undefined) {
      if (!isBroken(key)) diagnostics.push(unknownId(key, at, entries))
    } else if (entry.group !== undefined) diagnostics.push(groupedTwice(key, entry.group, at))
    else {
      entries.set(key, { ...entry, group: title })
      // Moved after those without a group, which come before the first heading.
      keys.delete(key)
      keys.add(key)
    }
  }
  const strongest = layers.at(-1) as FaqLayer
  if (layers.every(({ isWrong }) => !isWrong))
    diagnostics.push(...countProblems(entries.size, strongest.located.origin))
  diagnostics.push(...equalQuestions(merged, entries))
  const locatedEntries = new Map([...keys].map(key => [key, merged.entries.get(key)!]))
  for (const [key, entry] of merged.entries) {
    if (entry.value.kind === 'scalar' && entry.shadowed.length > 0) locatedEntries.set(key, entry)
  }
  if (groups !== undefined)
    locatedEntries.set('groups', { keyOrigin: groups.origin, value: groups, shadowed: [] })
  const located = { ...merged, entries: locatedEntries }
  return { value: { entries: [...keys].map(key => entries.get(key)!), located }, diagnostics }
}

/** The ids below each title, in order. */
function groupedKeys(groups: Located | undefined): { key: string; title: string; at: Origin }[] {
  return (groups?.kind === 'list' ? groups.items : []).flatMap(group => {
    const title = valueAt(group, ['title'])
    const ids = valueAt(group, ['questions'])
    if (title?.kind !== 'scalar' || ids?.kind !== 'list') return []
    return ids.items.flatMap(id =>
      id.kind === 'scalar' ? { key: String(id.value), title: String(title.value).trim(), at: id.origin } : [],
    )
  })
}

function unknownId(id: string, at: Origin, entries: ReadonlyMap<string, FaqEntry>): Diagnostic {
  const hint = didYouMean(id, [...entries.keys()], 'Ids')
  return diagnostic('content/faq-unknown-id', `No question has the id "${id}".`, { at, hint })
}

function groupedTwice(id: string, group: string, at: Origin): Diagnostic {
  return diagnostic('content/faq-duplicate-id', `The question "${id}" is in two groups.`, {
    at,
    hint: `It is already in "${group}". Remove it from one of the two.`,
  })
}

function unknownEntry(key: string, at: Origin, base: FaqLayer): Diagnostic {
  const known = [...base.located.entries.keys()].filter(known => known !== key)
  return diagnostic('content/faq-unknown-id', `No question in ${base.file} has the id "${key}".`, {
    at,
    hint: `${didYouMean(key, known, 'Ids')} A new entry needs both "question" and "answer".`,
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
  if (count < homeFaqCount) {
    return [
      diagnostic(
        'content/faq-too-few',
        `The FAQ has ${counted(count, 'question')}; the home page alone shows ${homeFaqCount}.`,
        { at, hint: `Add questions until there are ${faqCount}.` },
      ),
    ]
  }
  if (count === faqCount) return []
  const hint =
    count < faqCount
      ? 'Add the missing questions, for example from node_modules/imprint/content/faq.yaml.'
      : 'Merge two questions, or remove one: in a map, "<id>: null" removes a weaker layer’s question.'
  const message = `The FAQ has ${count} questions. Every site should have ${faqCount}.`
  return [diagnostic('content/faq-count', message, { at, hint })]
}
