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
  for (const { block, copy } of blocks) {
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
    if (
      steps !== undefined &&
      page.steps !== undefined &&
      steps.count !== page.steps &&
      steps.count !== steps.listed
    )
      add({
        rule: 'copy/step-count',
        ...quote,
        problem: `speaks of ${steps.count} steps, and the page lists ${page.steps}`,
      })
    if (year !== undefined && Number(year) !== values.copyrightYear)
      add({ rule: 'copy/year', ...quote, problem: `says ${year}, and brand.yaml ${values.copyrightYear}` })
  }
}
