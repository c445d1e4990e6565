// Whether a page may state what it says a loan costs: each price needs the annual percentage rate and an example, and amounts
// must be those that the brand offers.

import { grouped } from '../../diagnostics/index.ts'
import { once, remembered } from '../../files/index.ts'
import type { ReadBlock } from '../pages/reading.ts'
import { type Labels, labelsOf } from '../prices/labels.ts'
import type { Cost, Example } from '../prices/prices.ts'
import { maximumOf } from '../verdict.ts'
import { readSentences } from '../words/text.ts'
import type { PageInput } from './page-input.ts'

/** Reports what is wrong with the prices on a page. */
export function judgePrices(input: PageInput): void {
  const { page, speaking, brand, add } = input
  const [minimum, maximum] = [brand.values.minAmount ?? 100, maximumOf(brand.values)]
  const blocks = speaking.map(([, block]) => block)
  const examples = blocks.flatMap(({ said: { prices } }) => prices?.example ?? [])
  const most = `the ${maximum === 1000 ? 'usual ' : ''}maximum of $${maximum}`
  const severity = page.kind === 'article' ? 'warning' : 'error'
  const seen = new Set<string>()
  for (const { block, said } of blocks) {
    const key = block.whole ? `${block.text} ${block.intro}` : block.text
    if (said.prices === undefined || block.tag === '@json' || seen.has(key)) continue
    seen.add(key)
    const around = { quote: block.text, context: block.text }
    for (const { unless, ...fault } of said.prices.faults)
      if (unless === undefined || !examples.some(example => serves(example, unless)))
        add({ ...around, ...fault })
    for (const { low, high, ...quote } of said.prices.offers) {
      const problem = `mentions loans of $${high}, more than ${most}`
      const other = `mentions $${low} to $${high}, but brand.yaml says $${minimum} to $${maximum}`
      if (high > maximum) add({ ...around, ...quote, rule: 'cost/amount-ceiling', problem })
      else if (low < high && (low !== minimum || high !== maximum))
        add({ ...around, ...quote, rule: 'cost/range-agrees', severity, problem: other })
    }
  }
  judgeLabels(input)
}

/** Whether an example is about the loan whose price a text states. */
function serves(
  { amounts, lowest, isWhole }: Example,
  { amount, principal = amount, isRate }: Cost,
): boolean {
  const states = (value: number): boolean => amounts.some(({ low, high }) => low === value || high === value)
  return isRate ? isWhole && lowest <= amount : states(amount) && states(principal)
}

/** A loan that occurs several times needs its label only once. */
function judgeLabels({ blocks, speaking, add }: PageInput): void {
  const examples = speaking.flatMap(([index, { block, said }]) => {
    const example = said.prices?.example
    if (!example?.isWhole || (block.whole && block.tag !== 'tr') || block.tag.startsWith('@')) return []
    const isSame = sameEverywhere.test(block.text)
    const problem = once(() => missingLabel(labelsAround(index, blocks, example), isSame))
    return [[isSame ? block.text : example.rates, { text: block.text, problem }] as const]
  })
  for (const all of grouped(examples).values()) {
    // Searches from the end of the page, because the disclosures there usually have the label.
    if (all.toReversed().some(({ problem }) => problem() === undefined)) continue
    const [{ text, problem }] = all as [(typeof all)[number]]
    add({ rule: 'cost/example-labelled', quote: text, problem: problem() as string })
  }
}

/** "Nobody pays a cent more, whichever lender it is" */
const sameEverywhere =
  /\b(?:no one|nobody) pays \w+ \w+ (?:more|less)|\bwhichever lender|\b(?:every|each|all) lenders? (?:charges?|asks?) the same/i

function missingLabel(labels: Iterable<Labels>, isSame: boolean): string | undefined {
  let [isExample, saysTermsVary] = [false, false]
  for (const label of labels) {
    isExample ||= label.isExample
    saysTermsVary ||= !isSame && label.saysTermsVary
    if (isExample && saysTermsVary) return undefined
  }
  return isExample ? "does not say that lenders' terms vary" : 'does not say that it is an example'
}

const isCell = (item: ReadBlock | undefined): boolean => /^t[dhr]$/.test(item?.block.tag ?? '')

/**
 * The labels that the texts around an example, its headings and its columns give it. Texts about another example do not
 * count.
 */
function* labelsAround(index: number, blocks: readonly ReadBlock[], own: Example): Generator<Labels> {
  const around = [blocks[index] as ReadBlock, ...neighbours(index, blocks)].filter(
    ({ said: { prices } }) => !prices?.example?.isWhole || prices.example.rates === own.rates,
  )
  for (const { labels } of around) yield labels
  for (const heading of new Set(around.map(({ block }) => block.heading))) yield labelsOfHeading(heading)
}

/** The names of the columns above a cell, and the three texts on each side of the block. */
function neighbours(index: number, blocks: readonly ReadBlock[]): readonly ReadBlock[] {
  const found: ReadBlock[] = []
  for (let at = index - 1; isCell(blocks[at]); at--)
    if (blocks[at]?.block.tag === 'th') found.push(blocks[at] as ReadBlock)
  for (const step of [-1, 1])
    for (let at = index + step, count = 0; count < 3 && blocks[at] !== undefined; at += step)
      if (!isCell(blocks[at])) {
        found.push(blocks[at] as ReadBlock)
        count++
      }
  return found
}

const labelsOfHeading = remembered((heading: string) => labelsOf(readSentences(heading)), 1000)
