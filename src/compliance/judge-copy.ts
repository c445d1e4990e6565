// What no page may show: placeholders, another script, a wrong year or number of steps.

import type { ReadBlock } from './paragraphs.ts'
import type { Add, JudgedBrand, JudgedPage } from './verdict.ts'

export function judgeCopy(
  page: JudgedPage,
  blocks: readonly ReadBlock[],
  { values }: JudgedBrand,
  add: Add,
): void {
  const seen = new Set<string>()
  for (const [index, { block, copy }] of blocks.entries()) {
    if (copy === undefined) continue
    const { text, tag } = block
    if (seen.has(text)) continue
    seen.add(text)
    const quote = { quote: text, context: text }
    const { foreignTo, isFailed, placeholder, steps, year } = copy
    if (foreignTo !== undefined)
      add({
        rule: 'copy/language',
        ...quote,
        problem: `has letters of another script than its language (${foreignTo})`,
      })
    if (isFailed) {
      add({ rule: 'disc/baked', ...quote, problem: 'shows a message where the disclosures should stand' })
      continue
    }
    if (placeholder !== undefined && !tag.startsWith('@json'))
      add({ rule: 'copy/placeholder', ...quote, problem: `has the placeholder "${placeholder}"` })
    const listed =
      steps &&
      (steps.isLead
        ? (listedBelow(index, blocks, true) ?? steps.told)
        : (page.steps ??
          (steps.isAfter ? listedAbove(index, blocks) : listedBelow(index, blocks)) ??
          steps.told))
    if (listed !== undefined && steps?.count !== listed && !steps?.listed.includes(steps.count))
      add({
        rule: 'copy/step-count',
        ...quote,
        problem: `speaks of ${steps?.count} steps, and the page lists ${listed}`,
      })
    if (year !== undefined && Number(year) !== values.copyrightYear)
      add({ rule: 'copy/year', ...quote, problem: `says ${year}, and brand.yaml ${values.copyrightYear}` })
  }
}

/**
 * The items of the numbered list that follows a text, at most one paragraph later, or of the list right below it; or the numbered
 * headings below a heading.
 * @param isRight Only of a list right below it.
 */
function listedBelow(index: number, blocks: readonly ReadBlock[], isRight = false): number | undefined {
  const tags = blocks.slice(index + 1, index + 14).map(({ block }) => block.tag)
  const start = tags.indexOf('li')
  const end = tags.findIndex((tag, at) => at >= start && tag !== 'li')
  const isList = tags[end] === 'ol' || (start === 0 && tags[end] === 'ul')
  if (start >= 0 && start <= (isRight ? 0 : 1) && isList) return end - start
  const own = blocks[index]?.block.tag as string
  if (isRight || !/^h[1-5]$/.test(own)) return undefined
  const numbers = blocks
    .slice(index + 1)
    .flatMap(({ block: { tag, text } }) =>
      /^h[2-6]$/.test(tag) ? (/^(?:step |paso )?(\d)[.):]/i.exec(text)?.[1] ?? []) : [],
    )
    .map(Number)
  const length = numbers.findIndex((number, at) => number !== at + 1)
  const count = length === -1 ? numbers.length : length
  return count > 1 ? count : undefined
}

/** The items of the list that ends right above a text. */
function listedAbove(index: number, blocks: readonly ReadBlock[]): number | undefined {
  const tags = blocks.slice(0, index).map(({ block }) => block.tag)
  if (!/^[ou]l$/.test(tags.at(-1) ?? '')) return undefined
  const items = tags.slice(0, -1)
  return items.length - 1 - items.findLastIndex(tag => tag !== 'li')
}
