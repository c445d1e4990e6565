// The pieces that many pages share: the island loader and parts of templates. Everything that must be known about a piece is
// computed once. While a page is rendered, a mark replaces each piece.

import { randomBytes } from 'node:crypto'
import { type InspectedHtml, type Inspection, inspectHtml, joinLinks } from './inspect.ts'
import { type InlineHashes, joinHashes } from './policy.ts'

/** HTML that is in many pages of a site. */
export interface Piece extends Inspection {
  /** For reports: the name of its component. */
  readonly name: string
  readonly html: string
  /** The same in UTF-8. */
  readonly bytes: Buffer
  /** The part that counts in the budget of a page. */
  readonly counted: string
}

/**
 * HTML in parts: strings, pieces, and a boundary at both ends of content outside the page's budget. A string consists of whole
 * tags.
 */
export type HtmlPart = string | Piece | typeof boundary

/** The piece of a component. */
export function createPiece(parts: readonly HtmlPart[], name = 'part'): Piece {
  const html = parts.map(part => htmlOf(part, 'html')).join('')
  const { own, hashes } = inspectParts(parts)
  return {
    name,
    html,
    bytes: Buffer.from(html),
    counted: countedParts(parts)
      .map(part => htmlOf(part, 'counted'))
      .join(''),
    hashes,
    links: joinLinks([own, ...piecesOf(parts).map(piece => piece.links)]),
  }
}

function htmlOf(part: HtmlPart, what: 'html' | 'counted'): string {
  return typeof part === 'string' ? part : (part?.[what] ?? '')
}

/** The links of some parts without those of their pieces; the hashes of the strings among them, then those of the pieces. */
export function inspectParts(parts: readonly HtmlPart[]): {
  readonly own: InspectedHtml
  readonly hashes: InlineHashes
} {
  const texts = parts.flatMap(part => (typeof part === 'string' ? inspectHtml(part) : []))
  return {
    own: joinLinks(texts.map(({ links }) => links)),
    hashes: joinHashes([...texts, ...piecesOf(parts)].map(({ hashes }) => hashes)),
  }
}

/** The pieces among some parts. */
export function piecesOf(parts: readonly HtmlPart[]): Piece[] {
  return parts.filter(part => part !== boundary && typeof part !== 'string')
}

/** The parts that count in the budget of a page. */
export function countedParts(parts: readonly HtmlPart[]): (string | Piece)[] {
  let counts = true
  return parts.filter(part => {
    if (part !== boundary) return counts
    counts = !counts
    return false
  }) as (string | Piece)[]
}

// Generated in each process and never written anywhere, so no text of a project can imitate a mark. It is ASCII, so that a page
// that is otherwise Latin-1 stays a string of single bytes.
const markSecret = randomBytes(12).toString('hex')
const marks = new RegExp(`\u0001${markSecret}:(\\d+|styles|boundary)\u0002`)
const markOf = (what: string): string => `\u0001${markSecret}:${what}\u0002`

export const boundary = null

/** Replaces the piece with this index in rendered HTML. */
export const pieceMark = (index: number): string => markOf(String(index))

/** Replaces a page's styles, which are known only once the whole page is rendered. */
export const stylesMark = markOf('styles')

/** Replaces a boundary in rendered HTML. */
export const boundaryMark = markOf('boundary')

/** Precedes the id of a heading of the content. */
export const anchorMark = markOf('anchor')

/**
 * Gives each heading of the content its id. If the templates or an earlier heading already use the id on the page, it gets a
 * number, so an article's headings cannot collide with a template.
 */
function settleAnchors(html: string, pieces: readonly Piece[]): string {
  if (!html.includes(anchorMark)) return html
  const [start, ...headings] = html.split(anchorMark).map((text, index) => {
    const end = index === 0 ? 0 : text.indexOf('"')
    return { name: text.slice(0, end), rest: text.slice(end) }
  })
  const names = new Set(headings.map(({ name }) => name))
  const ids = [...html.matchAll(/ id="([^"\u0001]*)"/g)].map(([, id = '']) => id)
  const taken = new Set([...ids, ...pieces.flatMap(({ links }) => links.ids)])
  const settled = headings.map(({ name, rest }) => {
    let id = name
    for (let number = 1; taken.has(id) || (id !== name && names.has(id)); number++) id = `${name}-${number}`
    taken.add(id)
    return id + rest
  })
  return [start?.rest, ...settled].join('')
}

/** Rendered HTML with the pieces in place of their marks, and with unique ids for headings. */
export function partsOf(html: string, pieces: readonly Piece[], styles?: Piece): HtmlPart[] {
  // Strings and marks alternate: `['<p>', '0', '</p>']`.
  return settleAnchors(html, pieces)
    .split(marks)
    .map((part, position) => {
      if (position % 2 === 0) return part
      if (part === 'boundary') return boundary
      const piece = part === 'styles' ? styles : pieces[Number(part)]
      if (piece === undefined) throw new Error('A page has a mark without a piece.')
      return piece
    })
}

/** A page in UTF-8. */
export function pageBytes(parts: readonly HtmlPart[]): Buffer {
  return Buffer.concat(
    parts.flatMap(part => (typeof part === 'string' ? Buffer.from(part) : (part?.bytes ?? []))),
  )
}
