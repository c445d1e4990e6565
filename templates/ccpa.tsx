import type { PageProps } from 'imprint/kit'
import type { ReactElement } from 'react'
import { Layout } from './layout.tsx'
import { PageHead } from './page-head.tsx'
import { PrivacyControl } from './privacy-control.tsx'
import { Prose } from './prose.tsx'

/** `/ccpa.html`: how to ask that personal information is not sold or shared. */
export default function CcpaTemplate(props: PageProps<'ccpa'>): ReactElement {
  const { site, page } = props
  return (
    <Layout {...props}>
      <PageHead site={site}>
        <h1>{page.title}</h1>
        <p className="lead">{page.description}</p>
      </PageHead>
      <div className="section">
        <div className="wrap column">
          <PrivacyControl site={site} />
          <Prose html={page.bodyHtml} />
        </div>
      </div>
    </Layout>
  )
}
