import { Markup, type MarkupHtml, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import blocks from './prose.blocks.css'
import styles from './prose.css'

/** Text made from Markdown. */
export function Prose(props: { readonly id?: string; readonly html: MarkupHtml }): ReactElement {
  const hasBlocks = props.html.some(
    part => typeof part === 'string' && /<(?:blockquote|code|pre)\b/.test(part),
  )
  useStyles(styles, hasBlocks && blocks)
  return <Markup className="prose" {...props} />
}
