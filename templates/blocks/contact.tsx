import { usePage, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import { ContactBlock } from '../contact-block.tsx'
import styles from './block.css'

/** `::contact`: how to reach the brand. */
export default function Contact(): ReactElement {
  useStyles(styles)
  return (
    <div className="block">
      <ContactBlock site={usePage().site} />
    </div>
  )
}
