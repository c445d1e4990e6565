import { type SiteView, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import styles from './cost-card.css'
import figures from './cost-figures.css'

/** The representative cost example as a card: amount, fee, total to repay, APR. */
export function CostCard({ site }: { readonly site: SiteView }): ReactElement {
  const { costExample, strings } = site
  useStyles(figures, styles)
  const rows = [
    [strings.costExample.principal, costExample.principal],
    [strings.costExample.fee, costExample.fee],
    [strings.costExample.total, costExample.total],
    [strings.costExample.apr, costExample.apr],
  ]
  return (
    <div className="cost">
      <div className="cost-slip">
        <h2 className="cost-title">{strings.costExample.title}</h2>
        <dl>
          {rows.map(([label, figure]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{figure}</dd>
            </div>
          ))}
        </dl>
        <p className="note">{strings.costExample.note}</p>
      </div>
    </div>
  )
}
