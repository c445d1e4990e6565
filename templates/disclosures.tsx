import { Island, type SiteView, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import { languageOf } from './disclosure-tip.tsx'
import styles from './disclosures.css'
import grid from './disclosures.grid.css'
import { ExternalLink } from './external-link.tsx'
import { paragraphsOf } from './islands/disclosures/answer.ts'

/**
 * The disclosures block: the cost example, the list of states, a summary with a link to the full text, and the provider's
 * disclosures. If the brand has reviewed them, they are in the page, the island only loads newer ones, and there is no
 * summary. Otherwise the island loads the disclosures and their styles, and the summary stays. The grid is last on the page,
 * so that nothing moves when it appears.
 */
export function Disclosures({ site }: { readonly site: SiteView }): ReactElement {
  const { disclosures, provider, strings } = site
  useStyles(styles, disclosures && grid)
  const { footer } = strings
  const url = provider.disclosureUrl
  return (
    <section className="disclosures" aria-labelledby="disclosures-title">
      <h2 id="disclosures-title">{footer.disclosures}</h2>
      <p>{footer.representativeExample}</p>
      <p>{footer.unavailable}</p>
      {disclosures === undefined ? (
        <>
          <p>{footer.disclosuresText}</p>
          <p>
            <ExternalLink site={site} className="alone" href={url}>
              {footer.disclosuresLink}
            </ExternalLink>
          </p>
          <Island
            name="disclosures"
            on="idle"
            data-disclosures=""
            props={{
              url,
              ...languageOf(provider),
              messages: {
                loading: footer.disclosuresLoading,
                failed: footer.disclosuresFailed,
                retry: footer.disclosuresRetry,
              },
            }}
          />
        </>
      ) : (
        <Island name="disclosures" on="idle" data-disclosures="" props={{ url, ...languageOf(provider) }}>
          <div className="disclosure-grid" lang={provider.language}>
            {disclosures.entries.map(({ heading, text }) => (
              <div key={heading}>
                <h3>{heading}</h3>
                {paragraphsOf(text).map(paragraph => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </div>
            ))}
          </div>
        </Island>
      )}
    </section>
  )
}
