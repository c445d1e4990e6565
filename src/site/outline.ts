// What a reader wants to know of a text before reading it: its sections, and how long it takes.

import type { Markup, MarkupHtml } from '../content/index.ts'
import { rememberedWeakly } from '../files/index.ts'
import { decodeReferences } from '../html/index.ts'
import type { OutlineEntry } from './model.ts'

/** Words that people read in a minute (Brysbaert 2019: 238 of English non-fiction). */
const wordsPerMinute = 238

const section = /<h2 id="([^"]+)">(.*?)<\/h2>/gs
const tag = /<(?:[^">]|"[^"]*")*>/g

/** The sections of a text, by their headings. Empty for fewer than three: such a text needs no list of them. */
export function outlineOf(body: MarkupHtml): readonly OutlineEntry[] {
  const entries = [...textsOf(body).matchAll(section)].map(([, anchor = '', heading = '']) => ({
    anchor,
    text: decodeReferences(heading.replace(tag, '')),
  }))
  return entries.length < 3 ? [] : entries
}

/** Minutes that reading a text takes, at least one. Brands share texts: the words of each are counted once. */
export const readingMinutes = rememberedWeakly((body: Markup): number => {
  const words = textsOf(body.parts).replace(tag, ' ').match(/\S+/g)?.length ?? 0
  return Math.max(1, Math.round(words / wordsPerMinute))
})

function textsOf(parts: readonly unknown[]): string {
  return parts.filter(part => typeof part === 'string').join(' ')
}
