import { type Images, Picture, type SiteView } from 'imprint/kit'
import type { ReactElement } from 'react'

/** The brand's logo, or its name where it has none, as a link. */
export function BrandLink(props: {
  readonly site: SiteView
  readonly images: Images
  readonly href: string
}): ReactElement {
  const { site, images, href } = props
  const logo = site.theme.logo === undefined ? undefined : images[site.theme.logo]
  return (
    <a className="brand" href={href}>
      {logo === undefined ? (
        site.brand.name
      ) : (
        <Picture className="logo" image={logo} alt={site.brand.name} sizes="200px" />
      )}
    </a>
  )
}
