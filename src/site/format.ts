// Formats values for readers: always in the brand's locale and in UTC, never in the machine's.

import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { type BrandConfig, costOf } from '../brand/index.ts'
import type { Strings } from '../content/index.ts'
import type { CostExampleView, DateView, PhoneView } from './model.ts'

/** Making a formatter takes longer than formatting all texts of a brand, so brands share them. */
function once<Format>(
  make: (locale: string, digits: number) => Format,
): (locale: string, digits?: number) => Format {
  const formats = new Map<string, Format>()
  return (locale, digits = 0) => {
    const key = `${locale} ${digits}`
    const format = formats.get(key) ?? make(locale, digits)
    formats.set(key, format)
    return format
  }
}

const dateFormat = once(locale => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }))
const listFormat = once(locale => new Intl.ListFormat(locale, { type: 'conjunction' }))
const dollarFormat = once(
  (locale, digits) =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: 'USD',
      minimumFractionDigits: digits,
      maximumFractionDigits: 2,
    }),
)
const percentFormat = once(
  (locale, digits) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: digits }),
)

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

/** The names of the states whose residents cannot use the service, in the language of the pages. */
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
  const dollars = (amount: number) => {
    const isWhole = Number.isInteger(Math.round(amount * 100) / 100)
    return dollarFormat(locale, isWhole ? 0 : 2).format(amount)
  }
  const percent = (amount: number) => percentFormat(locale, amount < 100 ? 1 : 0).format(amount / 100)
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
