import { Island, type SiteView, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import styles from './disclosure-tip.css'
import { ExternalLink } from './external-link.tsx'
import { paragraphsOf } from './islands/disclosures/answer.ts'

/**
 * The Advertiser Disclosure: a button and the text that it opens. The browser handles clicks, taps, Enter, Escape and clicks
 * outside. The island handles hovering (styles do until it is awake) and loads the provider's latest text.
 */
export function DisclosureTip({ site }: { readonly site: SiteView }): ReactElement {
  useStyles(styles)
  const { provider, strings } = site
  return (
    <Island
      name="disclosures"
      on="idle"
      className="tip"
      props={{ url: provider.disclosureUrl, ...languageOf(provider) }}
    >
      <button type="button" popoverTarget="advertiser-disclosure">
        {strings.header.disclosure}
      </button>
      <div popover="auto" id="advertiser-disclosure" role="note">
        <div className="tip-text" lang={site.disclosures?.advertiser && provider.language}>
          {paragraphsOf(site.disclosures?.advertiser ?? strings.disclosure.text).map(paragraph => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <p>
          <ExternalLink site={site} className="alone" href={provider.disclosureUrl}>
            {strings.disclosure.document}
          </ExternalLink>
        </p>
      </div>
    </Island>
  )
}

/** The language of the provider's disclosures, for an island that loads them. */
export function languageOf({ language }: SiteView['provider']): { readonly language?: string } {
  return language === undefined ? {} : { language }
}
