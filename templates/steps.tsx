import { type StepView, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import { Icon } from './icon.tsx'
import styles from './steps.css'

/** "How It Works": the numbered steps from the form to the money. */
export function Steps(props: { readonly title: string; readonly steps: readonly StepView[] }): ReactElement {
  useStyles(styles)
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
              <h3>{step.title}</h3>
              <p>{step.description}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
