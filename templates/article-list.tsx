import { type PageProps, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import { ArticleCards } from './article-cards.tsx'
import styles from './article-list.css'
import buttons from './buttons.css'
import quiet from './buttons.quiet.css'
import { CallToAction } from './call-to-action.tsx'
import { Layout } from './layout.tsx'
import { PageHead } from './page-head.tsx'

/** One page of the list of all articles, or of those with one tag, with links to the newer and older pages. */
export default function ArticleListTemplate(props: PageProps<'articleList'>): ReactElement {
  useStyles(buttons, quiet, styles)
  const { site, page } = props
  const { articles } = site.strings
  return (
    <Layout {...props}>
      <PageHead site={site}>
        <h1>{page.title}</h1>
        {page.tags.length > 0 && (
          <nav className="meta list-tags" aria-label={articles.tagged}>
            {page.tag !== undefined && site.links.articles !== undefined && (
              <a href={site.links.articles}>{articles.all}</a>
            )}
            {page.tags.map(({ label, href }) => (
              <a href={href} aria-current={label === page.tag ? 'page' : undefined} key={href}>
                {label}
              </a>
            ))}
          </nav>
        )}
      </PageHead>
      <div className="section">
        <div className="wrap">
          <section aria-label={page.title}>
            <ArticleCards firstNumber={page.firstNumber} site={site} articles={page.items} level="h2" />
          </section>
          {page.pageCount > 1 && (
            <nav className="pagination" aria-label={articles.pagination}>
              {page.newer !== undefined && (
                <a className="button quiet" href={page.newer} rel="prev">
                  {articles.newer}
                </a>
              )}
              <ol>
                {page.pages.map(({ number, href }, index) => (
                  <li key={number}>
                    {number > (page.pages[index - 1]?.number ?? 0) + 1 && <span aria-hidden="true">… </span>}
                    <a href={href} aria-current={number === page.pageNumber ? 'page' : undefined}>
                      <span className="hidden">{articles.page} </span>
                      {number}
                    </a>
                  </li>
                ))}
              </ol>
              {page.older !== undefined && (
                <a className="button quiet" href={page.older} rel="next">
                  {articles.older}
                </a>
              )}
            </nav>
          )}
          <CallToAction site={site} />
        </div>
      </div>
    </Layout>
  )
}
