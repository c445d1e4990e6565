import { Markup, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import blocks from './prose.blocks.css'
import styles from './prose.css'

/** Text made from Markdown. */
export function Prose(props: { readonly id?: string; readonly html: string }): ReactElement {
  useStyles(styles, /<(?:blockquote|code|pre)\b/.test(props.html) && blocks)
  return <Markup className="prose" {...props} />
}
