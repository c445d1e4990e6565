import type { AssetUrls, SiteView } from 'imprint/kit'
import type { ReactElement } from 'react'

/** The brand's logo, or its name where it has none, as a link. */
export function BrandLink(props: {
  readonly site: SiteView
  readonly assets: AssetUrls
  readonly href: string
}): ReactElement {
  const { site, assets, href } = props
  const { logo } = site.theme
  return (
    <a className="brand" href={href}>
      {/* Lazy, like every image: React would emit a preload for an eager one, ahead of the text. */}
      {logo === undefined ? (
        site.brand.name
      ) : (
        <img src={assets[logo]} alt={site.brand.name} height={40} loading="lazy" />
      )}
    </a>
  )
}
