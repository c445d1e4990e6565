import { type SiteView, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import styles from './contact-block.css'

/** How to reach the brand; the target of `#contact` on every page. */
export function ContactBlock({ site }: { readonly site: SiteView }): ReactElement {
  useStyles(styles)
  const { brand, strings } = site
  return (
    <div id="contact" className="contact">
      <h2>{strings.footer.contact}</h2>
      <address>
        <a className="phone" href={brand.phone.href}>
          {brand.phone.text}
        </a>
        <a href={brand.email.href}>{brand.email.text}</a>
        <p>{strings.footer.hours}</p>
        <p>{brand.companyLine}</p>
      </address>
    </div>
  )
}
