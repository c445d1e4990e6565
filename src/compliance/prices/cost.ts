// Whether the annual percentage rate that a text states follows from its own figures. No figure has a fixed role: any amount
// may be the loan, and any other its fee or its total. This follows 12 CFR 1026.22 and its appendix J; for a single payment,
// the unit-period is the term of the loan.

import { joined } from '../words/text.ts'
import { oneOf } from '../words/word-lists.ts'
import type { Figure, Reading } from './figures.ts'

/**
 * The annual percentage rate of a loan with a single payment, in percent. The unit-period is the term. For more than a year,
 * the rate is actuarial, with years as unit-periods (appendix J (b)(5)(v)).
 */
export function aprOf(fee: number, principal: number, days: number): number {
  if (days <= 366) return ((fee / principal) * 365 * 100) / days
  const years = Math.floor(days / 365)
  const rest = (days - years * 365) / 365
  const owed = (principal + fee) / principal
  let [low, high] = [0, Math.max(1, fee / principal) * 100]
  for (let step = 0; step < 200; step++) {
    const rate = (low + high) / 2
    if ((1 + rate) ** years * (1 + rate * rest) < owed) low = rate
    else high = rate
  }
  return low * 100
}

/** A stated rate or total, and the correct value. */
interface WrongSum {
  readonly computed: number
  readonly stated: string
}

/** The smallest and the largest value. */
interface Span {
  readonly low: number
  readonly high: number
}

/** A fee for an amount, in one possible reading of the text. */
interface Loan {
  readonly fee: Span
  readonly principal: Span
}

/** An annual percentage rate that follows from the figures. */
interface Computed extends Span, Loan {
  readonly days: number
  /** The value to report as correct. */
  readonly likely: number
}

/** A loan that is repaid in several parts, or taken out more than once. */
const isPaidOften = oneOf`installment* instalment* payments_of monthly_payment* weekly_payment* biweekly_payment* equal_payment* several_payment*
  minimum_payment* per_payment* each_month every_month roll_over* rollover* extend extended extension renew* cuotas pagos_mensuales`
/** Words for products and limits: the figures near them are not the price of one loan. */
const ofOthers = new RegExp(
  ' (?:(?<!(?:debit|prepaid) )cards?|tarjetas?|mortgages?|overdrafts?|line of credit|credit unions?|caps?|capped|limits?|limited|law' +
    '|(?:application|membership|annual|origination|late) (?:fee|payment|charge)s?) ',
)

export const wordsIn = ({ words, ends }: Reading, sentence: number): string =>
  ` ${words.slice(ends[sentence - 1] ?? 0, ends[sentence]).join(' ')} `

/**
 * The stated rates that do not follow from the amounts, fees and terms in the text, however they are combined. Empty if the
 * figures allow no clear answer.
 * @param first The first sentence whose rates count. Rates before it belong to a heading.
 */
export function wrongRates(whole: Reading, first = 0): WrongSum[] {
  if (whole.rates.length === 0 || isPaidOften(joined(whole.words))) return []
  const isOurs = ({ sentence }: Figure): boolean => !ofOthers.test(wordsIn(whole, sentence))
  const reading = { ...whole, figures: whole.figures.filter(isOurs) }
  return whole.rates.flatMap(rate => {
    if (rate.sentence < first || !isOurs(rate)) return []
    const computed = computedRates(reading, rate)
    const missing = [rate.low, rate.high].find(stated => !computed.some(made => isMade(stated, made, rate)))
    // This finding cannot be waived, so it is reported only if the text states a fee of a usual size.
    const likely = computed.find(
      ({ fee, principal }) => fee.low > 0.01 * principal.low && fee.low < 0.6 * principal.low,
    )
    const isPaid = computed.some(one => isPaidOff(rate.low, one))
    if (likely === undefined || missing === undefined || isPaid) return []
    const isRange = rate.low < rate.high
    const stated = isRange ? `${rate.low}% to ${rate.high}%` : `${rate.written}%`
    return [{ computed: isRange && missing === rate.high ? likely.high : likely.likely, stated }]
  })
}

/** Every rate that follows from a combination of amounts, shares and terms. */
function computedRates(reading: Reading, rate: Figure): Computed[] {
  const own = reading.figures.filter(({ sentence }) => sentence === rate.sentence)
  const terms = termsOf(own, reading.figures)
  const shares = reading.figures.filter(
    figure => figure.kind === 'percent' && !reading.rates.includes(figure) && isShare(reading, figure),
  )
  const ofWhole = { low: 100, high: 100 }
  const loans = [
    ...(terms.length > 0 ? loansOf(reading, own) : []),
    ...shares.flatMap(share => (share.days === undefined ? { fee: spanOf(share), principal: ofWhole } : [])),
  ]
  const perTime = shares.flatMap(share =>
    (share.days ?? []).flatMap(days => {
      const simple = computedRate({ fee: spanOf(share), principal: ofWhole }, { low: days, high: days })
      // Some lenders compound the rate.
      const yearly = 100 * ((1 + share.low / 100) ** (365 / days) - 1)
      return [simple, { ...simple, low: yearly, high: yearly }]
    }),
  )
  return [...loans.flatMap(loan => terms.map(term => computedRate(loan, term))), ...perTime]
}

/**
 * The terms that a rate may be for: those in its sentence. A year is the period that rates are stated for, so it does not
 * count as a term if there are others.
 */
function termsOf(own: readonly Figure[], all: readonly Figure[]): readonly Figure[] {
  const terms = all.filter(({ kind, low, high }) => kind === 'term' && low > 0 && high < 3660)
  const short = terms.filter(({ high, written }) => high < 364 || written === '1')
  return [short.filter(figure => own.includes(figure)), short, terms].find(({ length }) => length > 0) ?? []
}

function computedRate(loan: Loan, term: Span & Pick<Figure, 'days'>): Computed {
  const { fee, principal } = loan
  const days = term.days?.[0] ?? term.low
  const low = principal.high === Number.POSITIVE_INFINITY ? 0 : aprOf(fee.low, principal.high, term.high)
  const high = principal.low === 0 ? Number.POSITIVE_INFINITY : aprOf(fee.high, principal.low, term.low)
  return { ...loan, low, high, days, likely: aprOf(fee.low, principal.low, days) }
}

/** Near these words, a percentage is the cost of the loan. */
const isCost = oneOf`fee fees charge charges interest cost costs keep keeps add adds flat rate take takes of_the of_your of_what of_whatever of_any
  of_each of_every of_a on_top more dollar make factor cargo comision interes prestamo monto`

function isShare({ words }: Reading, { from, to, days }: Figure): boolean {
  return days !== undefined || isCost(joined(words.slice(Math.max(0, from - 5), to + 5)))
}

const totalWord = /^(?:repa(?!ir)|total|back|return|ow(?:e|es|ed)$|dev[uo]l|altogether|collect)/
const feeWord = /^(?:fees?|charges?|cargo|comision)$/

/** The loans that the amounts of a text may describe. */
function loansOf(reading: Reading, own: readonly Figure[]): Loan[] {
  const pairs = pairsIn(reading)
  const ownPairs = pairs.filter(({ fee, isOn }) => isOn && own.includes(fee))
  if (ownPairs.length > 0) return ownPairs.map(loanOfPair)
  const hasTotal = reading.words.some(word => totalWord.test(word))
  return [...pairs.map(loanOfPair), ...loansOfAmounts(amountsOf(reading.figures), hasTotal)]
}

/** Two amounts that the text itself relates to each other. */
interface Pair {
  readonly fee: Figure
  readonly base: Figure
  /** True for "$45 on $300", false for "$15 per $100". */
  readonly isOn: boolean
}

const perWords =
  /^(?:[a-z]+ ){0,3}?(?:per|for (?:each|every)|(?:on|of) (?:each|every)|each|every|por cada|cada)(?: additional)?$/
const onWords = /^(?:[a-z]+ )?(?:on|sobre) (?:an? |the |your |un )?(?:(?:\d+|[a-z]+) ){0,4}$/

/** "$15 per $100", "$45 on a two-week $300 loan", "each $100 costs $25" */
export function pairsIn({ words, figures }: Reading): Pair[] {
  const isAmount = ({ kind, low }: Figure): boolean => kind === 'money' || (kind === 'number' && low >= 3)
  const amounts = figures.filter(figure => isAmount(figure) && figure.manner !== 'denied')
  const pairs = amounts.flatMap((fee, index): Pair[] => {
    const base = amounts[index + 1]
    if (base === undefined || base.sentence !== fee.sentence || base.from - fee.to > 9) return []
    const gap = words.slice(fee.to, base.from).join(' ')
    if (/[.;?!]/.test(gap)) return []
    if (perWords.test(gap) && base.low <= 1000) return [{ fee, base, isOn: false }]
    if (onWords.test(`${gap} `) && fee.low < base.low) return [{ fee, base, isOn: true }]
    const isEach = /^(?:each|every|per|cada)$/.test(words[fee.from - 1] ?? '') && fee.low <= 1000
    return isEach ? [{ fee: base, base: fee, isOn: false }] : []
  })
  // In "$20 per $100 on $400", the 100 is not a fee.
  return pairs.filter(({ fee, isOn }) => !isOn || !pairs.some(({ base }) => base === fee))
}

/** "For every $100 you repay $120": a fee above its base is a total. */
function loanOfPair({ fee, base }: Pair): Loan {
  const [cost, principal] = [spanOf(fee), spanOf(base)]
  const isTotal = cost.low > base.high
  return { fee: isTotal ? { low: cost.low - base.low, high: cost.high - base.low } : cost, principal }
}

/**
 * The different amounts. Numbers without a unit count only if fewer than two amounts have a unit: "Take $400, give back four
 * hundred sixty."
 */
function amountsOf(figures: readonly Figure[]): Span[] {
  const isNumber = ({ kind, low }: Figure): boolean => kind === 'number' && low >= 10 && low !== 365
  const of = (isAmount: (figure: Figure) => boolean): Span[] => {
    const amounts = figures.filter(figure => isAmount(figure) && figure.manner !== 'denied')
    return [...new Map(amounts.map(figure => [`${figure.low} ${figure.high}`, spanOf(figure)])).values()]
  }
  const money = of(({ kind }) => kind === 'money')
  return money.length > 1 ? money : of(figure => figure.kind === 'money' || isNumber(figure))
}

/** The range of values that a figure may stand for. */
function spanOf({ low, high, manner }: Figure): Span {
  if (manner === 'below') return { low: 0, high }
  if (manner === 'above') return { low, high: Number.POSITIVE_INFINITY }
  return manner === 'about' ? { low: low * 0.95, high: high * 1.05 } : { low, high }
}

/**
 * Any two amounts make a loan: fee and principal, or principal and total. If a third is their sum, all three make one loan.
 */
function loansOfAmounts(amounts: readonly Span[], hasTotal: boolean): Loan[] {
  const sorted = amounts.toSorted((a, b) => a.low - b.low)
  const isSum = (a: Span, b: Span, sum: Span): boolean =>
    a.low !== b.low && Math.abs(a.low + b.low - sum.low) < 0.005
  return sorted.flatMap((first, index) =>
    sorted.slice(index + 1).flatMap((second): Loan[] => {
      const rest = { low: second.low - first.high, high: second.high - first.low }
      if (sorted.some(third => isSum(first, second, third))) return [{ fee: first, principal: second }]
      const other = sorted.find(third => isSum(first, third, second))
      if (other !== undefined) {
        const [fee, principal] = other.low < first.low ? [other, first] : [first, other]
        return [{ fee, principal }]
      }
      const parts = [{ fee: first, principal: second }]
      if (rest.low > 0) parts.push({ fee: rest, principal: first })
      if (rest.low > 0 && hasTotal) parts.push({ fee: first, principal: rest })
      return parts
    }),
  )
}

/** Whether a rate is right for a loan that is repaid monthly: "$3,000 for two years at 12% costs $389". */
function isPaidOff(stated: number, { fee, principal, days }: Computed): boolean {
  // A loan with a term in days is repaid at once.
  const months = days % 1 !== 0 || days >= 365 ? Math.round((days * 12) / 365) : 0
  const rate = stated / 1200
  const payment = (principal.low * rate) / (1 - (1 + rate) ** -months)
  return months > 2 && Math.abs(payment * months - principal.low - (fee.low + fee.high) / 2) < 0.01 * fee.low
}

/** Whether a stated rate equals a computed one, within the tolerance of 12 CFR 1026.22(a)(2) or of its own rounding. */
function isMade(stated: number, { low, high }: Span, { written, manner }: Figure): boolean {
  const decimals = written.split('.')[1]?.length ?? 0
  const step = 10 ** (/0*$/.exec(written)?.[0].length ?? 0)
  const rough = decimals > 0 ? 1 : Math.max(1, Math.min(step / 2, stated * 0.05))
  const slack = (manner === 'about' ? rough : Math.max(0.125, 0.5 * 10 ** -decimals)) + 1e-6
  return (manner === 'below' || stated <= high + slack) && (manner === 'above' || stated >= low - slack)
}

/** The sum of the only amount and its fee, if the text states a different total. */
export function wrongTotal(reading: Reading): WrongSum | undefined {
  const { words, figures } = reading
  const money = figures.filter(({ kind }) => kind === 'money')
  const isClear = money.every(({ low, high, manner }) => low === high && manner === 'exact')
  const values = new Set(money.map(({ low }) => low))
  if (!isClear || values.size !== 3 || isPaidOften(joined(reading.words))) return undefined
  if (pairsIn(reading).some(({ isOn }) => !isOn)) return undefined
  const near = (word: RegExp): Figure | undefined =>
    money.find(({ from, to }) => words.slice(Math.max(0, from - 4), to + 2).some(one => word.test(one)))
  const [total, fee] = [near(totalWord), near(feeWord)]
  const principal = [...values].find(value => value !== total?.low && value !== fee?.low) ?? 0
  if (total === undefined || fee === undefined || total.low === fee.low || fee.low >= principal)
    return undefined
  const sum = principal + fee.low
  const isWrong = total.low > principal && total.low <= 2 * principal && Math.abs(sum - total.low) >= 0.5
  return isWrong ? { computed: sum, stated: `$${total.written}` } : undefined
}
