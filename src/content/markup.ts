// HTML with holes. A text is parsed once for all brands: what differs between brands (tokens, links, images) becomes a
// hole that `fillMarkup` fills for each of them.

import type { Origin } from '../diagnostics/index.ts'
import { decodeReferences, escapeHtml } from '../html/index.ts'
import { splitTokens, type TokenName, type TokenValues } from './tokens.ts'

/** HTML made from Markdown, with holes for what each brand fills in. Read by `site/`. */
export interface Markup {
  readonly parts: readonly (string | MarkupHole)[]
  readonly links: readonly MarkupReference[]
  readonly images: readonly MarkupReference[]
  /** Fragments of the headings, in order: `how-much-it-costs`. */
  readonly anchors: readonly string[]
}

export type MarkupHole =
  | { readonly kind: 'token'; readonly token: TokenName }
  | { readonly kind: 'link' | 'image'; readonly index: number }
  | { readonly kind: 'directive'; readonly name: string }

/** A piece of a finished text: HTML, or the place of a directive (`::cost-calculator`) for a template to fill. */
export type MarkupPart = { readonly html: string } | { readonly directive: string }

/** A link or an image of the text. */
export interface MarkupReference {
  /** As written, tokens included. */
  readonly url: string
  readonly origin: Origin
}

// Around the index of a hole in the HTML string. Noncharacters: `decodeText` and Markdown's own entities let none in.
const holeStart = '\ufdd0'
const holeEnd = '\ufdd1'
// A link's hole takes the whole attribute: a link that leads nowhere becomes an `<a>` without one.
const holePattern =
  / href="\ufdd0l(\d+)\ufdd1"|\ufdd0i(\d+)\ufdd1|\ufdd0t([A-Za-z0-9]+)\ufdd1|\ufdd0d([a-z0-9-]+)\ufdd1/g

/**
 * A text for one brand, cut at its directives.
 * @param links Final URLs in the order of `markup.links`; undefined for a link that must not lead anywhere.
 * @param images Final URLs in the order of `markup.images`.
 */
export function fillMarkup(
  markup: Markup,
  tokens: TokenValues,
  links: readonly (string | undefined)[],
  images: readonly string[],
): readonly MarkupPart[] {
  const filled: MarkupPart[] = []
  let html = ''
  let blank = true
  const write = (text: string): void => {
    html += text
    // Of the piece alone: to look at all of `html` would copy it.
    blank &&= !/\S/.test(text)
  }
  const endPart = (): void => {
    if (!blank) filled.push({ html })
    html = ''
    blank = true
  }
  for (const part of markup.parts) {
    if (typeof part === 'string') write(part)
    else if (part.kind === 'token') write(escapeHtml(tokens[part.token]))
    else if (part.kind === 'directive') {
      endPart()
      filled.push({ directive: part.name })
    } else {
      const url = (part.kind === 'link' ? links : images)[part.index]
      if (part.kind === 'image') write(escapeHtml(url ?? ''))
      else if (url !== undefined) write(` href="${escapeHtml(url)}"`)
    }
  }
  endPart()
  return filled
}

/** The text alone, in one line, tokens filled in: for JSON-LD. */
export function fillPlainText(markup: Markup, tokens: TokenValues): string {
  const html = markup.parts.map(part => {
    if (typeof part === 'string') return part
    if (part.kind === 'token') return writtenHole.token(part.token)
    return part.kind === 'directive' ? writtenHole.directive(part.name) : ''
  })
  const text = decodeReferences(html.join('').replace(tag, ''))
  const pieces = splitHoles(collapseSpaces(text)).map(part => {
    if (typeof part === 'string') return part
    return part.kind === 'token' ? tokens[part.token] : ''
  })
  return pieces.join('')
}

/** Of our own HTML: attributes are always in double quotes, and no other character of a text is written as a reference. */
const tag = /<(?:[^">]|"[^"]*")*>/g

/** Stands in the HTML, as text or as the `src` of an image, until `splitHoles` cuts it there. */
export const writtenHole = {
  token: (name: TokenName): string => `${holeStart}t${name}${holeEnd}`,
  link: (index: number): string => `${holeStart}l${index}${holeEnd}`,
  image: (index: number): string => `${holeStart}i${index}${holeEnd}`,
  directive: (name: string): string => `${holeStart}d${name}${holeEnd}`,
}

/** The text with a hole for each token. */
export function withHoles(text: string): string {
  return splitTokens(text)
    .map(part => (typeof part === 'string' ? part : writtenHole.token(part.token)))
    .join('')
}

/** The text in one line. */
function collapseSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** HTML or text cut at its holes. */
export function splitHoles(html: string): (string | MarkupHole)[] {
  const parts: (string | MarkupHole)[] = []
  let end = 0
  for (const match of html.matchAll(holePattern)) {
    const [written, link, image, token, directive] = match
    if (match.index > end) parts.push(html.slice(end, match.index))
    if (token !== undefined) parts.push({ kind: 'token', token: token as TokenName })
    else if (directive !== undefined) parts.push({ kind: 'directive', name: directive })
    else if (link !== undefined) parts.push({ kind: 'link', index: Number(link) })
    else parts.push({ kind: 'image', index: Number(image) })
    end = match.index + written.length
  }
  parts.push(html.slice(end))
  return parts
}
