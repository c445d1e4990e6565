// HTML with holes. A text is parsed once for all brands. What differs between brands (tokens, links, images) becomes a
// hole, which `fillMarkup` fills for each brand.

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

/** A piece of a text with its holes filled: HTML, or a directive (`::cost-calculator`) for a template to render. */
export type MarkupPart = { readonly html: string } | { readonly directive: string }

/** A link or an image of the text. */
export interface MarkupReference {
  /** As written, with tokens. */
  readonly url: string
  readonly origin: Origin
}

// They stand around a hole in an HTML string. No text contains these noncharacters: `decodeText` rejects them, and
// Markdown's character references cannot make them.
const holeStart = '\ufdd0'
const holeEnd = '\ufdd1'
// A link's hole is the whole attribute: a link without a target becomes an `<a>` without `href`.
const holePattern =
  / href="\ufdd0l(\d+)\ufdd1"|\ufdd0i(\d+)\ufdd1|\ufdd0t([A-Za-z0-9]+)\ufdd1|\ufdd0d([a-z0-9-]+)\ufdd1/g

/**
 * Fills the holes of a text for one brand and cuts it at its directives.
 * @param links Final URLs in the order of `markup.links`; undefined for a link that gets no target.
 * @param images Final URLs in the order of `markup.images`.
 */
export function fillMarkup(
  markup: Markup,
  tokens: TokenValues,
  links: readonly (string | undefined)[],
  images: readonly string[],
): readonly MarkupPart[] {
  const filled: MarkupPart[] = []
  let html: string[] = []
  const endPart = (): void => {
    const text = html.join('')
    if (/\S/.test(text)) filled.push({ html: text })
    html = []
  }
  for (const part of markup.parts) {
    if (typeof part === 'string') html.push(part)
    else if (part.kind === 'token') html.push(escapeHtml(tokens[part.token]))
    else if (part.kind === 'directive') {
      endPart()
      filled.push({ directive: part.name })
    } else if (part.kind === 'image') html.push(escapeHtml(images[part.index] ?? ''))
    else {
      const url = links[part.index]
      if (url !== undefined) html.push(` href="${escapeHtml(url)}"`)
    }
  }
  endPart()
  return filled
}

/** The text in one line, without markup, with its tokens filled: for JSON-LD. */
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

/** A tag in the HTML of a markup: attributes are always in double quotes. */
const tag = /<(?:[^">]|"[^"]*")*>/g

/** Holes as they stand in an HTML string until `splitHoles` cuts it. */
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

/** Cuts HTML or text at its holes. The last part is always a string, even an empty one. */
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
