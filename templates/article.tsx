import { OutsideBudget, type PageProps, Picture, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import besideStyles from './article.beside.css'
import coverStyles from './article.cover.css'
import styles from './article.css'
import tagStyles from './article.tags.css'
import { ArticleSources } from './article-sources.tsx'
import { BlogListSection } from './blog-list.tsx'
import { CallToAction } from './call-to-action.tsx'
import { Layout } from './layout.tsx'
import { Motif } from './motif.tsx'
import { PageHead } from './page-head.tsx'
import { Prose } from './prose.tsx'
import { TextWithAside } from './text-with-aside.tsx'

/** `/articles/<slug>/`: one article with its sections and key facts next to it, then all others. */
export default function ArticleTemplate(props: PageProps<'article'>): ReactElement {
  const { site, page, images } = props
  const { links, strings } = site
  const { article } = page
  const cover = article.image === undefined ? undefined : images[article.image]
  useStyles(
    styles,
    site.theme.heroLayout !== 'centered' && besideStyles,
    cover && coverStyles,
    article.tags.length > 0 && tagStyles,
  )
  return (
    <Layout {...props}>
      <article>
        <PageHead site={site} motif={cover === undefined && <Motif site={site} images={images} />}>
          <nav className="breadcrumb" aria-label={strings.article.breadcrumb}>
            <ol>
              <li>
                <a className="alone" href={links.home}>
                  {strings.article.home}
                </a>
              </li>
              {links.articles !== undefined && (
                <li>
                  <a className="alone" href={links.articles}>
                    {strings.articles.title}
                  </a>
                </li>
              )}
              <li aria-current="page">{article.title}</li>
            </ol>
          </nav>
          <h1>{article.title}</h1>
          <p className="lead">{article.description}</p>
          <p className="meta">
            <span>
              {strings.article.published} <time dateTime={article.date.iso}>{article.date.text}</time>
            </span>
            {article.updated !== undefined && (
              <span>
                {strings.article.updated} <time dateTime={article.updated.iso}>{article.updated.text}</time>
              </span>
            )}
            <span>
              {article.author === undefined
                ? strings.article.publisher
                : `${strings.article.author} ${article.author}`}
            </span>
            {article.reviewer !== undefined && (
              <span>
                {strings.article.reviewer} {article.reviewer}
              </span>
            )}
            <span>
              {article.minutes} {strings.article.minutes}
            </span>
          </p>
        </PageHead>
        <TextWithAside site={site} outline={article.outline}>
          {/* An image without alternative text in the front matter is only decorative. */}
          {cover !== undefined && <Picture className="cover" image={cover} alt="" first />}
          <OutsideBudget>
            {article.body.map((part, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, rendered once
              <Prose html={part.html} key={index} />
            ))}
          </OutsideBudget>
          {article.sources.length > 0 && <ArticleSources site={site} sources={article.sources} />}
          {article.tags.length > 0 && (
            <p className="meta tags">
              <span>{strings.article.tags}</span>
              {article.tags.map(({ label, href }) => (
                <a href={href} key={href}>
                  {label}
                </a>
              ))}
            </p>
          )}
          {article.lastBlock !== 'call-to-action' && <CallToAction site={site} />}
          <div className="cost-note">
            {strings.article.costNote.split('\n').map(line => (
              <p key={line}>{line}</p>
            ))}
          </div>
        </TextWithAside>
      </article>
      <BlogListSection site={site} blog={page.blog} />
    </Layout>
  )
}
