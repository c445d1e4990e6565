// Finds phrases in texts. Words are compared by their numbers, and each phrase is looked up by its rarest word.

import { remembered, rememberedWeakly } from '../../files/index.ts'
import { numberOf, wordOf } from '../words/vocabulary.ts'
import { rememberedByNumber, type WordClass, WordClasses, wordMatcher } from '../words/word-classes.ts'
import { needsOf, rarestOf, readPhrase, singleWords, type WordSets, type Written } from './phrase-language.ts'

/** Whether something may begin with the word with this number. */
type Accepts = (word: number) => boolean

/** What must be at one place in a text, and what must follow it. `begins` is undefined if it may begin with any word. */
type Step =
  | { readonly kind: 'word'; readonly begins: Accepts; readonly next: Step }
  | { readonly kind: 'gap'; readonly begins: undefined; readonly next: Step }
  | { readonly kind: 'branch'; readonly begins: Accepts | undefined; readonly steps: readonly Step[] }
  | { readonly kind: 'end'; readonly begins: undefined }

/** The first step of each side of an `&`. */
type CompiledPhrase = readonly Step[]

const gapWords = 4
const togetherWords = 8
const end: Step = { kind: 'end', begins: undefined }

/** A phrase at a place in a text: its index and the range of its words. */
export interface PhraseSpan {
  readonly index: number
  readonly first: number
  readonly end: number
}

/** The numbers of a text's words. */
export interface NumberedText {
  readonly words: readonly number[]
  /** For each sentence, the index after its last word. */
  readonly ends: readonly number[]
  /** The words before this index are the line that introduces the text. */
  readonly leadEnd: number
  /** Whether it is a quotation, so that what follows may comment on it. */
  readonly isQuotation: boolean
}

/** The index of the sentence that contains a word. */
export function sentenceAt({ ends }: NumberedText, word: number): number {
  let sentence = 0
  while ((ends[sentence] as number) <= word) sentence++
  return sentence
}

/** A phrase to search for. */
export interface SoughtPhrase {
  readonly phrase: string
  /** The families of words that it uses. */
  readonly words: WordSets
  /** The number of its group. Default: 0. */
  readonly group?: number
}

/**
 * Finds phrases in a text.
 * @param wanted For each group, whether to look for its phrases. Default: all.
 */
export type PhraseFinder = (text: NumberedText, wanted?: Uint8Array) => readonly PhraseSpan[]

const nothing: readonly PhraseSpan[] = []

/**
 * Prepares phrases for a search.
 * @throws Error if a phrase cannot be read.
 * @returns a function that finds all places of the wanted phrases in a text, in the order of the phrases
 */
export function phraseFinder(phrases: readonly SoughtPhrase[]): PhraseFinder {
  const written = phrases.map(({ phrase, words }) => phrase.split(' & ').map(part => readPhrase(part, words)))
  const groups = phrases.map(({ group = 0 }) => group)
  const rarest = new RarestWords(written)
  // Compiled when first needed, because few are.
  const compiled = remembered((index: number) =>
    (written[index] as readonly Written[]).map(part => stepsOf(part, end)),
  )
  return (text, wanted) => {
    const tried = rarest.candidates(text.words, wanted && (index => wanted[groups[index] as number] !== 0))
    if (tried.length === 0) return nothing
    const found = tried.flatMap(index => placesOf(compiled(index), text).map(span => ({ index, ...span })))
    return found.sort((a, b) => a.index - b.index)
  }
}

/** Finds the phrases that a text may contain: it has a word of the rarest list of words that they need. */
class RarestWords {
  private readonly classes = new WordClasses()
  private readonly phrases = new Map<WordClass, number[]>()
  /** For each word, the phrases whose rarest list contains it. */
  private readonly known: (readonly number[] | undefined)[] = []
  /** For each phrase, the number of the text in which it was last found: nothing has to be cleared between two texts. */
  private readonly lastFound: Uint32Array
  private texts = 0

  constructor(phrases: readonly (readonly Written[])[]) {
    for (const [phrase, parts] of phrases.entries()) {
      const needed = parts.map(needsOf)
      if (needed.some(lists => lists.length === 0))
        throw new Error('A phrase needs at least one word that is not optional.')
      const rarest = this.classes.add(rarestOf(needed.flat()) ?? [])
      const others = this.phrases.get(rarest)
      if (others === undefined) this.phrases.set(rarest, [phrase])
      else others.push(phrase)
    }
    this.lastFound = new Uint32Array(phrases.length)
  }

  candidates(words: readonly number[], isWanted?: (phrase: number) => boolean): readonly number[] {
    this.texts++
    let found: number[] | undefined
    for (let at = 0; at < words.length; at++) {
      const word = words[at] as number
      const phrases = this.known[word] ?? this.phrasesOf(word)
      for (let next = 0; next < phrases.length; next++) {
        const phrase = phrases[next] as number
        if (this.lastFound[phrase] === this.texts) continue
        this.lastFound[phrase] = this.texts
        if (isWanted?.(phrase) === false) continue
        found ??= []
        found.push(phrase)
      }
    }
    return found ?? none
  }

  private phrasesOf(word: number): readonly number[] {
    const found = this.classes.of(word).flatMap(list => this.phrases.get(list) ?? [])
    this.known[word] = found
    return found
  }
}

const none: readonly number[] = []

type Span = Omit<PhraseSpan, 'index'>

function placesOf([only, ...others]: CompiledPhrase, text: NumberedText): Span[] {
  const spans = partPlaces(only as Step, text)
  if (others.length === 0 || spans.length === 0) return spans
  const rest: Span[][] = []
  for (const part of others) {
    const places = partPlaces(part, text)
    if (places.length === 0) return places
    rest.push(places)
  }
  return spans.flatMap(span => chainFrom(span, rest, text) ?? [])
}

function partPlaces(part: Step, { words }: NumberedText): Span[] {
  const spans: Span[] = []
  for (let start = 0; start < words.length; start++) {
    const stop = endOf(part, start, words)
    if (stop !== undefined && stop > start) spans.push({ first: start, end: stop })
  }
  return spans
}

/** The end of a step and those after it; undefined if the text differs. */
function endOf(step: Step, at: number, words: readonly number[]): number | undefined {
  if (step.begins !== undefined && (at >= words.length || !step.begins(words[at] as number))) return undefined
  switch (step.kind) {
    case 'end':
      return at
    case 'word':
      return endOf(step.next, at + 1, words)
    case 'branch': {
      for (const branch of step.steps) {
        const stop = endOf(branch, at, words)
        if (stop !== undefined) return stop
      }
      return undefined
    }
    case 'gap': {
      for (let skipped = 0; skipped <= gapWords && at + skipped <= words.length; skipped++) {
        const stop = endOf(step.next, at + skipped, words)
        if (stop !== undefined) return stop
        const next = words[at + skipped]
        if (next === undefined || isMark(wordOf(next))) return undefined
      }
      return undefined
    }
  }
}

const isMark = (word: string): boolean => word.length === 1 && /[,;:.!?()—…]/.test(word)

/** The range of all parts, in any order, if each is near enough to those before it. */
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

/** A sentence of at most this many words is understood only together with its neighbour. */
const shortSentence = 8
const questionMark = numberOf('?')

function isShort({ words, ends, leadEnd }: NumberedText, sentence: number): boolean {
  const [first, end] = [ends[sentence - 1] ?? 0, ends[sentence] as number]
  return end - first <= shortSentence || words[end - 1] === questionMark || end === leadEnd
}

/** Many phrases share their lists of words. */
const matcherOf = rememberedWeakly(wordMatcher)

function stepsOf(written: Written, next: Step): Step {
  switch (written.kind) {
    case 'word':
      return { kind: 'word', begins: matcherOf([written.word]), next }
    case 'gap':
      return { kind: 'gap', begins: undefined, next }
    case 'optional':
      return branchOf([stepsOf(written.part, next), next])
    case 'sequence':
      return written.parts.reduceRight<Step>((rest, part) => stepsOf(part, rest), next)
    case 'choice': {
      // Single words make one step. Alternatives with several words are tried first.
      const single = written.parts.flatMap(part => singleWords(part) ?? [])
      const several = written.parts.filter(part => singleWords(part) === undefined)
      const steps = several.map(part => stepsOf(part, next))
      if (single.length > 0) steps.push({ kind: 'word', begins: matcherOf(single), next })
      return steps.length === 1 ? (steps[0] as Step) : branchOf(steps)
    }
  }
}

function branchOf(steps: readonly Step[]): Step {
  const mayBegin = steps.every(({ begins }) => begins !== undefined)
    ? rememberedByNumber(word => steps.some(({ begins }) => begins?.(word)))
    : undefined
  return { kind: 'branch', begins: mayBegin, steps }
}
