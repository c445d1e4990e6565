// Pages with more than a designer's example has: long words, many sections, wide tables.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { brandIds } from '../support/brands.ts'
import { type Site, variantSite, visit } from '../support/browser.ts'
import { article, repositoryRoot } from '../support/project.ts'

const longWord = `Darlehens${'vermittlungs'.repeat(4)}gesellschaft`
const sections = Array.from(
  { length: 20 },
  (_, index) =>
    `## ${index + 1}. ${index % 5 === 2 ? longWord : 'What it costs'} and when\n\nA short text.\n`,
)
const wideTable = `| A | B | C | D |\n|---|---|---|---|\n|${' a-cell-of-one-long-word |'.repeat(4)}\n`

const sites = new Map<string, Promise<Site>>()

/** A brand of the repository whose texts have very long words, and an article with twenty sections. */
function stressed(id: (typeof brandIds)[number]): Promise<Site> {
  const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8')
  const site =
    sites.get(id) ??
    variantSite(id, {
      files: {
        [`brands/${id}/brand.yaml`]: read(`brands/${id}/brand.yaml`).replace(
          /^name: .*$/m,
          `name: ${longWord}`,
        ),
        [`brands/${id}/content/faq.yaml`]: read('content/faq.yaml').replace(
          'question: What is a payday loan?',
          `question: Is ${longWord} a word?`,
        ),
        [`brands/${id}/content/home.yaml`]: read('content/home.yaml').replace(
          /title: (Fair or poor credit options|Review & e-sign).*/g,
          `title: "${longWord}"`,
        ),
        [`brands/${id}/content/articles/stress.md`]: article(
          'stress',
          { title: `On ${longWord}`, description: `What ${longWord} is.` },
          `${sections.join('\n')}\n${wideTable}`,
        ),
      },
    })
  sites.set(id, site)
  return site
}

describe.each(brandIds)('%s with long words', id => {
  it('has no sideways scroll from 320 to 1600 px', async () => {
    const site = await stressed(id)
    const wider: string[] = []
    for (const route of ['/', '/faq/', '/articles/stress/', '/ccpa.html', '/404.html']) {
      const { page } = await visit(site, route, { javaScript: false })
      for (const width of [320, 375, 600, 768, 1024, 1280, 1600]) {
        await page.setViewportSize({ width, height: 800 })
        const whole = await page.evaluate(() => document.documentElement.scrollWidth)
        if (whole > width) wider.push(`${route} at ${width}: ${whole}`)
      }
    }
    expect(wider).toEqual([])
  })
})

describe('the list of an article’s sections', () => {
  it.each(['aurora', 'harbor'] as const)('of %s scrolls within itself, below the facts', async id => {
    const { page } = await visit(await stressed(id), '/articles/stress/', {
      height: 700,
      reducedMotion: true,
    })
    const [aside, facts, list] = await page
      .locator('.with-aside > aside, .facts, .with-aside nav')
      .evaluateAll(parts =>
        parts.map(part => {
          const { top, bottom, height } = part.getBoundingClientRect()
          return { top, bottom, height, hidden: part.scrollHeight > part.clientHeight }
        }),
      )
    expect(aside!.height).toBeLessThanOrEqual(700)
    expect(facts!.hidden).toBe(false)
    expect(list!.top).toBeGreaterThan(facts!.bottom)
    expect(list!.hidden).toBe(true)
    await page.locator('.with-aside nav a').last().focus()
    const last = await page.locator('.with-aside nav a').last().boundingBox()
    expect(last!.y + last!.height).toBeLessThanOrEqual(700)
  })

  it('is closed on phones from eight entries on, and open beside the text', async () => {
    const { page } = await visit(await stressed('aurora'), '/articles/stress/', { width: 375 })
    const links = page.locator('.with-aside nav a')
    expect(await links.first().isVisible()).toBe(false)
    await page.locator('.with-aside summary').click()
    expect(await links.first().isVisible()).toBe(true)
    await page.locator('.with-aside summary').click()
    await page.setViewportSize({ width: 1280, height: 800 })
    expect(await links.first().isVisible()).toBe(true)
    expect(await page.locator('.with-aside summary').isVisible()).toBe(false)
  })
})
