import type { PageProps } from 'imprint/kit'
import type { ReactElement } from 'react'
import { Layout } from './layout.tsx'
import { PrivacyControl } from './privacy-control.tsx'
import { Prose } from './prose.tsx'

/** `/ccpa.html`: how to ask that personal information is not sold or shared. */
export default function CcpaTemplate(props: PageProps<'ccpa'>): ReactElement {
  const { site, page } = props
  return (
    <Layout {...props}>
      <div className="section">
        <div className="wrap column">
          <h1>{page.title}</h1>
          <p className="lead">{page.description}</p>
          <PrivacyControl site={site} />
          <Prose html={page.bodyHtml} />
        </div>
      </div>
    </Layout>
  )
}
