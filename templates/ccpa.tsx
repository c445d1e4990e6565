import { type PageProps, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import styles from './ccpa.beside.css'
import { Column } from './column.tsx'
import { Layout } from './layout.tsx'
import { PageHead } from './page-head.tsx'
import { PrivacyControl } from './privacy-control.tsx'
import { Prose } from './prose.tsx'

/** `/ccpa.html`: how to ask that personal information is not sold or shared. */
export default function CcpaTemplate(props: PageProps<'ccpa'>): ReactElement {
  const { site, page } = props
  const isCentered = site.theme.heroLayout === 'centered'
  useStyles(!isCentered && styles)
  const content = (
    <>
      <PrivacyControl site={site} />
      <Prose html={page.bodyHtml} />
    </>
  )
  return (
    <Layout {...props}>
      <PageHead site={site}>
        <h1>{page.title}</h1>
        <p className="lead">{page.description}</p>
      </PageHead>
      <div className="section">
        {isCentered ? <Column>{content}</Column> : <div className="wrap policy">{content}</div>}
      </div>
    </Layout>
  )
}
