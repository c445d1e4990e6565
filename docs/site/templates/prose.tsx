import { Markup, type MarkupHtml, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import styles from './prose.css'

/** Text made from Markdown. A manual has code and tables on nearly every page, so their styles are in one sheet. */
export function Prose({ html }: { readonly html: MarkupHtml }): ReactElement {
  useStyles(styles)
  return <Markup className="prose" html={html} />
}
