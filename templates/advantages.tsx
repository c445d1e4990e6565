import { type AdvantageView, type SiteView, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import tiles from './advantages.css'
import cards from './cards.css'
import { Icon } from './icon.tsx'
import rows from './rows.css'
import { Unbroken } from './unbroken.tsx'

/** "Why Choose Us": the advantages as rows or, in the centred look, as cards; the target of "About us". */
export function Advantages(props: {
  readonly site: SiteView
  readonly title: string
  readonly advantages: readonly AdvantageView[]
}): ReactElement {
  const { heroLayout } = props.site.theme
  const inCards = heroLayout === 'centered'
  useStyles(inCards ? cards : rows, heroLayout !== 'banner' && tiles)
  return (
    <section id="advantages" className="section" aria-labelledby="advantages-title">
      <div className="wrap">
        <h2 id="advantages-title">{props.title}</h2>
        <ul className={inCards ? 'cards' : 'rows'}>
          {props.advantages.map(advantage => (
            <li className={inCards ? 'card' : 'row'} key={advantage.title}>
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
