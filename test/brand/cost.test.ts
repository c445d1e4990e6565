import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { costOf } from '../../src/brand/index.ts'

/**
 * The APR of a single payment under Regulation Z (12 CFR 1026 appendix J): at this rate, the payment is worth the amount
 * advanced if it is discounted by simple interest over the term's share of a year. Found by bisection.
 */
function aprByDiscounting(advance: number, payment: number, days: number): number {
  const worth = (rate: number) => payment / (1 + (rate * days) / 365)
  let low = 0
  let high = 1e7
  for (let step = 0; step < 200; step++) {
    const middle = (low + high) / 2
    if (worth(middle) > advance) low = middle
    else high = middle
  }
  return low * 100
}

describe('costOf', () => {
  it('computes the example of the spec: $15 per $100, $300 for two weeks', () => {
    const cost = costOf({ principal: 300, feePer100: 15, days: 14 })
    expect(cost).toMatchObject({ principal: 300, feePer100: 15, days: 14, fee: 45, total: 345 })
    expect(cost.apr).toBeCloseTo(391.0714, 4)
  })

  it.each([
    [{ principal: 100, feePer100: 10, days: 365 }, 10, 110, 10],
    [{ principal: 1000, feePer100: 25, days: 30 }, 250, 1250, 304.1667],
    [{ principal: 255, feePer100: 17.64, days: 31 }, 44.982, 299.982, 207.6968],
  ])('%j', (example, fee, total, apr) => {
    const cost = costOf(example)
    expect(cost.fee).toBeCloseTo(fee, 6)
    expect(cost.total).toBeCloseTo(total, 6)
    expect(cost.apr).toBeCloseTo(apr, 3)
  })

  it('agrees with the rate at which the payment equals the advance', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 1, max: 1000 }),
        fc.integer({ min: 1, max: 366 }),
        (principal, feePer100, days) => {
          const { apr, total, fee } = costOf({ principal, feePer100, days })
          const expected = aprByDiscounting(principal, total, days)
          expect(Math.abs(apr - expected) / expected).toBeLessThan(1e-8)
          expect(total).toBeCloseTo(principal + fee, 6)
        },
      ),
    )
  })
})
