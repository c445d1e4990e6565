import { Markup, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import styles from './prose.css'

/** Text made from Markdown. */
export function Prose(props: { readonly id?: string; readonly html: string }): ReactElement {
  useStyles(styles)
  return <Markup className="prose" {...props} />
}
