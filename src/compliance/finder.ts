// Finds which of all phrases of the rules a text has, in one pass over its words: an automaton whose states are made when a text
// first reaches them. The expressions of the phrases would each read the text again.

import { type Gap, gapSource, type Part, type Phrase, wordSource } from './phrases.ts'

/** A rule, and those of its phrases that a text has. */
export interface Candidate<Rule> {
  readonly rule: Rule
  readonly phrases: readonly Phrase[]
}

/**
 * Places in phrases have numbers, and so have the ends of phrases. At a place stands a word that a test accepts; then the phrase
 * goes on at the next ones.
 */
interface Places {
  /** The test of each place; absent at the end of a phrase. */
  readonly test: number[]
  readonly next: (readonly number[])[]
  /** The phrase that ends there. */
  readonly ended: number[]
}

/** Words that the same tests accept. */
interface WordClass {
  readonly tests: ReadonlySet<number>
  /** Where a phrase goes on that begins with such a word; found when it is first needed. */
  begun?: readonly number[]
}

/** All places at which phrases go on after the words so far. */
interface State {
  readonly places: readonly number[]
  /** Phrases that end with the last word. */
  readonly ended: readonly number[]
  readonly next: Map<WordClass, State>
}

// A thousand articles make some ten thousand. Beyond the limit all are thrown away and made anew as texts reach them.
const stateLimit = 50_000
const wordLimit = 100_000

/**
 * Tells which phrases of which rules some texts have.
 * @returns a function of the words of a sentence, which gives the rules in their order
 */
export function phraseFinder<Rule extends { readonly phrases: readonly Phrase[] }>(
  rules: readonly Rule[],
): (words: readonly string[]) => readonly Candidate<Rule>[] {
  const all = rules.flatMap(rule => rule.phrases.map(phrase => ({ rule, phrase })))
  /** What phrases are made of that need several parts, each once; after the numbers of all phrases. */
  const pieces = new Map<string, { readonly number: number; readonly part: Part; readonly gap: Gap }>()
  /** Phrases that a sentence has where it has all of some pieces, by the first of these. */
  const together = new Map<number, { readonly phrase: number; readonly others: readonly number[] }[]>()
  for (const [number, { phrase }] of all.entries()) {
    if (phrase.together === undefined) continue
    const [first = 0, ...others] = phrase.together.map(part => {
      const key = JSON.stringify(part)
      const piece = pieces.get(key) ?? { number: all.length + pieces.size, part, gap: phrase.gap }
      pieces.set(key, piece)
      return piece.number
    })
    together.set(first, [...(together.get(first) ?? []), { phrase: number, others }])
  }
  const tests = wordTests()
  const places: Places = { test: [], next: [], ended: [] }
  const addPlace = (test: number, next: readonly number[]): number => {
    places.next.push(next)
    return places.test.push(test) - 1
  }
  const stepsOf = (part: Part, gap: Gap, next: readonly number[]): readonly number[] => {
    switch (part.kind) {
      case 'word':
        return [addPlace(tests.numberOf([wordSource(part.word)]), next)]
      case 'gap': {
        const test = tests.numberOf([gapSource(gap)])
        let steps = next
        for (let count = 0; count < gap.words; count++) steps = [addPlace(test, steps), ...next]
        return steps
      }
      case 'optional':
        return [...stepsOf(part.part, gap, next), ...next]
      case 'sequence':
        return part.parts.reduceRight((steps, item) => stepsOf(item, gap, steps), next)
      case 'choice': {
        const single = part.parts.flatMap(item => onlyWord(item) ?? [])
        const longer = part.parts.filter(item => onlyWord(item) === undefined)
        const one = single.length === 0 ? [] : [addPlace(tests.numberOf(single.map(wordSource)), next)]
        return [...one, ...longer.flatMap(item => stepsOf(item, gap, next))]
      }
    }
  }
  const starts = new Map<number, number[]>()
  const addPhrase = (number: number, parts: Part, gap: Gap): void => {
    const end = addPlace(-1, [])
    places.ended[end] = number
    for (const start of stepsOf(parts, gap, [end])) {
      const test = places.test[start] as number
      starts.set(test, [...(starts.get(test) ?? []), start])
    }
  }
  for (const [number, { phrase }] of all.entries())
    if (phrase.together === undefined) addPhrase(number, phrase.parts, phrase.gap)
  for (const { number, part, gap } of pieces.values()) addPhrase(number, part, gap)

  let states = new Map<string, State>()
  let first: State = { places: [], ended: [], next: new Map() }
  // The number of the last state that reached a place: nothing to clear between two states.
  const reachedBy = new Uint32Array(places.test.length)
  let made = 0
  const begunWith = (word: WordClass): readonly number[] =>
    [...word.tests].flatMap(test =>
      (starts.get(test) ?? []).flatMap(start => places.next[start] as readonly number[]),
    )
  const makeNext = (state: State, word: WordClass): State => {
    if (states.size > stateLimit) {
      states = new Map()
      first = { ...first, next: new Map() }
    }
    made++
    const reached: number[] = []
    const reach = (next: readonly number[]): void => {
      for (const place of next) {
        if (reachedBy[place] === made) continue
        reachedBy[place] = made
        reached.push(place)
      }
    }
    word.begun ??= begunWith(word)
    reach(word.begun)
    for (const place of state.places)
      if (word.tests.has(places.test[place] as number)) reach(places.next[place] as readonly number[])
    reached.sort((a, b) => a - b)
    const key = reached.join()
    const known = states.get(key)
    const next = known ?? {
      places: reached.filter(place => places.test[place] !== -1),
      ended: reached.flatMap(place => places.ended[place] ?? []).sort((a, b) => a - b),
      next: new Map(),
    }
    if (known === undefined) states.set(key, next)
    state.next.set(word, next)
    return next
  }

  return words => {
    let state = first
    let found: Set<number> | undefined
    for (const word of words) {
      const kind = tests.classOf(word)
      state = state.next.get(kind) ?? makeNext(state, kind)
      if (state.ended.length === 0) continue
      found ??= new Set()
      for (const number of state.ended) found.add(number)
    }
    if (found === undefined) return []
    for (const number of [...found])
      for (const { phrase, others } of together.get(number) ?? [])
        if (others.every(other => found.has(other))) found.add(phrase)
    const candidates: { rule: Rule; phrases: Phrase[] }[] = []
    for (const number of [...found].sort((a, b) => a - b)) {
      if (number >= all.length) break
      const { rule, phrase } = all[number] as (typeof all)[number]
      const last = candidates.at(-1)
      if (last?.rule === rule) last.phrases.push(phrase)
      else candidates.push({ rule, phrases: [phrase] })
    }
    return candidates
  }
}

/** The word of a choice that is nothing else. */
function onlyWord(part: Part): string | undefined {
  if (part.kind === 'word') return part.word
  return part.kind === 'sequence' && part.parts.length === 1 ? onlyWord(part.parts[0] as Part) : undefined
}

/** Numbers the tests of words, and sorts words by the tests that accept them. */
function wordTests() {
  const numbers = new Map<string, number>()
  const exact = new Map<string, number[]>()
  const stems = new Map<string, number[]>()
  let longestStem = 0
  const others: { readonly pattern: RegExp; readonly number: number }[] = []
  const numberOf = (sources: readonly string[]): number => {
    const key = sources.join('|')
    const known = numbers.get(key)
    if (known !== undefined) return known
    const number = numbers.size
    numbers.set(key, number)
    for (const source of sources) {
      const stem = /^([a-z0-9']*)\[a-z0-9'@\]\*$/.exec(source)?.[1]
      if (/^[a-z0-9']+$/.test(source)) exact.set(source, [...(exact.get(source) ?? []), number])
      else if (stem !== undefined) {
        stems.set(stem, [...(stems.get(stem) ?? []), number])
        longestStem = Math.max(longestStem, stem.length)
      } else others.push({ pattern: new RegExp(`^(?:${source})$`), number })
    }
    return number
  }
  const classes = new Map<string, WordClass>()
  const known = new Map<string, WordClass>()
  const makeClass = (word: string): WordClass => {
    const numbers = new Set(exact.get(word))
    for (let length = 0; length <= Math.min(word.length, longestStem); length++)
      for (const number of stems.get(word.slice(0, length)) ?? []) numbers.add(number)
    for (const { pattern, number } of others) if (pattern.test(word)) numbers.add(number)
    const sorted = [...numbers].sort((a, b) => a - b)
    const key = sorted.join()
    const made = classes.get(key) ?? { tests: new Set(sorted) }
    classes.set(key, made)
    if (known.size > wordLimit) known.clear()
    known.set(word, made)
    return made
  }
  return { numberOf, classOf: (word: string): WordClass => known.get(word) ?? makeClass(word) }
}
