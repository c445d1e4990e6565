// Texts as rules read them: the words of a block by number, with the line that introduces it and, of a question or heading, what follows.

import type { Block } from './blocks.ts'
import type { Span } from './guards.ts'
import type { NumberedText } from './phrases.ts'
import { type BrandName, type ReadText, readText, type Sentence } from './text.ts'
import { numberOf, wordOf } from './vocabulary.ts'

/** A text to be read. */
export interface Passage {
  readonly text: NumberedText
  /** The words of the block itself, without what is around it. */
  readonly first: number
  readonly end: number
  /** Whole sentences of it, as many as the model is given at once. */
  readonly parts: readonly Span[]
  /** Each sentence, those around the block included. */
  readonly sentences: readonly Span[]
  /** Words as shown; those around the block as rules read them. */
  shown(span: Span): string
  /** The sentences of the block that a place touches, as shown. */
  sentencesOf(span: Span): string
  /** Whether a place is within quotation marks, and the text around them speaks about it. */
  isQuoted(span: Span): boolean
}

/** What is around a block. */
export interface Surroundings {
  /** The line that introduces it. */
  readonly lead?: Sentence | undefined
  /** The sentences after a question, a heading or a quotation. */
  readonly next?: readonly Sentence[] | undefined
  /** It is a block quotation. */
  readonly quoted?: boolean | undefined
}

/** Words of a sentence that says something only together with its neighbour. */
const shortSentence = 8
/** Words that the model is given at once, unless one sentence has more. */
const wordsAtOnce = 48

/** A paragraph in quotation marks. */
const inQuotationMarks = /^["“«„][^"“”«»„]+["”»“]$/
const questionMark = numberOf('?')
const colon = numberOf(':')

/** @param read The block's own text. */
export function passageOf(read: ReadText, { lead, next = [], quoted = false }: Surroundings = {}): Passage {
  const isQuotation = quoted || inQuotationMarks.test(read.text)
  const words: number[] = []
  const sentences: number[] = []
  const spans: Span[] = []
  const joined: boolean[] = []
  const add = (list: readonly number[], isLead = false): void => {
    const isShort = list.length <= shortSentence || list.at(-1) === questionMark || isLead
    if (isShort && joined.length > 0) joined[joined.length - 1] = true
    spans.push({ first: words.length, end: words.length + list.length })
    for (const word of list) {
      words.push(word)
      sentences.push(joined.length)
    }
    joined.push(isShort)
  }
  if (lead !== undefined) add(lead.numbers.at(-1) === colon ? lead.numbers : [...lead.numbers, colon], true)
  const first = words.length
  const parts: { first: number; end: number }[] = []
  for (const sentence of read.sentences) {
    const start = words.length
    add(sentence.numbers)
    const last = parts.at(-1)
    if (last !== undefined && words.length - last.first <= wordsAtOnce) last.end = words.length
    else parts.push({ first: start, end: words.length })
  }
  const end = words.length
  const [firstPart] = parts
  const lastPart = parts.at(-1)
  if (firstPart !== undefined) firstPart.first = 0
  for (const [index, sentence] of next.entries()) {
    add(sentence.numbers)
    if (lastPart !== undefined && index === 0) lastPart.end = words.length
  }
  return {
    text: { words, sentences, joined, leadEnd: first, isQuotation },
    first,
    end,
    parts,
    sentences: spans,
    ...shownParts(read, first, end, words),
  }
}

/** What a place of a passage looks like in the text of its block. */
function shownParts(read: ReadText, first: number, end: number, words: readonly number[]) {
  const own = (span: Span): Span => ({
    first: Math.max(span.first, first) - first,
    end: Math.min(span.end, end) - first,
  })
  const range = (span: Span): readonly [number, number] => {
    const place = own(span)
    return [read.starts[place.first] ?? 0, read.ends[place.end - 1] ?? read.text.length]
  }
  return {
    shown: (span: Span): string =>
      span.first >= end || span.end <= first
        ? words.slice(span.first, span.end).map(wordOf).join(' ')
        : read.text.slice(...range(span)),
    sentencesOf(span: Span): string {
      const place = own(span)
      const touched = read.sentences.filter(
        sentence => sentence.first < place.end && place.first < sentence.first + sentence.words.length,
      )
      return touched.map(({ shown }) => shown).join(' ')
    },
    isQuoted: (span: Span): boolean => isQuotedIn(read.text, ...range(span)),
  }
}

/** A quotation with its marks. An apostrophe within a word is not a quotation mark. */
const quotation = /["“«„]([^“”"«»„]+)[”"»“]|(?<![\p{L}\d])['‘]([^'‘’"“”«»]{3,})['’](?![\p{L}\d])/gu
/** The site speaks for itself, or a customer does. */
const ownVoice =
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

/** Blocks in which the texts below a heading are looked for, and how many of them count. */
const reach = 7
const textsBelow = 4
/** Words of a line that may introduce a list. */
const longestLead = 16

/**
 * The passages of a page's blocks, one for each.
 * @param names Those of the brand.
 */
export function passagesOf(blocks: readonly Block[], names: readonly BrandName[]): readonly Passage[] {
  return blocks.map((block, index) => {
    // The parts of a list are read one by one, a row of a table once more as a whole.
    const shown = block.whole ? (block.tag === 'tr' ? block.intro : '') : block.text
    const read = readText(shown, names)
    const next = blocksBelow(block, blocks, index).flatMap(item => readText(item.text, names).sentences)
    const lead = leadOf(block, text => readText(text, names))
    return passageOf(read, { lead, next, quoted: block.quoted })
  })
}

export function leadOf({ intro, whole }: Block, read: (text: string) => ReadText): Sentence | undefined {
  if (intro === '' || whole) return undefined
  const lead = read(intro).sentences.at(-1)
  return lead === undefined || lead.words.length >= longestLead ? undefined : lead
}

/** The blocks that say what a question, a heading or a quotation means. */
export function blocksBelow(
  { text, tag, quoted, whole }: Block,
  blocks: readonly Block[],
  index: number,
): readonly Block[] {
  if (whole || tag.startsWith('@')) return []
  if (!text.endsWith('?') && !isHeading(tag) && !quoted && !inQuotationMarks.test(text)) return []
  const below: Block[] = []
  for (const block of blocks.slice(index + 1, index + 1 + reach)) {
    if (block.whole || block.tag.startsWith('@') || (quoted && block.quoted)) continue
    if (isHeading(block.tag) && below.length > 0) break
    if (!isHeading(block.tag)) below.push(block)
    if (below.length === (isHeading(tag) ? textsBelow : 1)) break
  }
  return below
}

const isHeading = (tag: string): boolean => /^h[1-6]$/.test(tag)
