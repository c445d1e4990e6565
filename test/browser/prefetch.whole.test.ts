// The next page is fetched while the pointer is on its link, but none of its scripts run before the click.

import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { builtFolder } from '../support/brands.ts'
import { browser } from '../support/browser.ts'
import { serveFolder } from '../support/server.ts'

it.each([
  ['aurora', ''],
  ['meadow', '/loans'],
])('%s: a link that the pointer rests on', async (id, basePath) => {
  const asked: string[] = []
  const server = await serveFolder(join(builtFolder(), id), {
    basePath,
    transform(path, body) {
      asked.push(path)
      return body
    },
  })
  const page = await (await browser()).newPage()
  // There is no connection to the network.
  await page.route(/^https:/, route => route.abort())
  onTestFinished(async () => {
    await page.close()
    await server.close()
  })
  const violations: string[] = []
  page.on('console', message => {
    if (/Content Security Policy|Speculation/i.test(message.text())) violations.push(message.text())
  })
  await page.goto(`${server.origin}${basePath}/ccpa.html`)
  await expect.poll(() => asked.filter(path => path.endsWith('.speculationrules'))).toHaveLength(1)
  expect(asked).not.toContain('index.html')
  const link = page.locator('.footer a[href$="/#header"]').first()
  await link.hover()
  await expect.poll(() => asked.filter(path => path === 'index.html')).toHaveLength(1)
  await link.click()
  await page.waitForURL('**/#header')
  const delivery = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
      deliveryType: string
    })[]
    return entry?.deliveryType
  })
  expect(delivery).toBe('navigational-prefetch')
  expect(asked.filter(path => path === 'index.html')).toHaveLength(1)
  expect(violations).toEqual([])
})
