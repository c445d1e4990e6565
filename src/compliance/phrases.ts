// The language of the rules' phrases, which people read and regular expressions run.
//
//   guaranteed approval   these words, one after the other
//   guarantee*            a word that starts so
//   (loan*|cash advance)  one of these
//   your?                 may be left out
//   ...                   up to four words of the same clause
//   $loan                 one of the words of the set `loan`
//   <number>              7; also <amount> ($300) and <percent> (15%)

import { remembered } from './text.ts'

/** Words by the name of their set. */
export type WordSets = Readonly<Record<string, readonly string[]>>

/** What `...` stands for. */
const gap = "(?: [a-z0-9$%'@/&][^ ]*){0,4}?"

const word = "[a-z0-9'@]"

/** A phrase to look for in texts of `wordsOf`. */
export interface Phrase {
  /** The expression, made when it is first asked for: most texts need few of them. */
  readonly pattern: () => RegExp
  /** Of each of these groups a text must have a word, or the phrase is not in it. */
  readonly required: readonly WordGroup[]
}

/** Words of which a text has one: `loan`, `approv*` for all that start so, `#` for a figure. */
type WordGroup = readonly string[]

/**
 * @param longestGap Words that `...` may stand for, commas included. Default: 4 words without a comma.
 * @throws if a phrase cannot be read
 */
export function readPhrases(
  phrases: readonly string[],
  sets: WordSets = {},
  longestGap?: number,
): readonly Phrase[] {
  return phrases.map(phrase => {
    const { source, required } = readPhrase(phrase, sets)
    let made: RegExp | undefined
    const pattern = (): RegExp => {
      const ownGap = `(?: [a-z0-9$%'@/&,][^ ]*){0,${longestGap}}?`
      made ??= expressionOf(longestGap === undefined ? source : source.replaceAll(gap, ownGap))
      return made
    }
    return { required, pattern }
  })
}

const expressionOf = (source: string): RegExp => new RegExp(`(?:${source})(?= )`, 'g')

/** One expression for some phrases. Undefined if there are none. */
export function phrasesPattern(phrases: readonly string[], sets: WordSets = {}): RegExp | undefined {
  if (phrases.length === 0) return undefined
  return expressionOf(phrases.map(phrase => readPhrase(phrase, sets).source).join('|'))
}

/** A rule, and those of its phrases that a text can have. */
export interface Candidate<Rule> {
  readonly rule: Rule
  readonly phrases: readonly Phrase[]
}

/**
 * Tells which phrases of many rules can match a text: its words are looked up once, where the expression of each would read
 * it again. The others do not match.
 */
export function candidateFinder<Rule extends { readonly phrases: readonly Phrase[] }>(
  rules: readonly Rule[],
): (words: string) => readonly Candidate<Rule>[] {
  const groups = new Map<string, number>()
  const exact = new Map<string, number[]>()
  const stems = new Map<string, number[]>()
  /** For each group the phrases whose rarest it is. */
  const phrasesWith: { readonly at: number; readonly others: readonly number[] }[][] = []
  const numberOf = (group: WordGroup): number => {
    const key = group.join('|')
    const known = groups.get(key)
    if (known !== undefined) return known
    const number = groups.size
    groups.set(key, number)
    phrasesWith.push([])
    for (const word of group) {
      const map = word.endsWith('*') ? stems : exact
      const text = word.endsWith('*') ? word.slice(0, -1) : word
      map.set(text, [...(map.get(text) ?? []), number])
    }
    return number
  }
  const all = rules.flatMap(rule => rule.phrases.map(phrase => ({ rule, phrase })))
  const always: number[] = []
  for (const [at, { phrase }] of all.entries()) {
    const sorted = phrase.required.toSorted((a, b) => commonness(a) - commonness(b))
    const [rarest, ...others] = sorted.map(numberOf)
    if (rarest === undefined) always.push(at)
    else phrasesWith[rarest]?.push({ at, others })
  }
  const groupsOf = remembered((word: string): readonly number[] => {
    const found = [...(exact.get(word) ?? []), ...(/^[$\d]/.test(word) ? (exact.get('#') ?? []) : [])]
    for (let length = 0; length <= word.length; length++)
      found.push(...(stems.get(word.slice(0, length)) ?? []))
    return [...new Set(found)]
  })
  // The number of the last text with a word of the group: nothing to clear between two texts.
  const seenIn = new Uint32Array(groups.size)
  let text = 0
  return words => {
    text++
    const present: number[] = []
    for (const word of words.split(' '))
      for (const group of groupsOf(word)) {
        if (seenIn[group] === text) continue
        seenIn[group] = text
        present.push(group)
      }
    const found = [...always]
    for (const group of present)
      for (const { at, others } of phrasesWith[group] ?? [])
        if (others.every(other => seenIn[other] === text)) found.push(at)
    const candidates: { rule: Rule; phrases: Phrase[] }[] = []
    for (const at of found.sort((a, b) => a - b)) {
      const { rule, phrase } = all[at] as (typeof all)[number]
      const last = candidates.at(-1)
      if (last?.rule === rule) last.phrases.push(phrase)
      else candidates.push({ rule, phrases: [phrase] })
    }
    return candidates
  }
}

interface ReadPhrase {
  readonly source: string
  readonly required: readonly WordGroup[]
}

function readPhrase(phrase: string, sets: WordSets): ReadPhrase {
  const tokens = phrase.match(/\.\.\.|\(|\)|\||\?|[^\s()|?]+/g) ?? []
  let at = 0
  const alternatives = (end: string | undefined): ReadPhrase => {
    const read = [sequence()]
    while (tokens[at] === '|') {
      at++
      read.push(sequence())
    }
    if (tokens[at] !== end) throw new Error(`"${phrase}" has a bracket without its other half.`)
    at++
    return anyOf(read)
  }
  const sequence = (): ReadPhrase => {
    let source = ''
    const required: WordGroup[] = []
    for (let token = tokens[at]; token !== undefined && token !== '|' && token !== ')'; token = tokens[at]) {
      at++
      const one = token === '(' ? alternatives(')') : readToken(token, sets)
      const isOptional = tokens[at] === '?'
      if (isOptional) at++
      else required.push(...one.required)
      source += isOptional ? `(?:${one.source})?` : one.source
    }
    return { source, required }
  }
  return alternatives(undefined)
}

function anyOf(read: readonly ReadPhrase[]): ReadPhrase {
  if (read.length === 1) return read[0] as ReadPhrase
  // One word of the rarest group of each; none where one of them asks for nothing.
  const rarest = read.map(({ required }) => required.toSorted((a, b) => commonness(a) - commonness(b))[0])
  return {
    source: `(?:${read.map(({ source }) => source).join('|')})`,
    required: rarest.every(group => group !== undefined) ? [rarest.flat()] : [],
  }
}

/** Short words are common, and many words more common than one. */
function commonness(group: WordGroup): number {
  return group.reduce((sum, word) => sum + 2 ** -word.length, 0)
}

function readToken(token: string, sets: WordSets): ReadPhrase {
  if (token === '...') return { source: gap, required: [] }
  if (token === '<question>') return { source: ' \\?', required: [['?']] }
  if (token === '<number>') return { source: ' [\\d.]+', required: [['#']] }
  if (token === '<amount>') return { source: ' \\$[\\d.]+', required: [['#']] }
  if (token === '<percent>') return { source: ' [\\d.]+%', required: [['#']] }
  if (token.startsWith('$')) {
    const words = sets[token.slice(1)]
    if (words === undefined) throw new Error(`There is no set of words "${token}".`)
    return anyOf(words.map(item => readPhrase(item, sets)))
  }
  const parts = token.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().split('*')
  const escaped = parts.map(part => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return {
    source: ` ${escaped.join(`${word}*`)}`,
    required: [[parts.length === 1 ? (parts[0] as string) : `${parts[0]}*`]],
  }
}
