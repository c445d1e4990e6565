import {
  type AssetUrls,
  Document,
  type Images,
  Island,
  type Page,
  type SiteView,
  useStyles,
} from 'imprint/kit'
import type { ReactElement, ReactNode } from 'react'
import { BrandLink } from './brand-link.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Languages } from './languages.tsx'
import centered from './layout.look-centered.css'
import phones from './layout.phones.css'
import { optOutKey } from './privacy-choice.ts'

/** The document, skip link, header, main area and footer around the content of every page. */
export function Layout(props: {
  readonly site: SiteView
  readonly page: Page
  readonly assets: AssetUrls
  readonly images: Images
  /** Content of `<main>`. */
  readonly children: ReactNode
}): ReactElement {
  const { site, page, assets, images, children } = props
  useStyles(site.theme.heroLayout === 'centered' && centered, site.brand.phones !== undefined && phones)
  return (
    <Document site={site} head={page.head} images={images}>
      <a className="skip" href="#main">
        {site.strings.navigation.skipToContent}
      </a>
      <Languages site={site} page={page} top />
      <Header site={site} page={page} images={images} />
      <main id="main">
        {site.theme.headerMobile === 'disclosure' && (
          <div className="brand-line">
            <BrandLink site={site} images={images} href={site.links.home} />
          </div>
        )}
        {children}
      </main>
      <Footer site={site} page={page} assets={assets} images={images} />
      {/* Measures nothing for visitors who opted out. */}
      {site.analytics !== undefined && page.kind !== 'ccpa' && (
        <Island name="analytics" on="idle" hidden props={{ ...site.analytics, optOutKey }} />
      )}
    </Document>
  )
}
