import fc from 'fast-check'
import { expect, it } from 'vitest'
import { americanDate, americanList, americanNumber } from '../../src/site/american.ts'

// What is said by hand is what ICU says.

it('dates', () => {
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  const end = Date.UTC(2031, 0, 1)
  for (let day = Date.UTC(2023, 0, 1); day < end; day += 86_400_000) {
    const date = new Date(day)
    expect(americanDate(date.toISOString().slice(0, 10))).toBe(format.format(date))
  }
  expect(americanDate('0099-01-01')).toBeUndefined()
  expect(americanDate('2025-13-01')).toBeUndefined()
})

it('lists', () => {
  const format = new Intl.ListFormat('en-US', { type: 'conjunction' })
  const names = ['Vermont', 'New York', '', 'Ohio, and more', 'Guam']
  for (let length = 0; length <= names.length; length++) {
    const items = names.slice(0, length)
    expect(americanList(items)).toBe(format.format(items))
  }
})

const decimals = [
  [0, 0],
  [0, 1],
  [0, 2],
  [2, 2],
] as const

it.each(decimals)('numbers with %i to %i decimals', (least, most) => {
  const format = new Intl.NumberFormat('en-US', { minimumFractionDigits: least, maximumFractionDigits: most })
  const same = (value: number): void => {
    const text = americanNumber(value, least, most)
    if (text !== undefined) expect(text).toBe(format.format(value))
  }
  const cents = fc.integer({ min: 0, max: 200_000_000 }).map(amount => amount / 100)
  fc.assert(fc.property(cents, same), { numRuns: 2000 })
  fc.assert(fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), same), { numRuns: 2000 })
  for (const value of [0, 0.001, 0.999, 9.999, 999.99, 999.999, 1000, 123_456.7, 1e9]) same(value)
})

it('leaves to ICU what lies in the middle of two numbers, and what no price is', () => {
  for (const value of [1.005, 0.125, 2.675, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e15])
    expect(americanNumber(value, 2, 2)).toBeUndefined()
  expect(americanNumber(1234.5, 2, 2)).toBe('1,234.50')
  expect(americanNumber(391.07, 0, 0)).toBe('391')
})
