// HTML with holes. Each document is parsed once for all brands. Everything that differs between brands (tokens, links, images)
// becomes a hole, which `fillMarkup` fills for each brand.

import type { Origin, Outcome } from '../../diagnostics/index.ts'
import { escapeHtml } from '../../html/index.ts'
import type { Strings } from '../texts/strings.ts'
import { splitTokens, type TokenName, type TokenValues } from '../texts/tokens.ts'

/** HTML made from Markdown, with holes to be filled for each brand. Read by `site/`. */
export interface Markup {
  readonly parts: readonly (string | MarkupHole)[]
  readonly links: readonly MarkupReference[]
  readonly images: readonly MarkupReference[]
  readonly blocks: readonly WrittenBlock[]
}

/** A parsed document; the value is undefined if there are errors. */
export interface ParsedMarkdown extends Outcome<Markup | undefined> {
  /**
   * For a document with errors: its links, images and blocks, so that all its problems are reported at once. It has no HTML.
   */
  readonly broken?: Markup
}

export type MarkupHole =
  | { readonly kind: 'token'; readonly token: TokenName }
  | { readonly kind: 'link' | 'image' | 'block'; readonly index: number }
  /** A word or sentence that the author did not write: the title of an alert, the name of a table. */
  | { readonly kind: 'label'; readonly label: MarkupLabel }
  /** Keeps the ids of footnotes different from those of other documents on the page. */
  | { readonly kind: 'prefix' }

/** The words that Markdown itself needs in the site's language: `prose` in `strings.yaml`. */
export type MarkupLabels = Strings['prose']
export type MarkupLabel = keyof MarkupLabels

/**
 * Trusted HTML made from Markdown, cut at its images and blocks. These stay data until a template renders them, so that no text
 * can imitate one.
 */
export type MarkupHtml = readonly (string | MarkupImage | MarkupBlock)[]

/** A place for a component in `templates/blocks/`. */
export interface MarkupBlock {
  /** Name of the component's file. */
  readonly block: string
  readonly attributes: Readonly<Record<string, string>>
}

interface MarkupImage {
  /** Source path. */
  readonly image: string
  /** The other attributes of its `<img>`, as HTML: ` alt="A chart" loading="lazy"`. */
  readonly attributes: string
}

/** A block of the text, as written, with tokens. */
export interface WrittenBlock {
  readonly name: string
  readonly origin: Origin
  readonly attributes: readonly { readonly key: string; readonly value: string; readonly origin: Origin }[]
}

/** A link or an image of the text. */
export interface MarkupReference {
  /** As written, with tokens. */
  readonly url: string
  readonly origin: Origin
}

// Mark the start and end of a hole in an HTML string. No text contains these noncharacters: files and YAML with them are refused,
// and Markdown's character references cannot make them.
const holeStart = '\ufdd0'
const holeEnd = '\ufdd1'
// A link's hole includes the name of its element: a link without a target becomes a `<span>`.
const holePattern =
  /<a href="\ufdd0l(\d+)\ufdd1"|\ufdd0i(\d+)\ufdd1|\ufdd0t([A-Za-z0-9]+)\ufdd1|\ufdd0b(\d+)\ufdd1|\ufdd0n([A-Za-z]+)\ufdd1|\ufdd0(p)\ufdd1/g

// The text around the hole of an image. Quotes in attributes are always escaped, so no attribute looks like the end.
const imageStart = '<img src="'
const imageEnd = ' loading="lazy">'

/** The values for a document's holes, for one place on one brand's site. */
export interface MarkupFilling {
  readonly tokens: TokenValues
  readonly labels: MarkupLabels
  /** Final URLs in the order of `markup.links`; undefined for a link that gets no target. */
  readonly links: readonly (string | undefined)[]
  /** Source paths in the order of `markup.images`. */
  readonly images: readonly string[]
  /** The note for screen readers on a link that opens a new tab. Default: no link opens one. */
  readonly newTabNote?: (url: string) => string | undefined
  /** In the order of `markup.blocks`. */
  readonly blocks: readonly MarkupBlock[]
  /** Prefix for the ids of footnotes, different for each document on a page. */
  readonly idPrefix: string
}

/** Fills the holes of a document for one brand and cuts it at its blocks and images. */
export function fillMarkup(markup: Markup, filling: MarkupFilling): MarkupHtml {
  const { tokens, labels, links, images, blocks, idPrefix, newTabNote } = filling
  const html: (string | MarkupImage | MarkupBlock)[] = []
  let texts: string[] = []
  /** The image whose tag is still incomplete. */
  let image: string | undefined
  const takeText = (): string => {
    const text = texts.join('')
    texts = []
    return text
  }
  const write = (text: string): void => {
    const end = image === undefined ? -1 : text.indexOf(imageEnd)
    if (image === undefined || end === -1) {
      texts.push(text)
      return
    }
    const tagEnd = end + imageEnd.length
    texts.push(text.slice(0, tagEnd))
    html.push({ image, attributes: takeText().slice('"'.length, -'>'.length) })
    image = undefined
    texts.push(text.slice(tagEnd))
  }
  const endText = (): void => {
    const text = takeText()
    // Around a block there may be only line ends.
    if (/\S/.test(text)) html.push(text)
  }
  /** Written instead of the next `</a>`. */
  let linkEnd: string | undefined
  const withLinkEnd = (text: string): string => {
    const end = linkEnd
    if (end === undefined || !text.includes('</a>')) return text
    linkEnd = undefined
    return text.replace('</a>', () => end)
  }
  for (const part of markup.parts) {
    if (typeof part === 'string') write(withLinkEnd(part))
    else if (part.kind === 'token') texts.push(escapeHtml(tokens[part.token]))
    else if (part.kind === 'label') texts.push(escapeHtml(labels[part.label]))
    else if (part.kind === 'prefix') texts.push(idPrefix)
    else if (part.kind === 'block') {
      endText()
      html.push(blocks[part.index] as MarkupBlock)
    } else if (part.kind === 'link') {
      const url = links[part.index]
      const note = url === undefined ? undefined : newTabNote?.(url)
      texts.push(url === undefined ? '<span' : `<a href="${escapeHtml(url)}"`)
      if (note !== undefined) texts.push(' target="_blank" rel="noopener noreferrer"')
      const noted = note && `<span class="hidden"> ${escapeHtml(note)}</span></a>`
      linkEnd = url === undefined ? '</span>' : noted
    } else {
      html.push(takeText().slice(0, -imageStart.length))
      image = images[part.index] ?? ''
    }
  }
  endText()
  return html
}

/** Holes as they appear in an HTML string until `splitHoles` cuts it. */
export const writtenHole = {
  token: (name: TokenName): string => `${holeStart}t${name}${holeEnd}`,
  link: (index: number): string => `${holeStart}l${index}${holeEnd}`,
  image: (index: number): string => `${holeStart}i${index}${holeEnd}`,
  block: (index: number): string => `${holeStart}b${index}${holeEnd}`,
  label: (label: MarkupLabel): string => `${holeStart}n${label}${holeEnd}`,
  prefix: `${holeStart}p${holeEnd}`,
}

/** The text with a hole for each token. */
export function withHoles(text: string): string {
  return splitTokens(text)
    .map(part => (typeof part === 'string' ? part : writtenHole.token(part.token)))
    .join('')
}

/** Cuts HTML or text at its holes. The last part is always a string, even an empty one. */
export function splitHoles(html: string): (string | MarkupHole)[] {
  const parts: (string | MarkupHole)[] = []
  let end = 0
  for (const match of html.matchAll(holePattern)) {
    const [written, link, image, token, block, label, prefix] = match
    if (match.index > end) parts.push(html.slice(end, match.index))
    if (token !== undefined) parts.push({ kind: 'token', token: token as TokenName })
    else if (block !== undefined) parts.push({ kind: 'block', index: Number(block) })
    else if (label !== undefined) parts.push({ kind: 'label', label: label as MarkupLabel })
    else if (prefix !== undefined) parts.push({ kind: 'prefix' })
    else if (link !== undefined) parts.push({ kind: 'link', index: Number(link) })
    else parts.push({ kind: 'image', index: Number(image) })
    end = match.index + written.length
  }
  parts.push(html.slice(end))
  return parts
}
