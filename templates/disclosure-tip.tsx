import type { SiteView } from 'imprint/kit'
import type { ReactElement } from 'react'
import { ExternalLink } from './external-link.tsx'

/**
 * The Advertiser Disclosure: a button and the text that it opens. The browser does all of it (click, tap,
 * Enter, Escape, click outside); where scripts are off, the styles open it on hover as well.
 */
export function DisclosureTip({ site }: { readonly site: SiteView }): ReactElement {
  const { provider, strings } = site
  return (
    <div className="tip">
      <button type="button" popoverTarget="advertiser-disclosure">
        {strings.header.disclosure}
      </button>
      <div popover="auto" id="advertiser-disclosure" role="note">
        <p>{strings.disclosure.text}</p>
        <p>
          <ExternalLink site={site} href={provider.disclosureUrl}>
            {strings.disclosure.document}
          </ExternalLink>
        </p>
      </div>
    </div>
  )
}
