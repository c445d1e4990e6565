import { type AssetUrls, Document, type Images, type Page, type SiteView, useStyles } from 'imprint/kit'
import type { ReactElement, ReactNode } from 'react'
import styles from './layout.css'

/** A page of the manual: the contents beside it on wide screens, below it on narrow ones. */
export function Layout(props: {
  readonly site: SiteView
  readonly page: Page
  readonly assets: AssetUrls
  readonly images: Images
  readonly children: ReactNode
}): ReactElement {
  const { site, page, images, children } = props
  useStyles(styles)
  const logo = site.theme.logo === undefined ? undefined : images[site.theme.logo]
  return (
    <Document site={site} head={page.head} images={images}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="top">
        <a className="home" href={site.links.home}>
          {logo !== undefined && <img src={logo.url} width={28} height={28} alt="" />}
          Imprint
        </a>
        <nav aria-label="Manual">
          <a className="to-contents" href="#contents">
            Contents
          </a>
          <a href="/search/">Search</a>
        </nav>
      </header>
      <div className="frame" data-kind={page.kind}>
        <main id="main">{children}</main>
        <Contents site={site} route={page.route} />
      </div>
    </Document>
  )
}

/** The list of all pages. */
function Contents({ site, route }: { readonly site: SiteView; readonly route: string }): ReactElement {
  return (
    <nav id="contents" className="contents" aria-label="Contents">
      {site.navigation.footer.map(({ title, links }) => (
        <div key={title}>
          <p>{title}</p>
          <ul>
            {links.map(({ label, href }) => (
              <li key={href}>
                <a href={href} aria-current={href === route ? 'page' : undefined}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
