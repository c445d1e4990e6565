// Mistakes that no page may show: placeholders, a foreign script, a wrong year or number of steps.

import type { Steps } from '../pages/copy.ts'
import type { ReadBlock } from '../pages/reading.ts'
import type { PageInput } from './page-input.ts'

export function judgeCopy({ page, blocks, speaking, brand: { values }, add }: PageInput): void {
  const seen = new Set<string>()
  for (const [index, { block, copy }] of speaking) {
    const { text } = block
    if (copy === undefined || seen.has(text)) continue
    seen.add(text)
    const { foreignTo, isFailed, placeholder, steps, year } = copy
    const report = (rule: string, problem: string): void => add({ rule, quote: text, problem })
    if (foreignTo !== undefined)
      report('copy/language', `has letters that its language does not use (${foreignTo})`)
    if (isFailed) {
      report('disc/baked', 'shows a message where the disclosures should be')
      continue
    }
    if (placeholder !== undefined && !block.tag.startsWith('@json'))
      report('copy/placeholder', `has the placeholder "${placeholder}"`)
    if (steps !== undefined) {
      const onPage = (steps.isLead ? undefined : page.steps) ?? listedBelow(steps, index, blocks)
      const listed = onPage ?? (steps.isSure ? steps.own[0] : undefined)
      if (listed !== undefined && listed !== steps.count && !steps.own.includes(steps.count))
        report('copy/step-count', `mentions ${steps.count} steps, but the page lists ${listed}`)
    }
    if (year !== undefined && Number(year) !== values.copyrightYear)
      report('copy/year', `says ${year}, but brand.yaml says ${values.copyrightYear}`)
  }
}

/**
 * The number of steps that the page lists after a text that mentions some: the items of the numbered list that begins at most
 * one paragraph below it, or of the list right below it, or the numbered headings below a heading.
 */
function listedBelow({ isLead }: Steps, index: number, blocks: readonly ReadBlock[]): number | undefined {
  const tags = blocks.slice(index + 1, index + 14).map(({ block }) => block.tag)
  const start = tags.indexOf('li')
  const end = tags.findIndex((tag, at) => at >= start && tag !== 'li')
  const isList = tags[end] === 'ol' || (start === 0 && tags[end] === 'ul')
  if (start >= 0 && start <= (isLead ? 0 : 1) && isList) return end - start
  return isLead ? undefined : headingsBelow(index, blocks)
}

function headingsBelow(index: number, blocks: readonly ReadBlock[]): number | undefined {
  if (!/^h[1-5]$/.test(blocks[index]?.block.tag ?? '')) return undefined
  const below = blocks.slice(index + 1).filter(({ block }) => /^h[2-6]$/.test(block.tag))
  const numbers = below.flatMap(({ block }) => /^(?:step |paso )?(\d)[.):]/i.exec(block.text)?.[1] ?? [])
  const end = numbers.findIndex((number, at) => Number(number) !== at + 1)
  const count = end === -1 ? numbers.length : end
  return count > 1 ? count : undefined
}
