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
    const listed = steps && (page.steps ?? listedBelow(index, blocks) ?? steps.told)
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

/** The items of the numbered list that follows a text, at most one paragraph later, or of the list right below it. */
function listedBelow(index: number, blocks: readonly ReadBlock[]): number | undefined {
  const tags = blocks.slice(index + 1, index + 14).map(({ block }) => block.tag)
  const start = tags.indexOf('li')
  const end = tags.findIndex((tag, at) => at >= start && tag !== 'li')
  const isList = tags[end] === 'ol' || (start === 0 && tags[end] === 'ul')
  return start >= 0 && start <= 1 && isList ? end - start : undefined
}
