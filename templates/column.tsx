import { useStyles } from 'imprint/kit'
import type { ReactElement, ReactNode } from 'react'
import styles from './column.css'

/** A text with its own page or section, centred. */
export function Column({ children }: { readonly children: ReactNode }): ReactElement {
  useStyles(styles)
  return <div className="wrap column">{children}</div>
}
