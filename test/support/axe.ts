// The violations that axe-core finds in a page.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from 'playwright-core'
import { expect } from 'vitest'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
export const widths = [320, 1280]

/** The violations that axe-core finds in a part of the page, one line for each element. */
export async function problems(page: Page | Frame, part = 'html'): Promise<string[]> {
  // Through the debugger, because the page's policy would refuse the script.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  return page.evaluate(
    async ({ part, runOnly }) => {
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
      const options = { runOnly, resultTypes: ['violations' as const], preload: false }
      const { violations } = await axe.run(part === 'html' ? document : part, options)
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(node => `${id}: ${node.target.join(' ')}: ${node.failureSummary}`),
      )
    },
    { part, runOnly: tags },
  )
}

export async function expectNoProblems(page: Page, part?: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    expect(await problems(page, part), `${width} px`).toEqual([])
  }
}
