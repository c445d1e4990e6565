// The text of an article: what follows its front matter. Parsed by itself, because a site is planned without it, and
// without zod, so that a thread that parses texts is soon ready.

import type { Outcome } from '../diagnostics/index.ts'
import type { SourceFile } from '../files/index.ts'
import { cutFrontMatter, cutPlainly } from './front-matter.ts'
import { directiveNames, parseMarkdown, parseMarkdownFast } from './markdown.ts'
import type { MarkdownPlace } from './markdown-problems.ts'
import type { Markup } from './markup.ts'

/**
 * Parses the text of an article's file, whatever its front matter says. Where that has no end, there is no text; which is not
 * said here again. Plain data: it is kept on disk, and threads send what is good. Pure.
 */
export function parseArticleBody(source: SourceFile): Outcome<Markup | undefined> {
  const { value } = cutFrontMatter(source)
  return value === undefined ? { value, diagnostics: [] } : parseMarkdown(value.body, placeIn(source))
}

/** What `parseArticleBody` makes of the file, where that can be had without the packages that know every corner, and there is nothing to report. */
export function parseArticleBodyFast(source: SourceFile): Markup | undefined {
  const cut = cutPlainly(source.text)
  return cut && parseMarkdownFast(cut.body, placeIn(source))
}

function placeIn({ path: file }: SourceFile): MarkdownPlace {
  return { originAt: ({ line, column }) => ({ file, line, column }), directives: directiveNames }
}
