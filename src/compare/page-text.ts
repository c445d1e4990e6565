// The words of a page as a reader sees them: the text between blocks, with alternative texts; and the data for search engines.

import { decodeReferences, readHtml, type StartTag } from '../html/index.ts'

export interface PageText {
  /** The text of each block, in order. */
  readonly text: readonly string[]
  /** Title, descriptions, social tags and structured data. */
  readonly meta: readonly string[]
}

const inline = new Set(
  'a abbr b bdi bdo cite code data dfn em i kbd mark q s small span strong sub sup time u var wbr svg path circle rect line polyline g use template'.split(
    ' ',
  ),
)

/** Reads HTML that Imprint wrote, or a part of it. */
export function pageText(html: string): PageText {
  const text: string[] = []
  const meta: string[] = []
  let block = ''
  let isTitle = false
  let isAfterInline = false
  const end = () => {
    const words = decodeReferences(block).replace(/\s+/g, ' ').trim()
    if (words !== '') (isTitle ? meta : text).push(words)
    block = ''
  }
  readHtml(html, {
    start(tag) {
      const { name } = tag
      if (name === 'template' && tag.skipContent()) return
      const alternative = name === 'img' ? tag.get('alt') : undefined
      if (alternative) block += ` [${alternative}] `
      if (name === 'meta' || name === 'link') meta.push(...metaOf(tag))
      // Pieces of text without a space between them, such as a number and a date, are still separate on the page.
      if (isAfterInline) block += ' '
      isAfterInline = false
      if (inline.has(name)) return
      end()
      isTitle = name === 'title'
    },
    end(name) {
      isAfterInline = inline.has(name)
      if (isAfterInline) return
      end()
      isTitle = false
    },
    text(from, to) {
      isAfterInline = false
      block += html.slice(from, to)
    },
    raw(tag, from, to) {
      if (tag.get('type') === 'application/ld+json') meta.push(...leaves(html.slice(from, to)))
    },
  })
  end()
  return { text, meta }
}

/** The data for search engines and social networks in an element of the head. */
function metaOf(tag: StartTag): string[] {
  if (tag.name === 'link') {
    const rel = tag.get('rel')
    return rel === 'canonical' || rel === 'alternate' ? [`link: ${tag.get('href') ?? ''}`] : []
  }
  const key = tag.get('name') ?? tag.get('property')
  return key === undefined || tag.has('http-equiv') ? [] : [`${key}: ${tag.get('content') ?? ''}`]
}

/** `{"a": {"b": ["c"]}}` → `a.b: c` */
function leaves(json: string): string[] {
  const texts: string[] = []
  const walk = (value: unknown, path: string): void => {
    if (Array.isArray(value)) for (const item of value) walk(item, path)
    else if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value)) walk(item, path === '' ? key : `${path}.${key}`)
    else texts.push(`${path}: ${value}`)
  }
  try {
    walk(JSON.parse(json), '')
  } catch {
    // Only a part of it differs, and only that part was read.
    texts.push(json.trim())
  }
  return texts
}

/**
 * The part in which two pages differ, extended to whole blocks, so that long pages with one changed sentence are read quickly.
 * Undefined if they are equal.
 */
export function changedPart(
  before: string,
  after: string,
): { readonly before: string; readonly after: string } | undefined {
  if (before === after) return undefined
  // Pages are long, and a project has thousands: comparing character codes takes an eighth of the time of `commonEnds`.
  let start = 0
  const shorter = Math.min(before.length, after.length)
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++
  let end = 0
  while (
    end < shorter - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  )
    end++
  const from = blockStart(before, start)
  const unchanged = Math.min(
    before.length - blockEnd(before, before.length - end),
    after.length - blockEnd(after, after.length - end),
  )
  return {
    before: before.slice(from, before.length - unchanged),
    after: after.slice(from, after.length - unchanged),
  }
}

/** Sticky: matches at `lastIndex`. */
const blockHere =
  /<\/?(?:p|h[1-6]|li|ul|ol|dl|dt|dd|div|section|article|main|header|footer|nav|table|tr|td|th|summary|details|blockquote|figure|title|meta|link|script|style|head|body|form|fieldset|label)\b/y

function blockStart(html: string, position: number): number {
  let at = html.lastIndexOf('<', position)
  while (at > 0 && !startsBlock(html, at)) at = html.lastIndexOf('<', at - 1)
  return Math.max(at, 0)
}

function startsBlock(html: string, at: number): boolean {
  blockHere.lastIndex = at
  return blockHere.test(html)
}

function blockEnd(html: string, position: number): number {
  let at = html.indexOf('<', position)
  // A script is read as a whole.
  while (at !== -1 && (!startsBlock(html, at) || /^<\/(?:script|style)/.test(html.slice(at, at + 8))))
    at = html.indexOf('<', at + 1)
  return at === -1 ? html.length : at
}
