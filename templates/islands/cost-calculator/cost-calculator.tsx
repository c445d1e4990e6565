import type { SiteView } from 'imprint/kit'
import { type ReactElement, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { type CostChoice, type CostFigures, figuresOf, positionOf, ranges } from './cost.ts'

export type CostCalculatorProps = {
  readonly locale: string
  /** The brand's example: what is shown until something is moved. It may lie outside what the controls reach. */
  readonly example: CostChoice
  /** Its figures as the build wrote them, so that a browser that writes numbers otherwise still hydrates the same text. */
  readonly figures: CostFigures
  readonly strings: SiteView['strings']['calculator']
}

const controls = ['principal', 'days', 'feePer100'] as const
const results = ['fee', 'total', 'apr'] as const
/** Milliseconds without a move after which a screen reader hears the result: once, not at every step. */
const pause = 700

/** What a loan costs for an amount, a term and a fee, beside other ways to get the same amount. */
export function CostCalculator({ locale, example, figures, strings }: CostCalculatorProps): ReactElement {
  const id = `calculator${useId()}`
  const inputs = useRef<HTMLFieldSetElement>(null)
  const [choice, setChoice] = useState(example)
  const [spoken, setSpoken] = useState('')
  const shown = choice === example ? figures : figuresOf(choice, locale)
  const range = ([least, most]: readonly [string, string]) => `${least} ${strings.to} ${most}`
  const summary = results.map(name => `${strings[name]}: ${shown[name]}`).join('. ')

  // What was moved before React was here.
  useLayoutEffect(() => {
    for (const { name, value } of inputs.current?.querySelectorAll('input') ?? []) {
      const control = name as keyof CostChoice
      const moved = Number(value)
      if (moved !== positionOf(control, example[control])) setChoice(now => ({ ...now, [control]: moved }))
    }
  }, [example])

  useEffect(() => {
    if (choice === example) return
    const timer = setTimeout(setSpoken, pause, summary)
    return () => clearTimeout(timer)
  }, [choice, example, summary])

  return (
    <>
      <p className="cost-title">{strings.title}</p>
      <div className="calculator-loan">
        <fieldset ref={inputs}>
          <legend className="note">{strings.controls}</legend>
          {controls.map(name => (
            <p className="control" key={name}>
              <label htmlFor={id + name}>{strings[name]}</label>
              {/* The control itself says its value to a screen reader. */}
              <output htmlFor={id + name} aria-live="off">
                {shown[name]}
              </output>
              <input
                type="range"
                id={id + name}
                name={name}
                {...ranges[name]}
                defaultValue={positionOf(name, example[name])}
                aria-valuetext={shown[name]}
                // A browser that restores the position would not say so, and the figures would not fit it.
                autoComplete="off"
                onChange={({ currentTarget: { value } }) =>
                  setChoice(now => ({ ...now, [name]: Number(value) }))
                }
              />
            </p>
          ))}
        </fieldset>
        <dl>
          {results.map(name => (
            <div key={name}>
              <dt>{strings[name]}</dt>
              <dd>
                <output htmlFor={controls.map(control => id + control).join(' ')} name={name} aria-live="off">
                  {shown[name]}
                </output>
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <p className="hidden" role="status">
        {spoken}
      </p>
      <p className="cost-title">{strings.others}</p>
      <dl>
        <div>
          <dt>{strings.overdraft}</dt>
          <dd>
            <strong>{`${strings.about} ${range(shown.overdraft)}`}</strong>
          </dd>
          <dd className="note">{strings.overdraftNote}</dd>
        </div>
        <div>
          <dt>{strings.cashAdvance}</dt>
          <dd>
            <strong>{range(shown.cashAdvance)}</strong>
          </dd>
          <dd className="note">{`${range(shown.cashAdvanceRate)} ${strings.cashAdvanceNote}`}</dd>
        </div>
        <div>
          <dt>{strings.creditUnion}</dt>
          <dd className="note">{strings.creditUnionNote}</dd>
        </div>
      </dl>
      <p className="note">{strings.note}</p>
    </>
  )
}
