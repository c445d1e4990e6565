// What a rendered page says: its texts in order, each with its place and whether a visitor sees it; its links, its images, and what it
// loads.

import { type Element, root } from './elements.ts'
import { type PageContents, PageReader } from './page-reader.ts'

export type { Block } from './elements.ts'
export type { PageContents, Segment } from './page-reader.ts'

/** HTML that many pages share, by identity, or a page's own. */
export type PagePart = string | { readonly html: string }

/** What was found in HTML that is read more than once. */
export interface PartMemory {
  /** Of the parts that pages share, by what is around them. */
  readonly parts: WeakMap<object, Map<string, PageContents>>
  /** Of the texts of articles, which many brands publish word for word, by what is around them and their HTML. */
  readonly texts: Map<string, PageContents>
}

/** Texts of articles that are remembered at once. */
const mostTexts = 1000

/**
 * Reads a page.
 * @param parts As they are rendered: there is a `null` at both ends of an article's own text.
 */
export function contentsOf(
  parts: readonly (PagePart | null)[],
  memory: PartMemory = { parts: new WeakMap(), texts: new Map() },
): PageContents {
  const page = new PageReader(root)
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]
    if (part) readPart(page, part, memory)
    else if (part === null) {
      const end = parts.indexOf(null, at + 1)
      addText(page, parts.slice(at + 1, end === -1 ? undefined : end) as PagePart[], memory)
      at = end === -1 ? parts.length : end
    }
  }
  return page.contents()
}

function readPart(reader: PageReader, part: PagePart, memory: PartMemory): void {
  if (typeof part === 'string') reader.read(part)
  else if (reader.isSkipping) reader.read(part.html)
  else reader.add(partContents(part, reader.around, memory), true)
}

/** Adds the text of an article. */
function addText(page: PageReader, parts: readonly PagePart[], memory: PartMemory): void {
  const [only = ''] = parts
  const isShared = parts.length === 1 && typeof only === 'string'
  const key = `${keyOf(page.around)}\0${isShared ? only : ''}`
  let contents = isShared ? memory.texts.get(key) : undefined
  if (contents === undefined) {
    const reader = new PageReader({ ...page.around, ownText: true })
    for (const part of parts) readPart(reader, part, memory)
    contents = reader.contents()
    if (memory.texts.size >= mostTexts) memory.texts.clear()
    if (isShared) memory.texts.set(key, contents)
  }
  page.add(contents, isShared)
}

function partContents(part: { readonly html: string }, around: Element, memory: PartMemory): PageContents {
  const known = memory.parts.get(part) ?? new Map<string, PageContents>()
  memory.parts.set(part, known)
  const key = keyOf(around)
  const found = known.get(key)
  if (found !== undefined) return found
  const reader = new PageReader({ ...around, name: 'div', ownText: false })
  reader.read(part.html)
  const contents = reader.contents()
  known.set(key, contents)
  return contents
}

/** All that texts have of what is around them. */
const keyOf = ({ name, region, visible, closed, quoted, lang, inMain, inArticle }: Element): string =>
  `${name} ${region} ${visible} ${closed} ${quoted} ${lang} ${inMain} ${inArticle}`
