// The representative cost example. Its figures are computed, never typed: a wrong cost is the worst defect a
// loan page can have.

import type { BrandValues } from './schema.ts'

/** The figures of one example, in dollars, days and percent. */
export interface Cost {
  readonly principal: number
  readonly feePer100: number
  readonly days: number
  readonly fee: number
  readonly total: number
  /** Annual percentage rate: fee ÷ principal × 365 ÷ days × 100 (12 CFR 1026.22, a single payment). */
  readonly apr: number
}

/** `{ principal: 300, feePer100: 15, days: 14 }` → fee 45, total 345, APR 391.07… */
export function costOf({ principal, feePer100, days }: BrandValues['costExample']): Cost {
  const fee = (principal * feePer100) / 100
  return {
    principal,
    feePer100,
    days,
    fee,
    total: principal + fee,
    // Principal and the two hundreds cancel out. In this order nothing is rounded before the division, so 401.5 % never becomes
    // 401.49999…
    apr: (feePer100 * 365) / days,
  }
}
