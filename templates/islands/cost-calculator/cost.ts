// The arithmetic of the cost calculator, and its figures as people read them. Runs in the build and in the browser.

/** The values that a visitor sets, in dollars and days. */
export type CostChoice = {
  readonly principal: number
  readonly days: number
  readonly feePer100: number
}

/** The cost of this choice and of its alternatives, as text: `$45`, `391%`, `14 days`. */
export type CostFigures = Readonly<
  Record<
    keyof CostChoice | 'fee' | 'total' | 'apr' | `${'overdraft' | 'cashAdvance' | 'rate'}${'Least' | 'Most'}`,
    string
  >
>

/** The range of each control: the usual amounts, terms and fees. */
export const ranges = {
  principal: { min: 100, max: 1000, step: 10 },
  days: { min: 7, max: 31, step: 1 },
  feePer100: { min: 10, max: 30, step: 1 },
} as const satisfies Record<keyof CostChoice, { min: number; max: number; step: number }>

/** The fee in dollars for a payment that the account does not cover. */
const overdraftFee = [30, 35] as const
/** The fee as a percentage of the amount. */
const cashAdvanceFee = [3, 5] as const

/**
 * The fee and the total in dollars. The APR in percent is fee ÷ principal × 365 ÷ days × 100, in an order that avoids
 * intermediate rounding.
 */
export function costOf({ principal, days, feePer100 }: CostChoice) {
  const fee = (principal * feePer100) / 100
  return { fee, total: principal + fee, apr: (feePer100 * 365) / days }
}

/** The position of a control that is nearest to a value. */
export function positionOf(name: keyof CostChoice, value: number): number {
  const { min, max, step } = ranges[name]
  return Math.min(max, Math.max(min, Math.round(value / step) * step))
}

/** All figures for the set values, in the brand's locale. */
export function figuresOf(choice: CostChoice, locale: string): CostFigures {
  const { fee, total, apr } = costOf(choice)
  // Whole dollars have no cents, as in the brand's example.
  const [withoutCents, withCents] = [0, 2].map(
    minimumFractionDigits =>
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency: 'USD',
        minimumFractionDigits,
        maximumFractionDigits: 2,
      }),
  ) as [Intl.NumberFormat, Intl.NumberFormat]
  const dollars = (amount: number) =>
    (Number.isInteger(Math.round(amount * 100) / 100) ? withoutCents : withCents).format(amount)
  const [whole, tenths] = [0, 1].map(
    maximumFractionDigits => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits }),
  ) as [Intl.NumberFormat, Intl.NumberFormat]
  const percent = (value: number) => (value < 100 ? tenths : whole).format(value / 100)
  const days = new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' })
  const [least, most] = cashAdvanceFee
  return {
    principal: dollars(choice.principal),
    days: days.format(choice.days),
    feePer100: dollars(choice.feePer100),
    fee: dollars(fee),
    total: dollars(total),
    apr: percent(apr),
    overdraftLeast: dollars(overdraftFee[0]),
    overdraftMost: dollars(overdraftFee[1]),
    cashAdvanceLeast: dollars((choice.principal * least) / 100),
    cashAdvanceMost: dollars((choice.principal * most) / 100),
    rateLeast: percent(least),
    rateMost: percent(most),
  }
}
