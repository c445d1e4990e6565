import type { SiteView } from 'imprint/kit'
import type { ReactElement } from 'react'

/** A link to the provider that opens in a new tab, and says so to screen readers. */
export function ExternalLink(props: {
  readonly site: SiteView
  readonly href: string
  readonly children: string
}): ReactElement {
  return (
    <a href={props.href} target="_blank" rel="noopener noreferrer">
      {props.children}
      <span className="hidden"> {props.site.strings.navigation.opensInNewTab}</span>
    </a>
  )
}
