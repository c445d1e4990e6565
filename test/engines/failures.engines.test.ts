// A provider that is down, in the engines that the tests with Chromium do not cover. For each kind of failure and each way of
// embedding the form, visitors see the phone number and a button that tries again, which works once the provider is back.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Behaviour,
  type FailingProvider,
  type Resource,
  startFailingProvider,
} from '../../scripts/failing-provider.ts'
import { variantFolder } from '../support/browser.ts'
import { type StaticServer, serveFolder } from '../support/server.ts'
import { type Driver, engines } from './driver.ts'

/** Each way of embedding the form: lines of `brand.yaml`, and what the page requests from the provider. */
const ways = {
  script: ['', 'script'],
  frame: ['provider: {mode: iframe, embedPath: /forms/embed.html}\n', 'frame'],
  'silent frame': ['provider: {mode: iframe, embedPath: /forms/embed.html, silent: true}\n', 'frame'],
} as const satisfies Record<string, readonly [yaml: string, resource: Resource]>
type Way = keyof typeof ways

/** Kinds of failure: an error, a missing resource, another page, no response, a closed connection. */
const failures = ['500', '404', 'wrong-type', 'hang', 'reset'] as const satisfies readonly Behaviour[]

/** Shortens the 10 seconds that a form may take. test/browser/form.whole.test.ts tests the real limit. */
const prelude =
  '<script>var wait=setTimeout;setTimeout=(task,ms,...rest)=>wait(task,ms===1e4?500:ms,...rest)</script>'

let provider: FailingProvider
const servers = new Map<Way, StaticServer>()
beforeAll(async () => {
  provider = await startFailingProvider()
  for (const [way, [yaml]] of Object.entries(ways)) {
    const transform = (path: string, body: Buffer) =>
      path.endsWith('.html')
        ? body
            .toString()
            .replaceAll('https://forms.lendpath.example', provider.origin)
            .replace(/(?=<meta http-equiv="Content-Security-Policy")/i, () => prelude)
        : body
    const folder = await variantFolder('aurora', { yaml })
    servers.set(way as Way, await serveFolder(folder, { withoutHeaders: true, transform }))
  }
})
afterAll(async () => {
  await Promise.all([provider?.close(), ...[...servers.values()].map(server => server.close())])
})

const state = () => document.querySelector<HTMLElement>('.form-slot')?.dataset.state
/** Whether visitors see the phone number and a button that tries again. */
const shown = () => {
  const isShown = (selector: string) =>
    [...document.querySelectorAll(selector)].some(element => element.checkVisibility())
  return { phone: isShown('.form-slot a[href^="tel:"]'), again: isShown('.form-slot button[type="button"]') }
}
/** Presses "Try again" at its place. */
const tryAgain = () =>
  [...document.querySelectorAll<HTMLElement>('.form-slot button[type="button"]')]
    .find(button => button.checkVisibility())
    ?.click()
const widgetHeight = () =>
  document.querySelector('.form-host :is(form, iframe)')?.getBoundingClientRect().height ?? 0

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

  describe.each(Object.keys(ways) as Way[])('a %s', way => {
    it.each(failures)('%s: phone and "Try again", which works once the provider is back', async failure => {
      const [, resource] = ways[way]
      provider.set(resource, failure)
      await page.open('about:blank')
      // A page does not finish loading while the provider hangs.
      await page.run(url => void location.assign(url), `${servers.get(way)?.origin}/#form`)
      await expect.poll(() => page.run(shown)).toEqual({ phone: true, again: true })
      // If a frame is silent, nobody knows whether it shows an error.
      if (way !== 'silent frame') await expect.poll(() => page.run(state)).toBe('failed')
      const asked = provider.requests.length
      provider.set(resource, 'ok')
      await page.run(tryAgain)
      await expect.poll(() => provider.requests.length).toBeGreaterThan(asked)
      await expect.poll(() => page.run(state)).toBe('ready')
      await expect.poll(() => page.run(widgetHeight)).toBeGreaterThan(200)
    })
  })
})
