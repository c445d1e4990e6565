// Splits a shown text into the numbers of its words, with their places. It needs one pass and makes no strings of plain
// words.

import { fold } from './spelling.ts'
import { hashWith, numberOf, numberOfLetters } from './vocabulary.ts'
import { traitsOf } from './word-traits.ts'

/** The place of a name of the brand. Places are in order and do not overlap. */
export type NamePlace = readonly [start: number, end: number, word: string]

/** The numbers of a text's words, with the range of each. */
export interface Scanned {
  readonly numbers: number[]
  readonly starts: number[]
  readonly ends: number[]
  /** The traits of its words. */
  traits: number
  /**
   * Whether it has a sign that prose does not have: a bracket, an underscore, several capitals in a row, letters of another
   * script.
   */
  hasSigns: boolean
}

/** Matches a word or a mark at one place. */
const wordOrMark = new RegExp(
  [
    /(?:us)?[$€£] ?\d+(?:,\d{3})*(?:\.\d+)?k?(?![a-z\d])/,
    /\d+(?:,\d{3})*(?:\.\d+)?(?: ?%|k(?![a-z\d]))?(?![a-z])/,
    /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}]|['’ʼ`´@$_](?=[\p{L}\d]))*/u,
    /[$@](?=\p{L})[\p{L}\d]*/u,
    /[,;:.!?()—–―…/+&]|-+(?= )|--+|[★⭐🌟]{3,}/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'iuy',
)

const [mixed, letter, mark, space, sign] = [0, 1, 2, 3, 4]
/** What may begin with an ASCII character: a word of letters, a mark that is a word, nothing, or something else. */
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[a-z]/i.test(character)) return letter
  if (/[,;:.!?()/+&]/.test(character)) return mark
  if (/[\d$@-]/.test(character)) return mixed
  return /[[{_<%]/.test(character) ? sign : space
})
/** Characters that may belong to a word of letters if others follow. */
const isWithinWord = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\d'`$@_]/.test(String.fromCharCode(code)) ? 1 : 0,
)
const mostCapitals = 3

/** The words of a text, without regard to case, accents and look-alike letters. */
export function scan(text: string, names: readonly NamePlace[]): Scanned {
  const scanned: Scanned = { numbers: [], starts: [], ends: [], traits: 0, hasSigns: false }
  let name = 0
  for (let at = 0; at < text.length; ) {
    const place = names[name]
    if (place !== undefined && at >= place[0]) {
      add(scanned, numberOf(place[2]), place[0], place[1])
      at = place[1]
      name++
      continue
    }
    const code = text.charCodeAt(at)
    const kind = code < 128 ? (kinds[code] as number) : mixed
    if (kind === space) at++
    else if (kind === letter) at = addLetters(scanned, text, at)
    else if (kind === mark) {
      add(scanned, marks[code] as number, at, at + 1)
      at++
    } else if (kind === sign) {
      scanned.hasSigns = true
      at++
    } else at = addMixed(scanned, text, at)
  }
  return scanned
}

const marks = Array.from({ length: 128 }, (_, code) =>
  kinds[code] === mark ? numberOf(String.fromCharCode(code)) : -1,
)

export function add(words: Scanned, number: number, start: number, end: number): void {
  words.numbers.push(number)
  words.starts.push(start)
  words.ends.push(end)
  words.traits |= traitsOf(number)
}

/**
 * Adds the word that begins with a letter.
 * @returns the place where the word ends
 */
function addLetters(words: Scanned, text: string, start: number): number {
  let [end, hash, capitals] = [start, 0, 0]
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end)
    if (code >= 128 || isWithinWord[code] === 1) return addMixed(words, text, start)
    if (kinds[code] !== letter) break
    if (code < 97) capitals++
    hash = hashWith(hash, code | 32)
  }
  if (capitals > mostCapitals) words.hasSigns = true
  add(words, numberOfLetters(text, start, end, hash), start, end)
  return end
}

/**
 * Adds the word or mark that begins at a place, if any.
 * @returns the place where it ends, or else the next place
 */
function addMixed(words: Scanned, text: string, start: number): number {
  wordOrMark.lastIndex = start
  const written = wordOrMark.exec(text)?.[0]
  if (written === undefined) {
    if (text.charCodeAt(start) === copyright) words.hasSigns = true
    return start + 1
  }
  let known = mixedWords.get(written)
  if (known === undefined) {
    if (mixedWords.size > mixedLimit) mixedWords.clear()
    known = { number: numberOf(fold(written)), isSign: unusualWord.test(written) }
    mixedWords.set(written, known)
  }
  if (known.isSign) words.hasSigns = true
  add(words, known.number, start, start + written.length)
  return start + written.length
}

const copyright = 0xa9
const unusualWord = /[A-Z]{4}|XX|_|(?!\p{Script=Latin})\p{L}/u
const mixedWords = new Map<string, { readonly number: number; readonly isSign: boolean }>()
const mixedLimit = 100_000
