import type { PageProps } from 'imprint/kit'
import type { ReactElement } from 'react'
import { Layout } from './layout.tsx'
import { Prose } from './prose.tsx'

export default function Privacy(props: PageProps<'ccpa'>): ReactElement {
  return (
    <Layout {...props}>
      <h1>{props.page.title}</h1>
      <p className="lead">{props.page.description}</p>
      <Prose html={props.page.bodyHtml} />
    </Layout>
  )
}
