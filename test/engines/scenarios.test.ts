// What visitors do, in the engines that Chromium's tests do not reach: one list of scenarios for all of them. `npm run
// test:browsers` runs them; a browser that is not on the machine is skipped, by name.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FailingProvider, startFailingProvider } from '../../scripts/failing-provider.ts'
import { builtFolder } from '../support/brands.ts'
import { type StaticServer, serveFolder } from '../support/server.ts'
import { type Driver, startFirefox, startWebKit } from './driver.ts'

const { FIREFOX, WEBKIT_DRIVER, WEBKIT_BROWSER, XVFB } = process.env

const engines: readonly (readonly [string, (() => Promise<Driver>) | undefined])[] = [
  ['Firefox', FIREFOX ? () => startFirefox(FIREFOX) : undefined],
  [
    'WebKitGTK',
    WEBKIT_DRIVER && WEBKIT_BROWSER && XVFB
      ? () => startWebKit({ driver: WEBKIT_DRIVER, browser: WEBKIT_BROWSER, screen: XVFB })
      : undefined,
  ],
]

let provider: FailingProvider
let server: StaticServer
beforeAll(async () => {
  provider = await startFailingProvider()
  // The policy stands in the pages; the provider's address in it must be the stand-in's too.
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

  it('form: comes with styles of its own, and where it fails there is another way', async () => {
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

  it('privacy and toast: a choice is said, kept, shown in the footer and on the way back', async () => {
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
