import { pageHead } from '../head.ts'
import type { ArticleSummary, PageBase } from '../model.ts'
import { routes } from '../urls.ts'
import type { PageKindRecord } from './page-kind.ts'

/** One page of the paginated list of all articles. */
export interface ArticleListPage extends PageBase {
  readonly kind: 'articleList'
  readonly items: readonly ArticleSummary[]
  /** Number of the first item among all articles, 1-based. */
  readonly firstNumber: number
  /** 1-based. */
  readonly pageNumber: number
  readonly pageCount: number
  readonly newer?: string
  readonly older?: string
}

export const articleList: PageKindRecord<ArticleListPage> = {
  kind: 'articleList',
  headerPaths: ['/articles/*'],
  pages({ view, articles: { summaries, pageSize, listPageCount } }) {
    const { strings, brand } = view
    const linkTo = (pageNumber: number) => `${brand.basePath}${routes.articleList(pageNumber)}`
    return Array.from({ length: listPageCount }, (_, index) => ({
      route: routes.articleList(index + 1),
      fill({ route }) {
        const pageNumber = index + 1
        const suffix = pageNumber === 1 ? '' : ` (${strings.articles.page} ${pageNumber})`
        return {
          head: pageHead(view, {
            title: `${strings.articles.metaTitle}${suffix}`,
            description: `${strings.articles.metaDescription}${suffix}`,
            route,
          }),
          items: summaries.slice(index * pageSize, pageNumber * pageSize),
          firstNumber: index * pageSize + 1,
          pageNumber,
          pageCount: listPageCount,
          ...(pageNumber > 1 && { newer: linkTo(pageNumber - 1) }),
          ...(pageNumber < listPageCount && { older: linkTo(pageNumber + 1) }),
        }
      },
    }))
  },
}
