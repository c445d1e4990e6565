// American English, which most brands are in, without ICU: to load its data takes longer than to plan a site of some hundred
// pages. What is said here is what `Intl` says; where that is not certain, it is undefined.

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]

/** `2025-08-21` → `August 21, 2025`. For dates that exist. */
export function americanDate(iso: string): string | undefined {
  const [, year, month, day] = /^([1-9]\d{3})-(\d\d)-(\d\d)$/.exec(iso) ?? []
  const name = months[Number(month) - 1]
  return name === undefined ? undefined : `${name} ${Number(day)}, ${year}`
}

/** `['Vermont', 'New York', 'Ohio']` → `Vermont, New York, and Ohio` */
export function americanList(items: readonly string[]): string {
  const [first = '', second = ''] = items
  if (items.length < 2) return first
  if (items.length === 2) return `${first} and ${second}`
  return `${items.slice(0, -1).join(', ')}, and ${items.at(-1)}`
}

/** `(1234.5, 2, 2)` → `1,234.50`. With no fewer and no more than so many decimals. */
export function americanNumber(value: number, least: number, most: number): string | undefined {
  const scaled = value * 10 ** most
  // ICU rounds what the shortest text of a number says: near the middle of two that is not what arithmetic gives.
  if (!(scaled >= 0 && scaled < 1e12) || Math.abs((scaled % 1) - 0.5) < 0.001) return undefined
  const [whole = '', decimals = ''] = (Math.round(scaled) / 10 ** most).toFixed(most).split('.')
  const shown = decimals.replace(/0+$/, '').padEnd(least, '0')
  return whole.replace(/\B(?=(?:\d{3})+$)/g, ',') + (shown && `.${shown}`)
}
