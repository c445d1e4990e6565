// Texts as rules read them: the numbered words of a block, those of the line that introduces it and, for a question or
// heading, those of what follows.

import type { Span } from '../claims/guards.ts'
import type { NumberedText } from '../claims/phrases.ts'
import { type BrandName, type ReadText, readText } from '../words/text.ts'
import { numberOf, wordOf } from '../words/vocabulary.ts'
import type { Block } from './blocks.ts'

/** The texts around a block. */
export interface Surroundings {
  /** The line that introduces it. */
  readonly lead?: ReadText | undefined
  /** The texts below a question, a heading or a quotation. */
  readonly next?: readonly ReadText[] | undefined
  /** Whether it is a block quotation. */
  readonly quoted?: boolean | undefined
}

/** The number of words that the model scores at once. A longer sentence is scored as a whole. */
const wordsAtOnce = 48
/** The largest number of words in a line that introduces a list. */
const longestLead = 16

/** A paragraph in quotation marks. */
const inQuotationMarks = /^["“«„][^"“”«»„]+["”»“]$/
const colon = numberOf(':')

/** A text to be read, with its surroundings. */
export class Passage {
  readonly text: NumberedText
  /** The range of the block's own words, without those of its surroundings. */
  readonly first: number
  readonly end: number
  /**
   * The ends of the parts that the model scores one at a time. Each consists of whole sentences. The first part includes the
   * line before the block.
   */
  readonly partEnds: readonly number[]

  /**
   * @param read The block's own text.
   */
  constructor(
    private readonly read: ReadText,
    { lead, next = noTexts, quoted = false }: Surroundings = {},
  ) {
    const isQuotation = quoted || inQuotationMarks.test(read.text)
    const leading = lead === undefined ? noWords : leadWords(lead)
    this.first = leading.length
    this.end = leading.length + read.numbers.length
    if (leading.length === 0 && next.length === 0)
      this.text = { words: read.numbers, ends: read.sentenceEnds, leadEnd: 0, isQuotation }
    else {
      const words = leading.concat(read.numbers)
      const ends = leading.length === 0 ? [] : [leading.length]
      for (const end of read.sentenceEnds) ends.push(this.first + end)
      for (const { numbers, sentenceEnds } of next) {
        for (const end of sentenceEnds) ends.push(words.length + end)
        words.push(...numbers)
      }
      this.text = { words, ends, leadEnd: leading.length, isQuotation }
    }
    this.partEnds = partsOf(this.text, this.first, this.end)
  }

  /** The block's words as shown; words of its surroundings as rules read them. */
  shown(span: Span): string {
    return span.first >= this.end || span.end <= this.first
      ? this.text.words.slice(span.first, span.end).map(wordOf).join(' ')
      : this.read.text.slice(...this.rangeOf(span))
  }

  /** The block's sentences that a place touches, as shown. */
  sentencesOf(span: Span): string {
    const { read } = this
    const place = this.within(span)
    const touched = read.sentences.filter(
      (_, index) =>
        (read.sentenceEnds[index - 1] ?? 0) < place.end && place.first < (read.sentenceEnds[index] as number),
    )
    return touched.map(({ shown }) => shown).join(' ')
  }

  /** Whether a place is within quotation marks, in a text that talks about the quotation. */
  isQuoted(span: Span): boolean {
    return isQuotedIn(this.read.text, ...this.rangeOf(span))
  }

  /** The part of a place that is in the block itself. */
  private within({ first, end }: Span): Span {
    return { first: Math.max(first, this.first) - this.first, end: Math.min(end, this.end) - this.first }
  }

  private rangeOf(span: Span): readonly [number, number] {
    const { starts, ends, text } = this.read
    const place = this.within(span)
    return [starts[place.first] ?? 0, ends[place.end - 1] ?? text.length]
  }
}

const noTexts: readonly ReadText[] = []
const noWords: readonly number[] = []

/**
 * The words of the last sentence of a line that introduces a block, with a colon. Empty if the sentence is too long for such
 * a line.
 */
function leadWords({ numbers, sentenceEnds }: ReadText): readonly number[] {
  const first = sentenceEnds.at(-2) ?? 0
  const end = sentenceEnds.at(-1) ?? 0
  if (end === 0 || end - first >= longestLead) return noWords
  const words = numbers.slice(first, end)
  return words.at(-1) === colon ? words : [...words, colon]
}

/** The first sentence after the block belongs to the last part. */
function partsOf({ ends }: NumberedText, first: number, end: number): readonly number[] {
  const parts: number[] = []
  let start = first
  for (const stop of ends) {
    if (stop <= first) continue
    if (stop > end) {
      if (parts.length > 0) parts[parts.length - 1] = stop
      break
    }
    if (parts.length > 0 && stop - start <= wordsAtOnce) parts[parts.length - 1] = stop
    else {
      start = parts.at(-1) ?? first
      parts.push(stop)
    }
  }
  return parts
}

/** A quotation with its marks. An apostrophe within a word is not a quotation mark. */
const quotation = /["“«„]([^“”"«»„]+)[”"»“]|(?<![\p{L}\d])['‘]([^'‘’"“”«»]{3,})['’](?![\p{L}\d])/gu
/** Words in which the site, or one of its customers, speaks. */
export const ownVoice =
  /\b(?:we|our|us|here|get|enjoy|apply|today|now|I|I'm|my|me|nosotros|nuestr[oa]s?|aqu[ií]|obtenga|solicite)\b/i

function isQuotedIn(text: string, start: number, end: number): boolean {
  if (!/["“«„'‘]/.test(text)) return false
  for (const { index, 0: quote } of text.matchAll(quotation)) {
    if (start < index || end > index + quote.length) continue
    const around = `${text.slice(0, index)} ${text.slice(index + quote.length)}`
    return /\p{L}{2}/u.test(around) && !ownVoice.test(around)
  }
  return false
}

/** The number of blocks below a heading that are searched for its text, and the number of texts that count. */
const reachBelow = 7
const textsBelow = 4
/**
 * The passages of a page's blocks, one for each block.
 * @param names Names of the brand.
 */
export function passagesOf(blocks: readonly Block[], names: readonly BrandName[]): readonly Passage[] {
  return blocks.map((block, index) => {
    // The parts of a list are read one by one; a table row is also read as a whole.
    const shown = block.whole ? (block.tag === 'tr' ? block.intro : '') : block.text
    const next = blocksBelow(blocks, index).map(item => readText(item.text, names))
    const lead = block.intro === '' || block.whole ? undefined : readText(block.intro, names)
    return new Passage(readText(shown, names), { lead, next, quoted: block.quoted })
  })
}

/** Whether the meaning of a block depends on what is below it: a question, a heading or a quotation. */
const opensBelow = ({ text, tag, quoted, whole }: Block): boolean =>
  !whole &&
  !tag.startsWith('@') &&
  (text.endsWith('?') || isHeading(tag) || quoted || inQuotationMarks.test(text))

/** The blocks that the meaning of a block depends on. */
export function blocksBelow(blocks: readonly Block[], index: number): readonly Block[] {
  const above = blocks[index] as Block
  if (!opensBelow(above)) return nothing
  const below: Block[] = []
  for (const block of blocks.slice(index + 1, index + 1 + reachBelow)) {
    if (block.whole || block.tag.startsWith('@') || (above.quoted && block.quoted)) continue
    if (isHeading(block.tag) && below.length > 0) break
    if (!isHeading(block.tag)) below.push(block)
    if (below.length === (isHeading(above.tag) ? textsBelow : 1)) break
  }
  return below
}

const nothing: readonly Block[] = []
const isHeading = (tag: string): boolean =>
  tag.length === 2 && tag.charCodeAt(0) === 104 && tag.charCodeAt(1) > 48 && tag.charCodeAt(1) < 55
