// Text as people write it, made comparable: cut into words with their places, hidden characters taken out, look-alike letters made
// Latin, numbers in words made figures. Pure.

import { isNumberWord, numberAt } from './numbers.ts'
import { sentenceRanges } from './sentences.ts'
import { contractions, fold, unusual } from './spelling.ts'
import { numberOf } from './vocabulary.ts'

/** Characters that take no room: soft hyphen, zero-width space and joiners, direction marks, variation selectors. */
const invisible = /\p{DI}/gu

/** A text as a reader sees it: one line, compatibility forms resolved, nothing invisible. */
export function shownText(text: string): string {
  const visible = unusual.test(text) ? text.normalize('NFKC').replace(invisible, '') : text
  return /^\s|\s$|\s\s|[^\S ]/.test(visible) ? visible.replace(/\s+/g, ' ').trim() : visible
}

/** A name or address of the brand, which is one word whatever it is made of. */
export interface BrandName {
  /** What rules see instead: `@brand`, `@email`. */
  readonly word: string
  readonly shown: string
}

/** A text as rules read it. */
export interface ReadText {
  /** As shown. */
  readonly text: string
  /** With the words that stand for the brand's names. */
  readonly named: string
  /** Lower case, without accents, numbers as figures, each mark of punctuation a word of its own. */
  readonly words: readonly string[]
  /** The words by their numbers. */
  readonly numbers: readonly number[]
  /** Where each word begins and ends in the text. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
  readonly sentences: readonly Sentence[]
}

/** A sentence of a text. */
export interface Sentence {
  /** As shown. */
  readonly shown: string
  readonly words: readonly string[]
  readonly numbers: readonly number[]
  /** Index of its first word in the text. */
  readonly first: number
}

/**
 * Cuts a shown text into words and sentences.
 * @param names Those of the brand: the longest of several at one place counts.
 */
export function readText(text: string, names: readonly BrandName[] = []): ReadText {
  const places = placesOfNames(text, names)
  const scanned = scan(text, places)
  const { words, numbers, starts, ends } = resolved(scanned)
  const sentences: Sentence[] = []
  let first = 0
  for (const [start, end] of sentenceRanges(text)) {
    let next = first
    while (next < words.length && (starts[next] as number) < end) next++
    if (next > first)
      sentences.push({
        shown: text.slice(start, end),
        words: words.slice(first, next),
        numbers: numbers.slice(first, next),
        first,
      })
    first = next
  }
  return { text, named: withNames(text, places), words, numbers, starts, ends, sentences }
}

/** The sentences of a shown text. */
export const readSentences = (text: string): readonly Sentence[] => readText(text).sentences

/** The words of a text, one space between them and one at both ends. Of nothing, nothing. */
export const wordsOf = (text: string): string => joined(resolved(scan(text, [])).words)

/** A list of words, one space between them and one at both ends. Of nothing, nothing. */
export function joined(words: readonly string[]): string {
  return words.length === 0 ? '' : ` ${words.join(' ')} `
}

/** The words of some sentences, joined. */
export function wordsOfAll(sentences: readonly Sentence[]): string {
  return joined(sentences.flatMap(({ words }) => words))
}

/** Where a name of the brand is, in the order of the text; none overlaps another. */
type NamePlace = readonly [start: number, end: number, word: string]

function placesOfNames(text: string, names: readonly BrandName[]): readonly NamePlace[] {
  const places: NamePlace[] = []
  for (const { word, shown } of names)
    for (let at = text.indexOf(shown); at !== -1; at = text.indexOf(shown, at + shown.length))
      places.push([at, at + shown.length, word])
  if (places.length < 2) return places
  places.sort((a, b) => a[0] - b[0] || b[1] - a[1])
  let end = 0
  return places.filter(place => {
    if (place[0] < end) return false
    end = place[1]
    return true
  })
}

/** A text with the words that stand for the brand's names. */
export const named = (text: string, names: readonly BrandName[]): string =>
  withNames(text, placesOfNames(text, names))

function withNames(text: string, places: readonly NamePlace[]): string {
  if (places.length === 0) return text

  let made = ''
  let from = 0
  for (const [start, end, word] of places) {
    made += text.slice(from, start) + word
    from = end
  }
  return made + text.slice(from)
}

interface Words {
  readonly words: string[]
  readonly numbers: number[]
  readonly starts: number[]
  readonly ends: number[]
  /** Whether a word may be part of something longer: a number, a contraction, spelled-out letters. */
  isResolved: boolean
}

/** A word or a mark at one place. Sticky. */
const wordOrMark =
  /(?:us)?[$€£] ?\d+(?:,\d{3})*(?:\.\d+)?k?(?![a-z\d])|\d+(?:,\d{3})*(?:\.\d+)?(?: ?%|k(?![a-z\d]))?(?![a-z])|[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}]|['’ʼ`´@$_](?=[\p{L}\d]))*|[$@](?=\p{L})[\p{L}\d]*|[,;:.!?()—–―…/+&]|-+(?= )|--+|[★⭐🌟]{3,}/iuy

/** Of each ASCII character whether it is a letter (1), a mark that is a word of its own (2), or begins nothing (3). */
const asciiKinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[a-z]/i.test(character)) return 1
  if (/[,;:.!?()/+&]/.test(character)) return 2
  return /[\d$@-]/.test(character) ? 0 : 3
})

/** The end of a word of plain letters. Undefined if another sign belongs to the word. */
function endOfLetters(text: string, start: number): number | undefined {
  let end = start + 1
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end)
    if (code >= 128) return undefined
    if (asciiKinds[code] === 1) continue
    return (code >= 48 && code <= 57) ||
      code === 39 ||
      code === 96 ||
      code === 36 ||
      code === 64 ||
      code === 95
      ? undefined
      : end
  }
  return end
}

/** The words of a text as written but for case, accents and look-alike letters. */
function scan(text: string, names: readonly NamePlace[]): Words {
  const found: Words = { words: [], numbers: [], starts: [], ends: [], isResolved: true }
  const put = (written: string, start: number): number => {
    const { word, number, isResolved } = folded(written)
    if (!isResolved) found.isResolved = false
    found.words.push(word)
    found.numbers.push(number)
    found.starts.push(start)
    found.ends.push(start + written.length)
    return start + written.length
  }
  let name = 0
  for (let at = 0; at < text.length; ) {
    const place = names[name]
    if (place !== undefined && at >= place[0]) {
      found.words.push(place[2])
      found.numbers.push(numberOf(place[2]))
      found.starts.push(place[0])
      found.ends.push(place[1])
      at = place[1]
      name++
      continue
    }
    const code = text.charCodeAt(at)
    const kind = code < 128 ? asciiKinds[code] : 0
    const end = kind === 1 ? endOfLetters(text, at) : kind === 2 ? at + 1 : undefined
    if (kind === 3) at++
    else if (end !== undefined) at = put(text.slice(at, end), at)
    else {
      wordOrMark.lastIndex = at
      const written = wordOrMark.exec(text)?.[0]
      at = written === undefined ? at + 1 : put(written, at)
    }
  }
  return found
}

interface FoldedWord {
  readonly word: string
  readonly number: number
  readonly isResolved: boolean
}

const foldedWords = new Map<string, FoldedWord>()
const foldedLimit = 100_000

/** One word, comparable: the same words come again and again. */
function folded(written: string): FoldedWord {
  const known = foldedWords.get(written)
  if (known !== undefined) return known
  if (foldedWords.size > foldedLimit) foldedWords.clear()
  const word = fold(written)
  const isSpelled = word.length === 1 && /[b-hj-z—]/.test(word)
  const made = {
    word,
    number: numberOf(word),
    isResolved: !isSpelled && !isNumberWord(word) && !contractions.has(word),
  }
  foldedWords.set(written, made)
  return made
}

/** Contractions in full, numbers as figures, spelled-out words joined, dashes between figures as "to". */
function resolved(scanned: Words): Words {
  if (scanned.isResolved) return scanned
  const { words, starts, ends } = scanned
  const made: Words = { words: [], numbers: [], starts: [], ends: [], isResolved: true }
  const put = (word: string, from: number, to: number): void => {
    made.words.push(word)
    made.numbers.push(numberOf(word))
    made.starts.push(starts[from] as number)
    made.ends.push(ends[to] as number)
  }
  for (let at = 0; at < words.length; ) {
    const word = words[at] as string
    const long = contractions.get(word)
    const mayCount = isNumberWord(word) || word === 'a' || word === 'an' || word === 'un' || word === 'una'
    const number = mayCount ? numberAt(words, at) : undefined
    const spelledEnd = word.length === 1 ? endOfSpelled(words, starts, ends, at) : at
    if (number !== undefined) {
      put(number.figure, at, number.end - 1)
      at = number.end
    } else if (spelledEnd > at) {
      put(words.slice(at, spelledEnd).join(''), at, spelledEnd - 1)
      at = spelledEnd
    } else {
      if (long !== undefined) for (const part of long) put(part, at, at)
      else if (word === '—' && isBetweenFigures(words, at)) put('to', at, at)
      else put(word, at, at)
      at++
    }
  }
  return made
}

const isBetweenFigures = (words: readonly string[], at: number): boolean =>
  /\d%?$/.test(words[at - 1] ?? '') && /^\$?\d/.test(words[at + 1] ?? '')

/** "g u a r a n t e e d": the end of a row of at least five single letters, one sign apart. */
function endOfSpelled(
  words: readonly string[],
  starts: readonly number[],
  ends: readonly number[],
  at: number,
): number {
  const isLetter = (index: number): boolean => /^[a-z]$/.test(words[index] ?? '')
  let end = at
  while (isLetter(end) && (end === at || (starts[end] as number) - (ends[end - 1] as number) === 1)) end++
  return end - at >= 5 ? end : at
}
