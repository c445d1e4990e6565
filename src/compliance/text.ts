// Text as people write it, made comparable: cut into words with their places, hidden characters taken out, look-alike letters made
// Latin, numbers in words made figures. Pure.

import { resolved } from './resolved-words.ts'
import { type NamePlace, scan } from './scan.ts'
import { sentenceRanges } from './sentences.ts'
import { unusual } from './spelling.ts'
import { wordOf } from './vocabulary.ts'
import { trait } from './word-traits.ts'

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

/** A sentence of a text. */
export interface Sentence {
  /** As shown. */
  readonly shown: string
  readonly words: readonly string[]
}

/** A text as rules read it: its words by their numbers. Made of strings is what is asked for. */
export class ReadText {
  /** In lower case, without accents, numbers as figures, each mark of punctuation a word of its own. */
  readonly numbers: readonly number[]
  /** Where each word begins and ends in the text. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
  /** What the text may have because of its words and signs. */
  readonly traits: number
  readonly hasSigns: boolean
  /** Behind the last word of each sentence. Each has one. */
  readonly sentenceEnds: readonly number[]
  /** Where they begin and end in the text, in turn. */
  private readonly ranges: readonly number[]
  private made: readonly Sentence[] | undefined

  /**
   * @param text As shown.
   * @param places Where names of the brand are.
   */
  constructor(
    readonly text: string,
    private readonly places: readonly NamePlace[],
  ) {
    const scanned = scan(text, places)
    const { numbers, starts, ends, traits, hasSigns } =
      (scanned.traits & trait.open) === 0 ? scanned : resolved(scanned)
    this.numbers = numbers
    this.starts = starts
    this.ends = ends
    this.traits = traits
    this.hasSigns = hasSigns
    const sentenceEnds: number[] = []
    const ranges: number[] = []
    let next = 0
    sentenceRanges(text, (start, end) => {
      const first = next
      while (next < numbers.length && (starts[next] as number) < end) next++
      if (next === first) return
      sentenceEnds.push(next)
      ranges.push(start, end)
    })
    this.sentenceEnds = sentenceEnds
    this.ranges = ranges
  }

  /** With the words that stand for the brand's names. */
  get named(): string {
    return withNames(this.text, this.places)
  }

  get words(): readonly string[] {
    return this.numbers.map(wordOf)
  }

  get sentences(): readonly Sentence[] {
    this.made ??= this.sentenceEnds.map((end, index) => ({
      shown: this.text.slice(this.ranges[2 * index], this.ranges[2 * index + 1]),
      words: this.numbers.slice(this.sentenceEnds[index - 1] ?? 0, end).map(wordOf),
    }))
    return this.made
  }
}

/**
 * Cuts a shown text into words and sentences.
 * @param names Those of the brand: the longest of several at one place counts.
 */
export const readText = (text: string, names: readonly BrandName[] = []): ReadText =>
  new ReadText(text, placesOfNames(text, names))

/** The sentences of a shown text. */
export const readSentences = (text: string): readonly Sentence[] => readText(text).sentences

/** The words of a text, one space between them and one at both ends. Of nothing, nothing. */
export const wordsOf = (text: string): string => joined(readText(text).words)

/** A list of words, one space between them and one at both ends. Of nothing, nothing. */
export function joined(words: readonly string[]): string {
  return words.length === 0 ? '' : ` ${words.join(' ')} `
}

const noPlaces: readonly NamePlace[] = []

function placesOfNames(text: string, names: readonly BrandName[]): readonly NamePlace[] {
  let places: NamePlace[] | undefined
  for (const { word, shown } of names)
    for (let at = text.indexOf(shown); at !== -1; at = text.indexOf(shown, at + shown.length)) {
      places ??= []
      places.push([at, at + shown.length, word])
    }
  if (places === undefined || places.length < 2) return places ?? noPlaces
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
  let made = ''
  let from = 0
  for (const [start, end, word] of places) {
    made += text.slice(from, start) + word
    from = end
  }
  return from === 0 ? text : made + text.slice(from)
}
