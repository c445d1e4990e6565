// The articles of a site in order, and the lists of them.

import type { BrandConfig } from '../brand/index.ts'
import { articlesByTag, type ContentSet, type LoadedArticle } from '../content/index.ts'
import { compareText } from '../diagnostics/index.ts'
import { dateFormatter } from './format.ts'
import type { ArticleSummary, BlogList } from './model.ts'
import { basePathOf, routes } from './urls.ts'

export interface ArticleLists {
  /** Articles with the same date are sorted by slug. */
  readonly newestFirst: readonly LoadedArticle[]
  /** In the same order. */
  readonly summaries: readonly ArticleSummary[]
  /** The articles of each tag that has enough of them for a list, newest first; the tags are sorted. */
  readonly tagged: ReadonlyMap<string, readonly ArticleSummary[]>
  /** Number of articles in one list. */
  readonly pageSize: number
  /** Number of pages of the paginated list; 0 without articles. */
  readonly listPageCount: number
  /**
   * The list at the end of a page: the newest articles, except the one with the slug `current`. Pages with the same list get the
   * same object, so that it is rendered only once.
   */
  readonly blog: (current?: string) => BlogList
}

export function articleLists(
  { values }: BrandConfig,
  articles: ContentSet['articles'],
  fillTokens: (text: string) => string,
): ArticleLists {
  const { listLimit } = values.articles
  const basePath = basePathOf(values.siteUrl)
  const dateView = dateFormatter(values.locale)
  const newestFirst = [...articles].sort((a, b) => compareText(b.date, a.date) || compareText(a.slug, b.slug))
  const summaries = newestFirst.map(
    (article): ArticleSummary => ({
      slug: article.slug,
      title: fillTokens(article.title),
      description: fillTokens(article.description),
      date: dateView(article.date),
      tags: article.tags,
      icon: article.icon ?? iconOfTags(article.tags),
      href: `${basePath}${routes.article(article.slug)}#header`,
    }),
  )
  const listPageCount = Math.ceil(articles.length / listLimit)
  const more = listPageCount > 1 ? `${basePath}${routes.articleList(1)}` : undefined
  return {
    newestFirst,
    summaries,
    tagged: articlesByTag(summaries),
    pageSize: listLimit,
    listPageCount,
    blog: blogLists(summaries, listLimit, more),
  }
}

/** Icons by the words of tags. */
const iconsByWord: Readonly<Record<string, readonly string[]>> = {
  house: ['rent', 'housing', 'mortgage', 'home', 'landlord'],
  bill: ['bill', 'bills', 'utilities', 'fee', 'fees', 'cost', 'costs'],
  card: ['card', 'cards', 'credit', 'overdraft', 'score'],
  scale: ['comparison', 'compare', 'law', 'rights', 'rules', 'alternatives'],
  calendar: ['budget', 'budgeting', 'payday', 'repayment', 'planning', 'deadline'],
  lock: ['security', 'privacy', 'scams', 'fraud', 'safety'],
  wallet: ['borrowing', 'loan', 'loans', 'saving', 'savings', 'income', 'money'],
  clock: ['time', 'speed', 'funding', 'emergency'],
}

/** The icon of the first word that has one; otherwise a page with writing. */
function iconOfTags(tags: readonly string[]): string {
  const words = tags.flatMap(tag => tag.split('-'))
  const icons = words.map(word => Object.keys(iconsByWord).find(icon => iconsByWord[icon]?.includes(word)))
  return icons.find(icon => icon !== undefined) ?? 'page'
}

/** @param more Link to the list of all articles, if there is one. */
function blogLists(
  summaries: readonly ArticleSummary[],
  limit: number,
  more: string | undefined,
): ArticleLists['blog'] {
  const newest = new Set(summaries.slice(0, limit).map(summary => summary.slug))
  const listWithout = (slug: string | undefined, others: number): BlogList => {
    // Only as many are considered as are shown: n articles with n - 1 others each would otherwise be n² work.
    const items = summaries
      .slice(0, limit + 1)
      .filter(summary => summary.slug !== slug)
      .slice(0, limit)
    return { items, ...(others > limit && more !== undefined && { more }) }
  }
  const onPages = listWithout(undefined, summaries.length)
  const onOlderArticles = listWithout(undefined, summaries.length - 1)
  return current => {
    if (current === undefined) return onPages
    return newest.has(current) ? listWithout(current, summaries.length - 1) : onOlderArticles
  }
}
