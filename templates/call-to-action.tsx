import { type SiteView, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import buttons from './buttons.css'
import styles from './call-to-action.css'
import { CostLine } from './cost-line.tsx'

/** The link to the form, and the cost of a loan. */
export function CallToAction({ site }: { readonly site: SiteView }): ReactElement {
  useStyles(buttons, styles)
  return (
    <div className="call">
      <a className="button large" href={site.links.form}>
        {site.strings.header.getLoan}
      </a>
      <CostLine site={site} />
    </div>
  )
}
