import { type DocumentId, type SiteView, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import { ExternalLink } from './external-link.tsx'
import styles from './footer-navigation.css'

const documents: readonly DocumentId[] = ['econsent', 'policy', 'terms', 'rates', 'notice']

/** The footer's links: services, company, and the provider's documents with the privacy request. */
export function FooterNavigation({ site }: { readonly site: SiteView }): ReactElement {
  useStyles(styles)
  const { links, provider, strings } = site
  const { footer } = strings
  return (
    <nav className="footer-navigation" aria-label={strings.navigation.footerLabel}>
      <div>
        <h2>{footer.services}</h2>
        <ul>
          {[footer.microloans, footer.expressLoans, footer.loansToCard].map(service => (
            <li key={service}>
              <a href={links.form}>{service}</a>
            </li>
          ))}
        </ul>
      </div>
      <div>
        <h2>{footer.company}</h2>
        <ul>
          <li>
            <a href={links.about}>{footer.aboutUs}</a>
          </li>
          <li>
            <a href={links.faq}>{footer.faq}</a>
          </li>
        </ul>
      </div>
      <div>
        <h2>{footer.legal}</h2>
        <ul>
          {documents.map(id => (
            <li key={id}>
              <ExternalLink site={site} href={provider.documents[id]}>
                {footer[id]}
              </ExternalLink>
            </li>
          ))}
        </ul>
      </div>
      <a className="button" href={links.ccpa}>
        {footer.doNotSell}
      </a>
    </nav>
  )
}
