// Generates many descriptions of loans from a seed. A right rate is never called wrong, a wrong one always is, and there is
// no finding if something is missing.

import { describe, expect, it } from 'vitest'
import { articleJudge } from '../support.ts'

/** Numbers from 0 up to, but not including, 1. They are the same in each run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

const random = seeded(20_260_115)
const oneOf = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T

const below20 =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
function inWords(value: number): string {
  if (value < 20) return below20[value] as string
  if (value < 100)
    return `${tens[Math.floor(value / 10) - 2]}${value % 10 > 0 ? `-${below20[value % 10]}` : ''}`
  if (value < 1000)
    return `${below20[Math.floor(value / 100)]} hundred${value % 100 > 0 ? ` and ${inWords(value % 100)}` : ''}`
  return `${inWords(Math.floor(value / 1000))} thousand${value % 1000 > 0 ? ` ${inWords(value % 1000)}` : ''}`
}

interface Loan {
  readonly principal: number
  /** As a percentage of the principal. */
  readonly share: number
  readonly days: readonly number[]
  readonly english: string
  readonly spanish: string
}

const terms: readonly Pick<Loan, 'days' | 'english' | 'spanish'>[] = [
  ...[7, 10, 14, 15, 18, 21, 25, 28, 30, 31, 45, 60].map(days => ({
    days: [days],
    english: `${days} days`,
    spanish: `${days} días`,
  })),
  { days: [14], english: 'two weeks', spanish: 'dos semanas' },
  { days: [14], english: 'fourteen days', spanish: 'catorce días' },
  { days: [7], english: 'one week', spanish: 'una semana' },
  { days: [21], english: '3 weeks', spanish: '3 semanas' },
  { days: [28], english: 'four weeks', spanish: 'cuatro semanas' },
  { days: [30, 365 / 12], english: 'one month', spanish: 'un mes' },
  { days: [60, 365 / 6], english: 'two months', spanish: 'dos meses' },
]

const rateOf = ({ share }: Loan, days: number): number => (share * 365) / days
const feeOf = ({ principal, share }: Loan): number => (principal * share) / 100
const dollars = (value: number): string => `$${value.toLocaleString('en-US')}`

/** The ways to describe a loan; `apr` is the rate as written. A way that needs a missing part is left out. */
interface Way {
  readonly name: string
  tell(loan: Loan, apr: string): string
  /** The same loan without its term or its price. */
  readonly without?: (loan: Loan, apr: string) => string
}

const ways: readonly Way[] = [
  {
    name: 'a sentence',
    tell: (loan, apr) =>
      `For example, a ${dollars(loan.principal)} loan for ${loan.english} with a ${dollars(feeOf(loan))} fee has an APR of ${apr}%.`,
    without: (loan, apr) =>
      `For example, a ${dollars(loan.principal)} loan with a ${dollars(feeOf(loan))} fee has an APR of ${apr}%.`,
  },
  {
    name: 'sentences',
    tell: (loan, apr) =>
      `You borrow ${dollars(loan.principal)}. The lender charges ${dollars(feeOf(loan))}. You pay it back after ${loan.english}. The annual percentage rate is ${apr}%.`,
    without: (loan, apr) =>
      `You borrow ${dollars(loan.principal)}. You pay it back after ${loan.english}. The annual percentage rate is ${apr}%.`,
  },
  {
    name: 'per $100',
    tell: ({ share, english }, apr) =>
      `At $${share} per $100 borrowed for ${english}, the APR works out to ${apr}%.`,
    without: ({ share }, apr) => `At $${share} per $100 borrowed, the APR works out to ${apr}%.`,
  },
  {
    name: 'per $100 of an amount',
    tell: ({ share, english, principal }, apr) =>
      `The fee is $${share} for every $100 you borrow. A loan of ${dollars(principal)} that is due in ${english} has an APR of ${apr}%.`,
  },
  {
    name: 'a total',
    tell: (loan, apr) =>
      `Borrow ${dollars(loan.principal)} and repay ${dollars(loan.principal + feeOf(loan))} in ${loan.english}: ${apr}% APR.`,
    without: (loan, apr) => `Borrow ${dollars(loan.principal)} and repay it in ${loan.english}: ${apr}% APR.`,
  },
  {
    name: 'a percentage',
    tell: ({ share, english, principal }, apr) =>
      `The fee is ${share} percent of the amount. On ${dollars(principal)} for ${english} the APR is ${apr}%.`,
    without: ({ share }, apr) => `The fee is ${share} percent of the amount. The APR is ${apr}%.`,
  },
  {
    name: 'words',
    tell: (loan, apr) =>
      `Take ${inWords(loan.principal)} dollars for ${loan.english}, and the charge is ${Number.isInteger(feeOf(loan)) ? `${inWords(feeOf(loan))} dollars` : dollars(feeOf(loan))}, an annual percentage rate of ${apr} percent.`,
  },
  {
    name: 'a question',
    tell: (loan, apr) =>
      `What is the APR if ${dollars(loan.principal)} for ${loan.english} costs ${dollars(feeOf(loan))}? It is ${apr}%.`,
  },
  {
    name: 'a rate first',
    tell: (loan, apr) =>
      `${apr}% APR: that is what ${dollars(feeOf(loan))} on ${dollars(loan.principal)} for ${loan.english} comes to.`,
  },
  {
    name: 'a sum',
    tell: (loan, apr) =>
      `Divide the fee by the amount, multiply by 365 and divide by the days. For ${loan.english}: ${feeOf(loan)} / ${loan.principal} x 365 / ${Math.round(loan.days[0] as number)} is an APR of ${apr}%.`,
  },
  {
    name: 'a list',
    tell: (loan, apr) =>
      `- Amount: ${dollars(loan.principal)}\n- Fee: ${dollars(feeOf(loan))}\n- Term: ${loan.english}\n- APR: ${apr}%`,
    without: (loan, apr) => `- Amount: ${dollars(loan.principal)}\n- Term: ${loan.english}\n- APR: ${apr}%`,
  },
  {
    name: 'a list of steps',
    tell: (loan, apr) =>
      `1. You receive ${dollars(loan.principal)}.\n2. After ${loan.english} you pay ${dollars(loan.principal + feeOf(loan))}.\n3. Your APR is ${apr}%.`,
  },
  {
    name: 'a row',
    tell: (loan, apr) =>
      `| Loan | Fee | Term | You repay | APR |\n|---|---|---|---|---|\n| ${dollars(loan.principal)} | ${dollars(feeOf(loan))} | ${loan.english} | ${dollars(loan.principal + feeOf(loan))} | ${apr}% |`,
    without: (loan, apr) =>
      `| Loan | Fee | APR |\n|---|---|---|\n| ${dollars(loan.principal)} | ${dollars(feeOf(loan))} | ${apr}% |`,
  },
  {
    name: 'a column',
    tell: (loan, apr) =>
      `| Item | Example |\n|---|---|\n| You borrow | ${dollars(loan.principal)} |\n| Finance charge | ${dollars(feeOf(loan))} |\n| Due after | ${loan.english} |\n| APR | ${apr}% |`,
  },
  {
    name: 'una frase',
    tell: (loan, apr) =>
      `Por ejemplo, un préstamo de ${dollars(loan.principal)} por ${loan.spanish} con un cargo de ${dollars(feeOf(loan))} tiene una APR del ${apr} %.`,
    without: (loan, apr) =>
      `Por ejemplo, un préstamo de ${dollars(loan.principal)} con un cargo de ${dollars(feeOf(loan))} tiene una APR del ${apr} %.`,
  },
  {
    name: 'varias frases',
    tell: (loan, apr) =>
      `Si pide ${dollars(loan.principal)}, devuelve ${dollars(loan.principal + feeOf(loan))} después de ${loan.spanish}. La tasa de porcentaje anual es de ${apr} %.`,
    without: (loan, apr) =>
      `Si pide ${dollars(loan.principal)}, los devuelve después de ${loan.spanish}. La tasa de porcentaje anual es de ${apr} %.`,
  },
  {
    name: 'por cada $100',
    tell: ({ share, spanish }, apr) =>
      `El prestamista cobra $${share} por cada $100 a ${spanish}: una APR de ${apr} %.`,
    without: ({ share }, apr) => `El prestamista cobra $${share} por cada $100: una APR de ${apr} %.`,
  },
  {
    name: 'una lista',
    tell: (loan, apr) =>
      `- Monto: ${dollars(loan.principal)}\n- Cargo: ${dollars(feeOf(loan))}\n- Plazo: ${loan.spanish}\n- APR: ${apr} %`,
  },
]

/** The right ways to write a rate: as a whole percent, or with one or two decimals. */
const written = (rate: number): string => oneOf([rate.toFixed(0), rate.toFixed(1), rate.toFixed(2)])

/**
 * A rate that nobody can have meant for the loan: wrong by more than any rounding, or the fee's percentage of the loan
 * instead of the annual rate.
 */
function wrong(loan: Loan): string {
  const rates = loan.days.map(days => rateOf(loan, days))
  const [low, high] = [Math.min(...rates), Math.max(...rates)]
  return oneOf([
    (high * oneOf([1.05, 1.4, 2, 10]) + 2).toFixed(oneOf([0, 1, 2])),
    Math.max(1, low * oneOf([0.95, 0.6, 0.5, 0.1]) - 2).toFixed(oneOf([0, 1, 2])),
    `${loan.share}`,
    `${loan.share * 12}`,
  ])
}

function randomLoan(): Loan {
  const principal = oneOf([100, 150, 200, 250, 300, 400, 500, 600, 800, 1000])
  const share = oneOf([10, 12, 14, 15, 16, 18, 20, 22, 24, 26, 30])
  return { principal, share, ...oneOf(terms) }
}

/** Sentences around a loan whose numbers are not its figures. */
const others = [
  ...['', '', '', ' You must be at least 18 years old.', ' Money may arrive in one business day.'],
  ...[' Apply in 3 steps, 24 hours a day.', ' Figures as of 2026.', " Lenders' terms vary."],
]

const table = Array.from({ length: 900 }, (_, index) => {
  const way = ways[index % ways.length] as Way
  const loan = randomLoan()
  const right = written(rateOf(loan, oneOf(loan.days)))
  const other = way.name.startsWith('a ') || way.name.startsWith('una ') ? '' : oneOf(others)
  const kind = oneOf(way.without === undefined ? ['right', 'wrong'] : ['right', 'wrong', 'wrong', 'open'])
  if (kind === 'right') return { name: way.name, text: `${way.tell(loan, right)}${other}`, isWrong: false }
  const apr = wrong(loan)
  const isRight = loan.days.some(days => Math.abs(rateOf(loan, days) - Number(apr)) < 1)
  return kind === 'open'
    ? { name: way.name, text: `${way.without?.(loan, apr)}${other}`, isWrong: false }
    : { name: way.name, text: `${way.tell(loan, apr)}${other}`, isWrong: !isRight }
})

describe('each rate of the table is judged right', async () => {
  const judge = await articleJudge()
  it.each(ways.map(({ name }) => name))('%s', name => {
    const rows = table.filter(row => row.name === name)
    const misjudged = rows.filter(({ text, isWrong }) => {
      const found = judge(text).some(({ rule }) => rule === 'cost/apr-arithmetic')
      return found !== isWrong
    })
    expect(rows.length).toBeGreaterThan(40)
    expect(misjudged).toEqual([])
  })

  it('a wrong rate is found by a sum, with the right one beside it', () => {
    const [found] = judge('A $300 loan for two weeks with a $45 fee has an APR of 15%.')
    expect(found).toMatchObject({ rule: 'cost/apr-arithmetic', by: 'sum', computed: '391.1%' })
  })

  it('has right, wrong and open rates', () => {
    const wrongs = table.filter(({ isWrong }) => isWrong).length
    expect(table.length).toBeGreaterThanOrEqual(500)
    expect(wrongs).toBeGreaterThan(300)
    expect(table.length - wrongs).toBeGreaterThan(300)
  })
})
