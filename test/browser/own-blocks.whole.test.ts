// The blocks of a new project, and the looks "centered" and "banner", without any styles of the project.

import { expect, it } from 'vitest'
import { projectSite, visit } from '../support/browser.ts'
import { brandYaml, type FileMap } from '../support/project.ts'

const files = (look: string): FileMap => ({
  'brands/test/brand.yaml': `${brandYaml()}theme: {hero: {layout: ${look}}}\n`,
  'templates/blocks/one.tsx': 'export default () => <p className="own">One.</p>\n',
  'content/pages/about.md':
    '---\ntitle: How matching works\ndescription: What happens to your request and what it costs you.\n---\n\n::one\n\n::one\n\nText.\n\n::one\n\n## Table\n\n| A | B | C | D |\n|---|---|---|---|\n| a | b | c | d |\n',
})

it('blocks of one’s own are apart, and a table’s four columns are readable on phones', async () => {
  const { page } = await visit(await projectSite(files('split')), '/about/', { width: 375 })
  const [first, second, text, third] = await page
    .locator('.own, .prose > p')
    .evaluateAll(all =>
      all.map(element => element.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom]),
    )
  for (const [above, below] of [
    [first, second],
    [second, text],
    [text, third],
  ])
    expect(below![0]! - above![1]!).toBeGreaterThanOrEqual(16)
  expect(
    await page
      .locator('td')
      .nth(1)
      .evaluate(cell => cell.clientWidth),
  ).toBeGreaterThanOrEqual(120)
})

it('the centered look is centred on phones, and so is the copyright line on wide screens', async () => {
  const site = await projectSite(files('centered'))
  const { page } = await visit(site, '/about/', { width: 375 })
  const alignment = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate(element => getComputedStyle(element).textAlign)
  expect(await alignment('.page-head .lead')).toBe('center')
  const wide = await visit(site, '/', { width: 1280 })
  const middle = await wide.page.locator('.copyright').evaluate(line => {
    const range = document.createRange()
    range.selectNodeContents(line.firstChild as Node)
    const { left, right } = range.getBoundingClientRect()
    return (left + right) / 2
  })
  expect(Math.abs(middle - 640)).toBeLessThan(4)
})

it.each([375, 1280])('the motif of the banner look is clear of the text above it at %i px', async width => {
  const { page } = await visit(await projectSite(files('banner')), '/', { width })
  const boxOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate(element => {
        const { top, bottom } = element.getBoundingClientRect()
        return { top, bottom }
      })
  expect((await boxOf('.opening .motif')).top - (await boxOf('.hero')).bottom).toBeGreaterThanOrEqual(12)
})
