import type { ArticleSummary, SiteView } from 'imprint/kit'
import type { ReactElement } from 'react'

/** Articles as numbered cards. The title is the link; the styles stretch it over the card. */
export function ArticleCards(props: {
  readonly site: SiteView
  readonly articles: readonly ArticleSummary[]
  /** Level of the titles' headings: one below that of the list's own heading. */
  readonly level: 'h2' | 'h3'
}): ReactElement {
  const { site, articles, level: Heading } = props
  return (
    <ol className="cards">
      {articles.map((article, index) => (
        <li className="card article-card" key={article.slug}>
          <p className="meta">
            <span className="number">{index + 1}</span>
            <time dateTime={article.date.iso}>{article.date.text}</time>
          </p>
          <Heading>
            <a href={article.href}>{article.title}</a>
          </Heading>
          <p>{article.description}</p>
          {/* For the eye only: the title is the link, and it says where it goes. */}
          <span className="read" aria-hidden="true">
            {site.strings.articles.read}
          </span>
        </li>
      ))}
    </ol>
  )
}
