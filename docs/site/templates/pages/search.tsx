import { Island, type PageProps, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import { Layout } from '../layout.tsx'
import { Prose } from '../prose.tsx'
import styles from '../search.css'

/** The search of the manual. Its script is loaded as soon as the field has the focus. */
export default function Search(props: PageProps<'page'>): ReactElement {
  useStyles(styles)
  return (
    <Layout {...props}>
      <h1>{props.page.title}</h1>
      <Island name="search" className="search" intent="#query">
        <label htmlFor="query">A key, a command, a code such as link/unknown-page, or any words</label>
        <input id="query" type="search" autoComplete="off" spellCheck={false} />
        <p role="status" />
        <ol />
        <noscript>
          <Prose html={props.page.bodyHtml} />
        </noscript>
      </Island>
    </Layout>
  )
}
