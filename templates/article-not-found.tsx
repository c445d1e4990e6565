import { type PageProps, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import { BlogListSection } from './blog-list.tsx'
import buttons from './buttons.css'
import { CallToAction } from './call-to-action.tsx'
import { Layout } from './layout.tsx'
import notice from './notice.css'
import { PageHead } from './page-head.tsx'

/** `/articles/404.html`: the sentence for an unknown article, in Russian by default, and its translation. */
export default function ArticleNotFoundTemplate(props: PageProps<'articleNotFound'>): ReactElement {
  useStyles(buttons, notice)
  const { site, page } = props
  const { articleNotFound } = site.strings
  return (
    <Layout {...props}>
      <PageHead site={site} isError>
        <h1 className="danger" lang={articleNotFound.messageLanguage}>
          {articleNotFound.message}
        </h1>
        <p className="lead">
          {articleNotFound.message !== articleNotFound.title && (
            <>
              <strong>{articleNotFound.title}.</strong>{' '}
            </>
          )}
          {articleNotFound.text}
        </p>
        <a className="button large" href={site.links.home}>
          {articleNotFound.home}
        </a>
      </PageHead>
      <div className="wrap">
        <CallToAction site={site} quiet />
      </div>
      <BlogListSection site={site} blog={page.blog} />
    </Layout>
  )
}
