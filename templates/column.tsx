import { useStyles } from 'imprint/kit'
import type { ReactElement, ReactNode } from 'react'
import styles from './column.css'

/** Text in a centred column, as a whole page or a section. */
export function Column({ children }: { readonly children: ReactNode }): ReactElement {
  useStyles(styles)
  return <div className="wrap column">{children}</div>
}
