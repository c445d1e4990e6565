import type { SiteView } from 'imprint/kit'
import type { ReactElement } from 'react'
import { ExternalLink } from './external-link.tsx'

/**
 * The disclosures block. What stands in `data-disclosures` is complete without a script, so no one ever
 * waits for a legal text; the cost example and the list of states stay outside it, whatever replaces it.
 */
export function Disclosures({ site }: { readonly site: SiteView }): ReactElement {
  const { footer } = site.strings
  return (
    <section className="disclosures" aria-labelledby="disclosures-title">
      <h2 id="disclosures-title">{footer.disclosures}</h2>
      <div data-disclosures="">
        <p>{footer.disclosuresText}</p>
        <p>
          <ExternalLink site={site} href={site.provider.disclosureUrl}>
            {footer.disclosuresLink}
          </ExternalLink>
        </p>
      </div>
      <p>{footer.representativeExample}</p>
      <p>{footer.unavailable}</p>
    </section>
  )
}
