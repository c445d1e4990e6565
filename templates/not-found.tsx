import { type PageProps, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import { BlogListSection } from './blog-list.tsx'
import buttons from './buttons.css'
import { CallToAction } from './call-to-action.tsx'
import { Layout } from './layout.tsx'
import notice from './notice.css'
import { PageHead } from './page-head.tsx'

/** `/404.html`: the page that the host serves for an address that does not exist. */
export default function NotFoundTemplate(props: PageProps<'notFound'>): ReactElement {
  useStyles(buttons, notice)
  const { site, page } = props
  const { notFound } = site.strings
  return (
    <Layout {...props}>
      <PageHead site={site}>
        <h1>{notFound.title}</h1>
        <p className="lead">{notFound.text}</p>
        <a className="button large" href={site.links.home}>
          {notFound.home}
        </a>
      </PageHead>
      <div className="wrap">
        <CallToAction site={site} quiet />
      </div>
      <BlogListSection site={site} blog={page.blog} />
    </Layout>
  )
}
