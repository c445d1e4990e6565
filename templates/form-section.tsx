import { Island, type SiteView, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import buttons from './buttons.css'
import quiet from './buttons.quiet.css'
import { CostCard } from './cost-card.tsx'
import { CostLine } from './cost-line.tsx'
import { ExternalLink } from './external-link.tsx'
import conditions from './form-section.conditions.css'
import styles from './form-section.css'
import iframe from './form-section.iframe.css'
import { Icon } from './icon.tsx'
import { optOutKey } from './privacy-choice.ts'
import columns from './split.css'
import { Unbroken } from './unbroken.tsx'

/**
 * "Need Cash?": the application form with its conditions below or next to it. If no form loads, contact details take its
 * place, so the page is useful without scripts and when the provider is down.
 */
export function FormSection({ site }: { readonly site: SiteView }): ReactElement {
  const { strings } = site
  const { form } = strings
  useStyles(columns, styles)
  return (
    <section id="form" className="section accent" aria-labelledby="form-title">
      <div className="wrap split">
        <div>
          <h2 id="form-title">{strings.home.form}</h2>
          <p className="lead">{form.intro}</p>
        </div>
        <FormCard site={site} />
        <Conditions site={site} />
      </div>
    </section>
  )
}

/** "Need Cash?" on the first screen: only the form. Its conditions are further down, in `FormConditions`. */
export function FormHere({ site }: { readonly site: SiteView }): ReactElement {
  return (
    <section id="form" aria-labelledby="form-title">
      <h2 id="form-title">{site.strings.home.form}</h2>
      <FormCard site={site} />
    </section>
  )
}

/** The cost of a loan and the conditions, as a separate section if the form is on the first screen. */
export function FormConditions({ site }: { readonly site: SiteView }): ReactElement {
  useStyles(columns, styles)
  return (
    <div className="section accent">
      <div className="wrap split">
        <p className="lead">{site.strings.form.intro}</p>
        <CostCard site={site} />
        <Conditions site={site} />
      </div>
    </div>
  )
}

/** The facts that an applicant must know, one per line. A collapsed answer says who can apply. */
export function Conditions({ site }: { readonly site: SiteView }): ReactElement {
  useStyles(conditions)
  const { form } = site.strings
  const facts = form.conditions.split('\n')
  const [eligibility, ...details] = form.eligibility.split('\n')
  return (
    <div className="conditions">
      {facts.length > 1 ? (
        <ul>
          {facts.map(fact => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      ) : (
        <p>{form.conditions}</p>
      )}
      {details.length > 0 ? (
        <details>
          <summary>{eligibility}</summary>
          <p>{details.join(' ')}</p>
        </details>
      ) : (
        <p>{eligibility}</p>
      )}
    </div>
  )
}

/** The form is loaded when it comes into view, or earlier if a visitor is about to follow a link to it. */
const withForm = { on: 'visible', intent: 'a[href$="#form"]' } as const

/** The application form, or what replaces it, and the cost of a loan. */
export function FormCard({ site }: { readonly site: SiteView }): ReactElement {
  const { brand, provider, strings } = site
  const { form } = strings
  useStyles(buttons, quiet, styles, provider.mode === 'iframe' && iframe)
  return (
    <div className="form-card">
      <p className="form-security">
        <Icon name="lock" />
        <span>
          <Unbroken>{form.security}</Unbroken>{' '}
          <ExternalLink site={site} href={provider.documents.notice}>
            {strings.footer.notice}
          </ExternalLink>
        </span>
      </p>
      <Island
        name="form"
        {...withForm}
        className="form-slot"
        data-form-slot=""
        data-state="idle"
        props={
          provider.mode === 'script'
            ? { url: provider.embedUrl }
            : {
                url: frameUrl(provider.embedUrl, brand.formId),
                frame: form.frame,
                ...(provider.silent && { silent: true }),
              }
        }
      >
        <div
          className="form-host"
          lang={provider.language}
          data-form-id={brand.formId}
          data-width="100%"
          data-height="100%"
        />
        <div className="form-messages" aria-live="polite">
          {/* A placeholder in the shape of a form. */}
          <div className="form-loading">
            <span />
            <span />
            <span />
            <span />
            <p>{form.loading}</p>
          </div>
          <div className="form-fallback">
            <p className="lead">{form.fallback}</p>
            <a className="button large" href={brand.phone.href}>
              <span>
                <Unbroken>{form.call}</Unbroken>
              </span>
            </a>
            <a className="button large quiet" href={brand.email.href}>
              {form.write}
            </a>
            <button className="button large quiet" type="button">
              {form.retry}
            </button>
          </div>
        </div>
        {provider.silent && (
          <p className="form-missing">
            {form.missing}{' '}
            <a className="alone" href={brand.phone.href}>
              <Unbroken>{form.call}</Unbroken>
            </a>
            <button className="button quiet" type="button">
              {form.retry}
            </button>
          </p>
        )}
      </Island>
      {provider.events !== undefined && (
        <Island
          name="form-events"
          {...withForm}
          props={{
            names: provider.events,
            ...(provider.mode === 'iframe' && { origin: provider.origin }),
            optOutKey,
          }}
        />
      )}
      {provider.certificates !== undefined && (
        <Island name="form-certificates" {...withForm} props={provider.certificates} />
      )}
      <CostLine site={site} />
    </div>
  )
}

/** The address of the provider's form as a separate page. */
export function frameUrl(embedUrl: string, formId: string): string {
  const url = new URL(embedUrl)
  url.searchParams.set('formId', formId)
  return url.href
}
