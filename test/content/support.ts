// Articles whole, for tests of both halves.

import {
  type ArticleDetails,
  type Markup,
  parseArticleBody,
  parseFrontMatter,
} from '../../src/content/index.ts'
import type { Outcome } from '../../src/diagnostics/index.ts'
import type { SourceFile } from '../../src/files/index.ts'

type Parsed = Omit<ReturnType<typeof parseFrontMatter>['value'], 'details'> & {
  readonly article?: ArticleDetails & { readonly body: Markup }
}

/** Parses an article's file; there is an article where neither half has an error. */
export function parseArticle(source: SourceFile): Outcome<Parsed> {
  const front = parseFrontMatter(source)
  const body = parseArticleBody(source)
  const { details, ...file } = front.value
  const article = details && body.value && { ...details, body: body.value }
  return {
    value: { ...file, ...(article && { article }) },
    diagnostics: [...front.diagnostics, ...body.diagnostics],
  }
}
