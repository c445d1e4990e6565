// The cost calculator in the article on loans, overdrafts and cards. It is complete without scripts, and reacts to the first
// touch.

import { brotliCompressSync } from 'node:zlib'
import fc from 'fast-check'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { brandIds, readPage } from '../support/brands.ts'
import { brandSite, settled, visit } from '../support/browser.ts'
import { all, attribute, one, textOf } from '../support/html.ts'
import { rounds } from '../support/soak.ts'

const route = '/articles/loan-vs-overdraft-vs-card/'
const calculator = (page: Page) => page.locator('.calculator')
const control = (page: Page, name: string) => calculator(page).locator(`input[name=${name}]`)
const figure = (page: Page, name: string) => calculator(page).locator(`output[name=${name}]`).textContent()
const results = async (page: Page) => [
  await figure(page, 'fee'),
  await figure(page, 'total'),
  await figure(page, 'apr'),
]
const move = (page: Page, name: string, value: number) => control(page, name).fill(String(value))

/** The same figures in whole numbers: cents, and tenths of a percent for the APR, with halves rounded up. */
function expected(principal: number, days: number, feePer100: number): string[] {
  const cents = principal * feePer100
  const money = (amount: number) => {
    const whole = Math.floor(amount / 100).toString()
    const grouped = whole.length > 3 ? `${whole.slice(0, -3)},${whole.slice(-3)}` : whole
    return amount % 100 === 0 ? `$${grouped}` : `$${grouped}.${String(amount % 100).padStart(2, '0')}`
  }
  const scaled = feePer100 * 365
  const apr =
    scaled >= 100 * days
      ? String(Math.floor((2 * scaled + days) / (2 * days)))
      : String(Math.floor((20 * scaled + days) / (2 * days)) / 10)
  const grouped = apr.replace(/^(\d)(\d{3})$/, '$1,$2')
  return [money(cents), money(principal * 100 + cents), `${grouped}%`]
}

describe.each(brandIds)('the calculator of %s', id => {
  it('without scripts: the example, complete', () => {
    const example = one(readPage(id, `${route.slice(1)}index.html`), '.calculator')
    const outputs = all(example, 'output').map(output => [attribute(output, 'name'), textOf(output)])
    expect(Object.fromEntries(outputs)).toMatchObject({ fee: '$45', total: '$345', apr: '391%' })
    const text = textOf(example)
    for (const part of [
      '$300',
      '14 days',
      '$15',
      'overdraft',
      '$30',
      '$35',
      'cash advance',
      '3%',
      '5%',
      'credit union',
    ]) {
      expect(text.toLowerCase()).toContain(part.toLowerCase())
    }
    expect(text).toContain('$1,000 over six months')
    expect(text).toContain('$2,000 over twelve months')
  })

  it('is in that article and in no other', () => {
    const others = ['index.html', 'faq/index.html', 'articles/rent-and-utilities/index.html']
    for (const path of others) expect(all(readPage(id, path), '.calculator'), path).toEqual([])
  })
})

describe('the calculator', () => {
  it('answers the first move at once, with all it needs there already and no React', async () => {
    const { page, ownRequests, hold } = await visit(await brandSite('aurora'), route)
    await calculator(page).scrollIntoViewIfNeeded()
    await settled(page)
    const release = hold(/\.js$/)
    const asked = ownRequests().length
    const found = await control(page, 'principal').evaluate((input: HTMLInputElement) => {
      input.value = '500'
      input.dispatchEvent(new Event('input', { bubbles: true }))
      return document.querySelector('.calculator output[name=total]')?.textContent
    })
    expect(found).toBe('$575')
    expect(await results(page)).toEqual(['$75', '$575', '391%'])
    expect(ownRequests().length).toBe(asked)
    release()
    const [script] = ownRequests().filter(url => url.includes('cost-calculator'))
    const bytes = Buffer.from(await (await fetch(script!)).arrayBuffer())
    expect(brotliCompressSync(bytes).length).toBeLessThan(1200)
  })

  it('moves before it is awake count, on a slow connection too', async () => {
    const { page, hold, goTo } = await visit(await brandSite('meadow'), undefined)
    const release = hold(/cost-calculator.*\.js$/)
    await goTo(route)
    await move(page, 'principal', 200)
    await move(page, 'days', 20)
    await move(page, 'feePer100', 30)
    expect(await figure(page, 'fee')).toBe('$45')
    release()
    await expect.poll(() => results(page)).toEqual(expected(200, 20, 30))
    expect(await control(page, 'principal').inputValue()).toBe('200')
  })

  it('after leaving and coming back, controls and figures fit each other', async () => {
    const { page, goTo } = await visit(await brandSite('aurora'), route)
    await move(page, 'principal', 1000)
    await expect.poll(() => figure(page, 'total')).toBe('$1,150')
    await goTo('/faq/')
    await page.goBack()
    const fits = async () =>
      (await results(page)).join() ===
      expected(Number(await control(page, 'principal').inputValue()), 14, 15).join()
    await calculator(page).scrollIntoViewIfNeeded()
    await expect.poll(fits).toBe(true)
    // Like a browser that resets controls when a visitor goes back, without firing an event.
    await control(page, 'principal').evaluate((input: HTMLInputElement) => {
      input.value = '700'
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    })
    expect(await fits()).toBe(true)
  })

  it('keyboard: arrows, Home and End', async () => {
    const { page } = await visit(await brandSite('aurora'), route)
    await control(page, 'days').focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => results(page)).toEqual(expected(300, 15, 15))
    await page.keyboard.press('Home')
    await expect.poll(() => results(page)).toEqual(expected(300, 7, 15))
    await page.keyboard.press('End')
    await expect.poll(() => results(page)).toEqual(expected(300, 31, 15))
  })

  it('touch: a tap on a control', async () => {
    const { page } = await visit(await brandSite('aurora'), route, { touch: true, width: 375, height: 700 })
    const slider = control(page, 'principal')
    await slider.scrollIntoViewIfNeeded()
    const box = (await slider.boundingBox())!
    expect(box.height).toBeGreaterThanOrEqual(24)
    await page.touchscreen.tap(box.x + box.width - 4, box.y + box.height / 2)
    await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(900)
    const principal = Number(await slider.inputValue())
    await expect.poll(() => results(page)).toEqual(expected(principal, 14, 15))
  })

  it('the limits: $100 to $1,000, 7 to 31 days, $10 to $30', async () => {
    const { page } = await visit(await brandSite('aurora'), route)
    const limits = await calculator(page)
      .locator('input')
      .evaluateAll(inputs =>
        inputs.map(input => [
          input.getAttribute('name'),
          input.getAttribute('min'),
          input.getAttribute('max'),
        ]),
      )
    expect(limits).toEqual([
      ['principal', '100', '1000'],
      ['days', '7', '31'],
      ['feePer100', '10', '30'],
    ])
    for (const [principal, days, fee] of [
      [100, 31, 10],
      [1000, 7, 30],
    ] as const) {
      await move(page, 'principal', principal)
      await move(page, 'days', days)
      await move(page, 'feePer100', fee)
      await expect.poll(() => results(page)).toEqual(expected(principal, days, fee))
    }
  })

  it('each control has a name and announces its value; the result is announced once it rests', async () => {
    const { page } = await visit(await brandSite('aurora'), route)
    for (const label of ['You borrow', 'You repay after', 'Fee for each $100']) {
      expect(await calculator(page).getByLabel(label).count(), label).toBe(1)
    }
    await move(page, 'principal', 400)
    await expect.poll(() => control(page, 'principal').getAttribute('aria-valuetext')).toBe('$400')
    await expect.poll(() => calculator(page).locator('p[role=status]').textContent()).toContain('$460')
  })

  it('random positions against an independent formula', async () => {
    const { page } = await visit(await brandSite('aurora'), route)
    await move(page, 'principal', 310)
    await expect.poll(() => figure(page, 'total')).toBe('$356.50')
    const choice = fc.tuple(
      fc.integer({ min: 10, max: 100 }).map(tens => tens * 10),
      fc.integer({ min: 7, max: 31 }),
      fc.integer({ min: 10, max: 30 }),
    )
    for (const [principal, days, fee] of fc.sample(choice, { numRuns: rounds(50) })) {
      const found = await page.evaluate(
        async values => {
          for (const [name, value] of Object.entries(values)) {
            const input = document.querySelector<HTMLInputElement>(`.calculator input[name=${name}]`)!
            Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(
              input,
              String(value),
            )
            input.dispatchEvent(new Event('input', { bubbles: true }))
          }
          return ['fee', 'total', 'apr'].map(
            name => document.querySelector(`.calculator output[name=${name}]`)!.textContent,
          )
        },
        { principal, days, feePer100: fee },
      )
      expect(found, `${principal} for ${days} days at ${fee}`).toEqual(expected(principal, days, fee))
    }
  })

  it('a script that does not come leaves the example', async () => {
    const { page, consoleErrors } = await visit(await brandSite('aurora'), route, {
      failing: /cost-calculator/,
    })
    await calculator(page).scrollIntoViewIfNeeded()
    await expect.poll(() => consoleErrors.length).toBe(1)
    expect(await results(page)).toEqual(['$45', '$345', '391%'])
  })
})
