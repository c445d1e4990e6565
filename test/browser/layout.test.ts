// What depends on the width of the screen, and where links lead: header, anchors, 404 pages, shifts of the layout.

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { brandIds, factsOf, htmlPaths } from '../support/brands.ts'
import { brandSite, scrollThrough, settled, visit } from '../support/browser.ts'

const routeOf = (path: string) => `/${path.replace(/index\.html$/, '')}`

const headerItems = (page: Page) =>
  page
    .locator('#header a, #header button')
    .evaluateAll(items => items.filter(item => item.checkVisibility()).map(item => item.textContent?.trim()))

describe('header', () => {
  it.each([320, 375, 600])('shows the Advertiser Disclosure alone at %i px', async width => {
    const { page } = await visit(await brandSite('aurora'), '/', { width })
    expect(await headerItems(page)).toEqual(['Advertiser Disclosure'])
    const box = await page.locator('#header button').boundingBox()
    expect(box!.height).toBeGreaterThanOrEqual(44)
  })

  it('shows the brand too where the theme says "brand+disclosure"', async () => {
    const { page } = await visit(await brandSite('harbor'), '/', { width: 375 })
    expect(await headerItems(page)).toEqual([factsOf('harbor').name, 'Advertiser Disclosure'])
  })

  it('shows everything at 1280 px', async () => {
    const { page } = await visit(await brandSite('meadow'), '/')
    expect(await headerItems(page)).toEqual([
      factsOf('meadow').name,
      'About Us',
      'Contact',
      'Advertiser Disclosure',
      'Get Loan',
    ])
  })
})

describe('anchors', () => {
  it.each(['form', 'advantages', 'faq', 'contact', 'footer'])(
    '/#%s comes into view below the header',
    async anchor => {
      const { page } = await visit(await brandSite('aurora'), `/#${anchor}`, { reducedMotion: true })
      const place = () =>
        page.evaluate(id => {
          const top = document.getElementById(id)!.getBoundingClientRect().top
          return { top, atEnd: scrollY + innerHeight >= document.documentElement.scrollHeight - 2 }
        }, anchor)
      await expect.poll(async () => (await place()).top).toBeLessThan(800)
      const { top, atEnd } = await place()
      expect(top).toBeGreaterThanOrEqual(-1)
      if (!atEnd) expect(top).toBeLessThanOrEqual(120)
    },
  )

  it('a link on the page scrolls there without loading it again, smoothly unless motion is reduced', async () => {
    for (const reducedMotion of [false, true]) {
      const site = await brandSite('meadow')
      const { page, requests } = await visit(site, '/', { reducedMotion })
      const smooth = await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)
      expect(smooth).toBe(reducedMotion ? 'auto' : 'smooth')
      const documents = () => requests.filter(url => url === `${site.origin}/loans/`).length
      await page.getByRole('link', { name: 'Get Loan' }).click()
      await expect
        .poll(() => page.locator('#form').evaluate(form => Math.abs(form.getBoundingClientRect().top)))
        .toBeLessThan(130)
      expect(documents()).toBe(1)
      expect(new URL(page.url()).hash).toBe('#form')
    }
  })

  it('the skip link is the first stop and leads to the main area', async () => {
    const { page } = await visit(await brandSite('aurora'), '/faq/')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
    await page.keyboard.press('Enter')
    expect(new URL(page.url()).hash).toBe('#main')
  })
})

describe('404', () => {
  it('an unknown article gets "Статья не найдена" in red, with status 404', async () => {
    const site = await brandSite('meadow')
    const { page } = await visit(site, undefined)
    const response = await page.goto(`${site.origin}/loans/articles/no-such-article/`)
    expect(response?.status()).toBe(404)
    const message = page.getByText('Статья не найдена')
    const color = await message.evaluate(element => getComputedStyle(element).color)
    const [red = 0, green = 0, blue = 0] = color.match(/\d+/g)!.map(Number)
    expect(red).toBeGreaterThan(2 * Math.max(green, blue))
  })

  it('any other unknown address gets the other page', async () => {
    const site = await brandSite('aurora')
    const { page } = await visit(site, undefined)
    const response = await page.goto(`${site.origin}/no/such/page`)
    expect(response?.status()).toBe(404)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Page not found')
  })
})

describe.each(brandIds)('every page of %s', id => {
  it.each([320, 1280])(
    'has no sideways scroll and no layout shift over a full scroll at %i px',
    async width => {
      const site = await brandSite(id)
      for (const path of htmlPaths(id)) {
        const { page } = await visit(site, undefined, {
          width,
          height: 740,
          prepare: context =>
            context.addInitScript(() => {
              const shifts: number[] = []
              Object.assign(globalThis, { shifts })
              new PerformanceObserver(list => {
                for (const entry of list.getEntries())
                  shifts.push((entry as unknown as { value: number }).value)
              }).observe({ type: 'layout-shift', buffered: true })
            }),
        })
        await page.goto(`${site.origin}${site.basePath}${routeOf(path)}`)
        await settled(page)
        await scrollThrough(page)
        await settled(page)
        await scrollThrough(page)
        const [shifts, overflow] = await page.evaluate(
          () =>
            [
              (globalThis as unknown as { shifts: number[] }).shifts,
              document.documentElement.scrollWidth - innerWidth,
            ] as const,
        )
        expect(shifts, path).toEqual([])
        expect(overflow, path).toBeLessThanOrEqual(0)
        await page.close()
      }
    },
  )
})
