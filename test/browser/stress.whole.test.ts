// Pages with more content than a designer's example: long words, many sections, wide tables.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { expectNoProblems } from '../support/axe.ts'
import { brandIds } from '../support/brands.ts'
import { projectSite, type Site, variantSite, visit } from '../support/browser.ts'
import { article, brandYaml, repositoryRoot } from '../support/project.ts'

const longWord = `Darlehens${'vermittlungs'.repeat(4)}gesellschaft`
const sections = Array.from(
  { length: 20 },
  (_, index) =>
    `## ${index + 1}. ${index % 5 === 2 ? longWord : 'What it costs'} and when\n\nA short text.\n`,
)
const wideTable = `| A | B | C | D |\n|---|---|---|---|\n|${' a-cell-of-one-long-word |'.repeat(4)}\n`

const sites = new Map<string, Promise<Site>>()

/** A brand of the repository whose text contains very long words, and an article with twenty sections. */
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
  it('has no sideways scroll from 320 to 1280 px', async () => {
    const { page, goTo } = await visit(await stressed(id), undefined, { javaScript: false })
    const wider: string[] = []
    for (const route of ['/', '/faq/', '/articles/stress/']) {
      await goTo(route)
      for (const width of [320, 375, 600, 768, 1024, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        const whole = await page.evaluate(() => document.documentElement.scrollWidth)
        if (whole > width) wider.push(`${route} at ${width}: ${whole}`)
      }
    }
    expect(wider).toEqual([])
  })

  it('keeps the links of the header on one line beside a brand name of two', async () => {
    const { page } = await visit(await stressed(id), '/', { javaScript: false })
    const tops = await page
      .locator('.header nav li')
      .evaluateAll(items => items.map(item => item.getBoundingClientRect().top))
    expect(tops).toHaveLength(4)
    expect(new Set(tops).size).toBe(1)
  })
})

it('the links wrap beside a brand name of many words at 768 px, before one of its words breaks', async () => {
  const name = 'Northumberland & Cumbria Loan Matching Co'
  const site = await projectSite({ 'brands/test/brand.yaml': brandYaml({ name: `"${name}"` }) })
  const { page } = await visit(site, '/', { width: 768, javaScript: false })
  const lines = await page.locator('.header .brand span').evaluate(span => {
    const text = span.firstChild!
    return [...text.textContent!.matchAll(/\S+/g)].map(({ 0: word, index }) => {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      return range.getClientRects().length
    })
  })
  expect(lines).toEqual([1, 1, 1, 1, 1, 1])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(768)
})

it('a brand name of one long word has a line of its own on phones, before it breaks', async () => {
  const { page } = await visit(await stressed('harbor'), '/', { width: 375, javaScript: false })
  const brand = await page.locator('.header .brand').boundingBox()
  const disclosure = await page.locator('.header .tip').boundingBox()
  expect(brand!.width).toBe(335)
  expect(disclosure!.y).toBeGreaterThanOrEqual(brand!.y + brand!.height)
})

it('a wide table shows its second column on phones, though the first contains a long word', async () => {
  const table = `| A | B | C | D |\n|---|---|---|---|\n| ${longWord} | 15 dollars | 7 days | none |\n`
  const site = await projectSite({
    'brands/test/brand.yaml': brandYaml(),
    'content/articles/one.md': article('one', {}, `A text.\n\n${table}`),
  })
  const { page } = await visit(site, '/articles/one/', { javaScript: false })
  for (const width of [320, 375]) {
    await page.setViewportSize({ width, height: 800 })
    const second = await page.locator('.table td').nth(1).boundingBox()
    expect(second!.x + second!.width, `${width} px`).toBeLessThanOrEqual(width)
  }
})

describe('the list of an article’s sections', () => {
  it.each(['aurora', 'harbor'] as const)('of %s scrolls within itself, below the facts', async id => {
    const { page } = await visit(await stressed(id), '/articles/stress/', {
      height: 700,
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

  it('is closed on phones from eight entries on, and open next to the text', async () => {
    const { page } = await visit(await stressed('aurora'), '/articles/stress/', { width: 375 })
    const links = page.locator('.with-aside nav a')
    expect(await links.first().isVisible()).toBe(false)
    await page.locator('.with-aside summary').click()
    expect(await links.first().isVisible()).toBe(true)
    await page.locator('.with-aside summary').click()
    await page.setViewportSize({ width: 1280, height: 800 })
    expect(await links.first().isVisible()).toBe(true)
    expect(await page.locator('.with-aside summary').isVisible()).toBe(false)
    await expectNoProblems(page)
  })
})

describe('a site with much content', () => {
  const paragraph =
    'A paragraph of an answer that says something else each time, in about twenty words, number'
  const questions = Array.from(
    { length: 60 },
    (_, index) =>
      `  - id: q-${index}x\n    question: Question ${index}?\n    answer: |\n      ${`${paragraph} ${index} ${Math.sin(index)}. `.repeat(4)}\n\n      ${paragraph} ${Math.cos(index)}.\n`,
  )
  const ids = (from: number) => Array.from({ length: 10 }, (_, index) => `q-${from + index}x`).join(', ')
  const table = `| Figures | ${'A long heading of a column | '.repeat(8)}\n|${'---|'.repeat(9)}\n| One |${' 1,000 |'.repeat(8)}\n`
  let built: Promise<Site> | undefined
  const site = () => {
    built ??= projectSite({
      'brands/test/brand.yaml': brandYaml({ articles: '{listLimit: 4}' }),
      'content/faq.yaml': `groups:\n  - {title: What it costs, questions: [${ids(20)}]}\n  - {title: After, questions: [${ids(40)}]}\nquestions:\n${questions.join('')}`,
      ...Object.fromEntries(
        Array.from({ length: 40 }, (_, index) => [
          `content/articles/a-${index}.md`,
          article(
            `a-${index}`,
            { tags: index % 2 === 0 ? '[rent]' : '[credit-score]' },
            index === 0 ? `A text.\n\n${table}\n\n::articles\n` : 'A text.\n',
          ),
        ]),
      ),
    })
    return built
  }

  it('has many tags in one row on phones, and in several where there is room', async () => {
    const tags = Array.from({ length: 24 }, (_, index) => `a-long-tag-${index}`)
    const { page } = await visit(
      await projectSite({
        'brands/test/brand.yaml': brandYaml(),
        ...Object.fromEntries(
          Array.from({ length: 9 }, (_, index) => [
            `content/articles/a-${index}.md`,
            article(
              `a-${index}`,
              { tags: `[${tags.slice((index % 3) * 8, (index % 3) * 8 + 8).join(', ')}]` },
              'A text.\n',
            ),
          ]),
        ),
      }),
      '/articles/',
      { width: 375 },
    )
    const height = async () => (await page.locator('.list-tags').boundingBox())!.height
    expect(await page.locator('.list-tags a').count()).toBe(24)
    expect(await height()).toBeLessThan(70)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
    // The row fades at its right edge, and its last tag can be scrolled out of the fade.
    const [mask, last] = await page.locator('.list-tags').evaluate(tags => {
      tags.scrollLeft = tags.scrollWidth
      return [getComputedStyle(tags).maskImage, tags.lastElementChild!.getBoundingClientRect().right]
    })
    expect(mask).toContain('48px')
    expect(last).toBeLessThan(375 - 20 - 48 + 1)
    await page.setViewportSize({ width: 1280, height: 800 })
    expect(await height()).toBeGreaterThan(70)
  })

  it('shows the groups of its questions, with only one question open', async () => {
    const { page } = await visit(await site(), '/faq/')
    expect(await page.locator('.faq > h2').allTextContents()).toEqual(['What it costs', 'After'])
    const numbers = await page.locator('.faq summary h3').allTextContents()
    expect(numbers.map(text => Number.parseInt(text, 10))).toEqual(
      Array.from({ length: 60 }, (_, index) => index + 1),
    )
    expect(numbers[40]).toBe('41. Question 20?')
    await page.locator('summary').nth(2).click()
    await page.locator('summary').nth(45).click()
    expect(await page.locator('details[open]').count()).toBe(1)
  })

  it('leads from each list to its tags, its pages, the form and all articles', async () => {
    const { page, goTo } = await visit(await site(), '/', { width: 375 })
    expect(await page.locator('.article-card').count()).toBe(4)
    await page.getByRole('link', { name: 'See all articles' }).click()
    const numbers = () => page.locator('.pagination li').allTextContents()
    expect((await numbers()).map(text => text.replace('Page ', ''))).toEqual(['1', '2', '… 10'])
    expect(await page.locator('.list-tags a').allTextContents()).toEqual(['credit score', 'rent'])
    await page.locator('.pagination').getByRole('link', { name: 'Page 10' }).click()
    expect(new URL(page.url()).pathname).toBe('/articles/page/10/')
    expect(await page.locator('.pagination [aria-current]').getAttribute('href')).toBe('/articles/page/10/')
    expect(await page.locator('main a[href="/#form"]').isVisible()).toBe(true)
    await page.locator('.list-tags').getByRole('link', { name: 'rent' }).click()
    expect(await page.locator('.list-tags [aria-current]').textContent()).toBe('rent')
    await page.locator('.list-tags').getByRole('link', { name: 'See all articles' }).click()
    expect(new URL(page.url()).pathname).toBe('/articles/')
    await goTo('/articles/page/5/')
    expect((await numbers()).map(text => text.replace('Page ', ''))).toEqual(['1', '… 4', '5', '6', '… 10'])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  })

  it.each([false, true])('shades the side to which a wide table goes on (dark: %s)', async dark => {
    const { page } = await visit(await site(), '/articles/a-0/', { width: 600, dark })
    const frame = page.locator('.prose .table')
    /** How much the colour at an edge differs from the page's, in a row without text. */
    const shades = async () => {
      const { data, info } = await sharp(await frame.screenshot())
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      const at = (x: number) => data[(6 * info.width + x) * 3]!
      const ground = at(Math.round(info.width / 2))
      return [at(1), at(info.width - 2)].map(value => Math.abs(value - ground) > 8)
    }
    expect(await shades()).toEqual([false, true])
    await frame.evaluate(element => element.scrollTo({ left: 60, behavior: 'instant' }))
    expect(await shades()).toEqual([true, true])
    await frame.evaluate(element => element.scrollTo({ left: element.scrollWidth, behavior: 'instant' }))
    expect(await shades()).toEqual([true, false])
  })
})
