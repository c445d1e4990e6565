import { Markup, type PageProps } from 'imprint/kit'
import type { ReactElement } from 'react'
import { BlogListSection } from './blog-list.tsx'
import { Layout } from './layout.tsx'

/** `/articles/<slug>/`: one article, then every other one. */
export function ArticleTemplate(props: PageProps<'article'>): ReactElement {
  const { site, page, assets } = props
  const { links, strings } = site
  const { article } = page
  return (
    <Layout {...props}>
      <div className="section">
        <div className="wrap column">
          <nav className="breadcrumb" aria-label={strings.article.breadcrumb}>
            <ol>
              <li>
                <a href={links.home}>{strings.article.home}</a>
              </li>
              {links.articles !== undefined && (
                <li>
                  <a href={links.articles}>{strings.articles.title}</a>
                </li>
              )}
              <li aria-current="page">{article.title}</li>
            </ol>
          </nav>
          <article>
            <h1>{article.title}</h1>
            <p className="meta">
              <span>
                {strings.article.published} <time dateTime={article.date.iso}>{article.date.text}</time>
              </span>
              {article.author !== undefined && (
                <span>
                  {strings.article.author} {article.author}
                </span>
              )}
            </p>
            <p className="lead">{article.description}</p>
            {/* No text for it in the front matter: it illustrates, the article says it all. */}
            {article.image !== undefined && (
              <img className="cover" src={assets[article.image]} alt="" loading="lazy" />
            )}
            {article.body.map((part, index) =>
              'html' in part ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, rendered once
                <Markup className="prose" html={part.html} key={index} />
              ) : null,
            )}
            <p className="cost-note">{strings.article.costNote}</p>
          </article>
        </div>
      </div>
      <BlogListSection site={site} blog={page.blog} />
    </Layout>
  )
}
