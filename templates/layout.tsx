import { type AssetUrls, Document, type Page, type SiteView } from 'imprint/kit'
import type { ReactElement, ReactNode } from 'react'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

/** What every page has around its own content: document, skip link, header, main area and footer. */
export function Layout(props: {
  readonly site: SiteView
  readonly page: Page
  readonly assets: AssetUrls
  readonly styles: string
  /** Content of `<main>`. */
  readonly children: ReactNode
}): ReactElement {
  const { site, page, assets, styles, children } = props
  return (
    <Document site={site} head={page.head} assets={assets} styles={styles}>
      <a className="skip" href="#main">
        {site.strings.navigation.skipToContent}
      </a>
      <Header site={site} assets={assets} />
      <main id="main">{children}</main>
      <Footer site={site} assets={assets} />
    </Document>
  )
}
