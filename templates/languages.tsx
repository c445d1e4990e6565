import { type Page, type SiteView, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import styles from './languages.css'

/** Links to the same page in the site's other languages; nothing if there are none. */
export function Languages(props: {
  readonly site: SiteView
  readonly page: Page
  /** Whether the links are above the header. Otherwise, they are in the footer or in the menu for phones. */
  readonly top?: boolean
}): ReactElement | null {
  const { site, page, top = false } = props
  useStyles(site.languages && styles)
  if (site.languages === undefined) return null
  const links = site.languages.map(({ locale, name, href }) => (
    <a className="alone" href={twin(page, locale) ?? href} hrefLang={locale} lang={locale} key={locale}>
      {name}
    </a>
  ))
  if (!top) return <p className="languages">{links}</p>
  return (
    <nav className="wrap languages" aria-label={site.languages.map(({ name }) => name).join(', ')}>
      {links}
    </nav>
  )
}

/** The same page in another language. */
function twin({ head }: Page, locale: string): string | undefined {
  return head.alternates?.find(({ language }) => language === locale)?.href
}
