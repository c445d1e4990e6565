import { type PageProps, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import { BlogListSection } from './blog-list.tsx'
import { CallToAction } from './call-to-action.tsx'
import { FaqList } from './faq-list.tsx'
import { Layout } from './layout.tsx'
import { MoreLink } from './more-link.tsx'
import columns from './split.css'

/** `/faq/`: every question, then the articles. */
export default function FaqTemplate(props: PageProps<'faq'>): ReactElement {
  const { site, page } = props
  const { strings } = site
  useStyles(columns)
  return (
    <Layout {...props}>
      <section id="faq" className="section" aria-labelledby="faq-title">
        <div className="wrap split">
          <div>
            <h1 id="faq-title">{strings.faq.title}</h1>
            <p className="lead">{strings.faq.intro}</p>
          </div>
          <FaqList site={site} entries={page.faq} level="h2" />
          <div>
            <CallToAction site={site} />
            <MoreLink href={site.links.contact}>{strings.faq.ask}</MoreLink>
          </div>
        </div>
      </section>
      <BlogListSection site={site} blog={page.blog} />
    </Layout>
  )
}
