import { usePage, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import { Conditions, FormCard } from '../form-section.tsx'
import styles from './block.css'

export const hasForm = true

/** `::form`: the application form with its conditions. A page can contain it only once. */
export default function Form(): ReactElement {
  const { site } = usePage()
  const { strings } = site
  useStyles(styles)
  return (
    <section id="form" className="block" aria-labelledby="form-title">
      <h2 id="form-title">{strings.home.form}</h2>
      <p>{strings.form.intro}</p>
      <FormCard site={site} />
      <Conditions site={site} />
    </section>
  )
}
