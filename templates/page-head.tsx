import { type SiteView, useStyles } from 'imprint/kit'
import type { ReactElement, ReactNode } from 'react'
import styles from './page-head.css'
import banner from './page-head.look-banner.css'
import centered from './page-head.look-centered.css'
import split from './page-head.look-split.css'
import splitMotif from './page-head.split-motif.css'

const looks: Record<SiteView['theme']['heroLayout'], string> = {
  banner,
  centered,
  form: split,
  split,
}

/** The top of every page but the home page: its title and description on the theme's background. */
export function PageHead(props: {
  readonly site: SiteView
  /** The heading, the lead, and anything else at the top. */
  readonly children: ReactNode
  readonly motif?: ReactNode
}): ReactElement {
  const look = looks[props.site.theme.heroLayout]
  useStyles(styles, look, look === split && Boolean(props.motif) && splitMotif)
  return (
    <div className="page-head">
      <div className="wrap">
        <div>{props.children}</div>
        {props.motif}
      </div>
    </div>
  )
}
