import { type BlogList, cachedPart, type SiteView } from 'imprint/kit'
import type { ReactElement } from 'react'
import { ArticleCards } from './article-cards.tsx'
import { MoreLink } from './more-link.tsx'

/** The list of articles at the end of a page; nothing if there are no articles. */
export const BlogListSection = cachedPart(function BlogListSection(props: {
  readonly site: SiteView
  readonly blog: BlogList
}): ReactElement | null {
  const { site, blog } = props
  if (blog.items.length === 0) return null
  return (
    <section className="section tinted" aria-labelledby="blog-title">
      <div className="wrap">
        <h2 id="blog-title">{site.strings.articles.title}</h2>
        <ArticleCards site={site} articles={blog.items} level="h3" repeated />
        {blog.more !== undefined && <MoreLink href={blog.more}>{site.strings.articles.all}</MoreLink>}
      </div>
    </section>
  )
})
