// The arithmetic of annual percentage rates: a result if the figures determine it, none if they do not.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aprOf, wrongRates, wrongTotal } from '../../../src/compliance/prices/cost.ts'
import { readFigures } from '../../../src/compliance/prices/figures.ts'
import { readSentences, shownText } from '../../../src/compliance/words/text.ts'
import { rounds } from '../../support/soak.ts'

const read = (text: string) => readFigures(readSentences(shownText(text)))
const computed = (text: string) => wrongRates(read(text)).map(({ computed: rate }) => Number(rate.toFixed(1)))

const sentences = [
  (p: number, f: number, d: number, apr: string) =>
    `For example, a $${p} loan for ${d} days with a fee of $${f} has an APR of ${apr}%.`,
  (p: number, f: number, d: number, apr: string) =>
    `You borrow $${p} for ${d} days. The fee is $${f}. The annual percentage rate (APR) is ${apr}%.`,
  (p: number, f: number, d: number, apr: string) =>
    `With an APR of ${apr}%, a $${p} loan for ${d} days costs $${f}.`,
  (p: number, f: number, d: number, apr: string) =>
    `Un préstamo de $${p} por ${d} días con un cargo de $${f} tiene una APR de ${apr} %.`,
]

it('judges random loans right', () => {
  const loan = fc.record({
    principal: fc.integer({ min: 50, max: 5000 }),
    // If a fee is more than half the loan, it may be read as the loan, and the loan as its total.
    share: fc.integer({ min: 2, max: 45 }),
    days: fc.integer({ min: 4, max: 365 }),
    sentence: fc.constantFrom(...sentences),
    off: fc.constantFrom(0, 0, 0.1, -0.1, 3, -3, 40),
  })
  fc.assert(
    fc.property(loan, ({ principal, share, days, sentence, off }) => {
      const fee = Math.max(1, Math.round((principal * share) / 100))
      const right = aprOf(fee, principal, days)
      const stated = right + off
      fc.pre(stated > 1)
      const written = stated.toFixed(2)
      const isWrong = Math.abs(Number(written) - right) > 0.125
      const verdicts = wrongRates(read(sentence(principal, fee, days, written)))
      if (Math.abs(Math.abs(Number(written) - right) - 0.125) < 0.006) return
      expect(verdicts.length, sentence(principal, fee, days, written)).toBe(isWrong ? 1 : 0)
      if (isWrong) expect(Math.abs((verdicts[0]?.computed ?? 0) - right)).toBeLessThan(0.01)
    }),
    { numRuns: rounds(3000) },
  )
})

const pairs = [
  (p: number, f: number, d: number, e: number, right: string, apr: string) =>
    `*Example:* ${p} over ${d} days at a fee of ${f} is ${p + f} due and ${right}% APR. The same ${f} over ${e} days would still be ${p + f}, at ${apr}% APR.`,
  (p: number, f: number, d: number, e: number, right: string, apr: string) =>
    `A ${p} loan for ${d} days with a fee of ${f} has an APR of ${right}%. Repay the same ${p + f} after ${e} days for the same ${f}, and the APR is ${apr}%.`,
  (p: number, f: number, d: number, e: number, right: string, apr: string) =>
    `Borrow ${p} for ${d} days and repay ${p + f}: ${right}% APR. The same ${p} for the same ${f} over ${e} days is ${apr}% APR.`,
  (p: number, f: number, d: number, e: number, right: string, apr: string) =>
    `Borrow ${p}, repay ${p + f} in ${d} days: an APR of ${right}%. Borrow ${p} again and still repay ${p + f}, but in ${e} days: an APR of ${apr}%.`,
]

it('two loans, the second described relative to the first, are both judged right or not at all', () => {
  const loans = fc.record({
    principal: fc.integer({ min: 50, max: 1000 }),
    share: fc.integer({ min: 5, max: 45 }),
    days: fc.integer({ min: 7, max: 60 }),
    other: fc.integer({ min: 7, max: 60 }),
    text: fc.constantFrom(...pairs),
    off: fc.constantFrom(0, 0, 5, 40),
  })
  fc.assert(
    fc.property(loans, ({ principal, share, days, other, text, off }) => {
      // 365 without a unit is the number of days in a year.
      fc.pre(days !== other && principal !== 365)
      const fee = Math.max(1, Math.round((principal * share) / 100))
      const [first, second] = [aprOf(fee, principal, days), aprOf(fee, principal, other)]
      const written = text(principal, fee, days, other, first.toFixed(2), (second + off).toFixed(2))
      const verdicts = wrongRates(read(written))
      for (const verdict of verdicts) expect(Math.abs(verdict.computed - second), written).toBeLessThan(0.01)
      if (off === 0) expect(verdicts, written).toEqual([])
    }),
    { numRuns: rounds(1500) },
  )
})

const explained = [
  (p: number, f: number, d: number, apr: string) =>
    `To check it by hand, divide the fee by the amount and multiply by 365. A $${f} fee on $${p} for ${d} days: ${f} / ${p} x 365 / ${d}, so the APR is ${apr}% and you repay $${p + f}.`,
  (p: number, f: number, d: number, apr: string) =>
    `A fee of $${f} for $${p} over ${d} days. ${f} ÷ ${p} = ${(f / p).toFixed(3)}. Multiply by 365 and divide by ${d}: ${apr}% APR.`,
  (p: number, f: number, d: number, apr: string) =>
    `Amount: $${p}. Fee: $${f}. Days: ${d}. APR: ${apr}%. Total: $${p + f}.`,
  (p: number, f: number, d: number, apr: string) => `$${p}, ${d} days, $${f} fee, $${p + f} due, ${apr}% APR`,
  (p: number, f: number, d: number, apr: string) =>
    `Why is the APR ${apr}%? Because $${f} on $${p} is due after ${d} days, not after 365.`,
  (p: number, f: number, d: number, apr: string) =>
    `Someone who borrows $${p} gives back $${p + f} after ${d} days. That is a fee of $${f} and an APR of ${apr}%.`,
  (p: number, f: number, d: number, apr: string) =>
    `Say you need $${p} until payday in ${d} days: (${f} / ${p}) × (365 / ${d}) × 100 = ${apr}% APR, with a fee of $${f}.`,
  (p: number, f: number, d: number, apr: string) =>
    `El préstamo es de $${p}, el cargo de $${f} y el plazo de ${d} días: ${f} / ${p} × 365 / ${d} da una APR de ${apr} %.`,
]

it('in an explanation, judges a rate right, and is hardly ever silent about a wrong one', () => {
  let wrong = 0
  let found = 0
  const loan = fc.record({
    principal: fc.integer({ min: 50, max: 1000 }),
    share: fc.integer({ min: 5, max: 40 }),
    days: fc.integer({ min: 5, max: 90 }),
    sentence: fc.constantFrom(...explained),
    off: fc.constantFrom(0, 0, 5, -3, 40),
  })
  fc.assert(
    fc.property(loan, ({ principal, share, days, sentence, off }) => {
      const fee = Math.max(1, Math.round((principal * share) / 100))
      const right = aprOf(fee, principal, days)
      fc.pre(right + off > 1)
      const text = sentence(principal, fee, days, (right + off).toFixed(2))
      const verdicts = wrongRates(read(text))
      if (off === 0) expect(verdicts, text).toEqual([])
      else {
        wrong++
        if (verdicts.length > 0) found++
      }
      for (const verdict of verdicts) expect(Math.abs(verdict.computed - right), text).toBeLessThan(0.01)
    }),
    { numRuns: rounds(3000) },
  )
  expect(found).toBeGreaterThan(wrong * 0.99)
})

describe('a stated rate', () => {
  it.each([
    ['the example of $15 on a two-week $300 loan is about 391% APR', 130.4],
    ['Typical fee $10 to $30 per $100; the example of $15 on a two-week $300 loan is about 391% APR.', 130.4],
    ['Fifteen dollars per $100 over two weeks: as an APR it is 15%.', 391.1],
    ['You get $400. After a fortnight you pay back $460. The annual percentage rate is then 196%.', 391.1],
    ['A $400 loan for a month with a fee of $60 has an APR of 15%.', 180],
    ['1.5% a day adds up: the APR is 150%.', 547.5],
    ['A weekly rate of 5% is an APR of 50%.', 260.7],
    [
      'Take two loans of $400. One runs 14 days: with a fee of $60 you repay $460, an APR of 391.07%. The other runs 30 days: with a fee of $60 you repay $460, an APR of 91%.',
      182.5,
    ],
    ['A quarter of the sum for a week makes an APR of 25%.', 1303.6],
    ['A factor rate of 1.15 over two weeks is 15% APR.', 391.1],
    ['Fee: 10% of the loan. Term: seven days. The APR is 120%.', 521.4],
    ['You get three hundred. Four weeks later you return three hundred sixty. The APR is 60%.', 260.7],
    ['$500 today, $575 in 30 days, 15% APR.', 182.5],
    ['$15 per $100, due on your next biweekly payday: an APR of 15%.', 391.1],
    ['Por cada cien dólares paga quince, a dos semanas. La APR es del 15 %.', 391.1],
    [
      'For example, $300 over 14 days at a fee of $45 is $345 due and 391% APR. The same $45 over 28 days would still be $345, at 391% APR.',
      195.5,
    ],
  ])('%s', (text, right) => expect(computed(text)).toEqual([right]))

  it.each([
    'A $300 loan for two weeks with a fee of $45 is almost 400% APR.',
    'A $300 loan for two weeks with a fee of $45 is 390% APR.',
    'Example: $400 for a month with a fee of $60. The APR is 180%.',
    'Example: $400 for a month with a fee of $60. The APR is 182.5%.',
    'Payday lenders charge $10 to $30 for every $100. Over two weeks that is about 261% to 782% APR.',
    'A loan of $500 is repaid in six monthly payments of $110; the APR is 80%.',
    'A $300 loan costs $45 in two weeks (391% APR), and a $500 loan costs $75 in a month.',
    'On a card with a 30% APR for cash advances, two weeks of interest on $300 is about $3.45.',
    'The APR of such loans is often more than 300%.',
    'The typical fee is $10 to $30 per $100. At $15, a two-week $300 loan is about 391% APR.',
    'The typical fee is $10 to $30 per $100; $45 on a two-week $300 loan is about 391% APR.',
    'Credit unions may charge an application fee of $20 and an APR of 28% on $2,000 over six months.',
    'If you pay $90 for a $300 loan over four weeks, the APR is 391%; a card at 24% costs $5.52.',
    'A rate of 1% a day is an APR of 365%.',
    'A fee of $120 on a $1,000 loan over 30 days works out to an APR of 146% and a total of $1,120.',
    'Take two loans of $400. The first runs 14 days and costs $60, so you repay $460 and the APR is 391.07%. The second runs 30 days, you repay $460 too, and its APR is 182.5%.',
    'The average payday loan is $375, is due in two weeks and has an APR of 391%.',
    'Borrow $100 to $1,000 and repay it in two weeks at an APR of 391%.',
    'Example: $300 over 14 days at a fee of $45 is $345 due and about 391% APR. The same $45 over 28 days would still be $345, at about 196% APR.',
  ])('is not guessed at, or right: %s', text => expect(computed(text)).toEqual([]))
})

it('a total is the sum of amount and fee', () => {
  expect(wrongTotal(read('You borrow $300, the fee is $45 and you repay $355.'))).toEqual({
    computed: 345,
    stated: '$355',
  })
  expect(wrongTotal(read('You borrow $300, the fee is $45 and you repay $345.'))).toBeUndefined()
})

it('beyond a year the rate is actuarial', () => {
  expect(aprOf(21, 100, 730)).toBeCloseTo(10, 5)
})
