import { type SiteView, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import styles from './cost-line.css'

/** The cost of a loan in one line, next to every button that leads to the form. */
export function CostLine({ site }: { readonly site: SiteView }): ReactElement {
  useStyles(styles)
  return <p className="note cost-line">{site.strings.costExample.line}</p>
}
