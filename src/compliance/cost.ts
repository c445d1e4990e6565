// What a text says a loan costs: amounts, terms and rates with their roles, and whether the stated annual percentage rate is the
// one they make. 12 CFR 1026.22 and appendix J: a single payment, so the unit-period is the term of the loan.

/** A figure that a text states. A range has two ends; a single value has the same one twice. */
interface Range {
  readonly low: number
  readonly high: number
}

type Role = 'principal' | 'fee' | 'total' | 'rate' | 'base' | 'apr' | 'percent' | 'term' | 'other'

/** A figure in the words of a text. */
export interface Figure extends Range {
  readonly kind: 'money' | 'percent' | 'time'
  readonly role: Role
  /** Of a time: the days it may mean; a month is a twelfth of a year or 30 days. */
  readonly days?: readonly number[]
  /** The words before it, as many as may say how it is meant. */
  readonly before: string
  /** As written, for the number of its decimals. */
  readonly written: string
  readonly index: number
  /** The noun before or after it is the loan's. */
  readonly ofLoan: boolean
}

const figurePattern =
  / (\$?)([\d.]+)(%?)(?: (day|days|week|weeks|month|months|year|years|dia|dias|semana|semanas|mes|meses|ano|anos|quincena|quincenas))?(?= )/g

const daysOf: Readonly<Record<string, readonly number[]>> = {
  d: [1],
  w: [7, 365 / 52],
  s: [7, 365 / 52],
  q: [15, 14],
  m: [365 / 12, 30],
  y: [365],
  a: [365],
}

/** The figures of a text of `wordsOf`, in order. */
export function figuresOf(text: string): readonly Figure[] {
  // "Days: 30". In "for 21 days: 60 / 400", the number before it is its own.
  const words = text.replace(
    /(?<! \d[\d.]*) (days|weeks|months|dias|semanas|meses) : (\d+)(?= )/g,
    ' : $2 $1',
  )
  const found = [...words.matchAll(figurePattern)].filter(
    match => match[1] || match[3] || match[4] || isBareTotal(words, match),
  )
  const hasApr = aprWord.test(words)
  const figures: Figure[] = []
  for (let at = 0; at < found.length; at++) {
    const match = found[at] as RegExpExecArray
    let end = match.index + match[0].length
    let high = Number(match[2])
    const second = found[at + 1]
    // "$10 to $30", "between 5% and 10%"
    const joint = second === undefined ? '' : words.slice(end, second.index + 1)
    const before = words.slice(Math.max(0, match.index - 60), match.index + 1)
    const isRange =
      second !== undefined &&
      second[1] === match[1] &&
      second[3] === match[3] &&
      (/^ (?:to|a|or|o) $/.test(joint) ||
        (/^ (?:and|y) $/.test(joint) && / (?:between|from|entre|de) $/.test(before)))
    if (isRange) {
      high = Number(second[2])
      end = second.index + second[0].length
      at++
    }
    const after = words.slice(end, end + 60)
    const unit = match[4] ?? (isRange ? second[4] : undefined)
    const low = Number(match[2])
    const kind = match[3] ? 'percent' : match[4] ? 'time' : 'money'
    figures.push({
      kind,
      low,
      high,
      role:
        kind === 'time'
          ? 'term'
          : kind === 'percent'
            ? hasApr
              ? percentRole(before, after, words.slice(Math.max(0, match.index - 240), match.index + 1))
              : 'percent'
            : moneyRole(before, after, low),
      ...(unit !== undefined && {
        days: (daysOf[unit[0] as string] as readonly number[]).map(days => days * low),
      }),
      before,
      written: match[2] as string,
      index: match.index,
      ofLoan:
        /^(?: [a-z]+){0,2} (?:loan|loans|advance|advances|prestamo|prestamos)\b/.test(after) ||
        / (?:loan|loans|advance|borrow|borrowed|borrowing|prestamo|prestamos)(?: (?:of|for|de|por|is|up|to|a|the|about))* $/.test(
          before,
        ),
    })
  }
  return withMonthTerms(figures, words)
}

/** "Take four hundred dollars and give back four hundred and sixty": an amount without its unit. */
function isBareTotal(words: string, match: RegExpExecArray): boolean {
  return (
    words.includes('$') &&
    Number(match[2]) >= 20 &&
    / (?:repay|repaying|back|return|owe|costs?|fee (?:of|is)|charge (?:of|is)|buys you|borrow|devuelve|devuelva|devolver|cuestan?) $/.test(
      words.slice(0, match.index + 1),
    ) &&
    /^ (?:[.,;:!?)]|in|after|on|two|at|when|later|by|en|al|and|for|a) /.test(
      words.slice(match.index + match[0].length),
    )
  )
}

/** "for a month", "a loan for one week": a term without a figure. */
function withMonthTerms(figures: Figure[], words: string): Figure[] {
  for (const match of words.matchAll(
    / (?:a|one|un|una) (day|week|month|year|semana|mes|ano|quincena)(?= )/g,
  )) {
    const before = words.slice(0, match.index + 1)
    if (!/ (?:for|after|in|over|within|por|en|durante|lasts|of|is)(?: (?:about|only|just))? $/.test(before))
      continue
    // "Spelled out over a year, the APR is …"
    if (match[1] === 'year' && before.endsWith(' over ')) continue
    // "In a year that makes an APR of …"
    if (
      match[1] === 'year' &&
      before.endsWith(' in ') &&
      words.startsWith(' that makes ', match.index + match[0].length)
    )
      continue
    const days = daysOf[(match[1] as string)[0] as string] as readonly number[]
    figures.push({
      kind: 'time',
      low: 1,
      high: 1,
      role: 'term',
      days,
      before: '',
      written: '1',
      index: match.index,
      ofLoan: false,
    })
  }
  return figures.sort((a, b) => a.index - b.index)
}

/** "about", "almost", "up to": how a figure is meant. */
function mannerOf({ before }: Figure): 'exact' | 'about' | 'below' | 'above' {
  const near = before.split(' ').slice(-5).join(' ')
  if (/(?:almost|nearly|just under|close to|casi|cerca de)(?: [a-z]+)? $/.test(near)) return 'about'
  if (
    /(?:about|around|roughly|approximately|some|approx|circa|aproximadamente|alrededor de|unos|unas|or so)(?: (?:a|an|the|is))? $/.test(
      near,
    )
  )
    return 'about'
  if (
    /(?:up to|less than|under|below|at most|no more than|as much as|maximum of|hasta|menos de)(?: (?:a|an))? $/.test(
      near,
    )
  )
    return 'below'
  if (
    /(?:over|more than|above|at least|exceeds|exceed|upwards of|well over|from|mas de|as low as|starting at)(?: (?:a|an))? $/.test(
      near,
    )
  )
    return 'above'
  return 'exact'
}

const aprWords =
  '(?:apr|annual percentage rate|tasa (?:de )?(?:interes |porcentaje |porcentual )?anual(?: efectiva| de porcentaje)?|cat|tae)'
/** "The APR of a $200 loan for 14 days is 391%": the rate's name, no other rate, and what makes it one. */
const aprAhead = new RegExp(
  ` ${aprWords} (?:(?![%.;?!] )[^%])*? (?:is|are|was|be|equals|makes|to|at|:|es|son|sera|seria|resulta|equivale a)(?: (?:about|around|almost|nearly|over|exactly|only|just|a|an|modest|mere|low|cool|fair|reasonable|gentle|tiny|steep|de|del|casi|unos|un))*(?: an? [a-z]+)? $`,
)

/** "What is the APR? Just 20%." */
const aprAsked = new RegExp(
  ` ${aprWords} (?:(?![.;!?] )[^%])*\\? (?:(?:just|only|about|around|a|mere|exactly|solo|apenas|un|el) )*$`,
)

const aprAfter = new RegExp(`^ (?:\\( )?(?:[a-z]+ ){0,2}?${aprWords} `)
const aprOfOthers = new RegExp(
  ` ${aprWords} (?:[^ ]+ ){0,4}(?:card|cards|mortgage|overdraft|bank|union) (?:[a-z]+ ){0,3}$`,
)
const aprBefore = new RegExp(` ${aprWords}(?: \\))?(?: (?:[a-z]+|:|\\(|,|\\?)){0,5} $`)
/** "is 130% when stated as an APR" */
const statedAsApr = new RegExp(`^ (?:[a-z]+ ){0,3}(?:as|in terms of|como|en) (?:an |a |una )?${aprWords} `)

function percentRole(before: string, after: string, sentence: string): Role {
  if (aprAfter.test(after)) return 'apr'
  if (aprOfOthers.test(before)) return 'percent'
  return aprBefore.test(before) ||
    statedAsApr.test(after) ||
    aprAhead.test(sentence) ||
    aprAsked.test(sentence)
    ? 'apr'
    : 'percent'
}

function moneyRole(before: string, after: string, value: number): Role {
  const near = ` ${before.trim().split(' ').slice(-6).join(' ')} `
  // "Fee: $45": the colon after the name of the figure ends no clause.
  const body = near.replace(/ : $/, ' ')
  const clause = body.slice(Math.max(...[' , ', ' ; ', ' . ', ' : '].map(mark => body.lastIndexOf(mark))) + 1)
  if (
    / (?:per|each|every|por cada|cada)(?: additional)? $/.test(clause) &&
    (value === 100 || value === 1000 || value === 50 || value === 10)
  )
    return 'base'
  if (
    /^ (?:\( )?(?:for |on )?(?:per|for (?:each|every)|on (?:each|every)|each|every|por cada|cada|a) (?:\$(?:100|1000|50|10) (?!(?:[a-z]+ )?(?:loan|advance|prestamo) )|100 (?:borrowed|lent|loaned|of loan|prestad\w+|you|that|for|in|over|when|if|[.,;:!?]) )/.test(
      after,
    )
  )
    return 'rate'
  if (/ (?:each|every|cada) \$(?:100|50|10|1000)(?: [a-z]+){0,5} $/.test(near)) return 'rate'
  if (
    /^ (?:is the |is a |[a-z]+ )?(?:fee|fees|charge|finance charge|in fees|in interest|interest|of interest|de cargo|de comision|de interes|cargo|comision)\b/.test(
      after,
    )
  )
    return 'fee'
  if (
    /^ (?:for|on|por) (?:un |a |the |el |your )?(?:[a-z]+ )?(?:loan|prestamo|advance) (?:of |de |for )?\$/.test(
      after,
    )
  )
    return 'fee'
  if (
    /^ (?!for |on |por )(?:[a-z]+ ){0,2}(?:loan|loans|advance|payday loan|prestamo|principal|borrowed)\b/.test(
      after,
    )
  )
    return 'principal'
  if (/^ (?:in total|in all|total|back|altogether|en total)\b/.test(after)) return 'total'
  // "For a loan of $450 the lender asks $67.50", "The total for a $400 loan is $472"
  if (/ (?:loan|prestamo) (?:of|de) $/.test(clause)) return 'principal'
  if (/ total (?:[a-z$\d.]+ ){1,7}(?:is|comes to|runs to|reaches|es|son) $/.test(clause)) return 'total'
  // "The fee on a $200 loan is $50"
  if (feeOnAmount.test(before)) return 'fee'
  // "the lender takes $216 from your account"
  if (/^ (?:from|out of) your (?:bank |checking )?account /.test(after)) return 'total'
  if (
    / (?:buys you|pida|pide|solicite|solicita|tome|toma|obtenga|reciba)(?: (?:solo|unos|hasta))? $/.test(
      clause,
    )
  )
    return 'principal'
  // "for the $500 you borrow now"
  if (/^ (?:that |which |que )?(?:you |usted )?(?:now )?(?:borrow|borrowed|pide prestad[oa]s?)\b/.test(after))
    return 'principal'
  // "the $18 that a lender asks"
  if (/^ (?:that |which )?(?:a |the |your )?lenders? (?:ask|charge|want|take|add|keep)s?\b/.test(after))
    return 'fee'
  if (/ on(?: a| the)? $/.test(clause)) return 'principal'
  if (
    / (?:fee|fees|charge|charges|charged|cost|costs|costing|interest|cargo|comision|costo|cuesta|tarifa)(?: (?!(?:if|when|si) )[a-z]+){0,3}(?: :)? $/.test(
      clause,
    )
  )
    return 'fee'
  if (
    / (?:repay|repays|repaying|repaid|repayment|return|returns|owe|owes|total|pay back|pays back|paying back|back|devuelve|devuelva|devolver|regrese|pagar en total|paga en total|total a pagar|altogether)(?: [a-z]+){0,3}(?: :)? $/.test(
      clause,
    )
  )
    return 'total'
  if (
    / (?:borrow|borrows|borrowed|borrowing|loan|loans|lend|lends|lent|principal|advance|get|gets|receive|receives|take|prestamo|prestado|presta|recibe|prestan|need)(?: [a-z]+){0,2}(?: :)? $/.test(
      clause,
    )
  )
    return 'principal'
  if (/(?<! total| payment| late) (?:amount|sum|monto|cantidad) : $/.test(near)) return 'principal'
  if (/ you (?:pay|hand|give|send)(?: (?:to )?the lender| back)? : $/.test(near)) return 'total'
  return 'other'
}

/** "The fee on a $200 loan is $50", "The finance charge for a two-week advance of $350 comes to $52.50", "Cost of a $500 loan: $75" */
const feeOnAmount =
  / (?:fees?|charges?|cost|price(?: tag)?|interest|cargo|costo|interes|intereses) (?:on|for|of|de|por|to borrow) (?:[a-z\d]+ ){0,6}?\$[\d.]+ (?:[a-z]+ ){0,3}(?:is|es|was|are|comes to|comes out (?:at|to)|runs|runs to|adds up to|amounts to|totals|:)(?: (?:only|just|about|around|a mere|solo|apenas))? $/

/** A stated loan whose rate can be computed. */
export interface StatedLoan {
  readonly fee: Range
  /** What the fee is on: the principal, or the base of "per $100". */
  readonly principal: number
  readonly days: readonly number[]
  readonly apr: Figure
}

export interface AprVerdict {
  /** Percent. */
  readonly computed: number
  readonly stated: string
}

/**
 * Annual percentage rate of a single payment, in percent: the term is the unit-period. Beyond a year the rate is actuarial, with
 * years as unit-periods (appendix J (b)(5)(v)).
 */
export function aprOf(fee: number, principal: number, days: number): number {
  if (days <= 366) return ((fee / principal) * 365 * 100) / days
  const years = Math.floor(days / 365)
  const rest = (days - years * 365) / 365
  const owed = (principal + fee) / principal
  let low = 0
  let high = Math.max(1, fee / principal) * 100
  for (let step = 0; step < 200; step++) {
    const rate = (low + high) / 2
    if ((1 + rate) ** years * (1 + rate * rest) < owed) low = rate
    else high = rate
  }
  return low * 100
}

interface WrongRate {
  readonly verdict: AprVerdict
  readonly apr: Figure
}

/** Judges the rates that a text states. Silent where the figures do not settle it. */
export function wrongRates(text: string): WrongRate[] {
  if (!statesApr(text)) return []
  const words = inFigures(text)
  const figures = figuresOf(words)
  const rates = figures.filter(({ role }) => role === 'apr')
  if (rates.length === 0) return []
  const values = new Set(rates.map(({ low, high }) => `${low} ${high}`))
  const whole = values.size === 1 ? verdictOn(words) : undefined
  if (whole !== undefined) return whole === 'right' ? [] : [whole]
  const overruled = overruledRate(words, figures)
  if (overruled !== undefined) return [overruled]
  // Several loans: each sentence by itself, and what belongs to no rate is left alone.
  return words.split(/(?<= [.;?!]) /).flatMap(part => {
    const own = ` ${part.trim()} `
    const alone = verdictOn(own)
    if (alone === undefined && refersBack.test(own)) {
      const same = verdictOfSameFee(own, figures)
      return same === undefined ? [] : [same]
    }
    if (alone === undefined || alone === 'right') return []
    const verdict = refersBack.test(own) ? verdictOnSame(own, figures, alone) : alone
    if (verdict === undefined || verdict === 'right') return []
    // "Take two loans of $400. The first runs 14 days and costs $60": another sentence has the rest of it.
    const isWhole = figuresOf(own).filter(({ kind }) => kind === 'money').length > 1
    // "$10 to $30 per $100. At $15, a $300 loan …" may mean each $100; "$15 on a $300 loan" does not.
    if (figures.some(({ role }) => role === 'rate') && !/ \$[\d.]+ on (?:a|an|the) /.test(own)) return []
    return !isWhole && isMadeBy(figures, verdict.apr) ? [] : [verdict]
  })
}

/** "$45 on $300 for 14 days. Some call that 391%, but the true APR is 15%": the right rate, taken back for a wrong one. */
function overruledRate(words: string, figures: readonly Figure[]): WrongRate | undefined {
  const percents = figures.filter(({ kind }) => kind === 'percent')
  const [right, last] = percents
  if (right === undefined || last === undefined || percents.length > 2 || last.role !== 'apr')
    return undefined
  const between = words.slice(right.index + 1, last.index + 1)
  if (!takesBack.test(between) || leavesOpen.test(between)) return undefined
  const verdict = verdictOn(words, [...figures.filter(({ kind }) => kind !== 'percent'), last])
  return verdict !== undefined && verdict !== 'right' && isWithin(right.low, verdict.verdict.computed, right)
    ? verdict
    : undefined
}

const takesBack =
  / (?:but|yet|it is|the (?:true|real|actual) (?:apr|rate|cost)|in truth|really|pero|en realidad) /
const leavesOpen =
  / (?:not|no|never|nor|say|says|said|call|calls|called|ads?|claims?|claimed|quote[sd]?|if|would|could|than|instead|wrong|mistaken?n?|cards?|another|other|second|days?|weeks?|months?|no|dice[n]?|si) /

const refersBack = / (?:same|still|again|instead|mism[oa]s?) /

/** "The same $45 over 28 days would still be $345": the amount that is missing stands in another sentence. Silent if it does not. */
function verdictOnSame(
  words: string,
  all: readonly Figure[],
  alone: WrongRate,
): ReturnType<typeof verdictOn> {
  const figures = figuresOf(words)
  const amountsIn = (figures: readonly Figure[]) => [
    ...new Set(figures.flatMap(({ kind, low, high }) => (kind === 'money' && low === high ? low : []))),
  ]
  const own = amountsIn(figures).sort((a, b) => a - b)
  const [least, most] = own
  if (least === undefined || most === undefined || own.length > 2) return alone
  // "The same fee on a $400 loan": nothing is missing.
  const has = (wanted: Role) => figures.some(({ kind, role }) => kind === 'money' && role === wanted)
  if (has('principal') && (has('fee') || has('total'))) return alone
  const loans = amountsIn(all).flatMap(amount =>
    // The fee and the total, the amount and the total, or the amount and the fee.
    isSame(least + amount, most)
      ? [[Math.min(least, amount), Math.max(least, amount)]]
      : isSame(least + most, amount)
        ? [[least, most]]
        : [],
  )
  const [loan] = loans
  if (loan === undefined || loans.some(other => other.join() !== loan.join())) return undefined
  const [fee, principal] = loan
  const [apr, ...others] = figures.filter(({ role }) => role === 'apr')
  const days = oneTerm(figures)?.days ?? []
  if (apr === undefined || others.length > 0 || days.length === 0 || apr.low !== apr.high) return undefined
  const rates = days.map(day => aprOf(fee as number, principal as number, day))
  if (rates.some(rate => isWithin(apr.low, rate, apr))) return 'right'
  return { verdict: { computed: rates[0] as number, stated: `${apr.written}%` }, apr }
}

/** "Pay in 15 days instead, still $60, and your APR drops to 91%": the amount borrowed stands before. */
function verdictOfSameFee(words: string, all: readonly Figure[]): WrongRate | undefined {
  if (manyPayments.test(words) || otherRate.test(words)) return undefined
  const figures = figuresOf(words)
  const money = figures.filter(({ kind }) => kind === 'money')
  const percents = figures.filter(({ kind }) => kind === 'percent')
  const [fee] = money
  const [apr] = percents
  const days = oneTerm(figures)?.days ?? []
  if (fee === undefined || apr === undefined || money.length > 1 || percents.length > 1) return undefined
  if (apr.role !== 'apr' || apr.low !== apr.high || days.length === 0) return undefined
  const others = [
    ...new Set(all.flatMap(({ kind, low }) => (kind === 'money' && low !== fee.low ? low : []))),
  ]
  const [principal] = others
  if (principal === undefined || others.length > 1 || fee.low * 2 > principal) return undefined
  if (!all.some(({ role, low }) => role === 'fee' && low === fee.low)) return undefined
  const rates = days.map(day => aprOf(fee.low, principal, day))
  return rates.some(rate => isWithin(apr.low, rate, apr))
    ? undefined
    : { verdict: { computed: rates[0] as number, stated: `${apr.written}%` }, apr }
}

/** Whether some amounts and a term make a rate. */
function isMadeBy(figures: readonly Figure[], apr: Figure): boolean {
  const amounts = [...new Set(figures.flatMap(({ kind, low }) => (kind === 'money' ? low : [])))]
  const days = figures.flatMap(figure => figure.days ?? [])
  const isRate = (fee: number, principal: number): boolean =>
    days.some(day => isWithin(apr.low, aprOf(fee, principal, day), apr))
  return amounts.some(low =>
    amounts.some(high => low < high && (isRate(low, high) || isRate(high - low, low))),
  )
}

/** A text of `wordsOf` with shares, rates by the week and terms in one form. */
function inFigures(text: string): string {
  const days: Readonly<Record<string, string>> = { dai: 'day', wee: 'week', mon: 'month' }
  const words = withShares(text)
    // "on June 1 you borrow … on June 22 you return"
    .replace(twoDates, (found, name, day, between, name2, day2) => {
      const days = dayOfYear(name2, day2) - dayOfYear(name, day)
      return days > 0 ? `${between} after ${days} days` : found
    })
    // "on the first of the month you borrow … on the fifteenth you return"
    .replace(twoDaysOfMonth, (found, day, between, day2) => {
      const days = dayOfMonth(day2) - dayOfMonth(day)
      return days > 0 ? `${between} after ${days} days` : found
    })
    // "until the 15th day"
    .replace(/ (?:until|by|on|before) the (\d+) ?(?:st|nd|rd|th) day(?= )/g, ' in $1 days')
    // "a factor rate of 1.15"
    .replace(
      / factor(?: rate)?(?: (?:of|is|:))? 1\.(\d+)(?= )/g,
      (_, part) => ` fee of ${round(100 * Number(`0.${part}`))}% of the loan`,
    )
    // "a weekly rate of 5%"
    .replace(
      / (dai|wee|mon)(?:ly|kly|thly) (?:interest |fee |rate |charge |interest rate |finance charge )+(?:of |is |: )?([\d.]+%)(?= )/g,
      (_, unit, rate) => ` rate of ${rate} per ${days[unit]}`,
    )
    .replace(/ (?:biweekly|bi weekly|fortnightly) pay ?(?:day|check|period)(?= )/g, ' payday in 2 weeks')
    .replace(/ (?:a |your )?fortnight's(?= )/g, ' 2 weeks')
    .replace(/ half a month(?= )/g, ' 15 days')
    // "a month-long advance", "a week's loan"
    .replace(/ (?:a |one |the )?(day|week|month)(?: long|'s) (?=loan|advance|term|use|example)/g, ' 1 $1 ')
    // "a 2 week long loan"
    .replace(/ (\d+) (day|week|month) long(?= )/g, ' $1 $2')

    .replace(
      / (?:semi monthly|semimonthly|twice monthly) pay ?(?:day|check|period)(?= )/g,
      ' payday in 15 days',
    )
    .replace(
      / (\d+) (?:mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays) (later|after|from)(?= )/g,
      ' $1 weeks $2',
    )
    .replace(/ (?:a|one|1|un|una) (day|week|month) (later|after|afterwards|from)(?= )/g, ' 1 $1 $2')
  return words.includes('$')
    ? words.replace(
        / (pay|pays|paga|pague|cost|costs|cuesta|fee of|on|on every|on each|back|and get|get back) (\d+) (?=[.,;:]|for|in|on|over|after|a|por|para|more|back)/g,
        ' $1 $$$2 ',
      )
    : words
        .replace(
          / (get|gets|borrow|borrows|take|takes|receive|return|returns|repay|repays|back|owe|owes|pay|prestan|pide|devuelve|devuelva) (\d{2,4})(?= [.,;:!?]| and | in | after | for | over | on | a | y | en | later )/g,
          ' $1 $$$2',
        )
        // "Three hundred for a month, forty-five on top"
        .replace(
          / (\d{2,4})(?= (?:for|over) (?:a|one|\d+) (?:day|week|month)s? )(?=.* \d+ (?:on top|more|extra|back) )/g,
          ' $$$1',
        )
        .replace(/(?<= \$\d.*) (\d{2,4})(?= (?:on top|more|extra|back) )/g, ' $$$1')
}

const months = [...'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')]
const month = `(${months.join('|')})[a-z]*`
const twoDates = new RegExp(
  ` (?:on )?${month} (\\d{1,2})(?= )((?: (?!\\d+ days)[^ ]+){1,14}?) (?:on |by )?${month} (\\d{1,2})(?= )`,
)

const ordinals =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  )
const ordinal = `(${ordinals.join('|')}|\\d{1,2}(?:st|nd|rd|th))`
const twoDaysOfMonth = new RegExp(
  ` on the ${ordinal}(?: of the month)?(?= )((?: (?!\\d+ days)[^ ]+){1,14}?) on the ${ordinal}(?= )`,
)
const dayOfMonth = (day: string): number => ordinals.indexOf(day) + 1 || Number.parseInt(day, 10)

function dayOfYear(name: string, day: string): number {
  return Date.UTC(2026, months.indexOf(name), Number(day)) / 86_400_000
}

const aprWord = / (?:apr|annual percentage rate|tasa|cat|tae) /
const statesApr = (words: string): boolean => words.includes('%') && aprWord.test(words)
const borrowedSum =
  '(?:(?:the|your|that|what|whatever|el|la|lo que|su) )?(?:sum|loan|amount|principal|money|borrowed|it|you (?:borrow|borrowed|take|took|get|got)|suma|prestamo|monto|cantidad|prestado)'
/** Parts of a sum, as words. */
export const shares: Readonly<Record<string, number>> = {
  ...{ half: 1 / 2, third: 1 / 3, quarter: 1 / 4, fifth: 1 / 5, sixth: 1 / 6, eighth: 1 / 8, tenth: 1 / 10 },
  ...{
    mitad: 1 / 2,
    tercio: 1 / 3,
    cuarto: 1 / 4,
    cuarta: 1 / 4,
    quinto: 1 / 5,
    quinta: 1 / 5,
    decimo: 1 / 10,
    decima: 1 / 10,
  },
}
/** The words of a text with "a quarter of the sum", "half of what you borrow" as percentages. */
export function withShares(words: string): string {
  return (
    words
      .replaceAll(' a . p . r . ', ' apr ')
      .replace(
        shareOfSum,
        (_, part) => ` ${round(100 * (shares[part.split(' ')[0]] as number))}% of the loan`,
      )
      // "15 cents on the dollar"
      .replace(/ (\d+) cents (on|per|for|of|out of) (the|every|each|a) dollar(?= )/g, ' $1% $2 $3 dollar')
      // "For each dollar the lender sends, you send back a dollar and 15 cents", "for every dollar borrowed, $1.20 goes back"
      .replace(
        / (for|on|per) (each|every) (?:dollar|\$1) ((?:[a-z,]+ ){1,8}?)(?:(?:(?:a|1) dollar|\$1) and |\$1 and )?(?:(\d+) cents|\$1\.(\d+))(?= )/g,
        (_, on, each, between, cents, part) =>
          ` ${on} ${each} dollar ${between}${cents ?? round(100 * Number(`0.${part}`))}% on top`,
      )
      // "a quarter more than you got"
      .replace(
        / (?:a|one|un|una) (half|third|quarter|fifth|sixth|tenth|tercio|cuarto|quinto) (?:more than|on top of|mas de lo que) (?:what )?(?:you|usted)? ?(?:got|borrowed|took|received|borrow|get|take|recibio|pidio)(?= )/g,
        (_, part) => ` ${round(100 * (shares[part] as number))}% on top of what you borrow`,
      )
      // "what you took and a fifth more"
      .replace(
        / (what you (?:got|borrowed|took|received|borrow|get|take)) (?:and|plus) (?:a|one) (half|third|quarter|fifth|sixth|eighth|tenth) (?:more|on top|extra)(?= )/g,
        (_, sum, part) => ` ${sum} and ${round(100 * (shares[part] as number))}% on top of what you borrow`,
      )
      // "one and a half percent"
      .replace(
        / (one|\d+) and (?:a|one) (half|quarter|third) (?:of )?(?:percent|per cent|of 1%|%)(?= )/g,
        (_, whole, part) => ` ${(whole === 'one' ? 1 : Number(whole)) + (shares[part] as number)}%`,
      )
  )
}

const round = (value: number): number => Math.round(value * 1e6) / 1e6

const shareOfSum = new RegExp(
  ` (?:(?:a|one|1|un|una) )?(half|third|quarter|fifth|sixth|eighth|tenth|mitad|tercio|cuarto|cuarta parte|quinto|quinta parte|decimo|decima parte) (?:of|de|del) ${borrowedSum}(?! (?:market|business|industry|ads?|offers?|sites?|requests?|applicants?|applications?|volume|companies|customers|shops))`,
  'g',
)

/** What a rate is about that is no single payment's, or not that fee's. */
const otherRate =
  / (?:(?<!(?:debit|prepaid) )cards?|mortgages?|overdrafts?|line of credit|application fee|membership fee|annual fee|origination fee|late (?:fee|payment|charge)s?|credit unions?|caps?|capped|limits?|limited|law|tarjetas?) /
const costWord =
  / (?:fees?|charges?|charged|costs?|costing|repay|repays|repaid|return|returns|owe|owes|back|interest|on top|extra|more|rate|pay|pays|paga|pague|devuelve|devuelva|devolver|devuelt[oa]s?|prestad[oa]s?|keeps?|takes?|wants?|collects?|cargo|comision|cuesta|cobra|interes|factor|of the loan|today|now|payday|later|buys|same|in(?= ,)|use|using|advances|adds|settle|settles|sends?|sent|at(?= \$)) /

/** The one rate of some words: wrong or right, or undefined where the words do not settle it. */
function verdictOn(
  words: string,
  figures: readonly Figure[] = figuresOf(words),
): WrongRate | 'right' | undefined {
  if (!statesApr(words) || manyPayments.test(words) || otherRate.test(words)) return undefined
  const known = loanOf(figures)
  if (known !== undefined) {
    // Fees of "$10 to $30 per $100" do not settle one rate.
    if ((known.fee.low === known.fee.high) !== (known.apr.low === known.apr.high)) return undefined
    const verdict = judge(known)
    return verdict === undefined || isPaidOff(words, known) ? 'right' : { verdict, apr: known.apr }
  }
  const rates = figures.filter(({ role }) => role === 'apr')
  const [apr] = rates
  if (apr === undefined || apr.low !== apr.high || rates.some(({ low }) => low !== apr.low)) return undefined
  const computed = readingsOf(words, figures)
  const [likely] = computed
  if (likely === undefined) return undefined
  if (computed.some(rate => isWithin(apr.low, rate, apr))) return 'right'
  return { verdict: { computed: likely, stated: `${apr.written}%` }, apr }
}

/**
 * The rates that figures make in each way in which they can be read, the likeliest first. Where a stated rate is none of them, it is
 * wrong however the text is meant. None where there are too many figures, or where nothing says that one of them is a cost.
 */
function readingsOf(words: string, figures: readonly Figure[]): number[] {
  const periodic = [
    ...words.matchAll(
      / ([\d.]+)% (?:per|a|each|every|al|por|cada) (day|week|month|2 week|dia|semana|mes|quincena)s? /g,
    ),
  ]
  const percents = figures.filter(({ kind, role }) => kind === 'percent' && role === 'percent')
  if (periodic.length === 1 && percents.length === 1) {
    const [, rate, unit = ''] = periodic[0] as RegExpExecArray
    const days = unit === '2 week' ? [14] : (daysOf[unit[0] as string] as readonly number[])
    // Some compound it.
    return days.flatMap(day => [
      aprOf(Number(rate), 100, day),
      100 * ((1 + Number(rate) / 100) ** (365 / day) - 1),
    ])
  }
  const term = oneTerm(figures)
  if (!costWord.test(words) || !term?.days || term.low !== term.high) return []
  const money = figures.filter(({ kind }) => kind === 'money')
  if (money.some(figure => figure.low !== figure.high || /below|above/.test(mannerOf(figure)))) return []
  const amounts = [...new Set(money.map(({ low }) => low))].sort((a, b) => a - b)
  const rateOf = (fee: number, principal: number) =>
    (term.days as readonly number[]).map(day => aprOf(fee, principal, day))
  if (percents.length === 1) {
    const [share] = percents as [Figure]
    const [least, most] = amounts as [number, number]
    // "$100", "$120" and "a fifth of what you borrowed" say the same.
    const isSameCost =
      (amounts.length === 2 && isSame((most - least) * 100, share.low * least)) ||
      // "$60", "$400" and "$460"
      (amounts.length === 3 && isSame(least * 100, share.low * most))
    return (amounts.length < 2 || isSameCost) && share.low === share.high ? rateOf(share.low, 100) : []
  }
  if (percents.length > 1 || amounts.length < 2 || amounts.length > 3) return []
  const pairs = amounts.flatMap((low, index) => amounts.slice(index + 1).map(high => [low, high] as const))
  return pairs.flatMap(([low, high]) => {
    const [asFee, asTotal] = [rateOf(low, high), rateOf(high - low, low)]
    return low * 2 < high ? [...asFee, ...asTotal] : [...asTotal, ...asFee]
  })
}

/** The sum of a stated amount and fee, where the text says another one. */
export function wrongTotal(
  words: string,
  figures = figuresOf(words),
): { readonly total: number; readonly stated: string } | undefined {
  if (manyPayments.test(words)) return undefined
  const values = (role: Role) => [
    ...new Set(
      figures
        .filter(figure => figure.role === role && figure.kind === 'money')
        .map(({ low, high }) => (low === high ? low : Number.NaN)),
    ),
  ]
  const [principals, fees, totals] = [values('principal'), values('fee'), values('total')]
  const [principal, fee, total] = [principals[0], fees[0], totals[0]]
  if (
    principals.length !== 1 ||
    fees.length !== 1 ||
    totals.length !== 1 ||
    values('other').length > 0 ||
    values('rate').length > 0
  )
    return undefined
  if (
    principal === undefined ||
    fee === undefined ||
    total === undefined ||
    !(total > principal) ||
    !(fee < total)
  )
    return undefined
  const sum = principal + fee
  return Math.abs(sum - total) < 0.5 ? undefined : { total: sum, stated: `$${total}` }
}

const manyPayments =
  / (?:installment|installments|instalment|instalments|monthly payment|monthly payments|weekly payments|biweekly|payments of|equal payments|several payments|over \d+ (?:months|years)|each month|every month|per month|a month on|rollover|rollovers|roll over|extend|extended|extension|renew|renewed|cuotas|pagos mensuales|credit card|cash advance|overdraft|per payment|minimum payment) /

/** The one loan that some figures describe; undefined where they describe none, or more than one, or leave something open. */
function loanOf(figures: readonly Figure[]): StatedLoan | undefined {
  const one = (role: Role): Figure | undefined | null => {
    const all = figures.filter(figure => figure.role === role)
    const different = new Set(all.map(({ low, high, kind, days }) => `${low} ${high} ${kind} ${days}`))
    return different.size === 0 ? undefined : different.size === 1 ? all[0] : null
  }
  const apr = one('apr')
  const term = oneTerm(figures)
  if (!apr || !term?.days || term.low !== term.high) return undefined
  let principal = one('principal')
  let fee = one('fee')
  let total = one('total')
  const rate = one('rate')
  const base = one('base')
  const other = figures.filter(figure => figure.role === 'other' && figure.kind === 'money')
  if (principal === null || fee === null || total === null || rate === null || base === null) return undefined
  if (figures.some(({ role, kind }) => role === 'percent' && kind === 'percent')) {
    if (rate === undefined && (fee === undefined || principal === undefined)) return undefined
  }
  // What has no role of its own takes the one that is missing, if there is only one way.
  if (other.length > 1) return undefined
  const [open] = other
  if (open !== undefined) {
    if (principal === undefined && (fee !== undefined || total !== undefined) && rate === undefined)
      if (fee === undefined && total !== undefined && open.low * 2 < total.low)
        // "The other $36 for 30 days, $336 in all"
        fee = open
      else principal = open
    else if (principal !== undefined && fee === undefined && total === undefined && rate === undefined)
      if (open.low < principal.low) fee = open
      else total = open
    else if (rate === undefined && !(principal !== undefined && fee !== undefined)) return undefined
  }
  const { days } = term
  if (rate !== undefined) {
    if (
      principal !== undefined &&
      fee !== undefined &&
      !isSame(fee.low / principal.low, rate.low / (base?.low ?? 100))
    )
      return undefined
    if (fee !== undefined && principal === undefined) return undefined
    return { fee: rate, principal: base?.low ?? 100, days, apr }
  }
  // "With a fee of $60 you repay $460."
  if (principal === undefined && fee !== undefined && total !== undefined && total.low > fee.low * 2)
    return total.low < total.high || fee.low < fee.high
      ? undefined
      : { fee, principal: total.low - fee.low, days, apr }
  if (principal === undefined || principal.low !== principal.high) return undefined
  if (fee !== undefined)
    return fee.low > principal.low * 5 ? undefined : { fee, principal: principal.low, days, apr }
  if (total !== undefined && total.low > principal.low)
    return {
      fee: { low: total.low - principal.low, high: total.high - principal.low },
      principal: principal.low,
      days,
      apr,
    }
  return undefined
}

const isSame = (a: number, b: number): boolean => Math.abs(a - b) < 1e-9

/** The term; where several are named, they must mean the same days. */
function oneTerm(figures: readonly Figure[]): Figure | undefined {
  const terms = figures.filter(({ role }) => role === 'term')
  const [first] = terms
  return first !== undefined && terms.every(({ days }) => days?.some(day => first.days?.includes(day)))
    ? first
    : undefined
}

/** The verdict on a stated loan; undefined where it is right, or cannot be decided. */
function judge({ fee, principal, days, apr }: StatedLoan): AprVerdict | undefined {
  const computed = (cost: number) => days.map(day => aprOf(cost, principal, day))
  const lows = computed(fee.low)
  const highs = computed(fee.high)
  const isRight = (stated: number, figures: readonly number[]) =>
    figures.some(figure => isWithin(stated, figure, apr))
  if (isRight(apr.low, lows) && isRight(apr.high, highs)) return undefined
  return {
    computed: (isRight(apr.low, lows) ? highs : lows)[0] as number,
    stated: apr.low === apr.high ? `${apr.written}%` : `${apr.low}% to ${apr.high}%`,
  }
}

/** Whether a rate is right for a loan that is paid off month by month: "$3,000 for two years at 12% costs $389". */
function isPaidOff(words: string, { fee, principal, days, apr }: StatedLoan): boolean {
  const months = Math.round(((days[0] as number) * 12) / 365)
  if (months < 3 || !/ (?:months|years?|meses|anos?) /.test(words)) return false
  const rate = apr.low / 1200
  const payment = (principal * rate) / (1 - (1 + rate) ** -months)
  return Math.abs(payment * months - principal - fee.low) < 0.01 * fee.low
}

/** Whether a stated rate is the computed one, within the tolerance of 12 CFR 1026.22(a)(2) or of how it is rounded and meant. */
function isWithin(stated: number, computed: number, figure: Figure): boolean {
  const { written } = figure
  const manner = mannerOf(figure)
  const exact = written.includes('.')
    ? Math.max(0.125, 0.5 * 10 ** -(written.split('.')[1] ?? '').length)
    : 0.5
  const slack = 1e-6
  if (manner === 'below') return computed <= stated + exact + slack
  if (manner === 'above') return computed >= stated - exact - slack
  if (manner === 'exact') return Math.abs(stated - computed) <= exact + slack
  const step = 10 ** (/0*$/.exec(written)?.[0].length ?? 0)
  const rough = written.includes('.') ? 1 : Math.max(1, Math.min(step / 2, stated * 0.05))
  return Math.abs(stated - computed) <= rough + slack
}
