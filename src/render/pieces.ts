// What many pages have in common: the styles, the loader of the islands, the parts of templates, the texts that several
// sites show. All that has to be known of such a piece is found out once. While a page is rendered a mark stands where a
// piece belongs.

import { type InspectedHtml, inspectHtml, type TextPool } from './links.ts'
import { type InlineHashes, inlineHashes, joinHashes } from './policy.ts'

/** What is needed of a piece to put a page together. */
export interface PieceBytes {
  readonly bytes: Buffer
  /** A text of the content, which stands on one page of each of several sites. Other pieces stand on many pages of one site. */
  readonly content?: boolean
}

/** What is needed of a piece to finish a page that has it. */
export interface FinishedPiece extends PieceBytes {
  /** Of the scripts and styles in it. */
  readonly hashes: InlineHashes
}

/** HTML that stands in many pages. */
export interface SharedPiece extends Omit<FinishedPiece, 'bytes'> {
  readonly html: string
  readonly links: InspectedHtml
}

/** A piece as far as it is needed to finish pages, as text. */
export type PieceText = Omit<SharedPiece, 'links'>

/**
 * @param html With marks in the places of other pieces.
 * @param inner Those pieces.
 */
export function sharedPiece(html: string, pool: TextPool, inner: readonly SharedPiece[] = []): SharedPiece {
  const links = [inspectHtml(html, pool), ...inner.map(piece => piece.links)]
  const whole = html.replace(allMarks, (_, index: string) => inner[Number(index)]?.html ?? missingPiece())
  return {
    html: whole,
    hashes: joinHashes([inlineHashes(html, isPieceMark), ...inner.map(piece => piece.hashes)]),
    links: {
      ids: links.flatMap(({ ids }) => ids),
      references: links.flatMap(({ references }) => references),
    },
  }
}

export function encodePiece({ html, hashes, content }: PieceText): FinishedPiece {
  return { bytes: Buffer.from(html), hashes, ...(content && { content }) }
}

const encoded = new WeakMap<PieceText, FinishedPiece>()

/** The same, made once for a piece: where another thread finishes pages, nobody needs the bytes in this one. */
export function encodedPiece(piece: PieceText): FinishedPiece {
  const known = encoded.get(piece) ?? encodePiece(piece)
  encoded.set(piece, known)
  return known
}

// Around the index of a piece. Control characters, which no content can hold: a page that is otherwise ASCII stays a string
// of single bytes, which is handled in half the time.
const markStart = '\u0001'
const markEnd = '\u0002'
const [startByte, endByte] = [1, 2]
const markHere = /\u0001\d+\u0002/y
const allMarks = /\u0001(\d+)\u0002/g

/** Stands in a page for the piece of this index. */
export function pieceMark(index: number): string {
  return `${markStart}${index}${markEnd}`
}

/** Whether this is a mark and nothing else. */
export function isPieceMark(text: string): boolean {
  return text.startsWith(markStart) && text.indexOf(markEnd) === text.length - 1
}

/** Refuses a page in which a template has put what only marks may hold. */
export function assertMarks(text: string): void {
  for (let at = text.indexOf(markStart); at !== -1; at = text.indexOf(markStart, at + 1)) {
    markHere.lastIndex = at
    if (!markHere.test(text))
      throw new Error('A page holds a character that Imprint keeps for itself: U+0001.')
  }
}

/** Whether a text holds what only marks may hold. */
export function hasMarks(text: string): boolean {
  return text.includes(markStart)
}

function missingPiece(): never {
  throw new Error('A page has a mark without a piece.')
}

/**
 * The page with its pieces in their places.
 * @param allocate Gives memory of this size for it.
 */
export function putTogether(
  page: Buffer,
  pieces: readonly PieceBytes[],
  allocate: (size: number) => Buffer = Buffer.allocUnsafe,
): Buffer {
  const parts: Buffer[] = []
  let end = 0
  for (let start = page.indexOf(startByte); start !== -1; start = page.indexOf(startByte, end)) {
    const stop = page.indexOf(endByte, start)
    const piece = pieces[Number(page.toString('latin1', start + 1, stop))] ?? missingPiece()
    parts.push(page.subarray(end, start), piece.bytes)
    end = stop + 1
  }
  parts.push(page.subarray(end))
  const whole = allocate(parts.reduce((size, part) => size + part.length, 0))
  let filled = 0
  for (const part of parts) filled += part.copy(whole, filled)
  return whole
}
