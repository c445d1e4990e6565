// Information that helps before reading: the sections of an article or page, and its reading time.

import type { Markup, MarkupHtml } from '../content/index.ts'
import { rememberedWeakly } from '../files/index.ts'
import { decodeReferences, readHtml } from '../html/index.ts'
import type { OutlineEntry } from './model.ts'

/** Words that people read in a minute (Brysbaert 2019: 238 for English non-fiction). */
const wordsPerMinute = 238

/** The sections of an article or page, by their headings. Empty for fewer than three, which need no list. */
export function outlineOf(body: MarkupHtml): readonly OutlineEntry[] {
  const html = textsOf(body)
  const entries: OutlineEntry[] = []
  let open: { readonly anchor: string; text: string } | undefined
  readHtml(html, {
    start(tag) {
      const anchor = tag.name === 'h2' ? tag.get('id') : undefined
      if (anchor !== undefined) open = { anchor, text: '' }
    },
    text(from, to) {
      if (open !== undefined) open.text += html.slice(from, to)
    },
    end(name) {
      if (name !== 'h2' || open === undefined) return
      entries.push({ ...open, text: decodeReferences(open.text) })
      open = undefined
    },
  })
  return entries.length < 3 ? [] : entries
}

/** Reading time in minutes, at least one. Brands share Markdown files, so the words of each are counted once. */
export const readingMinutes = rememberedWeakly((body: Markup): number => {
  const html = textsOf(body.parts)
  let words = 0
  readHtml(html, {
    text(from, to) {
      words += html.slice(from, to).match(/\S+/g)?.length ?? 0
    },
  })
  return Math.max(1, Math.round(words / wordsPerMinute))
})

function textsOf(parts: readonly unknown[]): string {
  return parts.filter(part => typeof part === 'string').join(' ')
}
