// The text of an article: what follows its front matter.

import type { Outcome } from '../diagnostics/index.ts'
import type { SourceFile } from '../files/index.ts'
import { cutFrontMatter } from './front-matter.ts'
import { directiveNames, parseMarkdown } from './markdown.ts'
import type { MarkdownPlace } from './markdown-problems.ts'
import type { Markup } from './markup.ts'

/**
 * Parses the text of an article's file, whatever its front matter says. Where that has no end, there is no text; which is not
 * said here again. Plain data: it is kept on disk. Pure.
 */
export function parseArticleBody(source: SourceFile): Outcome<Markup | undefined> {
  const { value } = cutFrontMatter(source)
  return value === undefined ? { value, diagnostics: [] } : parseMarkdown(value.body, placeIn(source))
}

function placeIn({ path: file }: SourceFile): MarkdownPlace {
  return { originAt: ({ line, column }) => ({ file, line, column }), directives: directiveNames }
}
