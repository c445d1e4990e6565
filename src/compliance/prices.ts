// What a text says a loan costs: rates, examples, amounts and terms.

import { figuresOf, shares, withShares, wrongRates, wrongTotal } from './cost.ts'
import { joined, type Sentence, wordsOf, wordsOfAll } from './text.ts'

const otherSubject =
  / (?:overdraft|overdrafts|nsf|card|cards|late|returned|bounced|rent|rents|landlord|deposit|deposits|utility|utilities|electric|water|court|judgment|tax|taxes|mortgage|mortgages|credit union|credit unions|pawn|loan sharks?|earn(?:s|ing)? (?:less|more|under|over|at least|up to)|refunds?|title loans?|title lenders?|pawnshops?|pawnbrokers?|bank|banks|atm|dealers?|dealership|wages|salary|income|pay advance|employer|insurance|members|military|servicemembers|cap|caps|capped|limit|limits|law|statute|constitution|usury|(?:interest|rate|fee) ceilings?|ceilings? on (?:the )?(?:interest|rates|fees|apr)|sobregiros?|tarjeta|tarjetas|alquiler|renta|bancos?|hipotecas?|cooperativas?|tips|tip|app|savings|save|check costs|money order|payday alternative|car loans?|auto loans?|student loans?|home loans?|home equity|business loans?|personal loans? (?:of [^ ]+ )?from a)(?:'s)? /
const loanWord =
  / (?:loan|loans|loan's|lender|lenders|lender's|borrow|borrows|borrowed|borrowing|advance|payday|lend|prestamo|prestamos|prestado|prestados|adelanto|adelantos|prestamista|prestamistas) /

const purpose =
  / (?:to (?:pay|cover|make|meet|catch up on)|for|toward|para(?: pagar)?)(?: (?:your|the|my|next|this|off|overdue|month's|su|el|la)){0,3} (?:rent|bills?|taxes|insurance|mortgage|utilit\w+|electric\w*|alquiler|renta)(?= )/

/** Whether a sentence is about another cost than a loan's. What somebody borrows for is no other subject. */
export function isAboutOthers(words: string): boolean {
  if (!otherSubject.test(words)) return false
  return (
    !/ (?:borrow|loans?|prestamos?|pida|solicite) /.test(words) ||
    otherSubject.test(words.replace(purpose, ' '))
  )
}

export type Figures = ReturnType<typeof figuresOf>
export type Figure = Figures[number]

/** What a sentence says of a loan's price. */
interface PricedSentence {
  readonly sentence: string
  readonly figures: Figures
  /** It speaks of amounts to borrow. */
  readonly isOffer: boolean
  /** It speaks of amounts that are no offer too: debts, totals, surveys. */
  readonly hasOtherAmounts: boolean
  /** The smallest and the largest loan. */
  readonly limits: { readonly low: number; readonly high: number } | undefined
  /** A rate that is no annual percentage rate, in a text that states none. */
  readonly bareRate: string | undefined
  /** The figure that asks for the terms of repayment. */
  readonly trigger: Figure | undefined
}

/** What a text says a loan costs, on any page. */
export interface Prices {
  readonly figures: Figures
  readonly wrongRates: ReturnType<typeof wrongRates>
  readonly wrongTotal: ReturnType<typeof wrongTotal>
  readonly sentences: readonly PricedSentence[]
  /** The length of a loan, where the text says no price. */
  readonly term: { readonly written: string; readonly days: readonly number[] } | undefined
  /** It states an annual percentage rate. */
  readonly hasApr: boolean
  /** It states a whole loan: rate and term, to tell it from others. */
  readonly example: string | undefined
}

/**
 * @param sentences Those of the text.
 * @returns undefined where the text has no figure that could be a price
 */
export function pricesIn(text: string, sentences: readonly Sentence[]): Prices | undefined {
  if (!sentences.some(mayBePriced)) return undefined
  const words = inPercent(wordsOfAll(sentences))
  const figures = figuresOf(words)
  const hasPrice = /[$%]| 100 /.test(words)
  const meant = meantSentences(sentences)
  const summed = meant.length === sentences.length ? words : inPercent(wordsOfAll(meant))
  const wrong = hasPrice ? wrongRates(summed) : []
  return {
    figures,
    wrongRates: wrong,
    wrongTotal:
      hasPrice && wrong.length === 0
        ? wrongTotal(summed, summed === words ? figures : figuresOf(summed))
        : undefined,
    sentences: hasPrice
      ? sentences.flatMap((sentence, index) =>
          mayBeCost(sentence) ? pricedSentence(sentence, words, figures, sentences[index - 1]) : [],
        )
      : [],
    term: wrong.length === 0 ? termIn(words) : undefined,
    hasApr:
      text.includes('$') && text.includes('%') && / (?:apr|annual percentage rate|tasa|tae|cat) /.test(words),
    example:
      text.includes('$') && text.includes('%') && isExample(figures) && !ofCard(words)
        ? figures
            .filter(({ role }) => role === 'apr' || role === 'term')
            .map(({ low }) => low)
            .sort()
            .join(' ')
        : undefined,
  }
}

/**
 * The same below a heading that states figures of the loan: "A $300 loan for two weeks".
 * @param prices What the text says by itself.
 */
export function pricesBelow(heading: string, prices: Prices, sentences: readonly Sentence[]): Prices {
  if (prices.wrongRates.length > 0) return prices
  const wrong = wrongRates(`${wordsOf(heading)}: ${inPercent(wordsOfAll(meantSentences(sentences))).trim()} `)
  return wrong.length === 0
    ? prices
    : { ...prices, wrongRates: wrong, wrongTotal: undefined, term: undefined }
}

/** Those whose sums are meant to be right. */
const meantSentences = (sentences: readonly Sentence[]): readonly Sentence[] =>
  sentences.filter((sentence, index) => !isCalledWrong(sentence, sentences[index + 1]))

const quotedFigures = /["“«„][^"“”«»„]*[$%][^"“”«»„]*["”»“]/g
const calledWrong =
  / (?:(?:is|are|was|were|es|son|esta) (?:[a-z]+ )?(?:wrong|false|untrue|incorrect|nonsense|a mistake|an error|a lie|not true|not right|falso|falsa|incorrecto|incorrecta|mentira)|(?:do|does|can) not (?:add up|be right|be true)) /

/** "“15% APR for two weeks” is wrong": a sum that is quoted to be corrected. The next sentence may say so: "That is wrong." */
function isCalledWrong({ shown }: Sentence, next: Sentence | undefined): boolean {
  const around = shown.replace(quotedFigures, '')
  if (around === shown || /[$%]/.test(around)) return false
  const comment =
    next !== undefined && /^(?:That|This|It|The sum|The math)\b/.test(next.shown) ? next.shown : ''
  return calledWrong.test(wordsOf(`${around} ${/[$%]/.test(comment) ? '' : comment}`))
}

const mayBeCost = ({ words }: Sentence): boolean => words.some(word => isFigure(word) || isShare(word))
const shareWords = new Set(Object.keys(shares))
const isShare = (word: string): boolean => shareWords.has(word)

function isFigure(word: string): boolean {
  const first = word.charCodeAt(0)
  return first === 36 || (first >= 48 && first <= 57)
}

const timeUnits = new Set(['minutes', 'day', 'days', 'week', 'weeks', 'month', 'months'])

/** Whether it has an amount, a percentage, or the length of a time. */
function mayBePriced({ words }: Sentence): boolean {
  return words.some(
    (word, index) =>
      (isShare(word) && /^(?:of|parte|de|del|percent|per)$/.test(words[index + 1] as string)) ||
      (isFigure(word) &&
        (/[$%]|^100$/.test(word) ||
          timeUnits.has(words[index + 1] as string) ||
          words[index + 1] === 'cents')),
  )
}

/** "A fifth of the loan" is a price, "a fifth of it" may be of anything. */
const inPercent = (words: string): string =>
  words.includes(' of it ') && !shareOfIt.test(words) ? words : withShares(words)
const shareOfIt =
  / (?:costs?|fees?|charges?|interest|price) (?:[a-z]+ ){0,5}(?:is|are|comes to|runs|runs to|takes|equals) (?:about |only |just )?(?:a|an|one) [a-z]+ of it /

function pricedSentence(
  sentence: Sentence,
  words: string,
  all: Figures,
  before: Sentence | undefined,
): PricedSentence[] {
  const inSentence = inPercent(joined(sentence.words))
  const figures = inSentence === words ? all : figuresOf(inSentence)
  const perHundred = bareRateOn100(inSentence)
  const after = priceAfterLoan(inSentence, before)
  const answer = priceInAnswer(inSentence, figures, before)
  const number = bareNumber(inSentence, words, before)
  if (figures.length === 0 && (perHundred ?? after ?? answer ?? number) === undefined) return []
  if (number === undefined && isAboutOthers(inSentence))
    return comparedRate(sentence, inSentence, figures, words)
  const offers =
    / (?:borrow|loans? of|loans? up to|(?:smallest|largest|biggest|minimum|maximum|small|medium|large|big|mini|jumbo|min|max) (?:loan|request|amount|advance)|loans? from|loans? between|(?:cash )?advances? (?:of|up to|from)|(?:say|says|said|saying) yes to|(?:fund|funds|approve|approves|grant|grants|offers?|arrange|advance|advances) (?:you )?(?:up to |as much as |anything )?\$|loan amounts?|loan sizes?|requests? (?:of|for|up to|between|from|over)|(?:next|second|later|repeat) (?:one|loan|request) (?:[a-z]+ ){0,3}(?:be|reach|go to|climb to)|(?:choose|pick|select|set|elija|escoja) (?:the|an|your|any|el|un|su) (?:loan )?(?:amount|sum|size|monto)|loans? (?:start|begin|go|run|range|reach)|amounts? (?:of|up|from|between)|cash up to|advance of|get|request|ask for|lend|need|want|necesita|apply for|available|up to|(?:anything|anywhere) (?:between|from)|same form|form is the same|all the way to|as (?:much|high|large|big) as|qualify|prestamos? de|hasta|pida|solicite|entre|(?:one|a|single|our|this|the|same|un|una|un solo) (?:request|loan|form|advance|solicitud|formulario) (?:[a-z]+ )?(?:covers?|covered|handles?|pays for|takes care of|settles|cubre)) /.test(
      inSentence,
    ) &&
    (loanWord.test(inSentence.endsWith(' ? ') || takesUp.test(inSentence) ? words : inSentence) ||
      / (?:cash|form|money|get|dinero|efectivo|formulario|(?:choose|pick|select|elija|escoja) (?:the|an|your|el|un|su) (?:amount|monto)) /.test(
        inSentence,
      ) ||
      /^ (?:small|medium|large|big|mini|jumbo|smallest|largest|biggest|maximum|minimum|min|max) (?:loan|request|advance|amount) : \$/.test(
        inSentence,
      ) ||
      asksFor.test(inSentence) ||
      // "A car for $4,000? Our lenders have said yes to bigger dreams."
      (/\$[\d.]+ (?:[a-z]+ ){0,5}\? $/.test(inSentence) && saysYes.test(words.slice(words.indexOf(' ? ')))) ||
      // "Need $4,000? Apply for it here."
      (/ (?:need|want|necesita|quiere|busca) (?:[a-z]+ )*?\$.* \? $/.test(inSentence) &&
        / (?:apply|ask (?:for it|here|us|now|today|our|a lender|[.!])|request|borrow|form|lender|lenders|pid[ae](?:los)?|solicite(?:los)?|formulario|prestamistas?) /.test(
          words,
        )))
  // "Need $4,000 for a roof? A short-term loan is not made for that."
  const isRefused = inSentence.endsWith(' ? ') && refusesAmount.test(words.slice(words.indexOf(' ? ')))
  return [
    {
      sentence: sentence.shown,
      figures,
      isOffer:
        ((offers || entersAmount(inSentence, words) || asksForAll(inSentence, words)) && !isRefused) ||
        (figures.some(({ ofLoan }) => ofLoan) && !isRefused),
      hasOtherAmounts:
        !asksForAll(inSentence, words) &&
        / (?:repay|owe|total|not|never|debt|cost|costs|median|average|household|survey|billion|million) /.test(
          inSentence.replace(falls, ' '),
        ) &&
        !/ , (?:ask for|request|borrow|pida|solicite) (?:up to |just |all )?\$/.test(inSentence),
      limits: limitsIn(inSentence),
      bareRate:
        bareRateIn(inSentence, figures, words) ??
        rateByItself(inSentence, words, before) ??
        number ??
        bareRateInAnswer(inSentence, words, before) ??
        bareRateOfIt(inSentence, words, before),
      trigger: isWhole(all)
        ? undefined
        : (triggerOf(inSentence, figures) ??
          perHundred ??
          answer ??
          feeLine(inSentence, figures, words) ??
          after ??
          afforded(inSentence, figures, words) ??
          priceOfPair(inSentence, words, before)),
    },
  ]
}

/** "A card charges 28%, a short-term loan only 15%": the half that is about the loan. */
function comparedRate(
  { shown }: Sentence,
  inSentence: string,
  figures: Figures,
  words: string,
): PricedSentence[] {
  const price = figures.find(({ kind, role, index }) => {
    const clause = clauseAt(inSentence, index)
    return (
      kind === 'money' && role === 'fee' && / fee on a \$[\d.]+ loan /.test(clause) && !isAboutOthers(clause)
    )
  })
  const none = {
    sentence: shown,
    figures,
    isOffer: false,
    hasOtherAmounts: false,
    limits: undefined,
    bareRate: undefined,
    trigger: undefined,
  }
  if (price !== undefined && !isWhole(figures)) return [{ ...none, trigger: price }]
  if (!comparedWith.test(inSentence) || otherMeasure.test(inSentence)) return []
  const rate = figures.find(({ kind, role, low, high, index }) => {
    const clause = clauseAt(inSentence, index)
    return (
      kind === 'percent' &&
      role === 'percent' &&
      low === high &&
      low > 0 &&
      low < 60 &&
      isRate(inSentence, index) &&
      loanWord.test(clause) &&
      / (?:at|for|costs?|charges?|wants?|asks?|interest|only|just) /.test(clause) &&
      !isAboutOthers(clause)
    )
  })
  return rate === undefined || aprNamed.test(words) ? [] : [{ ...none, figures: [], bareRate: rate.written }]
}

const comparedWith = /[\d.]+% .*[\d.]+% /
const otherMeasure =
  / (?:caps?|capped|limit\w*|law|statute|usury|year|years|annual\w*|anual\w*|percent of|% of (?!(?:the|your) (?:loan|amount|sum))|adults|households|users|borrowers|people|not|rent|income|salary|wages|tax|taxes|insurance|military|constitution|states?) /

/** "They also say yes to $3,000." */
const takesUp =
  /^ (?:and |but |so )?(?:up to|as much as|anything|anywhere|hasta|entre|they|it|these|those|we|some|others|ellos|also) /

/** "Short by $2,500? Put that figure in the amount box", "Put $2,500 in the amount box" */
const entersAmount = (inSentence: string, words: string): boolean =>
  (/ (?:put|type|enter|write|key in) \$[\d.]+ (?:in|into|on) (?:the|our) (?:[a-z]+ )?(?:box|field|form|line) | type (?:in )?\$[\d.]+ | (?:slider|bar|scale|box|menu|amounts?|list|counter) (?:[a-z]+ ){0,3}?(?:ends|stops|tops out|runs|goes|reaches|climbs) (?:only )?(?:at|up to|to|all the way to)? ?\$/.test(
    inSentence,
  ) ||
    (/^ (?:it|that) (?:ends|stops|tops out|runs|goes) (?:at|up to|to) \$/.test(inSentence) &&
      / amount (?:bar|slider|box|scale|menu|list) /.test(words)) ||
    (/\$[\d.]+ (?:[a-z]+ ){0,5}\? $/.test(inSentence) &&
      / \? (?:simply |just )?(?:put|type|enter|write|key in) (?:that|it|this|the) /.test(words))) &&
  / (?:lenders?|loan|form|amount (?:bar|slider|box)) /.test(words) &&
  !/ (?:not|never|too (?:much|high|large|big)|only|at most|instead) /.test(words.replace(falls, ' '))

/** "New transmission: $3,200. One request on our form: covered." */
const asksForAll = (inSentence: string, words: string): boolean =>
  (/ (?:need|needs|short|owe|owes|want|wants|costs?|bill|behind) (?:[a-z]+ ){0,4}\$[\d.]+ | : \$[\d.]+ [.!] $|^ \$[\d.]+ [.!?] $|\$[\d.]+ (?:[a-z]+ ){0,5}\? $|\$[\d.]+ short /.test(
    inSentence,
  ) &&
    wholeAsked.test(words) &&
    !/ (?:not|never|no|too (?:much|high|large|big)|only|at most|instead|elsewhere|grant|grants|county|nunca|solo|unless|scam\w*) /.test(
      words.replace(falls, ' '),
    )) ||
  / you (?:could|can) (?:have|get|receive|land|pocket) (?:[a-z]+ ){0,2}\$[\d.]+ (?:for|by|in your|today|tomorrow|without|[.,:;!]) .*(?:lender|form|request|borrow)/.test(
    inSentence,
  )

const wholeAsked =
  / (?:(?:ask|request|apply|borrow|solicite|pida)(?: for)? (?:it|that|all of it|the (?:lot|whole|full)|every|that much|todo)|(?:request|form|loan|solicitud|formulario) (?:[a-z:]+ ){0,5}(?:cover\w*|handles? it|settles? it|takes care|does it|is enough|is all)|(?:(?:our|the) lenders|lenders here|a lender here) (?:have|say|are (?:for|ready|set up)|read|do|go|grant\w*|cover\w*|can cover)|what (?:our|the|these) (?:lenders|loans) (?:are for|do)|lenders? (?:[a-z]+ ){0,2}can cover) /

/** "If $1,000 won't do": what asks for more. */
const falls =
  / (?:will|is|does|do|can|would|are) not (?:do|enough|be enough|cover|cut it|suffice|stretch|reach|get) /g

const saysYes =
  /^ \? (?:our lenders|lenders here|a lender here|our form|this form|no problem|of course|sure|apply|ask here|(?:borrow|ask for|apply for|request|get) (?:it|that) (?:here|now|today|with)) /
const refusesAmount =
  /^ \? (?:(?!not a problem|no problem)[^ .;!]+ ){0,12}?(?:not|never|no|nor|wrong|beyond|above|over|too(?= (?:much|high|large|big|long))|instead|elsewhere|unfortunately|sorry|nunca|demasiado) (?!problem|worries|matter|doubt)/

/** "The smallest loan is $200 and the largest $900" */
function limitsIn(words: string): PricedSentence['limits'] {
  const match =
    / (?:smallest|lowest|minimum|least|starts?|begins?|minimo|menor) (?:[^ $]+ ){0,9}\$([\d.]+) (?:[^ $]+ ){0,7}(?:largest|biggest|highest|maximum|most|ends?|stops?|tops? out|maximo|mayor) (?:[^ $]+ ){0,6}\$([\d.]+) /.exec(
      words,
    )
  return match === null ? undefined : { low: Number(match[1]), high: Number(match[2]) }
}

/** Amount, cost, term and rate. */
function isWhole(figures: Figures): boolean {
  const has = (...roles: readonly string[]) => figures.some(({ role }) => roles.includes(role))
  return has('apr') && has('term') && has('fee', 'rate', 'total') && has('principal', 'base', 'other')
}

const aprNamed = / (?:apr|annual percentage rate|tasa anual|tasa de porcentaje anual|tae) /

/** "18% of what it hands you" */
const shareOfLoan =
  /[\d.]+% (?:of|de|on top of|over|above) (?:what(?:ever)?|the (?:sum|amount|money|cash)|lo que|el monto) (?:that )?(?:you|it|he|they|the lender|a lender|lenders|usted|le)? ?(?:borrow|hand|lend|give|get|receive|take|pay out|send|advance|pid|recib|prest)/

function bareRateIn(inSentence: string, figures: Figures, words: string): string | undefined {
  if (shareOfLoan.test(inSentence) && !aprNamed.test(words) && figures.length === 1)
    return figures[0]?.kind === 'percent' ? figures[0].written : undefined
  const percent = figures.find(
    ({ role, low, index }) => role === 'percent' && low > 0 && isRate(inSentence, index),
  )
  return percent !== undefined &&
    !aprNamed.test(words) &&
    // That of a card.
    !(/ cash advance /.test(inSentence) && !/ (?:loans?|payday|lenders?) /.test(inSentence)) &&
    / (?:interest|rate|rates|fee|fees|charge|charges|charged|finance charge|adds?|added|adding|flat|on top|surcharge|markup|recargo|suman?|cost|costs|interes|tasa|cargo|comision|cuesta|per annum|annually|until payday|of (?:the|your) loan|cobran?|cobra|keeps?|takes?|skims?|wants?|asks? for|price|markup|premium|earns?|owe|owes|repay|pay back|give back) | plus [\d.]+% |% (?:(?:a|per|each|every|cada|al|por) (?:day|week|month|fortnight|dia|semana|mes|quincena)|semanal|quincenal|mensual|diario|diaria|weekly|daily|monthly) /.test(
      inSentence,
    ) &&
    (loanWord.test(inSentence) ||
      (loanWord.test(words) &&
        / (?:rates?|fees?|interest|charge|interes|cargo) (?:[a-z]+ ){0,4}[\d.]+% /.test(inSentence) &&
        !/ (?:a year|years?|annually|per annum|al ano) /.test(inSentence)) ||
      / (?:payday|short term|next (?:pay)?check|principal|(?:our|the) network|(?:you|usted) (?:keep|have|hold|borrow|owe) the (?:money|cash)) /.test(
        words,
      ) ||
      interestOfTerm.test(inSentence)) &&
    !/ (?:(?:may|can|could) (?:not )?charge|(?:may|can|must) not (?:pass|exceed|go|top|be|rise|cost)|no more than|at most|(?:license|licensed|licencia|ceilings?|proposition|taxes|wages|salary|crime|illegal|unlawful\w*|forbids?|forbidden|prohibits?|prohibited|bans?|banned|outlaws?|outlawed|legislature|lawmakers|voters|legal (?:maximum|rate|ceiling)|delito|ilegal|prohibe|usura)|of (?!(?:the|your|that|any|each|every) (?:[a-z]+ )?(?:loan|principal|sum|advance|amount|balance|money|cash) )(?:your|the|their|all|people|borrowers|americans|households|applicants|lenders|respondents|adults|users)|approval|approved|off|chance|odds|secure) |% (?:del (?!monto|prestamo|capital|importe|dinero|adelanto)|de (?:su|los|las) (?!prestamo|adelanto)) /.test(
      inSentence,
    )
    ? percent.written
    : undefined
}

/** "What does the loan cost? Five percent a week": the question says of what it is the rate. */
function bareRateInAnswer(
  inSentence: string,
  words: string,
  question: Sentence | undefined,
): string | undefined {
  const asked = question === undefined ? '' : joined(question.words)
  if (
    !/ (?:cost|costs|charge|charges|price|fee|interest|rate|owe|run|runs|set you back|cuesta|cuestan|cobran?|interes|tasa|cargo) .*\? $/.test(
      asked,
    ) ||
    isAboutOthers(asked)
  )
    return undefined
  const both = `${asked.trimEnd().replace(/\?$/, ':')}${inSentence}`
  return /^ (?:(?:just|only|about|around|barely|hardly|less than|under|menos de|a|mere|merely|flat|low|simply|from|solo|apenas|tan|el|un) )*[\d.]+% /.test(
    inSentence,
  )
    ? bareRateIn(both, figuresOf(both), words)
    : undefined
}

/** "Interest isn't counted by the year. It's 15%.": the sentence before says of what it is the rate. */
function bareRateOfIt(inSentence: string, words: string, before: Sentence | undefined): string | undefined {
  if (before === undefined || !/^ (?:it|that|this) (?:is|costs|comes|runs|adds) /.test(inSentence))
    return undefined
  const priced = joined(before.words)
  if (!/ (?:interest|rate|fee|charge|cost|costs|price) /.test(priced) || isAboutOthers(priced))
    return undefined
  const both = `${priced.trimEnd().slice(0, -1)},${inSentence}`
  return bareRateIn(both, figuresOf(both), words)
}

/** "Only 12% for two weeks." After "What does a card cost?" it is the card's. */
function rateByItself(inSentence: string, words: string, before: Sentence | undefined): string | undefined {
  const isOther = before !== undefined && isAboutOthers(joined(before.words))
  if (isOther || aprNamed.test(words)) return undefined
  return (
    rateAlone.exec(inSentence)?.[1] ??
    // "15%. That's the cost of the loan."
    (/ (?:cost|price|fee|charge|interest) (?:of|on|for) (?:the|your|a|this) (?:loan|advance) /.test(words)
      ? /^ (?:(?:just|only|a|flat) )*([\d.]+)% [.!] $/.exec(inSentence)?.[1]
      : undefined)
  )
}

/** "A card charges 28%. A payday loan? Only 15.": a percentage without its mark. */
function bareNumber(inSentence: string, words: string, before: Sentence | undefined): string | undefined {
  if (!words.includes('%') || aprNamed.test(words)) return undefined
  const asked = before?.words.at(-1) === '?' ? joined(before.words).trimEnd() : ''
  return barePercent.exec(`${asked}${inSentence}`)?.[1]
}

const barePercent =
  / (?:lenders?|loans?|advances?)(?: [a-z']+){0,5}(?: \?)? (?:wants?|asks?|charges?|takes?|costs?|only|just|lender)(?: (?:only|just|about))* (\d{1,2}) [.!] $/

const rateAlone =
  /^ (?:(?:only|just|a|mere|from|solo|rate|rates|interest|fee|charge|of|at|the|is|:|tasa|interes|de|una|un) )*([\d.]+)% (?:for|per|a|every|each|por|al|cada) (?:\d+ )?(?:days?|weeks?|months?|dias?|semanas?|mes|quincena) (?:[.!] )?$/

/** "Interest is 15% for two weeks": only short loans are priced so. */
const interestOfTerm =
  / (?:interest|finance charge) (?:(?:[a-z]+|:) ){0,4}[\d.]+% (?:[a-z]+ ){0,3}(?:[\d]+ (?:days?|weeks?)|week|fortnight|day|month) /

const comparison =
  /^ [\d.]+%(?: to [\d.]+%)?(?: points?)? (?:more|less|fewer|higher|lower|cheaper|dearer|faster|slower|better|worse|above|below|discount|mas|menos) /
const change =
  / (?:rise|rises|rose|risen|grow|grows|grew|grown|fall|falls|fell|fallen|drop|drops|dropped|increase|increases|increased|decrease|decreases|decreased|save|saves|saved|down|up)(?: by)?(?: (?:about|around|nearly|almost|roughly|over|some))? $/
const rateNoun =
  / (?:you pay|what you (?:took|got|received)|loans?|loan's|interest|rates?|fees?|charges?|charged|borrow\w*|lend|lends|lending|lenders?|advances?|payday|prestamos?|prestad[oa]s?|prestamistas?|interes|tasas?|cargos?|comision) /

/** Whether a percentage is what a loan costs: not a comparison or a change, and near a word for a loan or its price. */
function isRate(words: string, index: number): boolean {
  const after = words.slice(index)
  const before = words.slice(0, index + 1)
  const following = `${after.split(' ').slice(0, 8).join(' ')} `
  return !comparison.test(after) && !change.test(before) && rateNoun.test(before + following)
}

/** "You can request as much as $500": on these sites that is a loan, unless it is another help. */
const asksFor =
  /^(?!.* (?:grant|grants|hearing|refund|assistance|help|aid|benefit|benefits|program|damages|credit line|ayuda|beca) ).* (?:request|requests|borrow|ask for|apply for|solicite|solicitar|pida|pedir) (?:[a-z]+ ){0,4}\$| \$\d+ (?:may|can|could) be (?:requested|borrowed|applied for|asked for|yours) /

/** "Repay in four payments of $95" */
const inPayments =
  / (?:repay|repaid|repays|repayment|pay (?:it |this |that |us )?back|pay (?:it )?off|devuelva|devuelve|pague|paga|[\d]+(?: [a-z]+)?) (?:[a-z\d]+ ){0,4}(?:payments|installments|instalments|checks|debits|pagos|cuotas) (?:of|de|at|for)(?: only| just)? \$/

/** "A twenty on top of every hundred you borrow": amounts without their unit. */
function bareRateOn100(words: string): Figure | undefined {
  if (!loanWord.test(words) && !/ (?:you|usted) /.test(words)) return undefined
  const match =
    / (\d+) (?!of |out |people |days |weeks )(?:[a-z]+ ){0,4}(?:every|each|per|the|cada) (?:10|20|50|100) (?:you|that|borrowed|lent|loaned|que|prestados|[.,:;]) /.exec(
      words,
    ) ??
    / (?:every|each|per|cada) (?:10|20|50|100) (?:you|that|borrowed|lent|loaned|que|prestados|[.,:;]) (?:[a-z]+ ){0,3}, (\d+) (?:more|back|extra|on top|mas) /.exec(
      words,
    ) ??
    / (?:every|each|per|cada) (?:10|20|50|100) (?:you|that|borrowed|lent|loaned|que|prestados) (?:[a-z]+ ){0,3}, (?:[a-z]+ ){0,3}(?:keeps?|takes?|wants?|asks?|charges?) (\d+) /.exec(
      words,
    )
  if (
    match === null ||
    !/ (?:borrow|lend|lender|lenders|loan|loans|take|takes|charge|charges|cost|costs|fee|prest[a-z]+) /.test(
      words,
    )
  )
    return undefined
  const low = Number(match[1])
  return low >= 100 ? undefined : { ...amount(low), role: 'rate', index: match.index }
}

/** One that a text states without its unit. */
const amount = (low: number): Figure => ({
  kind: 'money',
  role: 'other',
  low,
  high: low,
  before: '',
  written: `${low}`,
  index: 0,
  ofLoan: true,
})

/**
 * What two amounts of a sentence, or of it and the one before, make a price of: one is borrowed, and the other is given back or asked
 * for it. "$500 today, $575 on payday." "Need $350? It'll run you about $50 in fees."
 */
function priceOfPair(inSentence: string, words: string, before: Sentence | undefined): Figure | undefined {
  if (!inSentence.includes('$') || !loanWord.test(words)) return undefined
  const earlier = before === undefined ? '' : joined(before.words)
  const all = earlier.includes('$') ? `${earlier.trimEnd()}${inSentence}` : inSentence
  if (isAboutOthers(all) || sparesLoan.test(all) || reported.test(all) || !/\$.*\$/.test(all))
    return undefined
  const money = figuresOf(all).filter(({ kind }) => kind === 'money')
  const [first, second] = money
  if (first === undefined || second === undefined || money.length > 2) return undefined
  if (money.some(({ low, high }) => low !== high)) return undefined
  const [less, more] = first.low < second.low ? [first, second] : [second, first]
  if (more.low < 50 || less.low < 5) return undefined
  const after = ({ index }: Figure) => all.slice(index).replace(/^ [^ ]+/, '')
  if (first === less && less.low >= 50 && less.low <= 1000 && more.low <= less.low * 1.6)
    return givenBack.test(all.slice(first.index)) ? more : undefined
  return more.low <= 1000 &&
    less.low <= more.low * 0.35 &&
    (more.role === 'principal' || isLent.test(more.before) || lentAfter.test(after(more))) &&
    (less.role === 'fee' ||
      isPrice.test(less.before) ||
      / is what \$[\d.]+ (?:[a-z]+ ){0,4}costs? /.test(all))
    ? less
    : undefined
}

const givenBack =
  / (?:back|repay|repays|repaid|return|returns|owes?|owed|payday|later|goes out|went out|left (?:her|his|my|the) account|to the lender|devuelve\w*|devolver|se paga con|pagara) /
const isLent =
  / (?:need|want|lending|lends?|lend you|gives? you|sends? you|use|borrow|borrows|borrowed|borrowing)(?: [a-z]+){0,2} $/
const lentAfter =
  /^(?: [a-z]+){0,3} (?:from (?:a|the|your) lender|borrowed|lent|loaned|prestados?|until (?:your )?(?:next )?payday) /
const isPrice =
  / for the (?:price|cost) of (?:[a-z]+ ){1,7}[:(,—] $| (?:price tag|(?:it|that|loan|advance|borrowing|lender|lender's|which|them)(?: [a-z]+){0,2} (?:costs?|run|runs|sets?|takes?|keeps?|wants?|asks?|charges?))(?: (?:you|me|him|her|back|about|only|just|around|for|another|an extra))* $/

/** "Could you spare $22 a week? Then a $500 loan fits your budget." "Four Fridays, $95 each, and the lender is paid." */
function afforded(inSentence: string, figures: Figures, words: string): Figure | undefined {
  const isPayment =
    (spared.test(inSentence) &&
      / (?:loans?|lenders?|advance|prestamo) (?:[a-z]+ ){0,4}(?:fits?|yours|repa\w+|affordable|paid|gone|suits?|square|even|done|quits|settled) /.test(
        words,
      )) ||
    ((timesEach.test(inSentence) || carriesLoan.test(inSentence)) && loanWord.test(words))
  return isPayment && !/ (?:not|never|without|instead|save|before you|nunca|sin) /.test(words)
    ? figures.find(({ kind, low }) => kind === 'money' && low > 0 && low < 500)
    : undefined
}

const spared =
  / (?:spare|afford|manage|find|handle|set aside|put aside|budget) (?:[a-z]+ ){0,2}\$[\d.]+ (?:(?:a|per|each|every) (?:week|month|payday|paycheck|fortnight)|(?:from|out of) (?:each|every|your)) /
const timesEach =
  / \d+ (?:mondays|tuesdays|wednesdays|thursdays|fridays|paydays|paychecks|checks|weeks|months|quincenas|viernes|semanas) ,? (?:at )?\$[\d.]+ (?:each|apiece|a time|cada un[oa]) /
const carriesLoan =
  / \$[\d.]+ (?:a|per|each|every) (?:week|month|payday|paycheck) (?:[a-z]+ ){0,3}(?:carry|carries|repays?|pays? off|handles?|settles?|clears?|covers?) (?:a|the|your|this) (?:[a-z]+ )?(?:loan|advance) /

/** "Loan: $300. Fee: $51." */
const feeLine = (inSentence: string, figures: Figures, words: string): Figure | undefined =>
  /^ (?:the )?(?:fee|charge|finance charge|cost|interest|cargo|comision|you (?:repay|pay back|owe)) : \$[\d.]+ [.!]? ?$/.test(
    inSentence,
  ) && / (?:loan|borrow|you (?:borrow|get)|advance|prestamo) (?:of |: )?\$/.test(words)
    ? figures.find(({ kind }) => kind === 'money')
    : undefined

/** "My neighbor sent the lender $352" */
const paidToLender =
  / (?:pay|pays|paid|paying|send|sends|sent|give|gives|gave|hand|hands|handed|owe|owes|owed) (?:back )?(?:to )?(?:the|your|her|his|my|a|our|their) lender (?:back )?(?:(?:only|just|about|another) )*(?=\$)/
/** "Repayments on a small loan run about $55 every other Friday" */
const paymentEach =
  / (?:repayments?|payments|installments|pagos|cuotas) (?:(?:on|for|of|de) )(?:[a-z]+ ){1,5}(?:run|runs|are|come to|start at|cost|average|son|rondan) (?:(?:about|around|only|just|from|as low as) )*(?=\$)/
/** "A loan for $22 a week" */
const perPeriod =
  / (?:loans?|advances?|prestamos?) (?:[a-z]+ ){0,4}(?:for|at|costs?|takes|por) (?:(?:only|just|about|around|as little as|a mere|solo) )*(?=\$[\d.]+ (?:a|per|each|every|por|cada) (?:week|month|payday|paycheck|fortnight|semana|mes|quincena) )/
const sparesLoan = / (?:not|never|without|instead|save|aside|before you|free|late|nunca|sin) /

const paymentOf =
  / (?:payments?|installments?|instalments?|checks|debits|pagos?|cuotas?) (?:of|de|at|for)(?: only| just)? $/

const otherPurchase =
  / (?:phone|shop|store|furniture|laptop|plan|hospital|dentist|doctor|school|clinic|seller|merchant) /

/** What an authority or a study tells, or what costs nothing. */
const reported =
  / (?:(?:from|to|by) (?:my|her|his|our|a|your|their) (?:brother|sister|mother|father|friend|cousin|uncle|aunt|neighbor|family|parents|son|daughter)|you pay nothing|no fee|free of charge|counsel|counseling|repossess|attorney|complaint|survey|study|according|researchers|told the|regulators?|prosecutors|court|judge|sued|fined|ftc|cfpb|(?<!credit )bureau) /

/** A figure that asks for the terms of repayment: 12 CFR 1026.24(d)(1). */
function triggerOf(words: string, figures: Figures): Figure | undefined {
  if (reported.test(words)) return undefined
  const rate = figures.find(({ role }) => role === 'rate')
  if (rate !== undefined) return rate
  const base = figures.find(({ role }) => role === 'base')
  // "Each hundred dollars costs you twenty-five."
  if (base !== undefined) {
    const bare =
      / (?:cost|costs|is|means|adds|takes|pay|pays|repay|repays|back|charge|charges|keeps?|wants?|asks?|owe|expect|pague|paga|pagara|cuesta|cuestan|costara|cobran?|cobrara|piden?|suman?|agregan?|devuelve|devuelva|devolvera) (?:you |about |only |just |to pay |another |an extra |usted )*\$?(\d+) /.exec(
        words.slice(base.index),
      )
    if (bare !== null) return { ...base, role: 'rate', low: Number(bare[1]), high: Number(bare[1]) }
  }
  const isPaidBack =
    figures.some(({ role, kind }) => role === 'principal' && kind === 'money') &&
    / (?:repay|(?:give|pay|hand|send) (?:it )?back|return|devuelv[ae]n?) /.test(words)
  // "Only $17.50 in interest on $100!"
  const onHundred = / (?:interest|fees?|charges?) (?:on|for) \$(?:100|50|10) [!.,]/.test(words)
  if (
    !loanWord.test(words) &&
    !isPaidBack &&
    !onHundred &&
    (!inPayments.test(words) || otherPurchase.test(words))
  )
    return undefined
  const paid = paidToLender.exec(words) ?? paymentEach.exec(words) ?? perPeriod.exec(words)
  if (paid !== null && !sparesLoan.test(words))
    return figures.find(({ kind, index }) => kind === 'money' && index >= paid.index + paid[0].length - 2)
  return (
    figures.find(
      ({ role, kind, index }) =>
        kind === 'money' &&
        role === 'fee' &&
        (figures.some(other => other.role === 'principal') || feeWord.test(clauseAt(words, index))),
    ) ??
    (figures.some(({ role }) => role === 'principal' || role === 'term')
      ? figures.find(({ role, kind }) => kind === 'money' && role === 'total')
      : undefined) ??
    figures.find(({ kind, before }) => kind === 'money' && paymentOf.test(before)) ??
    figures.find(
      ({ kind, role, low, index }) =>
        kind === 'money' &&
        role === 'other' &&
        low < 300 &&
        (loanCosts.test(words.slice(0, index + 1)) ||
          isLoanCost.test(words.slice(index).replace(/^ [^ ]+/, ''))),
    )
  )
}

/** "What does a loan cost? About as much as dinner for two: $35." */
function priceInAnswer(words: string, figures: Figures, question: Sentence | undefined): Figure | undefined {
  const asked = question === undefined ? '' : joined(question.words)
  if (
    !asksPrice.test(asked) ||
    isAboutOthers(asked) ||
    / (?:save|saves|saved|not|no|nothing|depends?) /.test(words)
  )
    return undefined
  const bare = /^ (?:(?:about|only|just|around|roughly|unos) )*(\d+) (?:[.,;!]|or so) /.exec(words)
  return bare !== null && asked.includes('$')
    ? { ...amount(Number(bare[1])), role: 'fee' }
    : figures.find(({ kind, low }) => kind === 'money' && low > 0 && low < 300)
}

/** "You borrow $500. You repay $575." */
function priceAfterLoan(words: string, before: Sentence | undefined): Figure | undefined {
  const loan = before === undefined ? '' : joined(before.words)
  if (
    !/ (?:borrow|take|get|receive|lender (?:sends|gives|hands|deposits|lends|pays)(?: you)?|pid[ae]|tom[ae]|recib[ae]) (?:[a-z]+ )?\$[\d.]+ /.test(
      loan,
    ) ||
    !paysBack.test(words)
  )
    return undefined
  const both = `${loan.trimEnd().slice(0, -1)},${words}`
  return isAboutOthers(both) ? undefined : triggerOf(both, figuresOf(both))
}

const paysBack =
  / (?:(?:it|lender) (?:takes|collects|debits|withdraws|wants)(?: back)?|repay|return|owe|devuelv[ae]|pag[ae]|(?:pay|give|send|hand)(?: it)? back) (?:[a-z]+ )?\$?[\d.]+ /

const asksPrice =
  / (?:what (?:will|does|would|do|is|are) (?:a |the )?\$[\d.]+ (?:[a-z]+ ){0,2}(?:cost|run)|(?:loans?|advances?|borrow|borrowing|prestamos?) .*(?:cost|costs|price|fee|charge|run you|set you back|cuestan?)|(?:cost|costs|price|fee|charge|charges|cuestan?) .*(?:loans?|advances?|borrow|borrowing|prestamos?)) .*\? $/

/** "A small loan costs about as much as a pizza: $20" */
const isLoanCost =
  /^(?: [a-z:,]+){0,4} is what (?:a|the|your) (?:\$[\d.]+ )?(?:loan|advance) (?:costs|sets you back|runs|takes) /
const loanCosts =
  / (?:(?:lender's|their) (?:cut|share|take|slice) (?:is|comes to|runs)|(?:loans?|advances?|borrowing|prestamos?) (?:costs?|runs|sets? you back|comes? (?:to|at)|takes|will cost|can cost|cuestan?)) (?!nothing)(?:[a-z:,]+ ){0,12}$/

/** A cost without one of these, as in "Loan: car repair, typical cost $90", is that of something else. */
const feeWord =
  / (?:loans?|advances?|borrow\w*|lend\w*|payday|fees?|interest|charges?|charged|prestamos?|prestamistas?|cargos?|comision|interes) /

/** The words between the nearest commas or colons. */
function clauseAt(words: string, index: number): string {
  // "Loan fee: $30": the colon before the figure ends no clause.
  const before = index - (words.slice(0, index).endsWith(' :') ? 3 : 0)
  const start = Math.max(0, ...[' , ', ' : ', ' ; '].map(mark => words.lastIndexOf(mark, before) + 2))
  const length = words.slice(index).search(/ [,:;] /)
  return words.slice(start, length === -1 ? undefined : index + length + 1)
}

/** A term next to a loan asks for the example too. */
function termIn(words: string): Prices['term'] {
  if (isAboutOthers(words)) return undefined
  const match =
    / (\d+) (day|week|month)s? (?:payday |cash |short term |personal |small )?(?:loan|loans|advance|advances) /.exec(
      words,
    )
  if (match === null) return undefined
  const count = Number(match[1])
  const days =
    match[2] === 'day'
      ? [count]
      : match[2] === 'week'
        ? [count * 7, (count * 365) / 52]
        : [(count * 365) / 12, count * 30]
  return { written: `${match[1]} ${match[2]}s`, days }
}

const ofCard = (words: string): boolean =>
  / (?:cards?|mortgages?|overdrafts?|tarjetas?) /.test(words) && !loanWord.test(words)

/** A whole loan: amount, fee, term and rate, each a single value. */
function isExample(figures: Figures): boolean {
  const has = (...roles: readonly string[]) => figures.some(({ role }) => roles.includes(role))
  return (
    has('apr') &&
    has('term') &&
    has('fee', 'rate') &&
    (has('principal', 'base') || (has('total') && has('other'))) &&
    !figures.some(({ low, high, role }) => low < high && role !== 'principal')
  )
}
