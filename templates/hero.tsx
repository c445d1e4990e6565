import { type Images, type PageProps, type SiteView, useStyles } from 'imprint/kit'
import type { ReactElement, ReactNode } from 'react'
import buttons from './buttons.css'
import { CostLine } from './cost-line.tsx'
import styles from './hero.css'
import rings from './hero.rings.css'
import { Icon } from './icon.tsx'
import { Motif } from './motif.tsx'
import { Unbroken } from './unbroken.tsx'

/**
 * The first screen of the home page: the service and the link to the form, and next to them the cost of a loan or the form.
 */
export function Hero(props: {
  readonly site: SiteView
  readonly images: Images
  readonly hero: PageProps<'home'>['page']['hero']
  /** The content next to the text. */
  readonly children: ReactNode
}): ReactElement {
  const { site, images, hero, children } = props
  const { heroLayout, motif } = site.theme
  useStyles(buttons, styles, (heroLayout === 'split' || heroLayout === 'form') && motif === 'arcs' && rings)
  const [main, ...others] = hero.headings
  return (
    <div className={heroLayout === 'banner' ? 'opening on-accent' : 'opening'}>
      <div className="wrap">
        <div className="hero">
          <div>
            <h1>{main}</h1>
            {others.map(heading => (
              <h2 key={heading}>
                <Icon name="check" />
                {heading}
              </h2>
            ))}
          </div>
          <div>
            <a className="button large" href={site.links.form}>
              {hero.button}
            </a>
            <CostLine site={site} />
            <p className="lead">
              <Unbroken>{hero.text}</Unbroken>
            </p>
            <p className="note">{hero.note}</p>
          </div>
        </div>
        {heroLayout === 'banner' && <Motif site={site} images={images} />}
        {children}
      </div>
    </div>
  )
}
