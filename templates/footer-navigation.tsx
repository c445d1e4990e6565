import { type SiteView, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import styles from './footer-navigation.css'
import { NavigationLink } from './navigation-link.tsx'

/** The footer's links in groups, and the links for privacy requests. */
export function FooterNavigation({ site }: { readonly site: SiteView }): ReactElement {
  useStyles(styles)
  const { links, navigation, strings } = site
  return (
    <nav className="footer-navigation" aria-label={strings.navigation.footerLabel}>
      {navigation.footer.map(({ title, links: group }) => (
        <div key={title}>
          <h2>{title}</h2>
          <ul>
            {group.map(link => (
              <li key={link.label}>
                <NavigationLink site={site} link={link} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      <p className="choices">
        <a className="button" href={links.ccpa}>
          {strings.footer.doNotSell}
        </a>
        <a className="button" href={links.ccpa}>
          {strings.footer.limitUse}
        </a>
      </p>
    </nav>
  )
}
