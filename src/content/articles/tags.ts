import { compareText, grouped } from '../../diagnostics/index.ts'

/** A tag with this many articles gets a list; fewer articles are easy to find without one. */
const enoughForList = 3

/** The articles of each tag that has a list. Tags are sorted; articles keep the given order. */
export function articlesByTag<Article extends { readonly tags: readonly string[] }>(
  articles: readonly Article[],
): ReadonlyMap<string, readonly Article[]> {
  const all = grouped(articles.flatMap(article => article.tags.map(tag => [tag, article] as const)))
  const lists = [...all].filter(([, { length }]) => length >= enoughForList)
  return new Map(lists.sort(([a], [b]) => compareText(a, b)))
}
