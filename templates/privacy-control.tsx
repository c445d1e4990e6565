import { Island, type SiteView, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import { optOutKey } from './privacy-choice.ts'
import styles from './privacy-control.css'

/**
 * A note that the browser's privacy signal is honoured, or a switch that stores an opt-out on the device. Hidden without
 * scripts, because the page's text describes how to opt out. Its sentences are shorter than the page's lead, so that the
 * largest text on the page does not wait for a script.
 */
export function PrivacyControl({ site }: { readonly site: SiteView }): ReactElement {
  useStyles(styles)
  const { privacy, toast } = site.strings
  return (
    <Island
      name="privacy"
      on="visible"
      as="section"
      className="privacy"
      aria-label={privacy.title}
      props={{
        optOutKey,
        toasts: {
          out: { title: privacy.savedTitle, description: privacy.savedOut },
          in: { title: privacy.savedTitle, description: privacy.savedIn },
          unavailable: { title: privacy.failedTitle, description: privacy.failed },
        },
        labels: toast,
      }}
    >
      <div aria-live="polite">
        <p data-if="honored">
          <strong>{privacy.honoredTitle}.</strong> {privacy.honored}
        </p>
        <p data-if="out">{privacy.out}</p>
        <p data-if="in">{privacy.in}</p>
        <p data-if="unavailable">{privacy.failed}</p>
      </div>
      <p>{privacy.details}</p>
      <button className="button" type="button" disabled>
        <span data-if="in unavailable">{privacy.optOut}</span>
        <span data-if="out">{privacy.optIn}</span>
      </button>
    </Island>
  )
}
