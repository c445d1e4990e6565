import { useStyles } from 'imprint/kit'
import type { ReactElement, ReactNode } from 'react'
import styles from './column.css'

/** A text in a centred column, as a page or section of its own. */
export function Column({ children }: { readonly children: ReactNode }): ReactElement {
  useStyles(styles)
  return <div className="wrap column">{children}</div>
}
