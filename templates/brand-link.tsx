import { type Images, Picture, type SiteView, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import styles from './brand-link.css'
import wordMarkStyles from './brand-link.word-mark.css'

/** The brand's mark and name, as a link. A logo that is much wider than it is tall is a word mark: it contains the name. */
export function BrandLink(props: {
  readonly site: SiteView
  readonly images: Images
  readonly href: string
}): ReactElement {
  const { site, images, href } = props
  const { name } = site.brand
  const logo = site.theme.logo === undefined ? undefined : images[site.theme.logo]
  const isWordMark = logo !== undefined && logo.width >= 1.5 * logo.height
  useStyles(styles, isWordMark && wordMarkStyles)
  return (
    <a className="brand" href={href}>
      {logo !== undefined && <Picture image={logo} alt={isWordMark ? name : ''} sizes="200px" />}
      {!isWordMark && <span>{name}</span>}
    </a>
  )
}
