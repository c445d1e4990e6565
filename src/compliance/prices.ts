// What a text says a loan costs, from its figures and the words around them.

import { pairsIn, wordsIn, wrongRates, wrongTotal } from './cost.ts'
import { type Figure, hasFigure, type Reading, readFigures } from './figures.ts'
import { joined, type Sentence, wordsOf, wordsOfAll } from './text.ts'
import type { PageFinding } from './verdict.ts'
import { oneOf } from './word-lists.ts'

/** A price: a fee, total or payment, and what it is for; or a low annual percentage rate. */
export interface Cost {
  readonly amount: number
  readonly principal?: number
  readonly isRate?: boolean
}

/** Something wrong with a price, unless the page has an example of it. Without a quote, it is the whole block. */
interface Fault extends PageFinding {
  readonly unless?: Cost
}

/** What a text says a loan costs, on any page. Plain data. */
export interface Prices {
  readonly faults: readonly Fault[]
  /** The amounts that it offers to lend. */
  readonly offers: readonly { readonly quote?: string; readonly low: number; readonly high: number }[]
  /** Its amounts and annual percentage rates, if it has both. One that states a whole loan needs its label. */
  readonly example: Example | undefined
}

export interface Example {
  readonly amounts: readonly Figure[]
  readonly rates: string
  readonly lowest: number
  readonly isWhole: boolean
}

const hasOtherSubject = oneOf`overdraft* nsf card cards late returned bounced rent rents landlord deposit* utilit* electric water court judgment tax taxes
  mortgage* union unions pawn* shark sharks refund* title bank banks bank's atm dealer* wages salary income employer insurance members military
  servicemembers cap caps capped limit limits law statute constitution usury ceiling* sobregiro* tarjeta* alquiler renta banco bancos hipoteca* cooperativa*
  tip tips app apps saving* save appointment car auto student home business earn earns alternative`
const hasLoan = oneOf`loan loans lender* lend borrow* advance advances prestamo* prestad* adelanto* prestamista*`
/** The purpose of a loan ("to pay the rent") does not make the sentence one about rent. */
const purpose =
  / (?:to (?:pay|cover|make|meet)|for|toward|para(?: pagar)?)(?: (?:an?|your|the|my|next|this|su|el|la)){0,3} [a-z]+(?= )/g

/** Whether a sentence is about another cost than a loan's. */
export function isAboutOthers(words: string): boolean {
  const isLoan = / (?:borrow|loans?|prestamos?|pida|solicite) /.test(words)
  return hasOtherSubject(words) && (!isLoan || hasOtherSubject(words.replace(purpose, ' ')))
}

const quotedFigures = /["“«„][^"“”«»„]*[$%][^"“”«»„]*["”»“]/g
const calledWrong =
  / (?:(?:is|are|was|es|son) (?:[a-z]+ )?(?:wrong|false|untrue|nonsense|not (?:true|right)|fals[oa]|mentira)|not add up) /

/** What is warned of or reported is no price of ours. */
const isReported = oneOf`beware scam* survey study according report* researchers regulator* prosecutors sued fined ftc cfpb complaint brother sister
  mother friend family fund saved instead illegal licens* people becomes became`

const mayBeFree = / (?:free|no|0|nothing|gratis|sin|without|only|just|borrow) /
const freeWords = new Set('free no 0 0% nothing gratis sin without only just borrow'.split(' '))
const loanWords = new Set(
  'loan loans advance advances borrow borrowing interest prestamo prestamos adelanto adelantos'.split(' '),
)
const hasWord = (sentences: readonly Sentence[], wanted: ReadonlySet<string>): boolean =>
  sentences.some(({ words }) => words.some(word => wanted.has(word)))

const freeLoan = [
  / (?:interest|fee|cost) free (?:loans?|advances?|cash|borrowing|first|for your) | (?:loan|advance) (?:[a-z]+ ){0,2}(?:interest|fee) free /,
  / (?:0%?|no) (?:interest|fees?) (?:(?!to )[a-z,\d]+ ){0,4}(?:loans?|advances?) | (?:no|0) interest (?:at all )?[.,!] /,
  / (?:prestamos?|adelantos?) (?:[a-z]+ ){0,3}(?:gratis|sin (?:ningun )?interes(?:es)?) | free (?:first )?loans? (?:[.,!:;]|for|with) /,
  / (?:loans?|advances?) (?:[a-z]+ ){0,3}(?:without|with (?:no|0)|free of) (?:any )?(?:interest|fees?|charges?|cost) /,
  / (?:loan|advance) (?:is|comes|will be|costs?) (?:[a-z]+ ){0,2}(?:nothing|(?<!risk )free(?! (?:money|to|of|from))) /,
  / (?:(?:pay|give|hand|send) (?:it )?back|repay) (?:only|just|exactly|no more than) (?:\$|what you (?:borrow|took))/,
  / (?:borrow|get|take|pid[ae]) \$([\d.]+) (?:.* )?(?:repay|back|return|devuelv[ae]) (?:(?:only|just|exactly|solo) )?\$\1 /,
]
/** What may be free though a loan is not. */
const isRequest = oneOf`request* ask* apply* form service using connect* prepay* no not never nobody without early if`
const isPriced = oneOf`interest rate rates fee fees charge charges charged finance flat add adds added top recargo suma* cost costs interes tasa*
  cargo comision cuesta* cobra* keep keeps take takes want wants price markup premium earns cut owe owes repay pay back plus paga ask asks`
const perTime =
  /% (?:flat )?(?:(?:a|per|each|every|cada|al|por|for|until) (?:the |each )?(?:\d+ )?(?:day|week|month|dia|semana|mes|quincena|payday)|\w+al |daily|weekly)/
const ofOthers =
  /% (?:of|de|del) (?!(?:(?:the|your|what|whatever|any|each|su|lo|el) )*(?:loan|sum|amount|principal|you|it|money|que|prest|monto|capital|interes))/
const comparison =
  /% (?:points? )?(?:more|less|fewer|higher|lower|cheaper|faster|slower|better|worse|above|below|discount|off|mas|menos|approv\w+|chance|odds) /
const change =
  / (?:r[io]se[ns]?|gr[eo]wn?|grows|fall|falls|fell|drop\w*|increase\w*|decrease\w*|saved?|saves|down|up)(?: by)?(?: [a-z]+)? [\d.]+% /

const payment =
  / (?:payments?|inst?all?ments?|pagos?|cuotas?|abonos) (?:[a-z]+ ){0,2}(?:of|de|at|for|:)(?: only| just)? \$([\d.]+)/
const paymentEach =
  / \$([\d.]+) (?:each|apiece|cada un[oa]|(?:a|per|each|every) (?:week|payday|paycheck|month)) /
const isPaidBack = oneOf`repay repaid payment* installment*`
const isGivenBack = oneOf`repay* repaid back return* owe owes owed payday later due gone left out devuel* devolv* paga pague pagan takes debits`
const isLent = oneOf`borrow* take takes took get gets got receive* need* hand hands send* give* lend* loan* advance* today now pid* tom* recib*
  prest* you`
const isFee = oneOf`fee fees charge* cost* interest price cargo comision cuesta* tarifa keep* add* ask* take* cut run runs set sets tag top
  pay`
const feeOfLoan =
  / (?:fees?|charge|interest|cargo|comision) (?:(?:of|is|for|on|:|only|just|a|the|your|this|about) )*\$/
const costOfLoan =
  / (?:loans?|advances?|borrowing|prestamos?) (?:costs?|runs|sets you back|comes to|cuestan?|:) (?:[a-z:,]+ ){0,11}\$/
const isNoCost = oneOf`without free sin average aside not never if nunca difference`

const isOffered = oneOf`borrow* request* ask apply loan loans advance* get need want short up much large high big form lender* prestamo* hasta pida
  solicit* necesita amount amounts cash type choose pick yes`
const isRequested = oneOf`choose elija request requests apply solicit* pid* form formulario`
const isNoOffer = oneOf`repay* repaid owe total not never no debt cost costs fees paid median average household survey billion million study law earn
  worth insurance hearing nunca beyond`

/**
 * What sentences say of prices.
 * @param isList They are the parts of a list or table row, and make one statement.
 * @param heading The text above: "A $300 loan for two weeks", and below it the fee and the rate.
 * @returns undefined if there is no figure, and no word that a loan is free
 */
export function pricesIn(
  sentences: readonly Sentence[],
  isList = false,
  heading: readonly Sentence[] = [],
): Prices | undefined {
  const hasPrice = hasFigure(sentences)
  if (!hasPrice && !(hasWord(sentences, freeWords) && hasWord(sentences, loanWords))) return undefined
  const words = wordsOfAll(sentences)
  if (!hasPrice && !freeLoan.some(free => free.test(words))) return undefined
  const meant = sentences.filter((sentence, index) => !isCalledWrong(sentence, sentences[index + 1]))
  const reading = readFigures([...heading, ...meant])
  const list = [{ shown: '', words: sentences.flatMap(({ words }) => words), numbers: [], first: 0 }]
  const isSame = !isList && heading.length === 0 && meant.length === sentences.length
  const own = isSame ? reading : readFigures(isList ? list : sentences)
  const all = joined(own.words)
  const said = own.ends.flatMap((_, index) => {
    const quote = isList ? {} : { quote: sentences[index]?.shown ?? '' }
    const around = own.figures.filter(({ sentence }) => sentence === index || sentence === index - 1)
    const words = wordsIn(own, index)
    if (around.length === 0 && !mayBeFree.test(words)) return []
    const before = index > 0 ? wordsIn(own, index - 1) : ''
    if (isAboutOthers(before.endsWith(' ? ') ? `${before}${words}` : words)) return []
    const figures = around.filter(({ sentence }) => sentence === index)
    return { quote, ...saidIn({ words, before, all, figures, around }, own, reading.namesApr) }
  })
  const faults = said.flatMap(({ quote, faults }) => faults.map(fault => ({ ...quote, ...fault })))
  return {
    faults: [...sumsIn(reading, heading.length), ...faults, ...lowRate(reading, words)],
    offers: said.flatMap(({ quote, offer }) => (offer === undefined ? [] : { ...quote, ...offer })),
    example: exampleIn(reading, words),
  }
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

/** Rates and totals that the figures do not make. */
function sumsIn(reading: Reading, first: number): Fault[] {
  const fault = (stated: string, computed: string): Fault => {
    const problem = `states ${stated}, but amount, fee and term make ${computed}`
    return { rule: 'cost/apr-arithmetic', computed, problem }
  }
  const rates = wrongRates(reading, first)
  const total = rates.length === 0 ? wrongTotal(reading) : undefined
  if (total !== undefined) return [fault(`a total of ${total.stated}`, `$${total.computed}`)]
  return rates.map(({ stated, computed }) => fault(`an APR of ${stated}`, `${computed.toFixed(1)}%`))
}

/** "“15% APR for two weeks” is wrong": a sum that is quoted to be corrected. The next sentence may say so: "That is wrong." */
function isCalledWrong({ shown }: Sentence, next: Sentence | undefined): boolean {
  const around = shown.replace(quotedFigures, '')
  const comment = /^(?:That|This|It|The (?:sum|math))\b/.test(next?.shown ?? '') ? next?.shown : ''
  return around !== shown && calledWrong.test(wordsOf(`${around} ${comment}`))
}

function missingExample(unless: Cost, price: string): Fault {
  const problem = `states ${price} that no representative example of this page has`
  return { rule: 'cost/example-with-fee', problem, unless }
}

/** An annual percentage rate that no short loan has: it needs an example that shows it. */
function lowRate({ rates }: Reading, words: string): Fault[] {
  const amount = Math.min(...rates.map(({ low }) => low))
  const isNamed = hasLoan(words) || rates.some(({ manner }) => manner === 'above')
  if (amount >= 36 || !isNamed || isAboutOthers(words) || isReported(words)) return []
  return [missingExample({ amount, isRate: true }, `an APR of ${amount}%`)]
}

/** A sentence of a text. */
interface PricedSentence {
  readonly words: string
  /** The words of the sentence before it, and of the whole text. */
  readonly before: string
  readonly all: string
  /** Its figures, and those with the figures of the sentence before it. */
  readonly figures: readonly Figure[]
  readonly around: readonly Figure[]
}

/** What one sentence says. */
function saidIn(
  { words, before, all, figures, around }: PricedSentence,
  reading: Reading,
  namesApr: boolean,
) {
  const faults: Fault[] = []
  const rate = namesApr ? undefined : bareRateIn(words, all, figures)
  const problem = `states a price (${rate}) without the annual percentage rate`
  if (rate !== undefined) faults.push({ rule: 'cost/apr-named', problem })
  const both = `${before.trimEnd()}${words}`
  const cost =
    costIn(words, all, { ...reading, figures }) ?? costIn(both, all, { ...reading, figures: around })
  const per = cost?.principal === 100 ? ' per $100' : ''
  if (cost !== undefined) faults.push(missingExample(cost, `a cost ($${cost.amount}${per})`))
  return { faults, offer: offerIn(words, all, figures) }
}

/** The rate of a loan that has no annual percentage rate beside it. */
function bareRateIn(words: string, all: string, figures: readonly Figure[]): string | undefined {
  const percent = figures.find(({ kind, low }) => kind === 'percent' && low < 60)
  if (percent === undefined && !mayBeFree.test(words)) return undefined
  // That of a card.
  if (/ cash advance /.test(words) && !/ (?:loans?|payday|lenders?) /.test(words)) return undefined
  if (words.endsWith(' ? ') || isReported(words)) return undefined
  const promises = freeLoan.flatMap(pattern => pattern.exec(words) ?? []).map(found => ` ${found}`)
  const promise = promises.find(
    found => !isRequest(words.slice(0, words.indexOf(found.trim()))) && !/ (?:never|not|early) /.test(found),
  )
  if (promise !== undefined && hasLoan(all)) return promise.trim()
  if (percent === undefined || / (?:not|never|no|nunca|if) /.test(words.slice(0, words.indexOf('%'))))
    return undefined
  if (comparison.test(words) || change.test(words) || ofOthers.test(words)) return undefined
  const [isTimed, isPrice] = [perTime.test(words), isPriced(words)]
  const isShort = isTimed && (isPrice || words.length < 50)
  const isLoan = hasLoan(words) || isShort || / (?:payday|next (?:pay)?check|principal) /.test(all)
  const isRate = isPrice || isTimed || percent.low === 0
  return isRate && (isLoan || (isPrice && hasLoan(all))) ? `${percent.written}%` : undefined
}

/** What some words say a loan costs in dollars. */
function costIn(words: string, all: string, reading: Reading): Cost | undefined {
  if (reading.rates.length > 0 || isReported(words) || isAboutOthers(words) || isNoCost(words))
    return undefined
  const pair = pairsIn(reading).find(({ isOn }) => !isOn)
  if (pair !== undefined && (isFee(words) || isLent(words))) {
    const [amount, principal] = [pair.fee.low, pair.base.low]
    return { amount: amount > principal ? amount - principal : amount, principal }
  }
  const [, each] = payment.exec(words) ?? paymentEach.exec(words) ?? []
  if (each !== undefined && (hasLoan(words) || (isPaidBack(words) && /^ (?:\d|repay )/.test(words))))
    return { amount: Number(each) }
  const single = reading.figures.filter(({ low, high }) => low === high && low >= 5)
  const money = single.filter(({ kind }) => kind === 'money')
  // "Take $200 today. Give back two hundred forty."
  const bare = money.length === 1 ? single.filter(({ kind, low }) => kind === 'number' && low >= 20) : []
  const [less, more, ...others] = [...new Set([...money, ...bare].map(({ low }) => low))].sort(
    (a, b) => a - b,
  )
  if (less === undefined || others.length > 1 || (more ?? less) > 2000) return undefined
  const isAlone = more === undefined && less < 300 && hasLoan(words)
  if (more === undefined)
    return isAlone && (feeOfLoan.test(words) || costOfLoan.test(words)) ? { amount: less } : undefined
  if (!isLent(words)) return undefined
  if (less >= 50 && more <= less * 1.6 && isGivenBack(words)) return { amount: more, principal: less }
  return less <= more * 0.4 && isFee(words) && hasLoan(all) ? { amount: less, principal: more } : undefined
}

/** The amounts that a sentence offers to lend. */
function offerIn(
  words: string,
  all: string,
  figures: readonly Figure[],
): { low: number; high: number } | undefined {
  // "from $100 up to three thousand"
  const isAmount = ({ kind, low, high }: Figure): boolean =>
    (kind === 'money' && high >= 50) || (kind === 'number' && low > 1000 && low % 100 === 0)
  const amounts = figures.filter(isAmount)
  if (amounts.length === 0) return undefined
  const isAsked = words.endsWith(' ? ')
  const isAbout = hasLoan(all) || isRequested(all) || / ask for (?:it|as|up) /.test(all)
  if (!isAbout || isNoOffer(words.replace(' no trouble ', ' ')) || !isOffered(isAsked ? all : words))
    return undefined
  // "Need $5,000? We can't help with that."
  if (isAsked && (isNoOffer(all.slice(all.indexOf(' ? '))) || / more than /.test(all))) return undefined
  const high = Math.max(...amounts.map(figure => figure.high))
  const isLimit =
    / (?:smallest|minimum|start\w*|minimo) .* (?:largest|biggest|maximum|most|ends?|maximo) /.test(words)
  if (isLimit && amounts.length === 2) return { low: Math.min(...amounts.map(({ low }) => low)), high }
  const range = amounts.find(figure => figure.low < figure.high && figure.high === high)
  return { low: range?.low ?? high, high }
}
