// Which visitors are measured and which are not: the Global Privacy Control signal, the opt-out on /ccpa.html, and what the
// page says about both.

import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { factsOf } from '../support/brands.ts'
import {
  brandSite,
  type Site,
  scrollThrough,
  settled,
  shiftsOf,
  type VisitOptions,
  variantSite,
  visit,
  watchShifts,
} from '../support/browser.ts'

const analytics: VisitOptions = { thirdParties: /\.(?:googletagmanager|google-analytics)\.com$/ }
const trackers = (requests: readonly string[]) => requests.filter(url => /google/.test(new URL(url).host))
const routes = ['/', '/faq/', '/ccpa.html', '/no/such/page', `/articles/${factsOf('aurora').slugs[0]}/`]
const control = (page: Page) => page.locator('.privacy')
const button = (page: Page) => control(page).getByRole('button')
/** Whether the footer shows that an opt-out is honoured. */
const inFooter = (page: Page) =>
  page.locator('footer .opt-out').evaluate(line => line.checkVisibility({ visibilityProperty: true }))
const shown = (page: Page) =>
  control(page)
    .locator('[data-if]')
    .evaluateAll(items =>
      items
        .filter(item => item.checkVisibility({ visibilityProperty: true }))
        .map(item => item.getAttribute('data-if')),
    )

describe('a brand with analytics', () => {
  let site: Site
  beforeAll(async () => {
    site = await variantSite('aurora', { yaml: 'analytics:\n  gtm: GTM-ABC1234\n  ga4: G-ABC123DEF4\n' })
  })

  it('loads both scripts after idle', async () => {
    const { page, requests } = await visit(site, '/faq/', analytics)
    await expect.poll(() => trackers(requests).length).toBe(2)
    expect(trackers(requests).sort()).toEqual([
      'https://www.googletagmanager.com/gtag/js?id=G-ABC123DEF4',
      'https://www.googletagmanager.com/gtm.js?id=GTM-ABC1234',
    ])
    const waited = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      const script = performance.getEntriesByType('resource').find(({ name }) => name.includes('gtm.js'))
      return script !== undefined && script.startTime >= navigation!.loadEventStart
    })
    expect(waited).toBe(true)
  })

  it('with GPC on: 0 requests to analytics hosts on every route', async () => {
    const { page, requests, goTo } = await visit(site, undefined, { ...analytics, gpc: true })
    for (const route of routes) {
      await goTo(route)
      await settled(page)
      await scrollThrough(page)
      await settled(page)
      expect(trackers(requests), route).toEqual([])
    }
  })

  it('the opt-out stops it on every route, is stored, confirmed by a toast, and can be undone', async () => {
    const { page, requests, goTo } = await visit(site, '/ccpa.html', analytics)
    await expect.poll(() => button(page).isEnabled()).toBe(true)
    expect(await shown(page)).toContain('in')
    await button(page).click()
    await expect.poll(() => page.locator('.toast').textContent()).toContain('Your choice is saved')
    expect(await shown(page)).toContain('out')
    const before = trackers(requests).length
    for (const route of routes) {
      await goTo(route)
      await settled(page)
    }
    expect(trackers(requests)).toHaveLength(before)
    await goTo('/ccpa.html')
    await expect.poll(() => shown(page)).toEqual(expect.arrayContaining(['out']))
    await button(page).click()
    await expect.poll(() => shown(page)).toEqual(expect.arrayContaining(['in']))
    await goTo('/faq/')
    await expect.poll(() => trackers(requests).length).toBe(before + 2)
  })

  it('a browser that stores nothing: no analytics, and a note that the choice was not saved', async () => {
    const { page, requests, goTo } = await visit(site, '/ccpa.html', {
      ...analytics,
      prepare: context =>
        context.addInitScript(() => {
          Object.defineProperty(globalThis, 'localStorage', {
            get: () => {
              throw new DOMException('Denied.', 'SecurityError')
            },
          })
        }),
    })
    await expect.poll(() => button(page).isEnabled()).toBe(true)
    await button(page).click()
    await expect.poll(() => page.locator('.toast').getAttribute('data-variant')).toBe('destructive')
    await expect.poll(() => shown(page)).toEqual(expect.arrayContaining(['unavailable']))
    await goTo('/faq/')
    await settled(page)
    expect(trackers(requests)).toEqual([])
  })
})

describe('/ccpa.html', () => {
  it('shows that the signal was honoured, and nothing that contradicts it', async () => {
    const { page, goTo } = await visit(await brandSite('meadow'), '/ccpa.html', { gpc: true })
    await expect.poll(() => shown(page)).toEqual(['honored'])
    expect(await control(page).innerText()).toContain('Opt-Out Request Honored')
    expect(await control(page).innerText()).not.toMatch(/not opted out/)
    expect(await button(page).count()).toBe(0)
    for (const route of ['/ccpa.html', '/faq/']) {
      await goTo(route)
      await scrollThrough(page)
      await expect.poll(() => inFooter(page)).toBe(true)
    }
  })

  it('shows in one sentence that there is no signal and no opt-out', async () => {
    const { page } = await visit(await brandSite('meadow'), '/ccpa.html')
    await expect.poll(() => shown(page)).toEqual(['in', 'in unavailable'])
    await scrollThrough(page)
    await settled(page)
    expect(await inFooter(page)).toBe(false)
  })

  it('has no gap between its sentences, and moves nothing when it shows the choice', async () => {
    for (const [gpc, optedOut] of [
      [false, false],
      [false, true],
      [true, false],
    ] as const) {
      const { page, hold, goTo } = await visit(await brandSite('aurora'), undefined, {
        width: 375,
        gpc,
        prepare: async context => {
          await watchShifts(context)
          if (optedOut) await context.addInitScript(() => localStorage.setItem('imprint:opt-out', '1'))
        },
      })
      const release = hold(/\/privacy-.*\.js$/)
      await goTo('/ccpa.html')
      // Painted from the HTML, before the script arrives.
      await page.evaluate(
        () => new Promise<void>(done => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
      )
      release()
      await expect.poll(() => control(page).getAttribute('data-choice')).not.toBeNull()
      await settled(page)
      expect(await shiftsOf(page)).toEqual([])
      const gaps = await control(page).evaluate(box => {
        const rects = [...box.querySelectorAll('p, button')]
          .filter(element => element.checkVisibility())
          .map(element => element.getBoundingClientRect())
        return rects.slice(1).map((rect, index) => rect.top - rects[index]!.bottom)
      })
      for (const gap of gaps) expect(gap).toBeLessThanOrEqual(17)
      expect(await control(page).locator('[aria-live=polite]').innerText()).not.toBe('')
    }
  })

  it('the keyboard reaches the button, and to undo is the quiet one', async () => {
    const { page } = await visit(await brandSite('harbor'), '/ccpa.html')
    const ground = () => button(page).evaluate(element => getComputedStyle(element).backgroundColor)
    await expect.poll(() => control(page).getAttribute('data-choice')).toBe('in')
    expect(await ground()).not.toBe('rgba(0, 0, 0, 0)')
    await button(page).focus()
    await page.keyboard.press('Enter')
    await expect.poll(ground).toBe('rgba(0, 0, 0, 0)')
    expect(await button(page).textContent()).toContain('Undo the opt-out')
    await page.locator('.toast').waitFor()
    await expect.poll(() => page.locator('body > [role=status]').getAttribute('aria-live')).toBe('polite')
  })

  it('shows its button once that has a word on it', async () => {
    const { page, hold, goTo } = await visit(await brandSite('aurora'), undefined)
    const release = hold(/\/privacy-.*\.js$/)
    await goTo('/ccpa.html')
    const control = page.locator('.privacy button')
    expect(await control.isVisible()).toBe(false)
    release()
    await expect.poll(() => control.isVisible()).toBe(true)
  })

  it('its largest text on a phone waits for no script', async () => {
    for (const id of ['aurora', 'aurora-es'] as const) {
      const { page } = await visit(await brandSite(id), '/ccpa.html', { width: 412, height: 823 })
      await expect.poll(() => shown(page)).toContain('in')
      await settled(page)
      const largest = page.evaluate(
        () =>
          new Promise<boolean>(done => {
            new PerformanceObserver(list => {
              const { element } = list.getEntries().at(-1) as unknown as { element: Element }
              done(element.closest('.page-head') !== null)
            }).observe({ type: 'largest-contentful-paint', buffered: true })
          }),
      )
      expect(await largest, id).toBe(true)
    }
  })

  it('comes back with the choice that was made meanwhile', async () => {
    const { page } = await visit(await brandSite('aurora'), '/ccpa.html')
    await expect.poll(() => shown(page)).toContain('in')
    await page.evaluate(() => {
      localStorage.setItem('imprint:opt-out', '1')
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    })
    expect(await shown(page)).toContain('out')
    await scrollThrough(page)
    await expect.poll(() => inFooter(page)).toBe(true)
  })

  it('without scripts: how to opt out, and no control that does nothing', async () => {
    const { page } = await visit(await brandSite('aurora'), '/ccpa.html', { javaScript: false })
    const text = await page.locator('main').textContent()
    expect(text).toContain('How to opt out')
    expect(text).toContain(factsOf('aurora').email)
    expect(await page.locator('main').getByRole('button').count()).toBe(0)
  })
})

describe('a brand without analytics', () => {
  it('contacts no one, and its policy allows no one', async () => {
    const site = await brandSite('aurora')
    const { page, otherRequests } = await visit(site, '/faq/')
    // The disclosures are requested once the browser is idle.
    await expect.poll(() => otherRequests().length).toBe(1)
    await settled(page)
    expect(otherRequests()).toHaveLength(1)
    expect(await (await fetch(`${site.origin}/faq/`)).text()).not.toContain('google')
  })
})
