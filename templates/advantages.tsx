import { type AdvantageView, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import styles from './advantages.css'
import cards from './cards.css'
import { Icon } from './icon.tsx'
import { Unbroken } from './unbroken.tsx'

/** "Why Choose Us": the advantages as cards; the target of "About us". */
export function Advantages(props: {
  readonly title: string
  readonly advantages: readonly AdvantageView[]
}): ReactElement {
  useStyles(cards, styles)
  return (
    <section id="advantages" className="section" aria-labelledby="advantages-title">
      <div className="wrap">
        <h2 id="advantages-title">{props.title}</h2>
        <ul className="cards">
          {props.advantages.map(advantage => (
            <li className="card" key={advantage.title}>
              <span className="tile">
                <Icon name={advantage.icon} />
              </span>
              <h3>{advantage.title}</h3>
              <p>
                <Unbroken>{advantage.description}</Unbroken>
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
