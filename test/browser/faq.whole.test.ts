// The accordion of questions. The browser handles everything, so each test runs with scripts and without.

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { brandSite, visit } from '../support/browser.ts'

const open = (page: Page) =>
  page
    .locator('details')
    .evaluateAll(items => items.flatMap((item, index) => (item.hasAttribute('open') ? [index + 1] : [])))

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('FAQ %s', (_, javaScript) => {
  it('none open, then one; another switches; the open one closes on a second click', async () => {
    const { page } = await visit(await brandSite('aurora'), '/faq/', { javaScript })
    const summaries = page.locator('summary')
    expect(await summaries.count()).toBe(14)
    expect(await open(page)).toEqual([])
    await summaries.nth(0).click()
    await expect.poll(() => open(page)).toEqual([1])
    await summaries.nth(2).click()
    await expect.poll(() => open(page)).toEqual([3])
    expect(await page.locator('#faq-3').isVisible()).toBe(true)
    expect(await page.locator('#faq-1').isVisible()).toBe(false)
    await summaries.nth(2).click()
    await expect.poll(() => open(page)).toEqual([])
  })

  it('Enter and Space open and close', async () => {
    const { page } = await visit(await brandSite('aurora'), '/', { javaScript })
    await page.locator('summary').nth(1).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => open(page)).toEqual([2])
    await page.keyboard.press('Enter')
    await expect.poll(() => open(page)).toEqual([])
    await page.keyboard.press('Space')
    await expect.poll(() => open(page)).toEqual([2])
    await page.keyboard.press('Tab')
    await page.locator('summary').nth(2).focus()
    await page.keyboard.press('Space')
    await expect.poll(() => open(page)).toEqual([3])
  })

  it('#faq-9 opens that answer and shows its question below the header', async () => {
    const { page } = await visit(await brandSite('meadow'), '/faq/#faq-9', {
      javaScript,
    })
    await expect.poll(() => open(page)).toEqual([9])
    const place = () =>
      page.evaluate(() => ({
        question: document.querySelectorAll('summary')[8]!.getBoundingClientRect(),
        header: document.querySelector('header')!.getBoundingClientRect().bottom,
        height: innerHeight,
      }))
    await expect.poll(async () => (await place()).question.top).toBeLessThan(800)
    const { question, header, height } = await place()
    expect(question.top).toBeGreaterThanOrEqual(Math.max(0, header) - 1)
    expect(question.bottom).toBeLessThan(height)
  })

  it('a link to another answer on the page opens that one, by its id', async () => {
    const { page } = await visit(await brandSite('aurora'), '/faq/#garnishment', { javaScript })
    await expect.poll(() => open(page)).toEqual([9])
    await page.locator('#faq-9 a[href$="#missed-repayment"]').click()
    await expect.poll(() => open(page)).toEqual([8])
  })

  it('find in page: a text fragment opens the answer that contains it', async () => {
    const { page } = await visit(await brandSite('aurora'), '/faq/#:~:text=Social%20Security%20and', {
      javaScript,
    })
    await expect.poll(() => open(page)).toEqual([9])
  })

  it('printed pages show every answer', async () => {
    const { page } = await visit(await brandSite('aurora'), '/faq/', { javaScript })
    await page.emulateMedia({ media: 'print' })
    const heights = () =>
      page
        .locator('details > div')
        .evaluateAll(answers => answers.map(answer => answer.getBoundingClientRect().height))
    await expect.poll(async () => (await heights()).filter(height => height > 20).length).toBe(14)
  })
})

describe.each([
  [375, 700],
  [1280, 800],
])('FAQ at %i px', (width, height) => {
  it('a question stays where it was clicked, although the answer above it closes', async () => {
    const { page } = await visit(await brandSite('aurora'), '/faq/', { width, height })
    const summary = (number: number) => page.locator('summary').nth(number - 1)
    const top = (number: number) => summary(number).evaluate(element => element.getBoundingClientRect().top)
    await summary(8).click()
    await expect.poll(() => open(page)).toEqual([8])
    await page.waitForFunction(() => !document.querySelector('.faq')?.hasAttribute('data-on'))
    await summary(9).scrollIntoViewIfNeeded()
    const before = await top(9)
    await summary(9).click()
    await expect.poll(() => open(page)).toEqual([9])
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
    expect(Math.abs((await top(9)) - before)).toBeLessThan(2)
  })
})

it('plus and minus are visible in forced colours', async () => {
  const { page } = await visit(await brandSite('aurora'), '/faq/')
  await page.emulateMedia({ forcedColors: 'active' })
  const summary = page.locator('summary').first()
  const sign = () =>
    summary.evaluate(element => {
      const { color, content } = getComputedStyle(element, '::after')
      return { character: content[1], isOfText: color === getComputedStyle(element).color }
    })
  expect(await sign()).toEqual({ character: '+', isOfText: true })
  await summary.click()
  expect(await sign()).toEqual({ character: '−', isOfText: true })
})

it('the cost card and the form keep their edges in forced colours', async () => {
  const { page } = await visit(await brandSite('aurora'), '/')
  await page.emulateMedia({ forcedColors: 'active' })
  const edges = await page
    .locator('.cost-slip, .form-card, .card')
    .evaluateAll(elements => elements.map(element => getComputedStyle(element).borderTop))
  expect(edges.filter(edge => !edge.startsWith('1px solid rgb('))).toEqual([])
  expect(edges.length).toBeGreaterThan(2)
})
