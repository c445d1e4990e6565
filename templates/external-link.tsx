import type { SiteView } from 'imprint/kit'
import type { ReactElement } from 'react'

/** A link to another site that opens in a new tab, and says so to screen readers. */
export function ExternalLink(props: {
  readonly site: SiteView
  readonly href: string
  readonly className?: string | undefined
  readonly children: string
}): ReactElement {
  return (
    <a className={props.className} href={props.href} target="_blank" rel="noopener noreferrer">
      {props.children}
      <span className="hidden"> {props.site.strings.navigation.opensInNewTab}</span>
    </a>
  )
}
