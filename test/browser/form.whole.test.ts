// The lead form: when it is loaded, the states of its slot, and what replaces it if it does not load.

import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Behaviour } from '../../scripts/failing-provider.ts'
import { factsOf } from '../support/brands.ts'
import { brandSite, type Site, settled, stopClock, variantSite, visit } from '../support/browser.ts'

const slot = (page: Page) => page.locator('#form [data-form-slot]')
const state = (page: Page) => slot(page).getAttribute('data-state')
const scripts = (requests: readonly string[]) => requests.filter(url => url.includes('/forms/embed'))
const fallback = (page: Page) => slot(page).locator('a[href^="tel:"]')
const phone = { width: 375, height: 700 }
/** Puts a finger on an element. This is not a click until the finger is lifted. */
async function touch(page: Page, selector: string): Promise<void> {
  const box = await page.locator(selector).boundingBox()
  if (box === null) throw new Error(`Nothing is shown of ${selector}.`)
  const client = await page.context().newCDPSession(page)
  // A finger hits what the last frame shows.
  await page.evaluate(() => new Promise(shown => requestAnimationFrame(() => requestAnimationFrame(shown))))
  const finger = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [finger] })
}

describe('the form', () => {
  it.each(['aurora', 'meadow'] as const)(
    '%s: the provider’s script with form id, width and height, inside #form, once',
    async id => {
      const { page, requests } = await visit(await brandSite(id), '/#form')
      await expect.poll(() => state(page)).toBe('ready')
      const { formId, providerHost } = factsOf(id)
      const script = page.locator('#form script[src]')
      expect(await script.getAttribute('src')).toBe(`https://${providerHost}/forms/embed.js`)
      expect(await script.getAttribute('data-form-id')).toBe(formId)
      expect(await script.getAttribute('data-width')).toBe('100%')
      expect(await script.getAttribute('data-height')).toBe('100%')
      expect(await page.locator('#form form').getAttribute('data-stand-in-form')).toBe(formId)
      expect(await page.locator('#form').getByLabel('Amount').isVisible()).toBe(true)
      expect(await fallback(page).isVisible()).toBe(false)
      await page.evaluate(() => {
        location.hash = '#footer'
        location.hash = '#form'
      })
      await settled(page)
      expect(scripts(requests)).toHaveLength(1)
    },
  )

  it('is not asked for while it is far away, and comes when it is near', async () => {
    const { page, requests } = await visit(await brandSite('aurora'), '/', phone)
    await settled(page)
    expect(await state(page)).toBe('idle')
    expect(scripts(requests)).toEqual([])
    await page.evaluate(() => {
      const { top } = document.querySelector('[data-form-slot]')!.getBoundingClientRect()
      scrollTo({ top: top + scrollY - innerHeight - 300, behavior: 'instant' })
    })
    await expect.poll(() => state(page)).toBe('ready')
    expect(scripts(requests)).toHaveLength(1)
  })

  it.each([
    ['hover', (page: Page) => page.locator('.hero a[href$="#form"]').hover()],
    ['focus', (page: Page) => page.locator('.hero a[href$="#form"]').focus()],
    ['touch', (page: Page) => touch(page, '.hero a[href$="#form"]')],
  ])('comes on intent: %s of a link to it', async (_, act) => {
    const { page, requests } = await visit(await brandSite('aurora'), '/', phone)
    await settled(page)
    expect(scripts(requests)).toEqual([])
    await act(page)
    await expect.poll(() => state(page)).toBe('ready')
    expect(scripts(requests)).toHaveLength(1)
  })

  it.each([375, 1280])(
    'its place is kept: the slot is as high before, while it loads and after at %i px',
    async width => {
      const { page, hold } = await visit(await brandSite('aurora'), '/', { width, height: 700 })
      await settled(page)
      const height = () => slot(page).evaluate(element => element.getBoundingClientRect().height)
      const before = await height()
      expect(before).toBeGreaterThan(300)
      const release = hold(/\/forms\/embed\.js$/)
      await page.locator('.hero a[href$="#form"]').focus()
      await expect.poll(() => state(page)).toBe('loading')
      expect(await height()).toBe(before)
      release()
      await expect.poll(() => state(page)).toBe('ready')
      expect(await height()).toBe(before)
    },
  )

  it('a widget with its own styles and a second host is complete', async () => {
    const site = await variantSite('aurora', {
      yaml: 'provider:\n  allow: ["https://cdn.widget.example"]\n',
    })
    const { page, requests } = await visit(site, '/#form', {
      provider: { script: 'styled' },
      thirdParties: /^cdn\.widget\.example$/,
    })
    await expect.poll(() => state(page)).toBe('ready')
    const styles = await page.locator('#styled').evaluate(element => {
      const { padding, margin } = getComputedStyle(element)
      return { padding, margin }
    })
    expect(styles).toEqual({ padding: '7px', margin: '3px' })
    await expect
      .poll(() => requests.filter(url => url.startsWith('https://cdn.widget.example/')).length)
      .toBe(2)
  })

  it('no widget’s styles if the brand forbids them, and only hosts that it allows', async () => {
    const site = await variantSite('aurora', { yaml: 'provider:\n  inlineStyles: false\n' })
    const { page, violations } = await visit(site, '/#form', {
      provider: { script: 'styled' },
      violations: true,
    })
    await expect.poll(() => state(page)).toBe('ready')
    await expect.poll(() => violations.length).toBeGreaterThanOrEqual(3)
    expect(violations.join()).toContain('https://cdn.widget.example/more.js')
    expect(await page.locator('#styled').evaluate(element => getComputedStyle(element).padding)).toBe('0px')
  })

  it('shows "loading" while the provider is slow', async () => {
    const { page, hold, goTo } = await visit(await brandSite('aurora'), undefined)
    const release = hold(/\/forms\/embed\.js$/)
    await goTo('/#form')
    await expect.poll(() => state(page)).toBe('loading')
    release()
    await expect.poll(() => state(page)).toBe('ready')
  })

  it.each<Behaviour>(['404', 'reset'])('%s: phone, email and retry at once', async behaviour => {
    const { page, provider } = await visit(await brandSite('aurora'), '/#form', {
      provider: { script: behaviour },
    })
    await expect.poll(() => state(page)).toBe('failed')
    expect(await fallback(page).isVisible()).toBe(true)
    expect(await slot(page).locator('a[href^="mailto:"]').isVisible()).toBe(true)
    provider.set('script', 'ok')
    await slot(page).getByRole('button').click()
    await expect.poll(() => state(page)).toBe('ready')
    expect(await fallback(page).isVisible()).toBe(false)
    expect(await page.locator('#form form').count()).toBe(1)
  })

  it.each<Behaviour>(['hang', 'throws', 'wrong-type'])(
    '%s: the fallback after 10 seconds without a form',
    async behaviour => {
      const site = await brandSite('aurora')
      const { page } = await visit(site, undefined, { provider: { script: behaviour }, pageErrors: true })
      await page.clock.install()
      await page.goto(`${site.origin}/#form`)
      await expect.poll(() => state(page)).toBe('loading')
      await stopClock(page)
      await page.clock.runFor(5000)
      expect(await state(page)).toBe('loading')
      await page.clock.runFor(6000)
      await expect.poll(() => state(page)).toBe('failed')
      expect(await fallback(page).isVisible()).toBe(true)
    },
  )

  it('without scripts: phone and email, and no retry', async () => {
    const { page, requests } = await visit(await brandSite('aurora'), '/#form', { javaScript: false })
    expect(await fallback(page).isVisible()).toBe(true)
    expect(await slot(page).locator('a[href^="mailto:"]').isVisible()).toBe(true)
    expect(await slot(page).getByRole('button').count()).toBe(0)
    expect(scripts(requests)).toEqual([])
  })

  it('without its own script: phone and email', async () => {
    const { page, consoleErrors } = await visit(await brandSite('aurora'), '/#form', {
      failing: /\/assets\/form-/,
    })
    await expect.poll(() => fallback(page).isVisible()).toBe(true)
    expect(consoleErrors.filter(text => text.includes('/assets/form-'))).toHaveLength(1)
  })

  describe('in a frame', () => {
    let site: Site
    beforeAll(async () => {
      site = await variantSite('aurora', {
        yaml: 'provider:\n  mode: iframe\n  embedPath: /forms/embed.html\n',
      })
    })

    /** Waits until the form has been requested and its place is in view. */
    async function inSight(page: Page): Promise<void> {
      await expect.poll(() => state(page)).toBe('loading')
      await slot(page).evaluate(
        place =>
          new Promise<void>(done => {
            new IntersectionObserver(entries => {
              if (entries.some(entry => entry.isIntersecting)) done()
            }).observe(place)
          }),
      )
    }

    it('has a title, a sandbox and the provider’s page, and none of its scripts outside', async () => {
      const { page } = await visit(site, '/#form')
      await expect.poll(() => state(page)).toBe('ready')
      const frame = page.locator('#form iframe')
      expect(await frame.getAttribute('title')).toBeTruthy()
      expect(await frame.getAttribute('sandbox')).toContain('allow-forms')
      expect(await frame.getAttribute('sandbox')).not.toMatch(/allow-top-navigation(?!-by-user)/)
      expect(await frame.getAttribute('src')).toContain(factsOf('aurora').formId)
      expect(await page.frameLocator('#form iframe').getByLabel('Amount').isVisible()).toBe(true)
      expect(await page.locator('#form script[src]').count()).toBe(0)
      const box = (await frame.boundingBox())!
      const place = (await slot(page).boundingBox())!
      expect(box.width).toBeGreaterThan(place.width * 0.7)
      expect(box.height).toBeGreaterThan(300)
    })

    it.each([375, 1280])(
      'has the height that it reports, and grows with its second step, at %i px',
      async width => {
        const { page } = await visit(site, '/#form', { width })
        await expect.poll(() => state(page)).toBe('ready')
        const frame = page.locator('#form iframe')
        const cutOff = () =>
          page
            .frameLocator('#form iframe')
            .locator('html')
            .evaluate(root => root.scrollHeight - innerHeight)
        await expect.poll(cutOff).toBeLessThanOrEqual(0)
        const height = () => frame.evaluate(({ style }) => Number.parseFloat(style.height))
        const before = await height()
        const inside = page.frameLocator('#form iframe')
        await inside.getByLabel('ZIP code').fill('10001')
        await inside.getByRole('button', { name: 'Continue' }).click()
        await inside.getByLabel('First name').waitFor()
        await expect.poll(height).toBeGreaterThan(before + 50)
        await expect.poll(cutOff).toBeLessThanOrEqual(0)
      },
    )

    it('accepts its height from no other frame', async () => {
      const { page } = await visit(site, '/#form')
      await expect.poll(() => state(page)).toBe('ready')
      const height = () => page.locator('#form iframe').evaluate(frame => frame.style.height)
      await expect.poll(height).not.toBe('')
      const before = await height()
      await page.evaluate(() => {
        dispatchEvent(
          new MessageEvent('message', { data: { height: 3000 }, origin: 'https://forms.lendpath.example' }),
        )
        const source = document.querySelector('iframe')!.contentWindow
        dispatchEvent(
          new MessageEvent('message', { data: { height: 3000 }, origin: 'https://other.example', source }),
        )
      })
      expect(await height()).toBe(before)
    })

    it.each<Behaviour>(['hang', '404', 'reset'])(
      '%s: the fallback after 10 seconds, and trying again works once it is back',
      async behaviour => {
        const { page, provider } = await visit(site, undefined, { provider: { frame: behaviour } })
        await page.clock.install()
        await page.goto(`${site.origin}/#form`, { waitUntil: 'commit' })
        await inSight(page)
        await page.clock.runFor(10_000)
        await expect.poll(() => state(page)).toBe('failed')
        expect(await fallback(page).isVisible()).toBe(true)
        const isSeen = () =>
          page
            .locator('#form iframe')
            .evaluate(frame => frame.checkVisibility({ opacityProperty: true }) && !frame.closest('[inert]'))
        expect(await isSeen()).toBe(false)
        provider.set('frame', 'ok')
        await slot(page).getByRole('button').click()
        await expect.poll(() => state(page)).toBe('ready')
        expect(await isSeen()).toBe(true)
        expect(await page.frameLocator('#form iframe').getByLabel('Amount').isVisible()).toBe(true)
        expect(await fallback(page).isVisible()).toBe(false)
      },
    )

    it('is shown after all if it comes after 10 seconds', async () => {
      const { page, hold } = await visit(site, undefined)
      const release = hold(/\/forms\/embed\.html$/)
      await page.clock.install()
      await page.goto(`${site.origin}/#form`, { waitUntil: 'commit' })
      await inSight(page)
      await page.clock.runFor(10_000)
      await expect.poll(() => state(page)).toBe('failed')
      release()
      await expect.poll(() => state(page)).toBe('ready')
      expect(await page.locator('#form iframe').isVisible()).toBe(true)
    })

    it('does not fail while it is out of sight, where browsers lay out no frame', async () => {
      const { page } = await visit(site, undefined, { ...phone, provider: { frame: 'hang' } })
      await page.clock.install()
      await page.goto(site.origin, { waitUntil: 'commit' })
      await page.locator('.hero a[href$="#form"]').focus()
      await expect.poll(() => state(page)).toBe('loading')
      await page.clock.runFor(30_000)
      expect(await state(page)).toBe('loading')
      await slot(page).evaluate(place => place.scrollIntoView({ behavior: 'instant' }))
      await inSight(page)
      await page.clock.runFor(10_000)
      await expect.poll(() => state(page)).toBe('failed')
    })

    it('that never reports its height: ready once it has loaded, with the phone number below for those who see none', async () => {
      const silent = await variantSite('aurora', {
        yaml: 'provider:\n  mode: iframe\n  embedPath: /forms/document/terms\n  silent: true\n',
      })
      for (const width of [375, 1280]) {
        const { page } = await visit(silent, '/#form', { width })
        await expect.poll(() => state(page)).toBe('ready')
        // Read at once, because the page may still be scrolling.
        const gap = await page.evaluate(() => {
          const line = document.querySelector('.form-missing a[href^="tel:"]')!
          const frame = document.querySelector('#form iframe')!
          return line.getBoundingClientRect().top - frame.getBoundingClientRect().bottom
        })
        expect(gap).toBeGreaterThanOrEqual(0)
      }
    })
  })
})
