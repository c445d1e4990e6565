// Compares the figures of the cost calculator with another kind of arithmetic: whole numbers of any size, without floating
// point.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BrandConfig } from '../../src/brand/index.ts'
import { costExampleView } from '../../src/site/format.ts'
import {
  type CostChoice,
  costOf,
  figuresOf,
  positionOf,
  ranges,
} from '../../templates/islands/cost-calculator/cost.ts'
import { rounds } from '../support/soak.ts'

const controlled = (name: keyof CostChoice) =>
  fc
    .integer({ min: 0, max: (ranges[name].max - ranges[name].min) / ranges[name].step })
    .map(steps => ranges[name].min + steps * ranges[name].step)

/** All values that the controls can have. */
const choices = fc.record({
  principal: controlled('principal'),
  days: controlled('days'),
  feePer100: controlled('feePer100'),
})

const runs = { numRuns: rounds(500) }

/** Rounds half up, like `Intl`. Both numbers are positive. */
const roundedQuotient = (dividend: bigint, divisor: bigint) => (2n * dividend + divisor) / (2n * divisor)

const grouped = (whole: bigint) => String(whole).replace(/\B(?=(\d{3})+$)/g, ',')

/** Cents in the form in which `en-US` writes dollars. */
function writtenDollars(cents: bigint): string {
  const dollars = `$${grouped(cents / 100n)}`
  return cents % 100n === 0n ? dollars : `${dollars}.${String(cents % 100n).padStart(2, '0')}`
}

/** All figures for whole dollars and days. */
function expectedFigures(choice: CostChoice) {
  const principal = BigInt(choice.principal)
  const days = BigInt(choice.days)
  const feePer100 = BigInt(choice.feePer100)
  const feeCents = principal * feePer100
  return {
    principal: writtenDollars(principal * 100n),
    days: `${days} days`,
    feePer100: writtenDollars(feePer100 * 100n),
    fee: writtenDollars(feeCents),
    total: writtenDollars(principal * 100n + feeCents),
    // fee ÷ principal × 365 ÷ days × 100
    apr: `${grouped(roundedQuotient(feeCents * 365n * 100n, principal * 100n * days))}%`,
    overdraftLeast: '$30',
    overdraftMost: '$35',
    cashAdvanceLeast: writtenDollars(principal * 3n),
    cashAdvanceMost: writtenDollars(principal * 5n),
    rateLeast: '3%',
    rateMost: '5%',
  }
}

describe('the cost calculator', () => {
  it('shows the result of integer arithmetic, for any positions of its controls', () => {
    const differences: unknown[] = []
    fc.assert(
      fc.property(choices, choice => {
        const shown = figuresOf(choice, 'en-US')
        const expected = expectedFigures(choice)
        if (JSON.stringify(shown) !== JSON.stringify(expected)) differences.push({ choice, shown, expected })
      }),
      runs,
    )
    expect(differences).toEqual([])
  })

  it('computes fee ÷ principal × 365 ÷ days, for any amounts down to the cent', () => {
    const cents = (min: number, max: number) =>
      fc.integer({ min: min * 100, max: max * 100 }).map(amount => amount / 100)
    const amounts = fc.record({
      principal: cents(1, 10_000),
      days: fc.integer({ min: 1, max: 366 }),
      feePer100: cents(1, 100),
    })
    fc.assert(
      fc.property(amounts, choice => {
        const { fee, total, apr } = costOf(choice)
        expect(fee).toBeCloseTo(choice.principal * (choice.feePer100 / 100), 8)
        expect(total - choice.principal).toBeCloseTo(fee, 8)
        expect(((fee / choice.principal) * 365) / choice.days / (apr / 100)).toBeCloseTo(1, 10)
      }),
      runs,
    )
  })

  it('shows a brand’s example as the rest of the brand’s pages do', () => {
    const examples = fc.record({
      principal: fc.integer({ min: 5000, max: 1_000_000 }).map(cents => cents / 100),
      days: fc.integer({ min: 2, max: 366 }),
      feePer100: fc.integer({ min: 50, max: 10_000 }).map(cents => cents / 100),
    })
    fc.assert(
      fc.property(examples, costExample => {
        const brand = { values: { costExample, locale: 'en-US' } } as BrandConfig
        const { values, principal, feePer100, fee, total, days, apr } = costExampleView(brand)
        const shown = figuresOf(values, 'en-US')
        expect(shown).toMatchObject({ principal, feePer100, fee, total, apr, days: `${days} days` })
      }),
      { ...runs, numRuns: rounds(100) },
    )
  })

  it.each([
    ['the specification’s example', [300, 14, 15], ['$45', '$345', '391%']],
    ['the least', [100, 31, 10], ['$10', '$110', '118%']],
    ['the most, with a comma for thousands', [1000, 7, 30], ['$300', '$1,300', '1,564%']],
    ['two cents digits, also where the last is a zero', [310, 14, 15], ['$46.50', '$356.50', '391%']],
    ['a half of a percent goes up', [100, 10, 11], ['$11', '$111', '402%']],
    ['a tenth of a percent below one hundred', [1000, 365, 36.25], ['$362.50', '$1,362.50', '36.3%']],
    ['cents in the fee', [99.99, 14, 17.5], ['$17.50', '$117.49', '456%']],
  ])('writes %s', (_, [principal = 0, days = 0, feePer100 = 0], expected) => {
    const { fee, total, apr } = figuresOf({ principal, days, feePer100 }, 'en-US')
    expect([fee, total, apr]).toEqual(expected)
  })

  it('writes one day as one', () => {
    expect(figuresOf({ principal: 300, days: 1, feePer100: 15 }, 'en-US').days).toBe('1 day')
  })

  it.each([
    ['principal', 2500, 1000],
    ['principal', 50, 100],
    ['principal', 304.99, 300],
    ['principal', 305, 310],
    ['days', 1, 7],
    ['days', 366, 31],
    ['feePer100', 17.5, 18],
    ['feePer100', 5, 10],
  ] as const)('puts the control for %s at its nearest position for %d', (name, value, position) => {
    expect(positionOf(name, value)).toBe(position)
  })
})
