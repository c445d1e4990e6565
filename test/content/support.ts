// Whole articles, for the tests of both halves.

import type { ArticleDetails } from '../../src/content/articles/article.ts'
import {
  fillMarkup,
  type Markup,
  type MarkupHtml,
  type MarkupLabels,
  parseArticleBody,
  parseFrontMatter,
} from '../../src/content/index.ts'
import type { MarkupFilling } from '../../src/content/markdown/markup.ts'
import { stringsSchema } from '../../src/content/texts/strings.ts'
import type { Outcome } from '../../src/diagnostics/index.ts'
import type { SourceFile } from '../../src/files/index.ts'

type Parsed = Omit<ReturnType<typeof parseFrontMatter>['value'], 'details'> & {
  readonly article?: ArticleDetails & { readonly body: Markup }
}

/** Parses the file of an article. The result has an article if neither half has an error. */
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

/** The words of Markdown itself, each replaced by its own name in parentheses. */
export const labels = Object.fromEntries(
  Object.keys(stringsSchema.shape.prose.shape).map(name => [name, `(${name})`]),
) as MarkupLabels

/** Fills the holes of a document that is alone on its page. */
export function fill(
  markup: Markup,
  tokens: MarkupFilling['tokens'],
  links: MarkupFilling['links'],
  images: readonly string[],
): MarkupHtml {
  const blocks = markup.blocks.map(({ name, attributes }) => ({
    block: name,
    attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, value])),
  }))
  return fillMarkup(markup, { tokens, labels, links, images, blocks, idPrefix: '' })
}
