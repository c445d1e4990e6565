import { type SiteView, useStyles } from 'imprint/kit'
import type { ReactElement, ReactNode } from 'react'
import onAccent from './on-accent.css'
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
  /** Whether the heading is in the theme's red, which is not legible on the accent colour. */
  readonly isError?: boolean
}): ReactElement {
  const look = looks[props.site.theme.heroLayout]
  const isOnAccent = look === banner && !props.isError
  useStyles(isOnAccent && onAccent, styles, look, look === split && Boolean(props.motif) && splitMotif)
  return (
    <div className={isOnAccent ? 'page-head on-accent' : 'page-head'}>
      <div className="wrap">
        <div>{props.children}</div>
        {props.motif}
      </div>
    </div>
  )
}
