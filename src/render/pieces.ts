// What many pages have in common: the loader of the islands, the parts of templates. Everything that must be known of such
// a piece is found out once. While a page is rendered, a mark stands in the place of each piece.

import { randomBytes } from 'node:crypto'
import { workerData } from 'node:worker_threads'
import { type InspectedHtml, inspectHtml } from './links.ts'
import { type InlineHashes, inlineHashes, joinHashes } from './policy.ts'

/** HTML that stands in many pages of a site. */
export interface Piece {
  /** For reports: the name of its component. */
  readonly name: string
  readonly html: string
  /** The same in UTF-8. */
  readonly bytes: Buffer
  /** What of it counts to the weight of a page. */
  readonly counted: string
  /** Of the scripts and styles in it. */
  readonly hashes: InlineHashes
  readonly links: InspectedHtml
}

/**
 * @param html With marks in the places of other pieces, and boundaries around what does not count.
 * @param inner Those pieces.
 * @param name For reports.
 */
export function createPiece(html: string, inner: readonly Piece[] = [], name = 'part'): Piece {
  const { all, counted } = cutAtBoundaries(html)
  const links = [inspectHtml(all), ...inner.map(piece => piece.links)]
  const fill = (text: string, what: 'html' | 'counted'): string =>
    partsOf(text, inner)
      .map(part => (typeof part === 'string' ? part : part[what]))
      .join('')
  const whole = fill(all, 'html')
  return {
    name,
    html: whole,
    bytes: Buffer.from(whole),
    counted: fill(counted, 'counted'),
    hashes: joinHashes([inlineHashes(all, isPieceMark), ...inner.map(piece => piece.hashes)]),
    links: {
      ids: links.flatMap(({ ids }) => ids),
      references: links.flatMap(({ references }) => references),
    },
  }
}

/**
 * Drawn anew in every process and never written anywhere: no text of a project can spell a mark. A thread that finishes pages of
 * another one is started with that one's. ASCII, so that a page that is otherwise Latin-1 stays a string of single bytes.
 */
export const markSecret: string =
  (workerData as { readonly markSecret?: string } | null)?.markSecret ?? randomBytes(12).toString('hex')
const marks = new RegExp(`\u0001${markSecret}:(\\d+)\u0002`)
const markStart = `\u0001${markSecret}:`

/** Stands in a page for the piece of this index. */
export function pieceMark(index: number): string {
  return `${markStart}${index}\u0002`
}

/** Stands in a page for its styles, which are known only when all of it is rendered. */
export const stylesMark = `${markStart}styles\u0002`

/** Stands at both ends of what does not count to the weight of a page. */
export const boundary = `${markStart}outside\u0002`

/** HTML without its boundaries, and what of it counts. */
export function cutAtBoundaries(html: string): { readonly all: string; readonly counted: string } {
  const parts = html.split(boundary)
  return { all: parts.join(''), counted: parts.filter((_, position) => position % 2 === 0).join('') }
}

/** Whether this is a mark and nothing else. */
export function isPieceMark(text: string): boolean {
  return text.startsWith(markStart) && text.indexOf('\u0002') === text.length - 1
}

/** HTML as the texts around its marks and the pieces for which they stand, in their order. */
export function partsOf(html: string, pieces: readonly Piece[]): (string | Piece)[] {
  // Texts and indices in turn: `['<p>', '0', '</p>']`.
  return html.split(marks).map((part, position) => (position % 2 === 0 ? part : pieceOf(part, pieces)))
}

function pieceOf(index: string, pieces: readonly Piece[]): Piece {
  const piece = pieces[Number(index)]
  if (piece === undefined) throw new Error('A page has a mark without a piece.')
  return piece
}

/** A page in UTF-8. */
export function pageBytes(parts: readonly (string | { readonly bytes: Buffer })[]): Buffer {
  return Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(part) : part.bytes)))
}
