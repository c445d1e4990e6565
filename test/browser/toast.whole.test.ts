// Toasts that islands show. The project is like this repository, with an additional island that exposes the function to the
// test.

import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  brandSite,
  type Site,
  settled,
  stopClock,
  type VisitOptions,
  variantSite,
  visit,
} from '../support/browser.ts'
import { repositoryRoot } from '../support/project.ts'

type Toast = {
  id?: string
  title: string
  description?: string
  duration?: number | 'Infinity'
  variant?: 'default' | 'destructive'
  action?: { label: string }
}
interface Raising {
  raise(toast: object): void
  acted?: number
}

/** The repository's templates, with an island on the page of questions that lets the test show toasts. */
function templatesWithRaiser(): Record<string, string | Uint8Array> {
  const copy = mkdtempSync(join(tmpdir(), 'imprint-templates-'))
  cpSync(join(repositoryRoot, 'templates'), copy, { recursive: true })
  const files = Object.fromEntries(
    readdirSync(copy, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
      .map(path => [`templates/${path.slice(copy.length + 1)}`, readFileSync(path)] as const),
  )
  rmSync(copy, { recursive: true })
  const layout = new TextDecoder().decode(files['templates/layout.tsx'])
  const changed = layout.replace('</main>', '</main><Island name="raiser" on="load" hidden />')
  if (changed === layout) throw new Error('templates/layout.tsx has no </main>.')
  return {
    ...files,
    'templates/layout.tsx': changed,
    'templates/islands/raiser.ts': `
      import { toast } from '../toast/index.ts'
      export default () => Object.assign(globalThis, { raise: toast })`,
  }
}

let site: Site
beforeAll(async () => {
  site = await variantSite('aurora', {
    yaml: 'provider:\n  mode: iframe\n  embedPath: /forms/embed.html\n',
    files: templatesWithRaiser(),
  })
})

async function raise(page: Page, toast: Toast): Promise<void> {
  await expect.poll(() => page.evaluate(() => 'raise' in globalThis)).toBe(true)
  await page.evaluate(({ duration, action, ...rest }) => {
    const here = globalThis as unknown as Raising
    here.raise({
      ...rest,
      ...(duration !== undefined && {
        duration: duration === 'Infinity' ? Number.POSITIVE_INFINITY : duration,
      }),
      ...(action && {
        action: {
          ...action,
          onClick: () => {
            here.acted = (here.acted ?? 0) + 1
          },
        },
      }),
    })
  }, toast)
}

const toasts = (page: Page) => page.locator('.toast')
const titles = (page: Page) => toasts(page).locator('strong').allTextContents()

/** A page with a stopped clock and a toast that has just appeared. */
async function withToast(toast: Toast, options: VisitOptions = {}) {
  const visited = await visit(site, undefined, options)
  const { page, goTo } = visited
  await page.clock.install()
  await goTo('/faq/')
  await expect.poll(() => page.evaluate(() => 'raise' in globalThis)).toBe(true)
  await stopClock(page)
  await raise(page, toast)
  await toasts(page).waitFor()
  return visited
}

describe('toast', () => {
  it('goes after 5 seconds, ± 0.3', async () => {
    const { page } = await withToast({ title: 'Saved' })
    await page.clock.runFor(4700)
    expect(await toasts(page).count()).toBe(1)
    await page.clock.runFor(600)
    await expect.poll(() => toasts(page).count()).toBe(0)
  })

  it('nothing of it loads before the first one', async () => {
    const { page, ownRequests } = await visit(site, '/faq/')
    await settled(page)
    const before = new Set(ownRequests())
    await raise(page, { title: 'First', duration: 'Infinity' })
    await toasts(page).waitFor()
    const later = ownRequests().filter(url => !before.has(url))
    expect(later.filter(url => url.endsWith('.js')).length).toBeGreaterThanOrEqual(1)
    const count = ownRequests().length
    await raise(page, { title: 'Second', duration: 'Infinity' })
    await expect.poll(() => titles(page)).toEqual(['Second'])
    expect(ownRequests()).toHaveLength(count)
  })

  it('one at a time: a new one replaces the old', async () => {
    const { page } = await visit(site, '/faq/')
    await raise(page, { title: 'First', id: 'one', duration: 'Infinity' })
    await raise(page, { title: 'Second', id: 'two', description: 'With more to say.', duration: 'Infinity' })
    await expect.poll(() => titles(page)).toEqual(['Second'])
    expect(await toasts(page).getAttribute('data-toast')).toBe('two')
    expect(await toasts(page).textContent()).toContain('With more to say.')
  })

  it('a custom duration, and one that never ends', async () => {
    const { page } = await withToast({ title: 'Short', duration: 300 })
    await page.clock.runFor(250)
    expect(await toasts(page).count()).toBe(1)
    await page.clock.runFor(100)
    await expect.poll(() => toasts(page).count()).toBe(0)
    const still = await visit(site, undefined)
    await still.page.clock.install()
    await still.goTo('/faq/')
    await raise(still.page, { title: 'Stays', duration: 'Infinity' })
    await toasts(still.page).waitFor()
    await still.page.clock.fastForward(3_600_000)
    expect(await titles(still.page)).toEqual(['Stays'])
  })

  it('hovering pauses the time, leaving continues with the rest', async () => {
    const { page } = await withToast({ title: 'Hovered' })
    await page.clock.runFor(3000)
    await toasts(page).hover()
    await page.clock.runFor(20_000)
    expect(await toasts(page).count()).toBe(1)
    await page.mouse.move(5, 5)
    await page.clock.runFor(1000)
    expect(await toasts(page).count()).toBe(1)
    await page.clock.runFor(1500)
    await expect.poll(() => toasts(page).count()).toBe(0)
  })

  it('focus pauses the time, and the next toast has its own', async () => {
    const { page } = await withToast({ title: 'Focused' })
    await page.clock.runFor(3000)
    await toasts(page).getByRole('button', { name: 'Close' }).focus()
    await page.clock.runFor(20_000)
    expect(await toasts(page).count()).toBe(1)
    await page.keyboard.press('Enter')
    await expect.poll(() => toasts(page).count()).toBe(0)
    await raise(page, { title: 'Next' })
    await toasts(page).waitFor()
    await page.clock.runFor(4700)
    expect(await toasts(page).count()).toBe(1)
    await page.clock.runFor(800)
    await expect.poll(() => toasts(page).count()).toBe(0)
  })

  it('closes by its button, and by Escape from anywhere', async () => {
    const { page } = await visit(site, '/faq/')
    await raise(page, { title: 'By button', duration: 'Infinity' })
    await toasts(page).getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => toasts(page).count()).toBe(0)
    await raise(page, { title: 'By Escape', duration: 'Infinity' })
    await toasts(page).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => toasts(page).count()).toBe(0)
  })

  it('F8 leads to it, Tab to its action and its button, and closing leads back', async () => {
    const { page } = await visit(site, '/faq/')
    await page.locator('summary').first().focus()
    await raise(page, { title: 'By keyboard', duration: 'Infinity', action: { label: 'Undo' } })
    await toasts(page).waitFor()
    const active = () =>
      page.evaluate(() => (document.activeElement as HTMLElement).closest('.toasts') !== null)
    expect(await active()).toBe(false)
    await page.keyboard.press('F8')
    expect(await active()).toBe(true)
    await expect
      .poll(async () => {
        await page.keyboard.press('Tab')
        return page.evaluate(() => document.activeElement?.textContent)
      })
      .toBe('Undo')
    await page.keyboard.press('Enter')
    await expect.poll(() => toasts(page).count()).toBe(0)
    expect(await page.evaluate(() => (globalThis as unknown as Raising).acted)).toBe(1)
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY')
  })

  it('a swipe of 51 px to the right closes it; one of 50 px, to the left or down does not', async () => {
    const { page } = await visit(site, '/faq/')
    await raise(page, { title: 'Swiped', duration: 'Infinity' })
    const box = (await toasts(page).boundingBox())!
    const [x, y] = [box.x + 30, box.y + 20]
    const swipe = async (dx: number, dy: number) => {
      await page.mouse.move(x, y)
      await page.mouse.down()
      for (let step = 1; step <= 6; step++) await page.mouse.move(x + (dx * step) / 6, y + (dy * step) / 6)
      await page.mouse.up()
    }
    for (const [dx, dy] of [
      [50, 0],
      [-120, 0],
      [60, 120],
    ] as const) {
      await swipe(dx, dy)
      await expect.poll(async () => Math.round((await toasts(page).boundingBox())!.x)).toBe(Math.round(box.x))
    }
    await swipe(51, 0)
    await expect.poll(() => toasts(page).count()).toBe(0)
  })

  it('swipe by touch: past 50 px to the right', async () => {
    const { page } = await visit(site, '/faq/', { touch: true, width: 375 })
    await raise(page, { title: 'Swept', duration: 'Infinity' })
    const box = (await toasts(page).boundingBox())!
    const client = await page.context().newCDPSession(page)
    const [x, y] = [Math.round(box.x + 30), Math.round(box.y + 20)]
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', dx: number) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: x + dx, y }],
      })
    await touch('touchStart', 0)
    for (let dx = 10; dx <= 90; dx += 10) await touch('touchMove', dx)
    await touch('touchEnd', 90)
    await expect.poll(() => toasts(page).count()).toBe(0)
  })

  it('focus that moves into the form’s frame does not stop it for ever', async () => {
    const { page, goTo } = await visit(site, undefined)
    await page.clock.install()
    await goTo('/#form')
    await expect.poll(() => page.locator('[data-form-slot]').getAttribute('data-state')).toBe('ready')
    await raise(page, { title: 'While typing' })
    await toasts(page).waitFor()
    await page.frameLocator('#form iframe').getByLabel('Amount').focus()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME')
    await page.clock.runFor(5500)
    await expect.poll(() => toasts(page).count()).toBe(0)
  })

  it('destructive: styled for errors, legible', async () => {
    const { page } = await visit(site, '/faq/')
    await raise(page, { title: 'Fine', duration: 'Infinity' })
    const look = () =>
      toasts(page).evaluate(element => {
        const { color, backgroundColor } = getComputedStyle(element)
        return [color, backgroundColor]
      })
    const plain = await look()
    await raise(page, { title: 'Failed', duration: 'Infinity', variant: 'destructive' })
    await expect.poll(() => toasts(page).getAttribute('data-variant')).toBe('destructive')
    const failed = await look()
    expect(failed).not.toEqual(plain)
    const [red = 0, green = 0, blue = 0] = failed[1]!.match(/[\d.]+/g)!.map(Number)
    expect(red).toBeGreaterThan(2 * Math.max(green, blue))
  })

  it('is at most 420 px wide from medium screens, and inside the window', async () => {
    const { page } = await visit(site, '/faq/')
    await raise(page, { title: 'Wide', description: 'word '.repeat(60), duration: 'Infinity' })
    await toasts(page).waitFor()
    for (const [width, height, most] of [
      [375, 700, 375],
      [768, 900, 420],
      [1280, 800, 420],
    ] as const) {
      await page.setViewportSize({ width, height })
      const region = (await page.locator('.toasts').boundingBox())!
      expect(region.width).toBeLessThanOrEqual(most)
      expect(region.x).toBeGreaterThanOrEqual(0)
      expect(region.x + region.width).toBeLessThanOrEqual(width)
      if (width >= 640) expect(Math.round(region.y + region.height)).toBe(height)
      else expect(region.y).toBe(0)
    }
  })

  it('reduced motion: it does not slide', async () => {
    for (const motion of [true, false]) {
      const { page } = await visit(site, '/faq/', { motion })
      await raise(page, { title: 'Moves', duration: 'Infinity' })
      await toasts(page).waitFor()
      const name = await toasts(page).evaluate(element => getComputedStyle(element).animationName)
      expect(name === 'none').toBe(!motion)
    }
  })

  it('is read out once, by a status that goes away again', async () => {
    const { page } = await visit(site, '/faq/')
    await page.waitForFunction(() => 'raise' in globalThis)
    await page.evaluate(() => {
      const said: string[] = []
      Object.assign(globalThis, { said })
      new MutationObserver(() => {
        for (const status of document.querySelectorAll('body > [role=status]')) {
          const text = status.textContent ?? ''
          if (text && said.at(-1) !== text) said.push(text)
        }
      }).observe(document.body, { childList: true, subtree: true, characterData: true })
    })
    await raise(page, { title: 'Saved', description: 'All is well.', duration: 'Infinity' })
    const said = () => page.evaluate(() => (globalThis as unknown as { said: string[] }).said)
    await expect.poll(said).toEqual(['Saved. All is well.'])
    await expect.poll(() => page.locator('body > [role=status]').count()).toBe(0)
  })

  it('text in it stays text', async () => {
    const { page } = await visit(site, '/faq/')
    await raise(page, {
      title: '<img src=x onerror="injected=1">',
      description: '<b>bold</b>',
      duration: 'Infinity',
    })
    expect(await toasts(page).locator('img, b').count()).toBe(0)
    expect(await titles(page)).toEqual(['<img src=x onerror="injected=1">'])
  })

  it('the shipped pages fetch none of it by themselves', async () => {
    const { page, ownRequests } = await visit(await brandSite('aurora'), '/ccpa.html')
    await settled(page)
    await page.getByRole('main').getByRole('button').click()
    await toasts(page).waitFor()
    expect(ownRequests().filter(url => /chunk-|show-/.test(url)).length).toBeGreaterThan(0)
  })
})
