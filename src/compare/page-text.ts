// The words of a page as a reader meets them: what stands between blocks, with alternative texts; and what search engines read.

import { decodeReferences } from '../html/index.ts'

export interface PageText {
  /** Texts of blocks, in their order. */
  readonly text: readonly string[]
  /** Title, descriptions, social tags and structured data. */
  readonly meta: readonly string[]
}

const token =
  /<!--[\s\S]*?-->|<(script|style|template)\b([^>]*)>([\s\S]*?)<\/\1>|<(\/?)([a-zA-Z][\w-]*)([^>]*)>|[^<]+/g

const inline = new Set(
  'a abbr b bdi bdo cite code data dfn em i kbd mark q s small span strong sub sup time u var wbr svg path circle rect line polyline g use'.split(
    ' ',
  ),
)

/** Reads HTML that Imprint wrote, or a part of it. Not for HTML of others: a `>` in an attribute would end its tag. */
export function pageText(html: string): PageText {
  const text: string[] = []
  const meta: string[] = []
  let block = ''
  let isTitle = false
  const end = () => {
    const words = decodeReferences(block).replace(/\s+/g, ' ').trim()
    if (words !== '') (isTitle ? meta : text).push(words)
    block = ''
  }
  for (const [whole, raw, rawAttributes = '', content = '', closing, name, attributes = ''] of html.matchAll(
    token,
  )) {
    if (raw !== undefined) {
      if (/ld\+json/.test(rawAttributes)) meta.push(...leaves(content))
    } else if (name !== undefined) {
      const tag = name.toLowerCase()
      const alternative = attribute(attributes, 'alt')
      if (tag === 'img' && alternative) block += ` [${alternative}] `
      if (tag === 'meta' && !/http-equiv/i.test(attributes)) {
        const key = attribute(attributes, 'name') ?? attribute(attributes, 'property')
        if (key !== undefined) meta.push(`${key}: ${attribute(attributes, 'content') ?? ''}`)
      }
      if (tag === 'link' && /rel="(?:canonical|alternate)"/.test(attributes))
        meta.push(`link: ${attribute(attributes, 'href') ?? ''}`)
      if (inline.has(tag)) continue
      end()
      isTitle = tag === 'title' && closing === ''
    } else if (!whole.startsWith('<!')) {
      block += whole
    }
  }
  end()
  return { text, meta }
}

/** `{"a": {"b": ["c"]}}` → `a.b: c` */
function leaves(json: string): string[] {
  const found: string[] = []
  const walk = (value: unknown, path: string): void => {
    if (Array.isArray(value)) for (const item of value) walk(item, path)
    else if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value)) walk(item, path === '' ? key : `${path}.${key}`)
    else found.push(`${path}: ${value}`)
  }
  try {
    walk(JSON.parse(json), '')
  } catch {
    // Only a part of it differs and was read.
    found.push(json.trim())
  }
  return found
}

function attribute(attributes: string, name: string): string | undefined {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1]
  return value === undefined ? undefined : decodeReferences(value)
}

/**
 * The part in which two pages differ, from the beginning of a block to the end of one, so that long pages with one changed
 * sentence are read quickly. Undefined where they are the same.
 */
export function changedPart(
  before: string,
  after: string,
): { readonly before: string; readonly after: string } | undefined {
  if (before === after) return undefined
  // Pages are long, and a house has thousands: comparing the codes of characters takes an eighth of the time of `commonEnds`.
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
  const kept = Math.min(
    before.length - blockEnd(before, before.length - end),
    after.length - blockEnd(after, after.length - end),
  )
  return { before: before.slice(from, before.length - kept), after: after.slice(from, after.length - kept) }
}

/** Sticky: matches where `lastIndex` is. */
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
