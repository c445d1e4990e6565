// The language of the rules' phrases, which people read and regular expressions run.
//
//   guaranteed approval   these words, one after the other
//   guarantee*            a word that starts so
//   (loan*|cash advance)  one of these
//   your?                 may be left out
//   ...                   up to four words of the same clause
//   $loan                 one of the words of the set `loan`
//   <number>              7; also <amount> ($300), <percent> (15%) and <free> ($0)
//   <end>                 the end of the text
//   <start>               the start of a sentence, for what exempts
//   $loan & tonight       both, in either order, with up to six words or marks between them

import { once, remembered } from '../files/index.ts'

/** Words by the name of their set. */
export type WordSets = Readonly<Record<string, readonly string[]>>

/** A phrase to look for in texts of `wordsOf`. */
export interface Phrase {
  /** Its places in a text, from left to right, none of which overlap. */
  readonly spansIn: (words: string) => Iterable<Span>
  /** What must all stand in a sentence, in any order: the parts around each "&". Throws if the phrase cannot be read. */
  readonly parts: () => readonly Part[]
  /** It has several parts, and other words may stand between them. */
  readonly isWide: boolean
}

/** A part of a text of `wordsOf`, from the space before its first word to the end of its last. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** What a phrase is made of. */
export type Part =
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'gap' }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Part[] }
  | { readonly kind: 'optional'; readonly part: Part }

export interface Gap {
  readonly words: number
  /** Marks of punctuation that it may span. */
  readonly marks: 'none' | 'commas'
}

const usualGap: Gap = { words: 4, marks: 'none' }
/** Words and marks between the parts around a "&". */
const togetherGap = 6
const sceneGap = 14

/**
 * @param longestGap Words that `...` may stand for, commas included. Default: 4 words without a comma.
 * @param isScene More words may stand between the parts around a "&".
 * @returns phrases that are read when they are first looked for: most texts need few of them
 */
export function readPhrases(
  phrases: readonly string[],
  sets: WordSets = {},
  longestGap?: number,
  isScene = false,
): readonly Phrase[] {
  const gap: Gap = longestGap === undefined ? usualGap : { words: longestGap, marks: 'commas' }
  return phrases.map(phrase => {
    const written = phrase.split(' & ')
    const isWide = written.length > 1
    const parts = once(() => written.map(part => readPhrase(part, sets)))
    // Short expressions are quicker to look for, and fewer texts have what they look for.
    const patterns = once(() =>
      parts()
        .map(part => sourceOf(part, gap))
        .sort((a, b) => a.length - b.length)
        .map(expressionOf),
    )
    return {
      parts,
      isWide,
      spansIn: words =>
        isWide
          ? chainsOf(patterns(), words, isScene ? sceneGap : togetherGap)
          : spansOf(patterns()[0] as RegExp, words),
    }
  })
}

/** @param canOverlap Also those that begin within the one before. */
function* spansOf(pattern: RegExp, words: string, canOverlap = false): Iterable<Span> {
  for (let from = 0; ; ) {
    pattern.lastIndex = from
    const match = pattern.exec(words)
    if (match === null) return
    const { index: start } = match
    const end = start + match[0].length
    yield { start, end }
    from = canOverlap ? start + 1 : end
  }
}

/**
 * Where all parts of a phrase stand one after the other, in any order. An expression of all orders would take time that grows
 * with a power of the text's length.
 * @param gap Words or marks that may stand between two of them, at most.
 */
function* chainsOf(patterns: readonly RegExp[], words: string, gap: number): Iterable<Span> {
  // Most texts lack one of the parts: none is looked for twice before all are known to be there.
  if (!patterns.every(pattern => fresh(pattern).test(words))) return
  const found: { readonly part: number; readonly start: number; readonly end: number }[] = []
  for (const [part, pattern] of patterns.entries())
    for (const span of spansOf(pattern, words, true)) found.push({ part, ...span })
  found.sort((a, b) => a.start - b.start || a.end - b.end)
  const all = 2 ** patterns.length - 1
  const failed = new Set<number>()
  /** The end of a chain that goes on with a place, after places of the parts in `seen`. */
  const endOf = (index: number, seen: number): number | undefined => {
    const { part, end } = found[index] as (typeof found)[number]
    const mask = seen | (2 ** part)
    if (mask === all) return end
    const state = index * 2 ** patterns.length + mask
    if (failed.has(state)) return undefined
    for (let next = index + 1; next < found.length; next++) {
      const { part, start } = found[next] as (typeof found)[number]
      if (start < end || mask & (2 ** part)) continue
      if (wordsBetween(words, end, start, gap) > gap) break
      const reached = endOf(next, mask)
      if (reached !== undefined) return reached
    }
    failed.add(state)
    return undefined
  }
  let from = 0
  for (const [index, { start }] of found.entries()) {
    const end = start < from ? undefined : endOf(index, 0)
    if (end === undefined) continue
    yield { start, end }
    from = end
  }
}

/** How many words stand between two places, up to one more than `limit`. */
function wordsBetween(words: string, from: number, to: number, limit: number): number {
  let count = 0
  for (let at = words.indexOf(' ', from); at >= 0 && at < to && count <= limit; count++)
    at = words.indexOf(' ', at + 1)
  return count
}

const expressionOf = (source: string): RegExp => new RegExp(`(?:${source})(?= )`, 'g')

/** One expression for some phrases. Undefined if there are none. */
export function phrasesPattern(phrases: readonly string[], sets: WordSets = {}): RegExp | undefined {
  if (phrases.length === 0) return undefined
  return expressionOf(phrases.map(phrase => sourceOf(readPhrase(phrase, sets), usualGap)).join('|'))
}

/** Whether the words of a text have what an expression of phrases looks for. */
export function has(words: string, pattern: RegExp | undefined): boolean {
  return pattern !== undefined && fresh(pattern).test(words)
}

/** An expression of phrases, to begin with at the start of a text. */
export function fresh(pattern: RegExp): RegExp {
  pattern.lastIndex = 0
  return pattern
}

function readPhrase(phrase: string, sets: WordSets): Part {
  const tokens = phrase.match(/\.\.\.|\(|\)|\||\?|[^\s()|?]+/g) ?? []
  let at = 0
  const alternatives = (end: string | undefined): Part => {
    const parts = [sequence()]
    while (tokens[at] === '|') {
      at++
      parts.push(sequence())
    }
    if (tokens[at] !== end) throw new Error(`"${phrase}" has a bracket without its other half.`)
    at++
    return parts.length === 1 ? (parts[0] as Part) : { kind: 'choice', parts }
  }
  const sequence = (): Part => {
    const parts: Part[] = []
    for (let token = tokens[at]; token !== undefined && token !== '|' && token !== ')'; token = tokens[at]) {
      at++
      const part = token === '(' ? alternatives(')') : readToken(token, sets)
      const isOptional = tokens[at] === '?'
      if (isOptional) at++
      parts.push(isOptional ? { kind: 'optional', part } : part)
    }
    return { kind: 'sequence', parts }
  }
  return alternatives(undefined)
}

/** Sets stand in many phrases. */
const readSets = new WeakMap<readonly string[], Part>()

function readToken(token: string, sets: WordSets): Part {
  if (token === '...') return { kind: 'gap' }
  if (token.startsWith('$')) {
    const words = sets[token.slice(1)]
    if (words === undefined) throw new Error(`There is no set of words "${token}".`)
    const known = readSets.get(words)
    if (known !== undefined) return known
    const part: Part = { kind: 'choice', parts: words.map(item => readPhrase(item, sets)) }
    readSets.set(words, part)
    return part
  }
  return { kind: 'word', word: token.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase() }
}

const figureSources: Readonly<Record<string, string>> = {
  '<question>': '\\?',
  '<number>': '\\d[\\d.]*',
  '<amount>': '\\$[\\d.]+',
  '<percent>': '[\\d.]+%',
  '<free>': '\\$0(?:\\.0+)?',
}

/** What matches one word of a text. The same few words stand in many phrases. */
export const wordSource = remembered((word: string): string => {
  const figure = figureSources[word]
  if (figure !== undefined) return figure
  const escaped = word.split('*').map(part => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return escaped.join("[a-z0-9'@]*")
})

function sourceOf(part: Part, gap: Gap): string {
  switch (part.kind) {
    case 'word':
      if (part.word === '<start>') return '(?<=^| [.!?;:—])'
      return part.word === '<end>' ? '(?= $)' : ` ${wordSource(part.word)}`
    case 'gap':
      return `(?: [a-z0-9$%'@/&${gap.marks === 'commas' ? ',' : ''}][^ ]*){0,${gap.words}}?`
    case 'optional':
      return `(?:${sourceOf(part.part, gap)})?`
    case 'sequence':
      return part.parts.map(item => sourceOf(item, gap)).join('')
    case 'choice':
      return `(?:${part.parts.map(item => sourceOf(item, gap)).join('|')})`
  }
}
