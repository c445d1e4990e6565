// The text of a site's pages, prepared for comparison with other brands' text.

import { isPlaceholder } from '../brand/index.ts'
import type { MarkupHtml } from '../content/index.ts'
import { isHidden, type Page, type Site } from '../site/index.ts'
import { type PageText, sketchOf } from './near-duplicates.ts'
import { pageText } from './page-text.ts'

/**
 * Only for pages that search engines should list under their own addresses, and for no page of a site whose address is a
 * placeholder.
 */
export function pageTexts({ view, pages }: Pick<Site, 'view' | 'pages'>): readonly PageText[] {
  if (isHidden(view) || isPlaceholder(view.brand.siteUrl)) return []
  return pages.flatMap((page): readonly PageText[] => {
    const { route, head, source } = page
    if (head.canonical === undefined || head.canonicalOf !== undefined || source === undefined) return []
    const isOneText = page.kind === 'article' || page.kind === 'page' || page.kind === 'ccpa'
    if (isOneText) return [{ route, source }]
    const texts = textsOf(page)
    return texts.length === 0 ? [] : [{ route, source, sketch: sketchOf(texts.join(' ')) }]
  })
}

/** The strings of a page that consists of several; lists of articles have no text of their own. */
function textsOf(page: Page): readonly string[] {
  if (page.kind !== 'home' && page.kind !== 'faq') return []
  const faq = page.faq.flatMap(({ question, answerHtml }) => [question, ...visible(answerHtml)])
  if (page.kind === 'faq') return faq
  const { hero, advantages, steps, sections } = page
  return [
    ...[...hero.headings, hero.text, hero.note],
    ...[...advantages, ...steps].flatMap(({ title, description }) => [title, description]),
    ...faq,
    ...sections.flatMap(section => (typeof section === 'string' ? [] : visible(section))),
  ]
}

function visible(html: MarkupHtml): readonly string[] {
  return html.flatMap(part => (typeof part === 'string' ? pageText(part).text : []))
}
