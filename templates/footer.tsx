import {
  type AssetUrls,
  cachedPart,
  type Images,
  Island,
  type Page,
  type SiteView,
  useStyles,
} from 'imprint/kit'
import type { ReactElement } from 'react'
import { BrandLink } from './brand-link.tsx'
import { ContactBlock } from './contact-block.tsx'
import { Disclosures } from './disclosures.tsx'
import styles from './footer.css'
import languages from './footer.languages.css'
import banner from './footer.look-banner.css'
import centered from './footer.look-centered.css'
import { FooterNavigation } from './footer-navigation.tsx'
import { Languages } from './languages.tsx'
import { optOutKey } from './privacy-choice.ts'

const looks = { banner, centered, form: undefined, split: undefined }

interface Props {
  readonly site: SiteView
  readonly assets: AssetUrls
  readonly images: Images
}

/** The company behind the site, all links, contact details, the disclosures and the copyright line. */
export function Footer({ page, ...props }: Props & { readonly page: Page }): ReactElement {
  const { site } = props
  useStyles(styles, looks[site.theme.heroLayout], site.languages && languages)
  return (
    <footer id="footer" className="footer">
      <div className="wrap">
        <FooterTop {...props} />
        <Languages site={site} page={page} />
        <FooterEnd site={site} />
      </div>
    </footer>
  )
}

const FooterTop = cachedPart(function FooterTop({ site, assets, images }: Props): ReactElement {
  const { links, strings } = site
  return (
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
  )
})

const FooterEnd = cachedPart(function FooterEnd({ site }: Pick<Props, 'site'>): ReactElement {
  const { strings } = site
  return (
    <>
      <p className="copyright">
        {strings.footer.copyright}{' '}
        <Island name="opt-out-status" on="visible" as="span" className="opt-out" props={{ optOutKey }}>
          {strings.privacy.honoredTitle}.
        </Island>
      </p>
      <Disclosures site={site} />
    </>
  )
})
