// The contents of a rendered page: its text in order, with the place of each block and whether a visitor sees it; its links
// and images, and what it loads.

import { type Element, root } from './elements.ts'
import { type PageContents, PageReader } from './page-reader.ts'

export type { Block } from './elements.ts'
export type { PageContents } from './page-reader.ts'

/** HTML that belongs to one page, or that many pages share (compared by identity). */
export type PagePart = string | { readonly html: string }

/** The contents of the parts that pages share, by the elements around them. */
export type PartMemory = WeakMap<object, Map<string, PageContents>>

/**
 * Reads a page.
 * @param parts The rendered parts, with `null` at both ends of an article's own text.
 * @param memory Remembers the parts that pages share, so that each is read only once.
 */
export function contentsOf(
  parts: readonly (PagePart | null)[],
  memory: PartMemory = new WeakMap(),
): PageContents {
  const page = new PageReader(root)
  let own: PageReader | undefined
  for (const part of parts) {
    const reader = own ?? page
    if (typeof part === 'string') reader.read(part)
    else if (part !== null && reader.isSkipping) reader.read(part.html)
    else if (part !== null) reader.add(partContents(part, reader.around, memory))
    else if (own === undefined) own = new PageReader({ ...page.around, ownText: true })
    else {
      page.add(own.contents())
      own = undefined
    }
  }
  return page.contents()
}

function partContents(part: { readonly html: string }, around: Element, memory: PartMemory): PageContents {
  const { region, visible, closed, quoted, lang, inMain, inArticle } = around
  const key = `${region} ${visible} ${closed} ${quoted} ${lang} ${inMain} ${inArticle}`
  const known = memory.get(part) ?? new Map<string, PageContents>()
  memory.set(part, known)
  const found = known.get(key)
  if (found !== undefined) return found
  const reader = new PageReader({ ...around, name: 'div', ownText: false, shared: true })
  reader.read(part.html)
  const contents = reader.contents()
  known.set(key, contents)
  return contents
}
