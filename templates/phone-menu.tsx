import { cachedPart, type Page, type SiteView, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import { Icon } from './icon.tsx'
import { Languages } from './languages.tsx'
import { NavigationLink } from './navigation-link.tsx'
import styles from './phone-menu.css'

/**
 * For small screens: a button that calls the brand, and a menu with the header's links and links to the page in other
 * languages. It works without scripts.
 */
export function PhoneMenu(props: { readonly site: SiteView; readonly page: Page }): ReactElement {
  const { site, page } = props
  const { brand, strings } = site
  useStyles(styles)
  return (
    <div className="phone-menu">
      <a className="phone-call" href={brand.phone.href}>
        <Icon name="phone" />
        <span className="hidden">{strings.form.call}</span>
      </a>
      <details>
        <summary>{strings.navigation.menu}</summary>
        <nav aria-label={strings.navigation.menu}>
          <MenuLinks site={site} />
          <Languages site={site} page={page} />
        </nav>
      </details>
    </div>
  )
}

const MenuLinks = cachedPart(function MenuLinks({ site }: { readonly site: SiteView }): ReactElement {
  const { links, navigation, strings } = site
  return (
    <ul>
      {navigation.header.map(link => (
        <li key={link.label}>
          <NavigationLink site={site} link={link} className="plain" />
        </li>
      ))}
      <li>
        <a className="button" href={links.form}>
          {strings.header.getLoan}
        </a>
      </li>
    </ul>
  )
})
