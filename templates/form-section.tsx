import type { SiteView } from 'imprint/kit'
import type { ReactElement } from 'react'
import { Icon } from './icon.tsx'

/**
 * "Need Cash?": the place of the application form with the conditions next to it. Until a form is there
 * the slot tells how to reach the brand, so the page is of use without scripts and when the provider is down.
 */
export function FormSection({ site }: { readonly site: SiteView }): ReactElement {
  const { brand, strings } = site
  return (
    <section id="form" className="section accent" aria-labelledby="form-title">
      <div className="wrap split">
        <div>
          <h2 id="form-title">{strings.home.form}</h2>
          <p className="lead">{strings.form.intro}</p>
          <p className="conditions">{strings.form.conditions}</p>
        </div>
        <div className="form-slot" data-form-slot="">
          <p className="lead">{strings.form.fallback}</p>
          <a className="button large" href={brand.phone.href}>
            <Icon name="phone" />
            {strings.form.call}
          </a>
          <a className="button large quiet" href={brand.email.href}>
            <Icon name="mail" />
            {strings.form.write}
          </a>
        </div>
      </div>
    </section>
  )
}
