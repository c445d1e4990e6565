import { Island, type SiteView, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import styles from './calculator.css'
import figures from './cost-figures.css'
import { figuresOf } from './islands/cost-calculator/cost.ts'
import { CostCalculator } from './islands/cost-calculator/cost-calculator.tsx'

/** The cost calculator, showing the brand's example: complete without scripts, and asleep until it is touched. */
export function Calculator({ site }: { readonly site: SiteView }): ReactElement {
  const { brand, costExample, strings } = site
  useStyles(figures, styles)
  return (
    <Island
      name="cost-calculator"
      on="interaction"
      as="section"
      className="calculator"
      aria-label={strings.calculator.title}
      component={CostCalculator}
      props={{
        locale: brand.locale,
        example: costExample.values,
        figures: figuresOf(costExample.values, brand.locale),
        strings: strings.calculator,
      }}
    />
  )
}
