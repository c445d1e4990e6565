// The prices of loans that a text states, from its figures and the words around them.

import type { PageFinding } from '../verdict.ts'
import { joined, type Sentence, wordsOf } from '../words/text.ts'
import { oneOf } from '../words/word-lists.ts'
import { pairsIn, wordsIn, wrongRates, wrongTotal } from './cost.ts'
import { type Figure, type Reading, readFigures } from './figures.ts'

/** A price and what it is for: a fee, total or payment, or a low annual percentage rate. */
export interface Cost {
  readonly amount: number
  readonly principal?: number
  readonly isRate?: boolean
}

/** A fault of a price that does not count if the page has an example of it. Without a quote, it concerns the whole block. */
interface Fault extends PageFinding {
  readonly unless?: Cost
}

/** What a text says about the cost of a loan, on any page. Plain data. */
export interface Prices {
  readonly faults: readonly Fault[]
  /** The amounts that it offers. */
  readonly offers: readonly { readonly quote?: string; readonly low: number; readonly high: number }[]
  /** The amounts and annual percentage rates, if it has both. An example that states a whole loan needs a label. */
  readonly example: Example | undefined
}

export interface Example {
  readonly amounts: readonly Figure[]
  readonly rates: string
  readonly lowest: number
  readonly isWhole: boolean
}

const hasLoan = oneOf`loan loans lender* lend borrow* advance advances prestamo* prestad* adelanto* prestamista*`
const hasOtherSubject = oneOf`overdraft* nsf card cards late returned bounced rent rents landlord deposit* utilit* electric water court judgment
  tax taxes mortgage* union unions pawn* shark sharks refund* title bank banks bank's atm dealer* wages salary income employer insurance members
  military servicemembers cap caps capped limit limits law statute constitution usury ceiling* sobregiro* tarjeta* alquiler renta banco bancos
  hipoteca* cooperativa* tip tips app apps saving* save appointment car auto student home business earn earns alternative`
/** A purpose of a loan ("to pay the rent") does not make the sentence about rent. */
const purpose =
  / (?:to (?:pay|cover|make|meet)|for|toward|para(?: pagar)?)(?: (?:an?|your|the|my|next|this|su|el|la)){0,3} [a-z]+(?= )/g

/** Whether a sentence is about the cost of something other than a loan. */
export function isAboutOthers(words: string): boolean {
  const isLoan = / (?:borrow|loans?|prestamos?|pida|solicite) /.test(words)
  return hasOtherSubject(words) && (!isLoan || hasOtherSubject(words.replace(purpose, ' ')))
}

/** A price that the text warns about or reports is not an offer. */
const isReported = oneOf`beware scam* survey study according report* researchers regulator* prosecutors sued fined ftc cfpb complaint brother sister
  mother friend family fund saved instead illegal licens* people becomes became`

/**
 * What sentences say about prices.
 * @param isList Whether they are the parts of a list or table row, which make one statement.
 * @param heading The text above: "A $300 loan for two weeks", if the fee and the rate are below it.
 * @returns undefined if the text neither has a figure nor promises that a loan is free
 */
export function pricesIn(
  sentences: readonly Sentence[],
  isList = false,
  heading: readonly Sentence[] = [],
): Prices | undefined {
  const meant = sentences.filter(sentence => !isCalledWrong(sentence))
  const read = readFigures(meant)
  const reading = heading.length === 0 ? read : readFigures([...heading, ...meant])
  const own = isList ? asOneSentence(read) : read
  const [all, whole] = [joined(own.words), joined(reading.words)]
  if (reading.figures.length === 0 && !promises(all)) return undefined
  const faults: Fault[] = [...sumsIn(reading, heading.length)]
  const offers: Prices['offers'][number][] = []
  for (const [index, sentence] of isList ? [[0, {}] as const] : meant.entries()) {
    const words = wordsIn(own, index)
    const around = own.figures.filter(figure => figure.sentence === index || figure.sentence === index - 1)
    const before = index > 0 ? wordsIn(own, index - 1).trimEnd() : ''
    if (around.length === 0 && !mayBeFree.test(words)) continue
    if (isAboutOthers(before.endsWith('?') ? before + words : words)) continue
    const figures = around.filter(figure => figure.sentence === index)
    const quote = 'shown' in sentence ? { quote: sentence.shown } : {}
    const price = own.namesApr ? undefined : bareRateIn(words, all, figures)
    const problem = `${price} without naming the annual percentage rate`
    if (price !== undefined) faults.push({ ...quote, rule: 'cost/apr-named', problem })
    const cost =
      costIn(words, all, { ...own, figures }) ?? costIn(before + words, all, { ...own, figures: around })
    const per = cost?.principal === 100 ? ' per $100' : ''
    if (cost !== undefined)
      faults.push({ ...quote, ...missingExample(cost, `a cost ($${cost.amount}${per})`) })
    const offer = offerIn(words, all, figures)
    if (offer !== undefined) offers.push({ ...quote, ...offer })
  }
  return { faults: [...faults, ...lowRate(reading, whole)], offers, example: exampleIn(reading, whole) }
}

const asOneSentence = (read: Reading): Reading => ({
  ...read,
  ends: [read.words.length],
  figures: read.figures.map(figure => ({ ...figure, sentence: 0 })),
})

const quotedFigures = /["“«„][^"“”«»„]*[$%][^"“”«»„]*["”»“]/g
const calledWrong =
  / (?:(?:is|are|was|es|son) (?:[a-z]+ )?(?:wrong|false|untrue|nonsense|not (?:true|right)|fals[oa]|mentira)|not add up) /

/** “"15% APR for two weeks" is wrong”: the sum is quoted to be corrected. */
function isCalledWrong({ shown }: Sentence): boolean {
  const around = shown.replace(quotedFigures, '')
  return around !== shown && calledWrong.test(wordsOf(around))
}

/** Rates and totals that do not follow from the figures. */
function sumsIn(reading: Reading, first: number): Fault[] {
  const rates = wrongRates(reading, first).map(({ stated, computed }) => ({
    what: `an APR of ${stated}`,
    computed: `${computed.toFixed(1)}%`,
  }))
  const total = rates.length === 0 ? wrongTotal(reading) : undefined
  if (total !== undefined) rates.push({ what: `a total of ${total.stated}`, computed: `$${total.computed}` })
  return rates.map(({ what, computed }) => {
    const problem = `states ${what}, but its amount, fee and term give ${computed}`
    return { rule: 'cost/apr-arithmetic', by: 'sum', computed, problem }
  })
}

function exampleIn({ figures, rates }: Reading, words: string): Example | undefined {
  const amounts = figures.filter(({ kind }) => kind === 'money')
  if (rates.length === 0 || amounts.length === 0) return undefined
  const isOne = [...amounts, ...rates].every(({ low, high }) => low === high)
  const hasTerm = figures.some(({ kind }) => kind === 'term')
  const isWhole = isOne && hasTerm && amounts.length > 1 && !isAboutOthers(words)
  const lows = rates.map(({ low }) => low)
  return { amounts, rates: lows.join(), lowest: Math.min(...lows), isWhole }
}

function missingExample(unless: Cost, price: string): Fault {
  const problem = `states ${price} that no representative example on this page has`
  return { rule: 'cost/example-with-fee', problem, unless }
}

/** An annual percentage rate too low for a short loan: it needs an example. */
function lowRate({ rates }: Reading, words: string): Fault[] {
  const amount = Math.min(...rates.map(({ low }) => low))
  const isNamed = hasLoan(words) || rates.some(({ manner }) => manner === 'above')
  if (amount >= 36 || !isNamed || isAboutOthers(words) || isReported(words)) return []
  return [missingExample({ amount, isRate: true }, `an APR of ${amount}%`)]
}

const mayBeFree = / (?:free|no|0|nothing|gratis|sin|without|only|just|borrow) /
/** Promises of a loan that costs nothing. */
const freeLoan = [
  / (?:interest|fee|cost) free (?:loans?|advances?|cash|borrowing|first|for your) | (?:loan|advance) (?:[a-z]+ ){0,2}(?:interest|fee) free /,
  / (?:0%?|no) (?:interest|fees?) (?:(?!to )[a-z,\d]+ ){0,4}(?:loans?|advances?) | (?:no|0) interest (?:at all )?[.,!] /,
  / (?:prestamos?|adelantos?) (?:[a-z]+ ){0,3}(?:gratis|sin (?:ningun )?interes(?:es)?) | free (?:first )?loans? (?:[.,!:;]|for|with) /,
  / (?:loans?|advances?) (?:[a-z]+ ){0,3}(?:without|with (?:no|0)|free of) (?:any )?(?:interest|fees?|charges?|cost) /,
  / (?:loan|advance) (?:is|comes|will be|costs?) (?:[a-z]+ ){0,2}(?:nothing|(?<!risk )free(?! (?:money|to|of|from))) /,
  / (?:(?:pay|give|hand|send) (?:it )?back|repay) (?:only|just|exactly|no more than) (?:\$|what you (?:borrow|took))/,
  / (?:borrow|get|take|pid[ae]) \$([\d.]+) (?:.* )?(?:repay|back|return|devuelv[ae]) (?:(?:only|just|exactly|solo) )?\$\1 /,
]
/** Words before such a promise: only the request is free, or nothing is promised. */
const isNoPromise = oneOf`request* ask* apply* form service using connect* prepay* no not never nobody without early if`

function promises(words: string): boolean {
  return freeLoan.some(pattern => {
    const found = pattern.exec(words)
    if (found === null || / (?:never|not|early) /.test(found[0])) return false
    return !isNoPromise(words.slice(0, found.index))
  })
}

const isPriced = oneOf`interest rate rates fee fees charge charges charged finance flat add adds added top recargo suma* cost costs interes tasa*
  cargo comision cuesta* cobra* keep keeps take takes want wants price markup premium earns cut owe owes repay pay back plus paga ask asks`
const perTime =
  /% (?:flat )?(?:(?:a|per|each|every|cada|al|por|for|until) (?:the |each )?(?:\d+ )?(?:day|week|month|dia|semana|mes|quincena|payday)|\w+al |daily|weekly)/
/** "24% less" and "5% of borrowers" are not rates. */
const noRate = [
  // A percentage of something that is code: "30% `more`".
  /% co?d?e* /,
  /% (?:points? )?(?:more|less|fewer|higher|lower|cheaper|faster|slower|better|worse|above|below|discount|off|mas|menos|approv\w+|chance|odds) /,
  /% (?:of|de|del) (?!(?:(?:the|your|what|whatever|any|each|su|lo|el) )*(?:loan|sum|amount|principal|you|it|money|que|prest|monto|capital|interes))/,
  / (?:r[io]se[ns]?|gr[eo]wn?|grows|fall|falls|fell|drop\w*|increase\w*|decrease\w*|saved?|saves|down|up)(?: by)?(?: [a-z]+)? [\d.]+% /,
  / (?:not|never|no|nunca|if) [^%]*%/,
]

/** The price of a loan that is stated without an annual percentage rate. */
function bareRateIn(words: string, all: string, figures: readonly Figure[]): string | undefined {
  const percent = figures.find(({ kind, low }) => kind === 'percent' && low < 60)
  const ofCard = / cash advance /.test(words) && !/ (?:loans?|payday|lenders?) /.test(words)
  if (isReported(words) || ofCard || words.endsWith(' ? ')) return undefined
  if (mayBeFree.test(words) && hasLoan(all) && promises(words)) return 'promises a loan that costs nothing'
  if (percent === undefined || noRate.some(pattern => pattern.test(words))) return undefined
  const [isTimed, isPrice] = [perTime.test(words), isPriced(words)]
  const isShort = isTimed && (isPrice || words.length < 50)
  const isLoan = hasLoan(words) || isShort || / (?:payday|next (?:pay)?check|principal) /.test(all)
  const isRate = isPrice || isTimed || percent.low === 0
  return isRate && (isLoan || (isPrice && hasLoan(all))) ? `states a price (${percent.written}%)` : undefined
}

const payment = new RegExp(
  ' (?:payments?|inst?all?ments?|pagos?|cuotas?|abonos) (?:[a-z]+ ){0,2}(?:of|de|at|for|:)(?: only| just)? \\$([\\d.]+)' +
    '| \\$([\\d.]+) (?:each|apiece|cada un[oa]|(?:a|per|each|every) (?:week|payday|paycheck|month)) ',
)
/** "Repay in four payments of $95." */
const paymentPlan = /^ (?:repay |\d+ (?:[a-z]+ )?(?:payment|installment))/
const isGivenBack = oneOf`repay* repaid back return* owe owes owed payday later due gone left out devuel* devolv* paga pague pagan takes debits`
const isLent = oneOf`borrow* take takes took get gets got receive* need* hand hands send* give* lend* loan* advance* today now pid* tom* recib*
  prest* you`
const isFee = oneOf`fee fees charge* cost* interest price cargo comision cuesta* tarifa keep* add* ask* take* cut run runs set sets tag top pay`
const feeOfLoan = new RegExp(
  ' (?:fees?|charge|interest|cargo|comision) (?:(?:of|is|for|on|:|only|just|a|the|your|this|about) )*\\$' +
    '| (?:loans?|advances?|borrowing|prestamos?) (?:costs?|runs|sets you back|comes to|cuestan?|:) (?:[a-z:,]+ ){0,11}\\$',
)
const isNoCost = oneOf`without free sin average aside not never if nunca difference`

/** The cost of a loan in dollars that some words state. */
function costIn(words: string, all: string, reading: Reading): Cost | undefined {
  if (reading.rates.length > 0 || isReported(words) || isAboutOthers(words) || isNoCost(words))
    return undefined
  const pair = pairsIn(reading).find(({ isOn }) => !isOn)
  if (pair !== undefined && (isFee(words) || isLent(words))) {
    const [amount, principal] = [pair.fee.low, pair.base.low]
    return { amount: amount > principal ? amount - principal : amount, principal }
  }
  const [, each, perTime = each] = payment.exec(words) ?? []
  if (perTime !== undefined && (hasLoan(words) || paymentPlan.test(words))) return { amount: Number(perTime) }
  const single = reading.figures.filter(({ low, high }) => low === high && low >= 5)
  const money = single.filter(({ kind }) => kind === 'money')
  // "Take $200 today. Give back two hundred forty."
  const bare = money.length === 1 ? single.filter(({ kind, low }) => kind === 'number' && low >= 20) : []
  const amounts = new Set([...money, ...bare].map(({ low }) => low))
  const [less, more = less, ...others] = [...amounts].sort((a, b) => a - b)
  if (less === undefined || more === undefined || others.length > 1 || more > 2000) return undefined
  if (less === more)
    return less < 300 && hasLoan(words) && feeOfLoan.test(words) ? { amount: less } : undefined
  if (!isLent(words)) return undefined
  if (less >= 50 && more <= less * 1.6 && isGivenBack(words)) return { amount: more, principal: less }
  return less <= more * 0.4 && isFee(words) && hasLoan(all) ? { amount: less, principal: more } : undefined
}

const isOffered = oneOf`borrow* request* ask apply loan loans advance* get need want short up much large big high form lender* prestamo* hasta pida
  solicit* necesita amount amounts cash type choose pick yes`
const isRequested = oneOf`choose elija request requests apply solicit* pid* form formulario`
const isNoOffer = oneOf`repay* repaid owe total not never no debt cost costs fees paid median average household survey billion million study law earn
  worth insurance hearing nunca beyond`

const limits = / (?:smallest|minimum|start\w*|minimo) .* (?:largest|biggest|maximum|most|ends?|maximo) /

/** The amounts that a sentence offers. */
function offerIn(
  words: string,
  all: string,
  figures: readonly Figure[],
): { low: number; high: number } | undefined {
  // "from $100 up to three thousand"
  const amounts = figures.filter(
    ({ kind, low, high }) =>
      (kind === 'money' && high >= 50) || (kind === 'number' && low > 1000 && low % 100 === 0),
  )
  const isAbout = hasLoan(all) || isRequested(all) || / ask for (?:it|as|up) /.test(all)
  if (amounts.length === 0 || !isAbout) return undefined
  const isAsked = words.endsWith(' ? ')
  const answer = all.slice(all.indexOf(' ? '))
  // "Need $5,000? We can't help with that."
  const isRefused = isAsked && (isNoOffer(answer) || / more than /.test(answer))
  if (isRefused || isNoOffer(words) || !isOffered(isAsked ? all : words)) return undefined
  const [low, high] = [
    Math.min(...amounts.map(figure => figure.low)),
    Math.max(...amounts.map(figure => figure.high)),
  ]
  const isRange = amounts.length === 1 || (amounts.length === 2 && limits.test(words))
  return { low: isRange ? low : high, high }
}
