import { Island, type SiteView, useStyles } from 'imprint/kit'
import { type ReactElement, useId } from 'react'
import styles from './calculator.css'
import figures from './cost-figures.css'
import { type CostFigures, figuresOf, positionOf, ranges } from './islands/cost-calculator/cost.ts'

const controls = ['principal', 'days', 'feePer100'] as const
const results = ['fee', 'total', 'apr'] as const

/**
 * The cost of a loan by amount, term and fee, next to other ways to get the same amount. Without scripts, it shows the
 * brand's example. The island writes the figures for the values that a visitor sets.
 */
export function Calculator({ site }: { readonly site: SiteView }): ReactElement {
  const { brand, costExample, strings } = site
  useStyles(figures, styles)
  const id = `calculator${useId()}`
  const example = costExample.values
  const shown = figuresOf(example, brand.locale)
  const texts = strings.calculator
  const range = (least: keyof CostFigures, most: keyof CostFigures) => (
    <strong>
      <span data-figure={least}>{shown[least]}</span> {texts.to} <span data-figure={most}>{shown[most]}</span>
    </strong>
  )
  return (
    <Island
      name="cost-calculator"
      on="visible"
      as="section"
      className="calculator"
      aria-label={texts.title}
      props={example}
    >
      <p className="cost-title">{texts.title}</p>
      <div className="calculator-loan">
        <fieldset>
          <legend className="note">{texts.controls}</legend>
          {controls.map(name => (
            <p className="control" key={name}>
              <label htmlFor={id + name}>{texts[name]}</label>
              {/* A screen reader gets the value from the control itself. */}
              <output htmlFor={id + name} aria-live="off" data-figure={name}>
                {shown[name]}
              </output>
              <input
                type="range"
                id={id + name}
                name={name}
                {...ranges[name]}
                defaultValue={positionOf(name, example[name])}
                aria-valuetext={shown[name]}
              />
            </p>
          ))}
        </fieldset>
        <dl>
          {results.map(name => (
            <div key={name}>
              <dt>{texts[name]}</dt>
              <dd>
                <output
                  htmlFor={controls.map(control => id + control).join(' ')}
                  name={name}
                  aria-live="off"
                  data-figure={name}
                >
                  {shown[name]}
                </output>
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <p className="hidden" role="status" />
      <p className="cost-title">{texts.others}</p>
      <dl>
        <div>
          <dt>{texts.overdraft}</dt>
          <dd>
            {texts.about} {range('overdraftLeast', 'overdraftMost')}
          </dd>
          <dd className="note">{texts.overdraftNote}</dd>
        </div>
        <div>
          <dt>{texts.cashAdvance}</dt>
          <dd>{range('cashAdvanceLeast', 'cashAdvanceMost')}</dd>
          <dd className="note">{`${shown.rateLeast} ${texts.to} ${shown.rateMost} ${texts.cashAdvanceNote}`}</dd>
        </div>
        <div>
          <dt>{texts.creditUnion}</dt>
          <dd className="note">{texts.creditUnionNote}</dd>
        </div>
      </dl>
      <p className="note">{texts.note}</p>
    </Island>
  )
}
