import { type SiteView, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import buttons from './buttons.css'
import quietButtons from './buttons.quiet.css'
import styles from './call-to-action.css'
import centered from './call-to-action.look-centered.css'
import { CostLine } from './cost-line.tsx'

/**
 * The link to the form, and the cost of a loan.
 * @param props.quiet For pages whose own button comes first.
 */
export function CallToAction({
  site,
  quiet = false,
}: {
  readonly site: SiteView
  readonly quiet?: boolean
}): ReactElement {
  useStyles(buttons, quiet && quietButtons, styles, site.theme.heroLayout === 'centered' && centered)
  return (
    <div className="call">
      <a className={quiet ? 'button large quiet' : 'button large'} href={site.links.form}>
        {site.strings.header.getLoan}
      </a>
      <CostLine site={site} />
    </div>
  )
}
