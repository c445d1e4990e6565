import { type AssetUrls, cachedPart, type Images, Island, type SiteView, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import { BrandLink } from './brand-link.tsx'
import { ContactBlock } from './contact-block.tsx'
import { Disclosures } from './disclosures.tsx'
import styles from './footer.css'
import languages from './footer.languages.css'
import { FooterNavigation } from './footer-navigation.tsx'
import { optOutKey } from './privacy-choice.ts'

/** Who is behind the site, every link, how to reach the brand, the disclosures and the copyright line. */
export const Footer = cachedPart(function Footer({
  site,
  assets,
  images,
}: {
  readonly site: SiteView
  readonly assets: AssetUrls
  readonly images: Images
}): ReactElement {
  useStyles(styles, site.languages && languages)
  const { links, strings } = site
  return (
    <footer id="footer" className="footer">
      <div className="wrap">
        <div className="footer-top">
          <div className="footer-about">
            <BrandLink site={site} images={images} href={links.homeTop} />
            <p>{strings.footer.about}</p>
            <img
              src={assets['templates/assets/ssl-badge.svg']}
              alt={strings.footer.sslBadge}
              width={156}
              height={44}
              loading="lazy"
            />
          </div>
          <FooterNavigation site={site} />
          <ContactBlock site={site} id="contact" />
        </div>
        {site.languages !== undefined && (
          <p className="languages">
            {site.languages.map(({ locale, name, href }) => (
              <a className="alone" href={href} hrefLang={locale} lang={locale} key={locale}>
                {name}
              </a>
            ))}
          </p>
        )}
        <p className="copyright">
          {strings.footer.copyright}{' '}
          <Island name="opt-out-status" on="visible" as="span" className="opt-out" props={{ optOutKey }}>
            {strings.privacy.honoredTitle}.
          </Island>
        </p>
        <Disclosures site={site} />
      </div>
    </footer>
  )
})
