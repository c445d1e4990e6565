import { type PageProps, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import { ArticleCards } from './article-cards.tsx'
import styles from './article-list.css'
import buttons from './buttons.css'
import quiet from './buttons.quiet.css'
import { Layout } from './layout.tsx'
import { PageHead } from './page-head.tsx'

/** One page of the list of all articles or of those with a tag, with links to the newer and older ones. */
export default function ArticleListTemplate(props: PageProps<'articleList'>): ReactElement {
  useStyles(buttons, quiet, styles)
  const { site, page } = props
  const { articles } = site.strings
  return (
    <Layout {...props}>
      <PageHead site={site}>
        <h1>{page.title}</h1>
      </PageHead>
      <div className="section">
        <div className="wrap">
          <ArticleCards firstNumber={page.firstNumber} site={site} articles={page.items} level="h2" />
          {page.pageCount > 1 && (
            <nav className="pagination" aria-label={articles.pagination}>
              {page.newer !== undefined && (
                <a className="button quiet" href={page.newer} rel="prev">
                  {articles.newer}
                </a>
              )}
              <p>
                {articles.page} {page.pageNumber} / {page.pageCount}
              </p>
              {page.older !== undefined && (
                <a className="button quiet" href={page.older} rel="next">
                  {articles.older}
                </a>
              )}
            </nav>
          )}
        </div>
      </div>
    </Layout>
  )
}
