// Finds which of two thousand phrases a text has in one pass over its words: an automaton whose states are made when a text first
// reaches them. The expressions of the phrases would each read the text again.

import { type Gap, gapSource, type Part, type Phrase, wordSource } from './phrases.ts'

/** A rule, and those of its phrases that a text has. */
export interface Candidate<Rule> {
  readonly rule: Rule
  readonly phrases: readonly Phrase[]
}

/** A place in a phrase: it goes on from here with a word that its test accepts. */
interface Position {
  readonly id: number
  /** Number of the test. */
  readonly test: number
  readonly next: readonly Step[]
}

/** Goes on with a word, or ends the phrase of this number. */
type Step = Position | number

/** Words that the same tests accept. */
interface WordClass {
  readonly tests: ReadonlySet<number>
}

/** All places in phrases at which the words so far may stand. */
interface State {
  readonly positions: readonly Position[]
  /** Phrases that end with the last word. */
  readonly ended: readonly number[]
  readonly next: Map<WordClass, State>
}

// So many are made of some thousand articles. A house of other texts begins again with none.
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
  const tests = wordTests()
  const starts = new Map<number, Position[]>()
  let positions = 0
  const position = (test: number, next: readonly Step[]): Position => ({ id: positions++, test, next })

  const stepsOf = (part: Part, gap: Gap, next: readonly Step[]): readonly Step[] => {
    switch (part.kind) {
      case 'word':
        return [position(tests.numberOf([wordSource(part.word)]), next)]
      case 'gap': {
        const test = tests.numberOf([gapSource(gap)])
        let steps = next
        for (let count = 0; count < gap.words; count++) steps = [position(test, steps), ...next]
        return steps
      }
      case 'optional':
        return [...stepsOf(part.part, gap, next), ...next]
      case 'sequence':
        return part.parts.reduceRight((steps, item) => stepsOf(item, gap, steps), next)
      case 'choice': {
        const single = part.parts.flatMap(item => onlyWord(item) ?? [])
        const longer = part.parts.filter(item => onlyWord(item) === undefined)
        const one = single.length === 0 ? [] : [position(tests.numberOf(single.map(wordSource)), next)]
        return [...one, ...longer.flatMap(item => stepsOf(item, gap, next))]
      }
    }
  }
  // A phrase that could be empty stands nowhere.
  for (const [number, { phrase }] of all.entries())
    for (const step of stepsOf(phrase.parts, phrase.gap, [number]))
      if (typeof step !== 'number') starts.set(step.test, [...(starts.get(step.test) ?? []), step])

  let states = new Map<string, State>()
  let first: State = { positions: [], ended: [], next: new Map() }
  const makeNext = (state: State, word: WordClass): State => {
    if (states.size > stateLimit) {
      states = new Map()
      first = { ...first, next: new Map() }
    }
    const reached = new Set<Step>()
    for (const test of word.tests)
      for (const start of starts.get(test) ?? []) for (const step of start.next) reached.add(step)
    for (const { test, next } of state.positions)
      if (word.tests.has(test)) for (const step of next) reached.add(step)
    const ended = [...reached].filter(step => typeof step === 'number').sort((a, b) => a - b)
    const open = [...reached].filter(step => typeof step !== 'number').sort((a, b) => a.id - b.id)
    const key = `${open.map(({ id }) => id).join()};${ended.join()}`
    const made = states.get(key) ?? { positions: open, ended, next: new Map() }
    states.set(key, made)
    state.next.set(word, made)
    return made
  }

  return words => {
    let state = first
    let found: Set<number> | undefined
    for (const word of words) {
      const kind = tests.classOf(word)
      state = state.next.get(kind) ?? makeNext(state, kind)
      if (state.ended.length > 0) {
        found ??= new Set()
        for (const number of state.ended) found.add(number)
      }
    }
    if (found === undefined) return []
    const candidates: { rule: Rule; phrases: Phrase[] }[] = []
    for (const number of [...found].sort((a, b) => a - b)) {
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
      else if (stem !== undefined) stems.set(stem, [...(stems.get(stem) ?? []), number])
      else others.push({ pattern: new RegExp(`^(?:${source})$`), number })
    }
    return number
  }
  const classes = new Map<string, WordClass>()
  const known = new Map<string, WordClass>()
  const makeClass = (word: string): WordClass => {
    const numbers = new Set(exact.get(word))
    for (let length = 0; length <= word.length; length++)
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
