import { type PageProps, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import { BlogListSection } from './blog-list.tsx'
import { CallToAction } from './call-to-action.tsx'
import styles from './faq.css'
import centered from './faq.look-centered.css'
import { FaqList } from './faq-list.tsx'
import { Layout } from './layout.tsx'
import { MoreLink } from './more-link.tsx'
import { Motif } from './motif.tsx'
import { PageHead } from './page-head.tsx'

/** `/faq/`: every question, then the articles. */
export default function FaqTemplate(props: PageProps<'faq'>): ReactElement {
  const { site, page, images } = props
  const { strings } = site
  useStyles(styles, site.theme.heroLayout === 'centered' && centered)
  return (
    <Layout {...props}>
      <section id="faq" aria-labelledby="faq-title">
        <PageHead site={site} motif={<Motif site={site} images={images} />}>
          <h1 id="faq-title">{strings.faq.title}</h1>
          <p className="lead">{strings.faq.intro}</p>
        </PageHead>
        <div className="section">
          <div className="wrap aside">
            <FaqList
              site={site}
              entries={page.faq}
              level={page.faq.some(({ group }) => group !== undefined) ? 'h3' : 'h2'}
            />
            <div>
              <CallToAction site={site} />
              <MoreLink href={site.links.contact}>{strings.faq.ask}</MoreLink>
            </div>
          </div>
        </div>
      </section>
      <BlogListSection site={site} blog={page.blog} />
    </Layout>
  )
}
