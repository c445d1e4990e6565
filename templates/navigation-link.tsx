import type { NavigationLink as Link, SiteView } from 'imprint/kit'
import type { ReactElement } from 'react'
import { ExternalLink } from './external-link.tsx'

/** A link in the header or footer. */
export function NavigationLink(props: {
  readonly site: SiteView
  readonly link: Link
  readonly className?: string
}): ReactElement {
  const { site, link, className } = props
  return link.isExternal ? (
    <ExternalLink site={site} href={link.href} className={className}>
      {link.label}
    </ExternalLink>
  ) : (
    <a className={className} href={link.href}>
      {link.label}
    </a>
  )
}
