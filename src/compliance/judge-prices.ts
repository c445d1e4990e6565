// Whether a page may say what it says a loan costs: right figures, within the brand's amounts, with an example of the whole loan.

import type { Block } from './extract.ts'
import type { ReadBlock } from './paragraphs.ts'
import type { Figure, Figures, Prices } from './prices.ts'
import type { Add, JudgedPage } from './verdict.ts'

/** What the examples of a page state. */
function examplesOf(priced: readonly Prices[]) {
  const examples = priced.flatMap(({ hasApr, figures }) => (hasApr ? [figures] : []))
  const some = (wanted: (figure: Figure) => boolean): boolean =>
    examples.some(figures => figures.some(wanted))
  const has = (role: string, value: number): boolean =>
    some(
      figure =>
        (role === 'any' ? figure.kind === 'money' : figure.role === role) &&
        figure.low <= value &&
        value <= figure.high,
    )
  return {
    hasDays: (days: readonly number[]): boolean =>
      some(figure => figure.days?.some(day => days.includes(day)) === true),
    /** Whether one of them is about the loan whose cost a sentence quotes. */
    serve: (trigger: Figure, figures: Figures): boolean =>
      trigger.role === 'rate'
        ? has('rate', trigger.low) ||
          some(({ role, low, high }) => role === 'rate' && trigger.low <= low && high <= trigger.high)
        : has('any', trigger.low) && principalServed(figures, has),
  }
}

interface Quoted {
  readonly quote: string
  readonly context: string
}

export function judgePrices(
  page: JudgedPage,
  blocks: readonly ReadBlock[],
  add: Add,
  { minimum, maximum }: { readonly minimum: number; readonly maximum: number },
): void {
  const priced = blocks.flatMap(({ block, said: { prices } }) =>
    prices === undefined ? [] : [{ block, prices }],
  )
  const examples = examplesOf(priced.map(({ prices }) => prices))
  const judgeRange = (range: { readonly low: number; readonly high: number }, quoted: Quoted): void => {
    if ((range.low !== minimum || range.high !== maximum) && range.high >= 100)
      add({
        rule: 'cost/range-agrees',
        severity: page.kind === 'article' ? 'warning' : 'error',
        ...quoted,
        problem: `speaks of $${range.low} to $${range.high}, and brand.yaml of $${minimum} to $${maximum}`,
      })
  }
  const seen = new Set<string>()
  for (const { block, prices } of priced) {
    const key = block.whole ? `${block.text} ${block.intro}` : block.text
    if (block.tag === '@json' || seen.has(key)) continue
    seen.add(key)
    const quote = { quote: block.text, context: block.text }
    for (const { verdict } of prices.wrongRates) {
      const computed = `${verdict.computed.toFixed(1)}%`
      add({
        rule: 'cost/apr-arithmetic',
        ...quote,
        computed,
        problem: `states an APR of ${verdict.stated}, but amount, fee and term make ${computed}`,
      })
    }
    if (prices.wrongTotal !== undefined)
      add({
        rule: 'cost/apr-arithmetic',
        ...quote,
        computed: `$${prices.wrongTotal.total}`,
        problem: `states a total of ${prices.wrongTotal.stated}, but amount and fee make $${prices.wrongTotal.total}`,
      })
    if (block.whole) {
      // "You get: $400", "You owe: $480": the items of a list that make a loan together.
      const cost = wholeCost(prices.figures)
      if (cost !== undefined && prices.wrongRates.length === 0 && !examples.serve(cost, prices.figures))
        add({
          rule: 'cost/example-with-fee',
          ...quote,
          problem: `states a cost ($${cost.low}) that no representative example of this page has`,
        })
      for (const { sentence, figures, bareRate, limits } of prices.sentences) {
        const over = figures.find(
          ({ kind, role, high }) =>
            kind === 'money' && (role === 'principal' || role === 'other') && high > maximum,
        )
        if (over !== undefined && choosesAmount.test(sentence))
          add({ rule: 'cost/amount-ceiling', ...quote, problem: overMaximum(over, maximum) })
        const [payment] = figures
        if (payment !== undefined && inPayments.test(sentence) && !examples.serve(payment, figures))
          add({
            rule: 'cost/example-with-fee',
            ...quote,
            problem: `states payments of $${payment.low} that no representative example of this page has`,
          })
        if (bareRate !== undefined)
          add({
            rule: 'cost/apr-named',
            ...quote,
            problem: `states a rate of ${bareRate}% without the annual percentage rate`,
          })
        if (limits !== undefined) judgeRange(limits, quote)
      }
      continue
    }
    for (const {
      sentence,
      figures,
      isOffer,
      hasOtherAmounts,
      limits,
      bareRate,
      trigger,
    } of prices.sentences) {
      const quoted = { quote: sentence, context: block.text }
      const over = figures.find(
        ({ kind, role, high }) => kind === 'money' && high > maximum && amountRoles.has(role),
      )
      if (isOffer && over !== undefined && !hasOtherAmounts) {
        add({
          rule: 'cost/amount-ceiling',
          ...quoted,
          problem: overMaximum(over, maximum),
        })
      } else if (isOffer) {
        const range =
          figures.find(
            ({ kind, low, high, role }) =>
              kind === 'money' && low < high && role !== 'fee' && role !== 'rate',
          ) ?? limits
        if (range !== undefined) judgeRange(range, quoted)
      }
      if (bareRate !== undefined)
        add({
          rule: 'cost/apr-named',
          ...quoted,
          problem: `states a rate of ${bareRate}% without the annual percentage rate`,
        })
      if (trigger !== undefined && prices.wrongRates.length === 0 && !examples.serve(trigger, figures))
        add({
          rule: 'cost/example-with-fee',
          ...quoted,
          problem: `states a cost ($${trigger.low}${trigger.role === 'rate' ? ' per $100' : ''}) that no representative example of this page has`,
        })
    }
    const { term } = prices
    if (term !== undefined && !block.tag.startsWith('@') && !examples.hasDays(term.days))
      add({
        rule: 'cost/example-with-fee',
        ...quote,
        problem: `states a term (${term.written}) that no representative example of this page has`,
      })
  }
  judgeLabels(blocks, add)
}

const overMaximum = ({ high }: Figure, maximum: number): string =>
  `speaks of loans of $${high}, more than the ${maximum === 1000 ? 'usual ' : ''}maximum of $${maximum}`

/** "Pick your loan amount", and below it the amounts; a row of a table that has the column "Loan". */
const choosesAmount =
  /^(?:pick|choose|select|set|elija|escoja)\b[^$]{0,30}\b(?:amount|loan|size|sum|monto|préstamo|cantidad)\b|(?:^|, )(?:(?:loan )?(?:amounts?|sizes?)|loans?|you can (?:request|borrow|ask for|get)|préstamos?|montos?): \$/i

/** "How you pay the loan back", and below it "4 installments", "$85 each". */
const inPayments =
  /\b(?:loan|borrow|préstamo)\b[^$%]*\b(?:installments|instalments|payments|cuotas|pagos)\b[^$%\d]{0,9}\$[\d.]+(?: each| apiece| cada un[oa])/i

/** "Each payment: $180" */
const eachPayment =
  / (?:each|every|per|weekly|monthly|cada) (?:payment|installment|instalment|pago|cuota) : $/

/** What a list or row says a loan costs, if it says no more than that. */
function wholeCost(figures: Figures): Figure | undefined {
  if (figures.some(({ role }) => role === 'apr') || figures.length > 4) return undefined
  if (!figures.some(({ role, kind }) => role === 'principal' && kind === 'money')) return undefined
  return figures.find(
    ({ role, kind, before }) =>
      kind === 'money' && (role === 'fee' || role === 'total' || eachPayment.test(before)),
  )
}

const amountRoles: ReadonlySet<string> = new Set(['principal', 'other', 'total'])

/** The same loan needs its label once. */
function judgeLabels(blocks: readonly ReadBlock[], add: Add): void {
  const labelled = new Map<string, { problem: string | undefined; block: Block }>()
  for (const [index, { block, said }] of blocks.entries()) {
    const example = said.prices?.example
    if (example === undefined || (block.whole && block.tag !== 'tr') || block.tag.startsWith('@')) continue
    const problem = unlabelled(index, blocks)
    // What denies that terms vary counts beside a label elsewhere.
    const key = sameEverywhere.test(block.text) ? block.text : example
    if (!labelled.has(key) || problem === undefined) labelled.set(key, { problem, block })
  }
  for (const { problem, block } of labelled.values())
    if (problem !== undefined)
      add({ rule: 'cost/example-labelled', quote: block.text, context: block.text, problem })
}

/** Where the sentence also says what is borrowed, the example must be about that. */
function principalServed(figures: Figures, exampleHas: (role: string, value: number) => boolean): boolean {
  const principal = figures.find(({ role }) => role === 'principal')
  return (
    principal === undefined || exampleHas('principal', principal.low) || exampleHas('other', principal.low)
  )
}

const calledExample =
  /\b(?:examples?|illustrat\w+|ilustrativ\w+|e\.g\.|suppose|say you|imagine|for instance|ejemplos?|supongamos|what a loan can cost)\b/i
const termsVary =
  /\b(?:may be (?:higher|lower|different|more|less)|var(?:y|ies|ían?)|differ(?:s|ent)?|cambian?|sets? (?:their|its|the|your|these)|your (?:lender|offer|own)|(?:each|every|another|other|different|cada|otros?) (?:lenders?|prestamistas?)|depends?|lenders?['’]? (?:own )?(?:terms|fees)|(?:offers?|quotes?|other|different) (?:other )?terms|(?:lenders?|offers?|yours?) (?:may|might|can|could|will) (?:\w+ ){1,4}(?:more|less|other|higher|lower|otherwise|else|differently)|only an example|not an offer|depende[n]?|fijan? sus?|(?:pueden? ser|serán?) (?:otr|distint|diferent)\p{L}+|(?:otr[oa]s|distint[oa]s|diferentes) (?:términos|condiciones|plazos|cargos|montos|costos|tasas|cifras)|solo un ejemplo|no (?:es )?una oferta)(?![\p{L}])/iu

/** "Nobody pays a cent more, whichever lender it is" */
const sameEverywhere =
  /\b(?:no one|nobody) pays \w+ \w+ (?:more|less)|\bwhichever lender|\b(?:every|each|all) lenders? (?:charges?|asks?) the same/i

/** What an example lacks: that it says it is one, and that the terms of lenders vary. What another example says is not about this one. */
function unlabelled(index: number, blocks: readonly ReadBlock[]): string | undefined {
  const own = blocks[index]?.said.prices
  // "$15 per $100" is no loan of its own.
  const isLoan = own?.figures.some(({ role }) => role === 'principal')
  // The names of a table's columns belong to each row; its other cells do not count.
  const isCell = ({ block: { tag } }: ReadBlock): boolean => /^t[dhr]$/.test(tag)
  const before = blocks.slice(0, index)
  const columns = before.slice(before.findLastIndex(item => !isCell(item)) + 1)
  const around = [
    ...before.filter(item => !isCell(item)).slice(-3),
    ...columns.filter(({ block: { tag } }) => tag === 'th'),
    blocks[index] as ReadBlock,
    ...blocks
      .slice(index + 1)
      .filter(item => !isCell(item))
      .slice(0, 3),
  ]
    .filter(
      ({ said: { prices } }) => !isLoan || prices?.example === undefined || prices.example === own?.example,
    )
    .map(({ block }) => `${block.heading} ${block.text}`)
    .join(' ')
  if (!calledExample.test(around)) return 'does not say that it is an example'
  return termsVary.test(around) && !sameEverywhere.test(blocks[index]?.block.text ?? '')
    ? undefined
    : "does not say that lenders' terms vary"
}
