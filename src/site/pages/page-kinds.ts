// All kinds of pages. A new kind is a file in this folder and a line in the list.

import { article } from './article.ts'
import { articleList } from './article-list.ts'
import { articleNotFound } from './article-not-found.ts'
import { ccpa } from './ccpa.ts'
import { faq } from './faq.ts'
import { home } from './home.ts'
import { notFound } from './not-found.ts'
import { page } from './page.ts'
import type { PageKindRecord } from './page-kind.ts'

/** In the order in which a site's pages are rendered. */
export const pageKinds = [home, faq, article, articleList, page, ccpa, notFound, articleNotFound] as const

/** The name of a kind's template in `templates/`: `articleList` → `article-list`. */
export function templateName(kind: string): string {
  return kind.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
}

type PageOfRecord<Record> = Record extends PageKindRecord<infer Kind> ? Kind : never

/** A page of any kind. */
export type Page = PageOfRecord<(typeof pageKinds)[number]>

export type PageKind = Page['kind']

/** A page of one kind: `PageOf<'home'>`. */
export type PageOf<Kind extends PageKind> = Extract<Page, { readonly kind: Kind }>
