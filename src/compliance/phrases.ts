// Finds phrases in texts: over numbers that stand for words, by the rarest word of each.

import {
  beginningsOf,
  needsOf,
  rarestOf,
  readPhrase,
  singleWords,
  type WordSets,
  type Written,
} from './phrase-language.ts'
import { numberOf, wordOf } from './vocabulary.ts'
import { type WordClass, wordClasses } from './word-classes.ts'

/** What is expected at one place of a text, and what after it. */
type Step =
  | { readonly kind: 'word'; readonly words: WordClass; readonly next: Step }
  | { readonly kind: 'gap'; readonly next: Step }
  | { readonly kind: 'branch'; readonly steps: readonly Step[] }
  | { readonly kind: 'end' }

/** One side of an `&`. */
interface Part {
  readonly first: Step
  /** What it may begin with. Undefined if that is any word. */
  readonly beginning: WordClass | undefined
  /** The text must contain a word of each of these lists. */
  readonly needs: readonly (readonly string[])[]
}

type CompiledPhrase = readonly Part[]

const gapWords = 4
const togetherWords = 8
const end: Step = { kind: 'end' }

/** A phrase at a place of a text: its index, and the range of its words. */
export interface PhraseSpan {
  readonly index: number
  readonly first: number
  readonly end: number
}

/** Words of a text by their numbers. */
export interface NumberedText {
  readonly words: readonly number[]
  /** Behind the last word of each sentence. */
  readonly ends: readonly number[]
  /** The words before this one are the line that introduces the text. */
  readonly leadEnd: number
  /** It is a quotation: what follows says what to think of it. */
  readonly isQuotation: boolean
}

/** The sentence of a word. */
export function sentenceAt({ ends }: NumberedText, word: number): number {
  let sentence = 0
  while ((ends[sentence] as number) <= word) sentence++
  return sentence
}

/** A phrase that is looked for. */
export interface SoughtPhrase {
  readonly phrase: string
  /** The families of words that it uses. */
  readonly words: WordSets
  /** The number of its group. Default: 0. */
  readonly group?: number
}

/**
 * Finds phrases in texts.
 * @param wanted Of each group whether its phrases are looked for. Default: of all.
 */
export type PhraseFinder = (text: NumberedText, wanted?: Uint8Array) => readonly PhraseSpan[]

const nothing: readonly PhraseSpan[] = []

/**
 * Prepares phrases for a search.
 * @throws Error if one cannot be read.
 * @returns a function that finds all places of the wanted phrases in a text, in the order of the phrases
 */
export function phraseFinder(phrases: readonly SoughtPhrase[]): PhraseFinder {
  const classes = wordClasses()
  const compiled = phrases.map(({ phrase, words }) =>
    phrase.split(' & ').map(part => compile(readPhrase(part, words), classes)),
  )
  const needed = compiled.map(parts => parts.flatMap(part => part.needs))
  const needs = needed.map(all => all.map(words => classes.add(words)))
  const byRarest = new Map<WordClass, number[]>()
  for (const [phrase, all] of needed.entries()) {
    const rarest = classes.add(rarestOf(all) ?? [])
    const led = byRarest.get(rarest)
    if (led === undefined) byRarest.set(rarest, [phrase])
    else led.push(phrase)
  }
  const isNeeded = new Set(needs.flat())
  const groups = phrases.map(({ group = 0 }) => group)
  /** Of a word the phrases whose rarest class it belongs to, and the classes that some phrase needs. */
  const leads: (readonly number[] | undefined)[] = []
  const gives: (readonly WordClass[] | undefined)[] = []
  const leadsOf = (word: number): readonly number[] => {
    const found = classes.of(word).flatMap(item => byRarest.get(item) ?? [])
    leads[word] = found
    return found
  }
  const givenBy = (word: number): readonly WordClass[] => {
    const found = classes.of(word).filter(item => isNeeded.has(item))
    gives[word] = found
    return found
  }
  // The number of the text that a phrase was tried on last, and that had a word of a class last: nothing to clear between two texts.
  const lastTried = new Uint32Array(phrases.length)
  const lastHad = new Uint32Array(classes.count())
  let texts = 0
  const noteClasses = (words: readonly number[]): void => {
    for (let at = 0; at < words.length; at++) {
      const given = gives[words[at] as number] ?? givenBy(words[at] as number)
      for (let index = 0; index < given.length; index++) lastHad[given[index] as number] = texts
    }
  }
  const hasAll = (all: readonly WordClass[]): boolean => {
    for (const need of all) if (lastHad[need] !== texts) return false
    return true
  }
  return (text, wanted) => {
    texts++
    const { words } = text
    let isNoted = false
    let found: PhraseSpan[] | undefined
    for (let at = 0; at < words.length; at++) {
      const led = leads[words[at] as number] ?? leadsOf(words[at] as number)
      for (let next = 0; next < led.length; next++) {
        const index = led[next] as number
        if (lastTried[index] === texts) continue
        lastTried[index] = texts
        if (wanted !== undefined && wanted[groups[index] as number] === 0) continue
        if (!isNoted) noteClasses(words)
        isNoted = true
        if (!hasAll(needs[index] as readonly WordClass[])) continue
        for (const span of placesOf(compiled[index] as CompiledPhrase, text, classes.has)) {
          found ??= []
          found.push({ index, ...span })
        }
      }
    }
    return found?.sort((a, b) => a.index - b.index) ?? nothing
  }
}

type Accepts = (word: number, words: WordClass) => boolean
type Span = Omit<PhraseSpan, 'index'>

function placesOf([only, ...others]: CompiledPhrase, text: NumberedText, accepts: Accepts): Span[] {
  const spans = partPlaces(only as Part, text, accepts)
  if (others.length === 0 || spans.length === 0) return spans
  const rest: Span[][] = []
  for (const part of others) {
    const places = partPlaces(part, text, accepts)
    if (places.length === 0) return places
    rest.push(places)
  }
  return spans.flatMap(span => chainFrom(span, rest, text) ?? [])
}

function partPlaces({ first, beginning }: Part, { words }: NumberedText, accepts: Accepts): Span[] {
  const spans: Span[] = []
  for (let start = 0; start < words.length; start++) {
    if (beginning !== undefined && !accepts(words[start] as number, beginning)) continue
    const stop = endOf(first, start, words, accepts)
    if (stop !== undefined && stop > start) spans.push({ first: start, end: stop })
  }
  return spans
}

/** Where a step and those after it end. Undefined if the text has something else. */
function endOf(step: Step, at: number, words: readonly number[], accepts: Accepts): number | undefined {
  switch (step.kind) {
    case 'end':
      return at
    case 'word':
      return at < words.length && accepts(words[at] as number, step.words)
        ? endOf(step.next, at + 1, words, accepts)
        : undefined
    case 'branch': {
      for (const branch of step.steps) {
        const stop = endOf(branch, at, words, accepts)
        if (stop !== undefined) return stop
      }
      return undefined
    }
    case 'gap': {
      for (let skipped = 0; skipped <= gapWords && at + skipped <= words.length; skipped++) {
        const stop = endOf(step.next, at + skipped, words, accepts)
        if (stop !== undefined) return stop
        const next = words[at + skipped]
        if (next === undefined || isMark(wordOf(next))) return undefined
      }
      return undefined
    }
  }
}

const isMark = (word: string): boolean => word.length === 1 && /[,;:.!?()—…]/.test(word)

/** The place of all parts, each near enough to those before it, in any order. */
function chainFrom(span: Span, rest: readonly (readonly Span[])[], text: NumberedText): Span | undefined {
  if (rest.length === 0) return span
  for (const [index, places] of rest.entries())
    for (const place of places) {
      if (!isNear(span, place, text)) continue
      const both = { first: Math.min(span.first, place.first), end: Math.max(span.end, place.end) }
      const chain = chainFrom(both, rest.toSpliced(index, 1), text)
      if (chain !== undefined) return chain
    }
  return undefined
}

function isNear(a: Span, b: Span, text: NumberedText): boolean {
  const [before, after] = a.first < b.first ? [a, b] : [b, a]
  if (after.first < before.end || after.first - before.end > togetherWords) return false
  const [one, other] = [sentenceAt(text, before.end - 1), sentenceAt(text, after.first)]
  return one === other || (other === one + 1 && (isShort(text, one) || isShort(text, other)))
}

/** Words of a sentence that says something only together with its neighbour. */
const shortSentence = 8
const questionMark = numberOf('?')

function isShort({ words, ends, leadEnd }: NumberedText, sentence: number): boolean {
  const [first, end] = [ends[sentence - 1] ?? 0, ends[sentence] as number]
  return end - first <= shortSentence || words[end - 1] === questionMark || end === leadEnd
}

type Classes = ReturnType<typeof wordClasses>

function compile(written: Written, classes: Classes): Part {
  const needs = needsOf(written)
  if (needs.length === 0) throw new Error('A phrase needs at least one word that cannot be left out.')
  const beginning = beginningsOf(written)
  return {
    first: stepsOf(written, end, classes),
    beginning: beginning === undefined ? undefined : classes.add(beginning),
    needs,
  }
}

function stepsOf(written: Written, next: Step, classes: Classes): Step {
  switch (written.kind) {
    case 'word':
      return { kind: 'word', words: classes.add([written.word]), next }
    case 'gap':
      return { kind: 'gap', next }
    case 'optional':
      return { kind: 'branch', steps: [stepsOf(written.part, next, classes), next] }
    case 'sequence':
      return written.parts.reduceRight<Step>((rest, part) => stepsOf(part, rest, classes), next)
    case 'choice': {
      // Single words are one step; the longest of several words comes first.
      const single = written.parts.flatMap(part => singleWords(part) ?? [])
      const several = written.parts.filter(part => singleWords(part) === undefined)
      const steps = several.map(part => stepsOf(part, next, classes))
      if (single.length > 0) steps.push({ kind: 'word', words: classes.add(single), next })
      return steps.length === 1 ? (steps[0] as Step) : { kind: 'branch', steps }
    }
  }
}
