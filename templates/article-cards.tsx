import type { ArticleSummary, SiteView } from 'imprint/kit'
import type { ReactElement } from 'react'

/** Articles as numbered cards. The title is the link; the styles stretch it over the card. */
export function ArticleCards(props: {
  readonly site: SiteView
  readonly articles: readonly ArticleSummary[]
  /** Number of the first card, where a list goes on over several pages; default 1. */
  readonly firstNumber?: number
  /** Level of the titles' headings: one below that of the list's own heading. */
  readonly level: 'h2' | 'h3'
}): ReactElement {
  const { site, articles, firstNumber = 1, level: Heading } = props
  return (
    <ol className="cards" start={firstNumber}>
      {articles.map((article, index) => (
        <li className="card article-card" key={article.slug}>
          <p className="meta">
            <span className="number">{firstNumber + index}</span>
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
