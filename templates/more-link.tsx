import { useStyles } from 'imprint/kit'
import type { ReactElement, ReactNode } from 'react'
import styles from './more-link.css'

/** The link below a list that shows only its first items. */
export function MoreLink(props: { readonly href: string; readonly children: ReactNode }): ReactElement {
  useStyles(styles)
  return (
    <p>
      <a className="alone more" href={props.href}>
        {props.children}
      </a>
    </p>
  )
}
