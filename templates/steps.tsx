import { type SiteView, type StepView, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import { CallToAction } from './call-to-action.tsx'
import { Icon } from './icon.tsx'
import columns from './steps.columns.css'
import styles from './steps.css'
import { Unbroken } from './unbroken.tsx'

/** "How It Works": numbered steps from the form to the money, and a link to the form. */
export function Steps(props: {
  readonly site: SiteView
  readonly title: string
  readonly steps: readonly StepView[]
}): ReactElement {
  useStyles(styles, props.site.theme.heroLayout !== 'banner' && columns)
  return (
    <section className="section tinted" aria-labelledby="steps-title">
      <div className="wrap">
        <h2 id="steps-title">{props.title}</h2>
        <ol className="steps">
          {props.steps.map(step => (
            <li key={step.number}>
              <p className="step-mark">
                <span>{step.number}</span>
                <Icon name={step.icon} />
              </p>
              <h3>
                <Unbroken>{step.title}</Unbroken>
              </h3>
              <p>
                <Unbroken>{step.description}</Unbroken>
              </p>
            </li>
          ))}
        </ol>
        <CallToAction site={props.site} />
      </div>
    </section>
  )
}
