// Finds which of all phrases of the rules a text has. Of each phrase it knows words without which the phrase cannot be there; only
// where a text has them all the phrase's expression is asked. The expressions of all phrases would each read the text again.

import { remembered } from '../files/index.ts'
import { type Part, type Phrase, wordSource } from './phrases.ts'
import { joined } from './text.ts'

/** A rule, and those of its phrases that a text has. */
export interface Candidate<Rule> {
  readonly rule: Rule
  readonly phrases: readonly Phrase[]
}

/** Words one of which a phrase needs, as sources of expressions. */
type Needed = readonly string[]

/** A phrase and what it needs. */
interface Entry {
  readonly number: number
  /** Tests of which each accepts some word of a text that has the phrase: besides the rarest, with which it is looked up. */
  readonly needs: readonly number[]
  /** Choices of which one alternative must be there with all its words. */
  readonly choices: readonly number[]
  /** The text that it was last tried for. */
  tried: number
}

/** Words that the same tests accept. */
interface WordClass {
  readonly tests: readonly number[]
  /** Phrases whose rarest word it may be. */
  readonly entries: readonly Entry[]
  /** The text that it was last seen in. */
  seen: number
}

const wordLimit = 100_000

/** What the phrases of some rules need. Plain data: making it takes longer than judging a small site. */
export interface PhraseIndex {
  /** What accepts words, each by its number. */
  readonly tests: WordTests
  /** Of each phrase the tests that must each accept a word, the rarest first. */
  readonly needs: readonly (readonly number[])[]
  /** Of each choice the tests of each alternative: "(soon|more time)" is not there with "more" alone. */
  readonly choices: readonly (readonly (readonly number[])[])[]
  /** Of each phrase the numbers of its choices that have alternatives of several words. */
  readonly chosen: readonly (readonly number[])[]
}

/** The numbers of tests that accept a word, words that begin so, or words of an expression. */
interface WordTests {
  readonly count: number
  readonly exact: readonly NumbersOf[]
  readonly stems: readonly NumbersOf[]
  readonly others: readonly NumbersOf[]
}

type NumbersOf = readonly [source: string, numbers: readonly number[]]

interface PhraseRule {
  readonly phrases: readonly Phrase[]
}

export function indexPhrases(rules: readonly PhraseRule[]): PhraseIndex {
  const numbers = new Map<string, number>()
  const tests: Needed[] = []
  const numberOf = (sources: Needed): number => {
    const key = sources.join('|')
    const number = numbers.get(key) ?? tests.push(sources) - 1
    numbers.set(key, number)
    return number
  }
  const choices: number[][][] = []
  const choiceNumber = remembered((choice: Part): number | undefined => {
    const needed = alternativesOf(choice).map(neededBy)
    if (needed.every(({ length }) => length < 2) || needed.some(({ length }) => length === 0))
      return undefined
    const single = needed.filter(({ length }) => length === 1).flat(2)
    const several = needed.filter(({ length }) => length > 1)
    return (
      choices.push([...(single.length > 0 ? [[single]] : []), ...several].map(all => all.map(numberOf))) - 1
    )
  })
  const needs: number[][] = []
  const chosen: number[][] = []
  for (const { parts } of rules.flatMap(({ phrases }) => phrases)) {
    const needed = parts().flatMap(neededBy)
    const rarest = rarestOf(needed)
    needs.push(rarest === undefined ? [] : [rarest, ...needed.filter(item => item !== rarest)].map(numberOf))
    chosen.push(
      parts()
        .flatMap(choicesOf)
        .flatMap(choice => choiceNumber(choice) ?? []),
    )
  }
  return { tests: wordTestsOf(tests), needs, choices, chosen }
}

/** The choices that a part cannot do without. */
function choicesOf(part: Part): readonly Part[] {
  if (part.kind === 'choice') return [part]
  return part.kind === 'sequence' ? part.parts.flatMap(choicesOf) : []
}

/** Those of a choice, and in place of a choice within it, its own. */
function alternativesOf(part: Part): readonly Part[] {
  if (part.kind === 'choice') return part.parts.flatMap(alternativesOf)
  const [only] = part.kind === 'sequence' && part.parts.length === 1 ? part.parts : []
  return only === undefined ? [part] : alternativesOf(only)
}

/**
 * Tells which phrases of which rules some texts have.
 * @param index That of these rules.
 * @returns a function of the words of a sentence, which gives the rules in their order
 */
export function phraseFinder<Rule extends PhraseRule>(
  rules: readonly Rule[],
  index = indexPhrases(rules),
): (words: readonly string[]) => readonly Candidate<Rule>[] {
  const all = rules.flatMap(rule => rule.phrases.map(phrase => ({ rule, phrase })))
  const testsOf = wordTester(index.tests)
  const byRarest = new Map<number, Entry[]>()
  const always: Entry[] = []
  for (const [number, [rarest, ...needs]] of index.needs.entries()) {
    const entry: Entry = { number, needs, choices: index.chosen[number] ?? [], tried: 0 }
    const list = rarest === undefined ? always : byRarest.get(rarest)
    if (list !== undefined) list.push(entry)
    else if (rarest !== undefined) byRarest.set(rarest, [entry])
  }
  const classes = new Map<string, WordClass>()
  const known = new Map<string, WordClass>()
  const classOf = (word: string): WordClass => {
    const found = known.get(word)
    if (found !== undefined) return found
    const accepted = testsOf(word)
    const key = accepted.join()
    const made = classes.get(key) ?? {
      tests: accepted,
      entries: accepted.flatMap(test => byRarest.get(test) ?? []),
      seen: 0,
    }
    classes.set(key, made)
    if (known.size > wordLimit) known.clear()
    known.set(word, made)
    return made
  }

  // The number of the text that had a word of each test last: nothing to clear between two texts.
  const lastHad = new Uint32Array(index.tests.count)
  let texts = 0
  const hasAll = (needs: readonly number[]): boolean => {
    for (const test of needs) if (lastHad[test] !== texts) return false
    return true
  }
  const choiceText = new Uint32Array(index.choices.length)
  const choiceIsHad: boolean[] = index.choices.map(() => false)
  /** Sets of words are looked at once for each text. */
  const hasChoice = (number: number): boolean => {
    if (choiceText[number] !== texts) {
      choiceText[number] = texts
      choiceIsHad[number] = index.choices[number]?.some(hasAll) === true
    }
    return choiceIsHad[number] === true
  }
  return words => {
    texts++
    const kinds: WordClass[] = []
    for (const word of words) {
      const kind = classOf(word)
      if (kind.seen === texts) continue
      kind.seen = texts
      for (const test of kind.tests) lastHad[test] = texts
      if (kind.entries.length > 0) kinds.push(kind)
    }
    let text: string | undefined
    const found: number[] = []
    const look = (entries: readonly Entry[]): void => {
      for (const entry of entries) {
        if (entry.tried === texts || !hasAll(entry.needs) || !entry.choices.every(hasChoice)) continue
        entry.tried = texts
        text ??= joined(words)
        for (const _ of all[entry.number]?.phrase.spansIn(text) ?? []) {
          found.push(entry.number)
          break
        }
      }
    }
    look(always)
    for (const { entries } of kinds) look(entries)
    const candidates: { rule: Rule; phrases: Phrase[] }[] = []
    for (const number of found.sort((a, b) => a - b)) {
      const { rule, phrase } = all[number] as (typeof all)[number]
      const last = candidates.at(-1)
      if (last?.rule === rule) last.phrases.push(phrase)
      else candidates.push({ rule, phrases: [phrase] })
    }
    return candidates
  }
}

/** Sets of words stand in many phrases. */
const neededByChoice = new WeakMap<Part, readonly Needed[]>()

/** All that a phrase needs. */
function neededBy(part: Part): readonly Needed[] {
  switch (part.kind) {
    case 'word':
      // Some word, any word, or none.
      return part.word === '*' || part.word === '<end>' ? [] : [[wordSource(part.word)]]
    case 'gap':
    case 'optional':
      return []
    case 'sequence':
      return part.parts.flatMap(neededBy)
    case 'choice': {
      const known = neededByChoice.get(part)
      if (known !== undefined) return known
      const ofEach = part.parts.map(item => rarestOf(neededBy(item)))
      const needed = ofEach.includes(undefined) ? [] : [ofEach.flatMap(item => item ?? [])]
      neededByChoice.set(part, needed)
      return needed
    }
  }
}

/** What the fewest texts have. */
function rarestOf(needed: readonly Needed[]): Needed | undefined {
  return needed.reduce<Needed | undefined>(
    (rarest, item) => (rarest !== undefined && frequencyOf(rarest) <= frequencyOf(item) ? rarest : item),
    undefined,
  )
}

const frequencyOf = (sources: Needed): number => sources.reduce((sum, source) => sum + frequency(source), 0)

const commonWords =
  /^(?:a|and|are|at|can|cost|credit|do|fee|fees|for|from|get|has|have|in|interest|is|it|lender|loan|money|month|need|not|of|on|one|or|our|out|pay|rate|same|the|time|to|up|we|will|with|you|your)(?![a-z])/

/** A guess: long words are rarer than short ones, and these sites speak of loans. */
const frequency = remembered((source: string): number =>
  commonWords.test(source) || !/^[a-z]/.test(source) ? 1 : 1 / source.replace(/\[.*/, '').length ** 2,
)

/** Sorts tests by how their words are told. */
function wordTestsOf(tests: readonly Needed[]): WordTests {
  const exact = new Map<string, number[]>()
  const stems = new Map<string, number[]>()
  const others = new Map<string, number[]>()
  const put = (lists: Map<string, number[]>, key: string, number: number): void => {
    const list = lists.get(key)
    if (list === undefined) lists.set(key, [number])
    else list.push(number)
  }
  for (const [number, sources] of tests.entries()) {
    for (const source of sources) {
      const stem = /^([a-z0-9']*)\[a-z0-9'@\]\*$/.exec(source)?.[1]
      if (/^[a-z0-9']+$/.test(source)) put(exact, source, number)
      else if (stem !== undefined) put(stems, stem, number)
      else put(others, source, number)
    }
  }
  return { count: tests.length, exact: [...exact], stems: [...stems], others: [...others] }
}

/** Tells which of some tests accept a word, by their numbers. */
function wordTester(tests: WordTests): (word: string) => readonly number[] {
  const exact = new Map(tests.exact)
  const stems = new Map(tests.stems)
  const longestStem = Math.max(0, ...tests.stems.map(([stem]) => stem.length))
  const patterns = tests.others.map(([source, numbers]) => ({
    pattern: new RegExp(`^(?:${source})$`),
    numbers,
  }))
  return word => {
    const accepted = new Set(exact.get(word))
    for (let length = 0; length <= Math.min(word.length, longestStem); length++)
      for (const number of stems.get(word.slice(0, length)) ?? []) accepted.add(number)
    for (const { pattern, numbers } of patterns)
      if (pattern.test(word)) for (const number of numbers) accepted.add(number)
    return [...accepted].sort((a, b) => a - b)
  }
}
