// Whether a page may say what it says a loan costs: the annual percentage rate and an example beside each price, and amounts that the
// brand offers.

import { remembered } from '../files/index.ts'
import { labelsOf } from './labels.ts'
import type { Cost, Example } from './prices.ts'
import type { ReadBlock } from './reading.ts'
import { readSentences } from './text.ts'
import type { Add, JudgedPage, PageFinding } from './verdict.ts'

/** Notes what is wrong with the prices on a page. */
export function judgePrices(
  page: JudgedPage,
  blocks: readonly ReadBlock[],
  add: Add,
  { minimum, maximum }: { readonly minimum: number; readonly maximum: number },
): void {
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
      const problem = `speaks of loans of $${high}, more than ${most}`
      const other = `speaks of $${low} to $${high}, and brand.yaml of $${minimum} to $${maximum}`
      if (high > maximum) add({ ...around, ...quote, rule: 'cost/amount-ceiling', problem })
      else if (low < high && (low !== minimum || high !== maximum))
        add({ ...around, ...quote, rule: 'cost/range-agrees', severity, problem: other })
    }
  }
  judgeLabels(blocks, add)
}

/** Whether an example is about the loan whose price a text quotes. */
function serves(
  { amounts, lowest, isWhole }: Example,
  { amount, principal = amount, isRate }: Cost,
): boolean {
  const states = (value: number): boolean => amounts.some(({ low, high }) => low === value || high === value)
  return isRate ? isWhole && lowest <= amount : states(amount) && states(principal)
}

/** The same loan needs its label once. */
function judgeLabels(blocks: readonly ReadBlock[], add: Add): void {
  const labelled = new Map<string, PageFinding | undefined>()
  for (const [index, { block, said }] of blocks.entries()) {
    const example = said.prices?.example
    if (!example?.isWhole || (block.whole && block.tag !== 'tr') || block.tag.startsWith('@')) continue
    const problem = unlabelled(index, blocks, example)
    const key = sameEverywhere.test(block.text) ? block.text : example.rates
    if (problem === undefined) labelled.set(key, undefined)
    else if (!labelled.has(key))
      labelled.set(key, { rule: 'cost/example-labelled', quote: block.text, context: block.text, problem })
  }
  for (const fault of labelled.values()) if (fault !== undefined) add(fault)
}

/** "Nobody pays a cent more, whichever lender it is" */
const sameEverywhere =
  /\b(?:no one|nobody) pays \w+ \w+ (?:more|less)|\bwhichever lender|\b(?:every|each|all) lenders? (?:charges?|asks?) the same/i

/** What an example lacks: that it says it is one, and that the terms of lenders vary. What another example says is not about this one. */
function unlabelled(index: number, blocks: readonly ReadBlock[], own: Example): string | undefined {
  const isCell = ({ block: { tag } }: ReadBlock): boolean => /^t[dhr]$/.test(tag)
  const before = blocks.slice(0, index)
  // The names of a table's columns belong to each row; its other cells do not count.
  const table = before.slice(before.findLastIndex(item => !isCell(item)) + 1)
  const columns = table.filter(({ block: { tag } }) => tag === 'th')
  const [texts, after] = [before, blocks.slice(index + 1)].map(items => items.filter(item => !isCell(item)))
  const around = [
    ...blocks.slice(index, index + 1),
    ...columns,
    ...(texts ?? []).slice(-3),
    ...(after ?? []).slice(0, 3),
  ].filter(({ said: { prices } }) => !prices?.example?.isWhole || prices.example.rates === own.rates)
  const headings = new Set(around.map(({ block }) => block.heading))
  const labels = [...around.map(item => item.labels()), ...[...headings].map(labelsOfHeading)]
  if (!labels.some(({ isExample }) => isExample)) return 'does not say that it is an example'
  const isSaid = labels.some(({ saysTermsVary }) => saysTermsVary)
  return isSaid && !sameEverywhere.test(blocks[index]?.block.text ?? '')
    ? undefined
    : "does not say that lenders' terms vary"
}

const labelsOfHeading = remembered((heading: string) => labelsOf(readSentences(heading)), 1000)
