import { type SiteView, useStyles } from 'imprint/kit'
import type { ReactElement, ReactNode } from 'react'
import styles from './column.css'
import leading from './column.leading.css'

/** A text that has a page or a section to itself: below its title, in the middle where titles are. */
export function Column(props: { readonly site: SiteView; readonly children: ReactNode }): ReactElement {
  useStyles(styles, props.site.theme.heroLayout !== 'centered' && leading)
  return <div className="wrap column">{props.children}</div>
}
