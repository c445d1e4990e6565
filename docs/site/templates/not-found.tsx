import type { PageProps } from 'imprint/kit'
import type { ReactElement } from 'react'
import { Layout } from './layout.tsx'

/** An address that does not exist. Every page contains the table of contents. */
export default function NotFound(props: PageProps<'notFound'> | PageProps<'articleNotFound'>): ReactElement {
  const { notFound } = props.site.strings
  return (
    <Layout {...props}>
      <h1>{notFound.title}</h1>
      <p className="lead">{notFound.text}</p>
      <p>
        <a href={props.site.links.home}>{notFound.home}</a>
      </p>
    </Layout>
  )
}
