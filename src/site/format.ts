// Formats values for readers: always in the brand's locale and in UTC, never in the machine's.

import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { type BrandConfig, costOf } from '../brand/index.ts'
import type { Strings } from '../content/index.ts'
import { remembered } from '../files/index.ts'
import type { CostExampleView, DateView, PhoneView } from './model.ts'

// Creating a formatter takes longer than formatting all of a brand's values, so brands share formatters.
const dateFormat = remembered(
  (locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }),
)
const listFormat = remembered((locale: string) => new Intl.ListFormat(locale, { type: 'conjunction' }))
const numberFormats = remembered((locale: string) => {
  const dollars = { style: 'currency', currency: 'USD', maximumFractionDigits: 2 } as const
  const percent = { style: 'percent', maximumFractionDigits: 0 } as const
  return {
    wholeDollars: new Intl.NumberFormat(locale, { ...dollars, minimumFractionDigits: 0 }),
    dollars: new Intl.NumberFormat(locale, { ...dollars, minimumFractionDigits: 2 }),
    wholePercent: new Intl.NumberFormat(locale, percent),
    percent: new Intl.NumberFormat(locale, { ...percent, maximumFractionDigits: 1 }),
  }
})

/** `+18005550142` → `(800) 555-0142`, linked as `tel:+18005550142`. */
export function phoneView(number: string): PhoneView {
  const text = parsePhoneNumberFromString(number)?.formatNational() ?? number
  return { number, text, href: `tel:${number}` }
}

/** `(iso: '2025-08-21')` → `{ iso, text: 'August 21, 2025' }`. Returns a function, for many dates of one locale. */
export function dateFormatter(locale: string): (iso: string) => DateView {
  const format = dateFormat(locale)
  return iso => ({ iso, text: format.format(new Date(`${iso}T00:00:00Z`)) })
}

/** `['Vermont', 'New York']` → `Vermont and New York` */
export function listText(locale: string, items: readonly string[]): string {
  return listFormat(locale).format(items)
}

/** The names of the states whose residents cannot use the service, in the pages' language. */
export function stateNames(
  { values }: BrandConfig,
  { states = {} }: Pick<Strings, 'states'>,
): readonly string[] {
  return values.unavailableStates.map(state => states[state] ?? state)
}

/** `es-US` → `Español`: the name of a language in that language, capitalized as the first word of a link. */
export function languageName(locale: string): string {
  const { language } = new Intl.Locale(locale)
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(language) ?? locale
  const [initial = '', ...rest] = name
  return initial.toLocaleUpperCase(locale) + rest.join('')
}

/** The brand's cost example with every figure computed and written out. */
export function costExampleView({ values: { costExample, locale } }: BrandConfig): CostExampleView {
  const cost = costOf(costExample)
  const formats = numberFormats(locale)
  const dollars = (amount: number) => {
    const isWhole = Number.isInteger(Math.round(amount * 100) / 100)
    return (isWhole ? formats.wholeDollars : formats.dollars).format(amount)
  }
  const percent = (amount: number) =>
    (amount < 100 ? formats.percent : formats.wholePercent).format(amount / 100)
  return {
    values: costExample,
    principal: dollars(cost.principal),
    feePer100: dollars(cost.feePer100),
    fee: dollars(cost.fee),
    total: dollars(cost.total),
    days: String(cost.days),
    apr: percent(cost.apr),
  }
}
