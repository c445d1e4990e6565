import { cachedPart, type Images, type Page, type SiteView, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import { BrandLink } from './brand-link.tsx'
import { DisclosureTip } from './disclosure-tip.tsx'
import brandAndDisclosure from './header.brand-disclosure.css'
import centered from './header.centered.css'
import styles from './header.css'
import disclosure from './header.disclosure.css'
import solid from './header.solid.css'
import { NavigationLink } from './navigation-link.tsx'
import onAccent from './on-accent.css'
import { PhoneMenu } from './phone-menu.tsx'

/** The styles of each layout. `bar` uses only those of the header itself. */
const layouts: Partial<Record<SiteView['theme']['headerLayout'], string>> = { centered, solid }
const onSmallScreens: Partial<Record<SiteView['theme']['headerMobile'], string>> = {
  disclosure,
  'brand+disclosure': brandAndDisclosure,
}

interface Props {
  readonly site: SiteView
  readonly images: Images
}

/**
 * The brand, the navigation, the Advertiser Disclosure and the link to the form. On small screens only the disclosure remains
 * or, depending on the theme, also the brand, or the brand and a menu. The footer contains all of the links.
 */
export function Header({ site, page, images }: Props & { readonly page: Page }): ReactElement {
  const { theme } = site
  const isSolid = theme.headerLayout === 'solid'
  useStyles(styles, isSolid && onAccent, layouts[theme.headerLayout], onSmallScreens[theme.headerMobile])
  return (
    <header id="header" className={isSolid ? 'header on-accent' : 'header'} data-layout={theme.headerLayout}>
      <div className="wrap">
        <HeaderLine site={site} images={images} />
        {theme.headerMobile === 'menu' && <PhoneMenu site={site} page={page} />}
      </div>
    </header>
  )
}

const HeaderLine = cachedPart(function HeaderLine({ site, images }: Props): ReactElement {
  const { links, strings } = site
  return (
    <>
      <BrandLink site={site} images={images} href={links.home} />
      <nav aria-label={strings.navigation.label}>
        <ul>
          {site.navigation.header.map(link => (
            <li className="wide" key={link.label}>
              <NavigationLink site={site} link={link} className="plain" />
            </li>
          ))}
          <li>
            <DisclosureTip site={site} />
          </li>
          <li className="wide">
            <a className="button" href={links.form}>
              {strings.header.getLoan}
            </a>
          </li>
        </ul>
      </nav>
    </>
  )
})
