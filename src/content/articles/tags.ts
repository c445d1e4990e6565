import { compareText, grouped } from '../../diagnostics/index.ts'

/** Articles from which on a tag has a list: fewer are found without. */
const enoughForList = 3

/** By tag, sorted, the articles of each that has a list, in their order. */
export function articlesByTag<Article extends { readonly tags: readonly string[] }>(
  articles: readonly Article[],
): ReadonlyMap<string, readonly Article[]> {
  const all = grouped(articles.flatMap(article => article.tags.map(tag => [tag, article] as const)))
  const lists = [...all].filter(([, { length }]) => length >= enoughForList)
  return new Map(lists.sort(([a], [b]) => compareText(a, b)))
}
