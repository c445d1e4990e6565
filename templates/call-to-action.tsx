import { type SiteView, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import buttons from './buttons.css'
import styles from './call-to-action.css'
import centered from './call-to-action.look-centered.css'
import { CostLine } from './cost-line.tsx'

/** The link to the form, and the cost of a loan. */
export function CallToAction({ site }: { readonly site: SiteView }): ReactElement {
  useStyles(buttons, styles, site.theme.heroLayout === 'centered' && centered)
  return (
    <div className="call">
      <a className="button large" href={site.links.form}>
        {site.strings.header.getLoan}
      </a>
      <CostLine site={site} />
    </div>
  )
}
