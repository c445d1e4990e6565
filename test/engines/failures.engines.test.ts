// A provider that is down, in the engines that Chromium's tests do not reach: in whatever way it is down and the form is embedded,
// visitors get the phone and a button that tries again, and it works once the provider is back.

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

/** Each way of embedding: lines of `brand.yaml`, and what the page asks the provider for. */
const ways = {
  script: ['', 'script'],
  frame: ['provider: {mode: iframe, embedPath: /forms/embed.html}\n', 'frame'],
  'silent frame': ['provider: {mode: iframe, embedPath: /forms/embed.html, silent: true}\n', 'frame'],
} as const satisfies Record<string, readonly [yaml: string, resource: Resource]>
type Way = keyof typeof ways

/** How the provider can be down: an error, nothing there, a page of something else, no answer, a closed connection. */
const failures = ['500', '404', 'wrong-type', 'hang', 'reset'] as const satisfies readonly Behaviour[]

/** Shortens the 10 seconds that a form may take. That they are no more is in test/browser/form.whole.test.ts. */
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
/** Whether visitors see the phone and a button that tries again. */
const shown = () => {
  const isShown = (selector: string) =>
    [...document.querySelectorAll(selector)].some(element => element.checkVisibility())
  return { phone: isShown('.form-slot a[href^="tel:"]'), again: isShown('.form-slot button[type="button"]') }
}
/** Presses "Try again" where it is. */
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
      // A page has not loaded as long as the provider hangs.
      await page.run(url => void location.assign(url), `${servers.get(way)?.origin}/#form`)
      await expect.poll(() => page.run(shown)).toEqual({ phone: true, again: true })
      // Of a silent frame nobody knows whether it shows an error.
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
