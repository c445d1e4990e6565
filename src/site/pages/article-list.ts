import { compareText } from '../../diagnostics/index.ts'
import { pageHead } from '../head.ts'
import type { ArticleSummary, PageBase, SiteView, TagView } from '../model.ts'
import { routes } from '../urls.ts'
import type { PageKindRecord } from './page-kind.ts'

/** One page of a paginated list of articles: all of them, or those with a tag. */
export interface ArticleListPage extends PageBase {
  readonly kind: 'articleList'
  readonly title: string
  readonly items: readonly ArticleSummary[]
  /** Number of the first item in the list, 1-based. */
  readonly firstNumber: number
  /** 1-based. */
  readonly pageNumber: number
  readonly pageCount: number
  readonly newer?: string
  readonly older?: string
  /** Links to the first page, the last and those around this one. */
  readonly pages: readonly { readonly number: number; readonly href: string }[]
  /** Lists of the most frequent tags, by name. */
  readonly tags: readonly TagView[]
  /** The tag of this list. */
  readonly tag?: string
}

/** Number of tags that a list links to; all others can be reached from their articles. */
const shownTags = 24

interface List {
  readonly title: string
  readonly metaTitle: string
  readonly metaDescription: string
  readonly articles: readonly ArticleSummary[]
  readonly routeOf: (pageNumber: number) => string
  /** The tag that all the articles have. */
  readonly tag?: string
}

export const articleList: PageKindRecord<ArticleListPage> = {
  kind: 'articleList',
  headerPaths: ['/articles/*'],
  pages({ view, articles: { summaries, pageSize, listPageCount, tagged } }) {
    const { strings, brand } = view
    const { title, metaTitle, metaDescription } = strings.articles
    const all: List = { title, metaTitle, metaDescription, articles: summaries, routeOf: routes.articleList }
    const ofTags = [...tagged].map(([tag, articles]): List => {
      const name = `${strings.articles.tagged} ${labelOf(view, tag)}`
      return {
        title: name,
        metaTitle: `${name} | ${brand.name}`,
        metaDescription: `${name}: ${metaDescription}`,
        articles,
        routeOf: pageNumber => routes.tagList(tag, pageNumber),
        tag: labelOf(view, tag),
      }
    })
    const tags = [...tagged]
      .sort(([tag, a], [other, b]) => b.length - a.length || compareText(tag, other))
      .slice(0, shownTags)
      .map(([tag]) => tagView(view, tag))
      .sort((a, b) => compareText(a.label, b.label))
    return [...(listPageCount > 0 ? [all] : []), ...ofTags].flatMap(list =>
      pagesOfList(list, Math.ceil(list.articles.length / pageSize), pageSize, tags, view),
    )
  },
}

function pagesOfList(
  { title, metaTitle, metaDescription, articles, routeOf, tag }: List,
  pageCount: number,
  pageSize: number,
  tags: readonly TagView[],
  view: SiteView,
): ReturnType<(typeof articleList)['pages']> {
  const linkTo = (pageNumber: number) => `${view.brand.basePath}${routeOf(pageNumber)}`
  return Array.from({ length: pageCount }, (_, index) => ({
    route: routeOf(index + 1),
    fill({ route }) {
      const pageNumber = index + 1
      const suffix = pageNumber === 1 ? '' : ` (${view.strings.articles.page} ${pageNumber})`
      return {
        head: pageHead(view, {
          title: `${metaTitle}${suffix}`,
          description: `${metaDescription}${suffix}`,
          route,
        }),
        title,
        items: articles.slice(index * pageSize, pageNumber * pageSize),
        firstNumber: index * pageSize + 1,
        pageNumber,
        pageCount,
        ...(pageNumber > 1 && { newer: linkTo(pageNumber - 1) }),
        ...(pageNumber < pageCount && { older: linkTo(pageNumber + 1) }),
        pages: numbersAround(pageNumber, pageCount).map(number => ({ number, href: linkTo(number) })),
        tags,
        ...(tag !== undefined && { tag }),
      }
    },
  }))
}

/** The first, the last, and three around a page. */
function numbersAround(pageNumber: number, pageCount: number): number[] {
  const near = [1, pageNumber - 1, pageNumber, pageNumber + 1, pageCount]
  return [...new Set(near.filter(number => number >= 1 && number <= pageCount))]
}

/** `credit-score` → `credit score`, unless `strings.yaml` has a name for it. */
function labelOf({ strings }: SiteView, tag: string): string {
  return strings.tags?.[tag] ?? tag.replaceAll('-', ' ')
}

/** Link to the list of a tag. */
export function tagView(view: SiteView, tag: string): TagView {
  return { label: labelOf(view, tag), href: `${view.brand.basePath}${routes.tagList(tag, 1)}` }
}
