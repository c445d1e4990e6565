// The Advertiser Disclosure in the header and the disclosures in the footer: a single request, all ways in which it can fail,
// and a tooltip for mouse, keyboard and touch.

import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Behaviour } from '../../scripts/failing-provider.ts'
import { standInDisclosures } from '../../src/dev/index.ts'
import { brandSite, type Site, settled, variantSite, visit } from '../support/browser.ts'

const failure = 'Failed to load disclosures. Please try again later.'
const advertiser = standInDisclosures['Advertiser Disclosure']!
const others = Object.entries(standInDisclosures).slice(1)
const block = (page: Page) => page.locator('[data-disclosures]')
const headings = (page: Page) => block(page).locator('h3').allTextContents()
const tip = (page: Page) => page.locator('#advertiser-disclosure')
const button = (page: Page) => page.locator('#header .tip button')
const summaryStays = async (page: Page) => {
  const section = page.locator('.disclosures')
  expect(await section.textContent()).toContain('Approval is not guaranteed')
  expect(await section.locator('a').first().getAttribute('href')).toBe(
    'https://forms.lendpath.example/forms/document/disclosure',
  )
}
const failures: readonly Behaviour[] = [
  'reset',
  'wrong-type',
  'not-json',
  'not-strings',
  'array',
  'empty',
  'too-large',
]
const asked = (requests: readonly string[]) =>
  requests.filter(url => url.endsWith('/forms/document/disclosure'))

describe('disclosures', () => {
  it('one GET for tooltip and footer; the grid without the tooltip’s entry', async () => {
    const { page, requests, provider } = await visit(await brandSite('aurora'), '/')
    await expect.poll(() => headings(page)).toEqual(others.map(([heading]) => heading))
    for (const [, text] of others) expect(await block(page).textContent()).toContain(text)
    await button(page).click()
    await expect.poll(() => tip(page).textContent()).toContain(advertiser)
    expect(await block(page).textContent()).not.toContain(advertiser)
    await settled(page)
    expect(asked(requests)).toHaveLength(1)
    expect(provider.requests.filter(({ path }) => path.endsWith('/disclosure'))).toEqual([
      { method: 'GET', path: '/forms/document/disclosure' },
    ])
  })

  it('their texts are in two columns on wide screens, above the grid', async () => {
    const { page } = await visit(await brandSite('aurora'), '/')
    await expect.poll(() => headings(page)).toHaveLength(others.length)
    const boxes = async (selector: string) =>
      page
        .locator(selector)
        .evaluateAll(found => found.map(each => each.getBoundingClientRect()).map(({ x, y }) => ({ x, y })))
    const texts = await boxes('.disclosures > p')
    const [grid] = await boxes('[data-disclosures]')
    expect(new Set(texts.map(({ x }) => x)).size).toBe(2)
    expect(grid?.x).toBe(texts[0]?.x)
    expect(grid?.y).toBeGreaterThan(Math.max(...texts.map(({ y }) => y)))
  })

  it('"Loading content..." until the answer is there', async () => {
    const { page, hold, goTo } = await visit(await brandSite('aurora'), undefined)
    const release = hold(/\/disclosure$/)
    await goTo('/')
    await expect.poll(() => block(page).textContent()).toBe('Loading content...')
    expect(await block(page).getAttribute('aria-busy')).toBe('true')
    release()
    await expect.poll(() => headings(page)).toHaveLength(others.length)
    expect(await block(page).getAttribute('aria-busy')).toBeNull()
  })

  it('no disclosures: the sentence in red, one line on the console, the tooltip keeps its text', async () => {
    const { page, provider, consoleErrors } = await visit(await brandSite('aurora'), '/', {
      provider: { disclosure: '404' },
    })
    const lines = () => consoleErrors.filter(text => text.includes('disclosures')).length
    await expect.poll(() => block(page).locator('p').allTextContents()).toEqual([failure])
    expect(lines()).toBe(1)
    for (const [index, behaviour] of failures.entries()) {
      provider.set('disclosure', behaviour)
      await block(page).getByRole('button', { name: 'Try again' }).click()
      await expect.poll(lines, { message: behaviour }).toBe(index + 2)
      await expect.poll(() => block(page).locator('p').allTextContents()).toEqual([failure])
    }
    await summaryStays(page)
    const [color, background] = await block(page)
      .getByText(failure)
      .evaluate(element => [
        getComputedStyle(element).color,
        getComputedStyle(document.querySelector('footer')!).backgroundColor,
      ])
    expect(isReddish(color!), color).toBe(true)
    expect(color).not.toBe(background)
    await button(page).click()
    expect(await tip(page).textContent()).toContain('is a matching service that is paid for by advertising')
  })

  it('no answer: the same after 8 seconds', async () => {
    const { page, consoleErrors } = await visit(await brandSite('aurora'), undefined, {
      provider: { disclosure: 'hang' },
    })
    await page.clock.install()
    const { origin } = await brandSite('aurora')
    await page.goto(`${origin}/faq/`)
    await page.clock.runFor(2500)
    await expect.poll(() => block(page).textContent()).toBe('Loading content...')
    await page.clock.runFor(4000)
    expect(await block(page).textContent()).toBe('Loading content...')
    await page.clock.runFor(4000)
    await expect.poll(() => block(page).locator('p').allTextContents()).toEqual([failure])
    expect(consoleErrors).toHaveLength(1)
  })

  it('"Try again" asks again, for the tooltip too', async () => {
    const { page, provider } = await visit(await brandSite('aurora'), '/', {
      provider: { disclosure: '500' },
    })
    const retry = block(page).getByRole('button', { name: 'Try again' })
    await retry.click()
    await expect
      .poll(() => provider.requests.filter(({ path }) => path.endsWith('/disclosure')).length)
      .toBe(2)
    provider.set('disclosure', 'ok')
    await retry.click()
    await expect.poll(() => headings(page)).toEqual(others.map(([heading]) => heading))
    await summaryStays(page)
    await button(page).click()
    await expect.poll(() => tip(page).textContent()).toContain(advertiser)
  })

  it('are marked with the provider’s language if it is not that of the site', async () => {
    const { page, hold, goTo } = await visit(await brandSite('aurora-es'), undefined)
    const languageOf = (selector: string) =>
      page.locator(selector).evaluate(element => element.closest('[lang]')?.getAttribute('lang'))
    const release = hold(/\/disclosures-.*\.js$/)
    await goTo('/')
    expect(await languageOf('.tip-text')).toBe('es-US')
    expect(await languageOf('.form-host')).toBe('en-US')
    release()
    await expect.poll(() => page.locator('.disclosure-grid').count()).toBe(1)
    expect(await languageOf('.disclosure-grid')).toBe('en-US')
    expect(await languageOf('.tip-text')).toBe('en-US')
    expect(await languageOf('.form-fallback')).toBe('es-US')
  })

  it('HTML in the answer stays text', async () => {
    const { page } = await visit(await brandSite('aurora'), '/', { provider: { disclosure: 'markup' } })
    await expect.poll(() => block(page).textContent()).toContain('<img src="x" onerror=')
    await button(page).click()
    await expect.poll(() => tip(page).textContent()).toContain('<img src="x" onerror=')
    expect(
      await page.locator('[data-disclosures] img, [data-disclosures] b, #advertiser-disclosure img').count(),
    ).toBe(0)
    expect(await page.evaluate(() => 'injected' in globalThis)).toBe(false)
  })

  it('without the entry "Advertiser Disclosure" the first one is skipped', async () => {
    const { page } = await visit(await brandSite('aurora'), '/', {
      provider: { disclosure: 'without-advertiser' },
    })
    await expect.poll(() => headings(page)).toEqual(others.slice(1).map(([heading]) => heading))
    await button(page).click()
    expect(await tip(page).textContent()).toContain('is a matching service')
  })

  it('the grid has 1, 2, 3 or 5 columns', async () => {
    const { page } = await visit(await brandSite('aurora'), '/')
    await expect.poll(() => headings(page)).toHaveLength(others.length)
    for (const [width, columns] of [
      [375, 1],
      [700, 2],
      [1100, 3],
      [1400, 5],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      const lefts = await block(page)
        .locator('h3')
        .evaluateAll(items => items.map(item => Math.round(item.getBoundingClientRect().left)))
      expect(new Set(lefts).size, `${width} px`).toBe(columns)
    }
  })

  it('without scripts: a text and a link to the provider’s document', async () => {
    const { page, requests } = await visit(await brandSite('aurora'), '/', { javaScript: false })
    expect(await block(page).textContent()).toBe('')
    await summaryStays(page)
    expect(asked(requests)).toEqual([])
  })

  describe('with disclosures.lock.json', () => {
    let site: Site
    beforeAll(async () => {
      const entries = [
        { heading: 'Advertiser Disclosure', text: 'Locked text of the tooltip.' },
        { heading: 'Locked Notice', text: 'Locked text of the grid.' },
      ]
      site = await variantSite('aurora', {
        files: {
          'brands/aurora/disclosures.lock.json': JSON.stringify({
            source: 'https://forms.lendpath.example/forms/document/disclosure',
            fetchedAt: '2025-08-21T09:30:00Z',
            sha256: '0'.repeat(64),
            entries,
          }),
        },
      })
    })

    it('its text is in the page from the start, without scripts too', async () => {
      const { page } = await visit(site, '/', { javaScript: false })
      expect(await headings(page)).toEqual(['Locked Notice'])
      expect(await tip(page).textContent()).toContain('Locked text of the tooltip.')
    })

    it('a newer answer replaces it', async () => {
      const { page } = await visit(site, '/')
      await expect.poll(() => headings(page)).toEqual(others.map(([heading]) => heading))
      await expect.poll(() => tip(page).textContent()).toContain(advertiser)
    })

    it.each<Behaviour>(['500', 'empty'])('a refresh that fails (%s) keeps it and logs', async behaviour => {
      const { page, consoleErrors } = await visit(site, '/', { provider: { disclosure: behaviour } })
      await expect.poll(() => consoleErrors.length).toBe(1)
      expect(await headings(page)).toEqual(['Locked Notice'])
      expect(await page.locator('body').textContent()).not.toContain(failure)
    })
  })
})

describe('the Advertiser Disclosure tooltip', () => {
  const opened = (page: Page) => expect.poll(() => tip(page).isVisible())

  it('mouse: opens on enter, stays while the pointer is on the text, closes on leave', async () => {
    const { page } = await visit(await brandSite('aurora'), '/')
    await settled(page)
    await button(page).hover()
    await opened(page).toBe(true)
    const text = (await tip(page).boundingBox())!
    await page.mouse.move(text.x + 20, text.y + 20, { steps: 8 })
    // Longer than the time after which the tooltip closes.
    await page.waitForTimeout(400)
    expect(await tip(page).isVisible()).toBe(true)
    await page.mouse.move(20, 700, { steps: 4 })
    await opened(page).toBe(false)
  })

  it('mouse: a click on the opened one pins it, a second one closes it', async () => {
    const { page } = await visit(await brandSite('aurora'), '/')
    await settled(page)
    await button(page).hover()
    await opened(page).toBe(true)
    await button(page).click()
    await page.mouse.move(20, 700)
    await page.waitForTimeout(400)
    expect(await tip(page).isVisible()).toBe(true)
    await button(page).click()
    await opened(page).toBe(false)
  })

  it('Escape closes it, with the pointer still there', async () => {
    const { page } = await visit(await brandSite('aurora'), '/')
    await settled(page)
    await button(page).hover()
    await opened(page).toBe(true)
    await page.keyboard.press('Escape')
    await opened(page).toBe(false)
  })

  it.each([true, false])(
    'keyboard: Enter opens and closes, Escape closes (scripts: %s)',
    async javaScript => {
      const { page } = await visit(await brandSite('aurora'), '/faq/', { javaScript })
      if (javaScript) await settled(page)
      await button(page).focus()
      await page.keyboard.press('Enter')
      await opened(page).toBe(true)
      await page.keyboard.press('Enter')
      await opened(page).toBe(false)
      await page.keyboard.press('Space')
      await opened(page).toBe(true)
      await page.keyboard.press('Escape')
      await opened(page).toBe(false)
    },
  )

  it.each([true, false])('touch: a tap opens, a tap outside closes (scripts: %s)', async javaScript => {
    const { page } = await visit(await brandSite('aurora'), '/', {
      javaScript,
      touch: true,
      width: 375,
      height: 700,
    })
    if (javaScript) await settled(page)
    await button(page).tap()
    await opened(page).toBe(true)
    const box = (await tip(page).boundingBox())!
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(375)
    await page.touchscreen.tap(180, 690)
    await opened(page).toBe(false)
  })

  it('without scripts: the mouse opens it too', async () => {
    const { page } = await visit(await brandSite('aurora'), '/', { javaScript: false })
    await button(page).hover()
    await opened(page).toBe(true)
    await page.mouse.move(20, 700)
    await opened(page).toBe(false)
  })
})

/** Whether a colour is clearly red: its red part is much larger than the others. */
function isReddish(color: string): boolean {
  const numbers = color.match(/[\d.]+/g)?.map(Number) ?? []
  const [red = 0, green = 0, blue = 0] = numbers
  return red > 1.15 * Math.max(green, blue)
}
