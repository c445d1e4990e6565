// Makes written text comparable: splits it into words with their places, removes hidden characters, and replaces look-alike
// letters with Latin ones and number words with figures. Pure.

import { resolved } from './resolved-words.ts'
import { type NamePlace, scan } from './scan.ts'
import { sentenceRanges } from './sentences.ts'
import { unusual } from './spelling.ts'
import { wordOf } from './vocabulary.ts'
import { trait } from './word-traits.ts'

/** Invisible characters: soft hyphen, zero-width space and joiners, direction marks, variation selectors. */
const invisible = /\p{DI}/gu

/** A text as a reader sees it: on one line, in compatibility form, without invisible characters. */
export function shownText(text: string): string {
  const visible = unusual.test(text) ? text.normalize('NFKC').replace(invisible, '') : text
  return /^\s|\s$|\s\s|[^\S ]/.test(visible) ? visible.replace(/\s+/g, ' ').trim() : visible
}

/** A name or address of the brand. It counts as one word, no matter what words it contains. */
export interface BrandName {
  /** The word that rules read instead: `@brand`, `@email`. */
  readonly word: string
  readonly shown: string
}

/** A sentence of a text. */
export interface Sentence {
  /** The sentence as shown. */
  readonly shown: string
  readonly words: readonly string[]
}

/** A text as rules read it: the numbers of its words. Strings are made on demand. */
export class ReadText {
  /** The words are in lower case and without accents; numbers are figures, and each punctuation mark is a word. */
  readonly numbers: readonly number[]
  /** The range of each word in the text. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
  /** Traits that the text has because of its words and characters. */
  readonly traits: number
  readonly hasSigns: boolean
  /** For each sentence, the index after its last word. No sentence is empty. */
  readonly sentenceEnds: readonly number[]
  /** The starts and ends of the sentences in the text, alternating. */
  private readonly ranges: readonly number[]
  private made: readonly Sentence[] | undefined

  /**
   * @param text As shown.
   * @param places The places of the brand's names.
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

  /** The text, with the brand's names replaced. */
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
 * Splits a shown text into words and sentences.
 * @param names The brand's names. Where several match, the longest counts.
 */
export const readText = (text: string, names: readonly BrandName[] = []): ReadText =>
  new ReadText(text, placesOfNames(text, names))

/** The sentences of a shown text. */
export const readSentences = (text: string): readonly Sentence[] => readText(text).sentences

/** The words of a text, separated and surrounded by single spaces. Empty if there are none. */
export const wordsOf = (text: string): string => joined(readText(text).words)

/** Words, separated and surrounded by single spaces. Empty if there are none. */
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

/** A text, with the brand's names replaced. */
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
