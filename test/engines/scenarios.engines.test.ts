// Visitors' actions in the engines that the tests with Chromium do not cover: one list of scenarios for all engines. `npm run
// test:browsers` runs them; browsers that are not on the machine are named and skipped.

import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FailingProvider, startFailingProvider } from '../../scripts/failing-provider.ts'
import { builtFolder } from '../support/brands.ts'
import { type StaticServer, serveFolder } from '../support/server.ts'
import { type Driver, engines } from './driver.ts'

let provider: FailingProvider
let server: StaticServer
beforeAll(async () => {
  provider = await startFailingProvider()
  // The policy is in the pages, so the stand-in must have the provider's address in it.
  server = await serveFolder(`${builtFolder()}/aurora`, {
    withoutHeaders: true,
    transform: (path, body) =>
      path.endsWith('.html')
        ? body.toString().replaceAll('https://forms.lendpath.example', provider.origin)
        : body,
  })
})
afterAll(async () => {
  await server.close()
  await provider.close()
})

const count = (selector: string) => document.querySelectorAll(selector).length
const text = (selector: string) => document.querySelector(selector)?.textContent ?? ''
const isShown = (selector: string) => document.querySelector(selector)?.checkVisibility() ?? false
const attribute = (selector: string, name: string) =>
  document.querySelector(selector)?.getAttribute(name) ?? null
const scrollTo = (selector: string) =>
  document.querySelector(selector)?.scrollIntoView({ block: 'center', behavior: 'instant' })
const frames = () =>
  new Promise<void>(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))
const focus = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus()
const topOf = (selector: string) =>
  document.querySelector(selector)?.getBoundingClientRect().top ?? Number.NaN

/** The position of an element on the screen, and the number of device pixels per CSS pixel. */
const boxOf = (selector: string) => {
  const { left, top, width, height } =
    document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
  return { left, top, width, height }
}

/** The pixels of an element on the screen. */
async function pixelsOf(page: Driver, selector: string) {
  const box = await page.run(boxOf, selector)
  const shot = sharp(await page.screenshot())
  const { width = 0 } = await shot.metadata()
  const scale = width / (await page.run(() => innerWidth))
  const [left, top, wide, high] = [box.left, box.top, box.width, box.height].map(size =>
    Math.round(size * scale),
  )
  const area = { left: left!, top: top!, width: wide!, height: high! }
  const { data, info } = await shot.extract(area).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  /** The mean of a pixel's three colour values. */
  const light = (x: number, y: number): number => {
    const at = (Math.round(y * scale) * info.width + Math.round(x * scale)) * info.channels
    return (data[at]! + data[at + 1]! + data[at + 2]!) / 3
  }
  return { data, light, width: box.width, height: box.height }
}

describe.each(engines)('%s', (_, start) => {
  if (start === undefined) {
    it.skip('is not on this machine', () => undefined)
    return
  }

  let page: Driver
  beforeAll(async () => {
    page = await start()
  })
  afterAll(() => page?.close())
  const open = (route: string) => page.open(`${server.origin}${route}`)
  const shows = (selector: string) => expect.poll(() => page.run(isShown, selector), { message: selector })
  const reads = (selector: string) => expect.poll(() => page.run(text, selector), { message: selector })

  it('accordion: one open at a time, and the pressed question stays where it is', async () => {
    await open('/faq/')
    const question = (number: number) => `.faq details:nth-of-type(${number}) summary`
    await page.run(scrollTo, question(8))
    await page.click(question(8))
    await expect.poll(() => page.run(count, 'details[open]')).toBe(1)
    await expect.poll(() => page.run(count, '.faq[data-on]')).toBe(0)
    await page.run(scrollTo, question(9))
    const before = await page.run(topOf, question(9))
    await page.click(question(9))
    await expect.poll(() => page.run(count, `.faq details:nth-of-type(9)[open]`)).toBe(1)
    await page.run(frames)
    expect(await page.run(count, 'details[open]')).toBe(1)
    expect(Math.abs((await page.run(topOf, question(9))) - before)).toBeLessThan(2)
    await page.click(question(9))
    await expect.poll(() => page.run(count, 'details[open]')).toBe(0)
  })

  it('tip: a click opens it, Escape and a click elsewhere close it', async () => {
    await open('/faq/')
    const tip = '#advertiser-disclosure'
    await expect.poll(() => page.run(count, '.tip[data-on]')).toBe(0)
    await page.run(focus, '.tip button')
    await page.press('Enter')
    await shows(tip).toBe(true)
    await page.press('Escape')
    await shows(tip).toBe(false)
    await page.click('.tip button')
    await shows(tip).toBe(true)
    await page.click('h1')
    await shows(tip).toBe(false)
  })

  it('tip: its button is underlined', async () => {
    await open('/')
    const underlined = await pixelsOf(page, '.tip button')
    await page.run(() => {
      document.querySelector<HTMLElement>('.tip button')!.style.textDecoration = 'none'
    })
    await page.run(frames)
    const plain = await pixelsOf(page, '.tip button')
    expect(plain.data.equals(underlined.data)).toBe(false)
  })

  it('motif: its arcs are whole', async () => {
    await open('/faq/')
    await page.run(scrollTo, '.motif')
    const { light, width, height } = await pixelsOf(page, '.motif')
    const [x, y] = [0.36 * width, 1.3 * height]
    /** The brightness of the motif on a circle around the centre of its arcs. */
    const along = (radius: number): number[] =>
      Array.from({ length: 360 }, (_, degree) => {
        const angle = (degree * Math.PI) / 180
        return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)] as const
      })
        .filter(([left, top]) => left > 4 && left < width - 4 && top > 4 && top < height - 4)
        .map(([left, top]) => light(left, top))
    // Corners are round, and circles that barely reach the box show nothing.
    const circles = Array.from({ length: 12 }, (_, index) => 16 * (1.475 + 1.7 * index))
      .map(radius => ({ line: along(radius), ground: along(radius - 16 * 0.85) }))
      .filter(({ line, ground }) => line.length > 10 && ground.length > 10)
    expect(circles.length).toBeGreaterThan(2)
    for (const { line, ground } of circles)
      expect(Math.min(...line)).toBeGreaterThan(Math.max(...ground) + 30)
  })

  it('disclosures: a failure leaves the summary, and asking again brings them', async () => {
    provider.set('disclosure', '500')
    await open('/')
    await reads('[data-disclosures] p').toContain('Failed to load disclosures')
    expect(await page.run(text, '.disclosures')).toContain('Approval is not guaranteed')
    provider.set('disclosure', 'ok')
    await page.run(scrollTo, '[data-disclosures] button')
    await page.click('[data-disclosures] button')
    await expect.poll(() => page.run(count, '[data-disclosures] h3')).toBe(5)
  })

  it('form: has its own styles, and if it fails there is another way', async () => {
    provider.set('script', 'styled')
    await open('/#form')
    await expect.poll(() => page.run(attribute, '.form-slot', 'data-state')).toBe('ready')
    expect(
      await page.run(() => getComputedStyle(document.querySelector('#styled') as Element).paddingTop),
    ).toBe('7px')
    provider.set('script', '404')
    await page.reload()
    await shows('.form-fallback a').toBe(true)
    provider.set('script', 'ok')
    await page.run(scrollTo, '.form-fallback button')
    await page.click('.form-fallback button')
    await expect.poll(() => page.run(attribute, '.form-slot', 'data-state')).toBe('ready')
    expect(await page.run(isShown, '.form-fallback a')).toBe(false)
  })

  it('calculator: answers its controls, and fits them after reload and Back', async () => {
    await open('/articles/loan-vs-overdraft-vs-card/')
    await page.run(scrollTo, '.calculator')
    await expect.poll(() => page.run(count, '.calculator[data-on]')).toBe(0)
    await page.run(focus, 'input[name=principal]')
    await page.press('End')
    await reads('output[name=total]').toBe('$1,150')
    const fits = () =>
      page.run(() => {
        const principal = Number(document.querySelector<HTMLInputElement>('input[name=principal]')?.value)
        const total = document.querySelector('output[name=total]')?.textContent ?? ''
        return Number(total.replace(/[$,]/g, '')) === principal * 1.15
      })
    await page.reload()
    await page.run(scrollTo, '.calculator')
    await expect.poll(fits).toBe(true)
    await page.run(focus, 'input[name=principal]')
    await page.press('End')
    await open('/faq/')
    await page.back()
    await expect.poll(() => page.run(() => location.pathname)).toContain('loan-vs')
    await page.run(scrollTo, '.calculator')
    await expect.poll(fits).toBe(true)
  })

  it('privacy and toast: a choice is announced, stored, shown in the footer and after going back', async () => {
    await open('/ccpa.html')
    const choice = () => page.run(attribute, '.privacy', 'data-choice')
    await expect.poll(choice).toBe('in')
    await page.run(scrollTo, '.privacy button')
    await page.click('.privacy button')
    await expect.poll(choice).toBe('out')
    await reads('.toast strong').toBe('Your choice is saved')
    await page.press('Escape')
    await expect.poll(() => page.run(count, '.toast')).toBe(0)
    await open('/faq/')
    await page.run(scrollTo, '.copyright')
    await expect.poll(() => page.run(count, '.opt-out.honored')).toBe(1)
    await page.run(() => localStorage.removeItem('imprint:opt-out'))
    await page.back()
    await expect.poll(choice).toBe('in')
  })
})
