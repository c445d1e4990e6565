import { useStyles } from 'imprint/kit'
import type { ReactElement, ReactNode } from 'react'
import styles from './column.css'

/** A text that has a page or a section to itself, in the middle. */
export function Column({ children }: { readonly children: ReactNode }): ReactElement {
  useStyles(styles)
  return <div className="wrap column">{children}</div>
}
