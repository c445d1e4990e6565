import { Markup, type MarkupHtml, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import alerts from './prose.alert.css'
import blocks from './prose.blocks.css'
import code from './prose.code.css'
import styles from './prose.css'
import documents from './prose.document.css'
import headings from './prose.headings.css'
import images from './prose.image.css'
import lists from './prose.lists.css'
import notes from './prose.notes.css'
import quotes from './prose.quote.css'
import alignedTables from './prose.table.aligned.css'
import tables from './prose.table.css'

/** Text rendered from Markdown. */
export function Prose(props: { readonly id?: string; readonly html: MarkupHtml }): ReactElement {
  const has = (pattern: RegExp) => props.html.some(part => typeof part === 'string' && pattern.test(part))
  const hasBlocks = props.html.some(part => typeof part !== 'string' && 'block' in part)
  useStyles(
    styles,
    hasBlocks && blocks,
    has(/<h[2-4]\b/) && headings,
    has(/<li\b/) && lists,
    has(/<blockquote>/) && quotes,
    has(/<(?:code|pre)\b/) && code,
    has(/ target="/) && documents,
    props.html.some(part => typeof part !== 'string' && 'image' in part) && images,
    has(/<table>/) && tables,
    has(/<t[hd] class="/) && alignedTables,
    has(/<div class="alert /) && alerts,
    has(/<(?:sup|input)\b/) && notes,
  )
  const text = <Markup className="prose" {...props} />
  return hasBlocks ? <div className="with-blocks">{text}</div> : text
}
