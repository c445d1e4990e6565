import { type SiteNames, usePage, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import * as z from 'zod'
import { ArticleCards } from '../article-cards.tsx'
import styles from './block.css'

export const props = z.object({
  title: z.string().trim().min(1).optional().describe('Heading above the list'),
  tag: z.string().optional().describe('Show only articles with this tag'),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(50)
    .default(6)
    .describe('Maximum number of articles, newest first'),
})

export function check({ tag }: z.infer<typeof props>, { tags }: SiteNames) {
  if (tag === undefined || tags.includes(tag)) return []
  const message = `No article has the tag "${tag}", so nothing is shown here.`
  return [{ key: 'tag', message, known: { written: tag, names: tags } }]
}

/** `::articles{tag="rent"}`: the newest articles, except the article that contains the block. */
export default function Articles({ title, tag, limit }: z.infer<typeof props>): ReactElement | null {
  const { site, page } = usePage()
  useStyles(styles)
  const current = page.kind === 'article' ? page.article.slug : undefined
  const articles = (page.lists?.articles ?? [])
    .filter(({ slug, tags }) => slug !== current && (tag === undefined || tags.includes(tag)))
    .slice(0, limit)
  if (articles.length === 0) return null
  return (
    <section className="block">
      <h2>{title ?? site.strings.articles.title}</h2>
      <ArticleCards site={site} articles={articles} level="h3" />
    </section>
  )
}
