import { type SiteView, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import styles from './contact-block.css'

/** Contact details of the brand. */
export function ContactBlock(props: {
  readonly site: SiteView
  /** On each page, one of these blocks is the target of `#contact`. */
  readonly id?: 'contact'
}): ReactElement {
  useStyles(styles)
  const { brand, strings } = props.site
  return (
    <div id={props.id} className="contact">
      <h2>{strings.footer.contact}</h2>
      <address>
        <a className="phone" href={brand.phone.href}>
          {brand.phone.text}
        </a>
        <a href={brand.email.href}>{brand.email.text}</a>
        <p>{strings.footer.hours}</p>
        <p>{brand.companyLine}</p>
        {brand.address !== undefined && (
          <p>{brand.legalName === undefined ? brand.address : `${brand.legalName}, ${brand.address}`}</p>
        )}
      </address>
    </div>
  )
}
