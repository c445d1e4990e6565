// A visit from an advertisement to the form, in the engines that the tests with Chromium do not cover: an article with
// parameters, another article, the form, a reload, and the request. The provider receives the first page's parameters, but
// none from visitors who opted out.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FailingProvider, startFailingProvider } from '../../scripts/failing-provider.ts'
import { factsOf } from '../support/brands.ts'
import { variantFolder } from '../support/browser.ts'
import { type StaticServer, serveFolder } from '../support/server.ts'
import { type Driver, engines } from './driver.ts'

const pass = 'pass: [gclid, {fbclid: click_id}, "utm_*", subid]'
const ways = {
  script: `provider: {${pass}}\n`,
  frame: `provider: {mode: iframe, embedPath: /forms/embed.html, ${pass}}\n`,
} as const
type Way = keyof typeof ways

const click = '?gclid=G-1&fbclid=F-2&utm_source=spring&utm_campaign=a%20b&subid=7&utm_email=no'
const five = { gclid: 'G-1', click_id: 'F-2', utm_source: 'spring', utm_campaign: 'a b', subid: '7' }
const [first, second] = factsOf('aurora').slugs.map(slug => `/articles/${slug}/`)

/** Runs before the policy applies: counts refusals, and sends the privacy signal if the site's address asks for it. */
const prelude = (signal: boolean) =>
  `<script>var refused=[];addEventListener('securitypolicyviolation',e=>refused.push(e.effectiveDirective+' '+e.blockedURI));${
    signal ? "Object.defineProperty(navigator,'globalPrivacyControl',{value:true})" : ''
  }</script>`

let provider: FailingProvider
const servers = new Map<string, StaticServer>()
beforeAll(async () => {
  provider = await startFailingProvider()
  for (const [way, yaml] of Object.entries(ways)) {
    const folder = await variantFolder('aurora', { yaml })
    for (const signal of [false, true]) {
      const transform = (path: string, body: Buffer) =>
        path.endsWith('.html')
          ? body
              .toString()
              .replaceAll('https://forms.lendpath.example', provider.origin)
              .replace(/(?=<meta http-equiv="Content-Security-Policy")/i, () => prelude(signal))
          : body
      servers.set(`${way} ${signal}`, await serveFolder(folder, { withoutHeaders: true, transform }))
    }
  }
})
afterAll(async () => {
  await Promise.all([provider?.close(), ...[...servers.values()].map(server => server.close())])
})

const state = () => document.querySelector<HTMLElement>('.form-slot')?.dataset.state
const choice = () => document.querySelector<HTMLElement>('.privacy')?.dataset.choice
const refused = () => (globalThis as unknown as { refused?: string[] }).refused
const stored = () => sessionStorage.length
const frameAddress = () => document.querySelector('iframe')?.src ?? ''
const thanks = () => document.querySelector('.stand-in-thanks') !== null

/** Fills in the form and sends it on the current page. */
const send = () => {
  const values = {
    zip: '12345',
    first: 'Jane',
    last: 'Roe',
    email: 'jane@example.com',
    phone: '2125550199',
    income: '2500',
  }
  for (const [name, value] of Object.entries(values))
    document.querySelector<HTMLInputElement>(`.stand-in [name=${name}]`)!.value = value
  document.querySelector<HTMLInputElement>('.stand-in [name=consent]')!.checked = true
  for (let step = 0; step < 3; step++)
    document.querySelector<HTMLButtonElement>('.stand-in [type=submit]')!.click()
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

  /** Makes the whole visit. Returns what the provider received with the request. */
  async function visit(origin: string, way: Way): Promise<Record<string, string>> {
    const asked = provider.requests.length
    const look = async (route: string) => {
      await page.open(`${origin}${route}`)
      expect(await page.run(refused), route).toEqual([])
    }
    await look(`${first}${click}`)
    await look(`${second}?gclid=later`)
    await look('/#form')
    await expect.poll(() => page.run(state)).toBe('ready')
    await page.reload()
    await expect.poll(() => page.run(state)).toBe('ready')
    expect(await page.run(refused)).toEqual([])
    // The page in the frame has another origin; opened as a page, it is the same as before.
    if (way === 'frame') await page.open(await page.run(frameAddress))
    await page.run(send)
    await expect.poll(() => page.run(thanks)).toBe(true)
    const sent = provider.requests.slice(asked).filter(({ method }) => method === 'POST')
    expect(sent).toHaveLength(1)
    const { searchParams } = new URL(sent[0]?.path ?? '', origin)
    const { formId, ...passed } = Object.fromEntries(searchParams)
    expect(formId).toBe(factsOf('aurora').formId)
    return passed
  }

  it.each(Object.keys(ways) as Way[])('as a %s, the form gets what the first page had', async way => {
    const { origin } = servers.get(`${way} false`)!
    await page.open(`${origin}/faq/`)
    await page.run(() => {
      sessionStorage.clear()
      localStorage.clear()
    })
    expect(await visit(origin, way)).toEqual(five)
  })

  it.each(Object.keys(ways) as Way[])('as a %s, it gets nothing with the privacy signal', async way => {
    const { origin } = servers.get(`${way} true`)!
    expect(await visit(origin, way)).toEqual({})
    await page.open(`${origin}/faq/`)
    expect(await page.run(stored)).toBe(0)
  })

  it.each(Object.keys(ways) as Way[])('as a %s, it gets nothing after an opt-out', async way => {
    const { origin } = servers.get(`${way} false`)!
    await page.open(`${origin}/ccpa.html${click}`)
    await expect.poll(() => page.run(choice)).toBe('in')
    await page.run(() =>
      document.querySelector('.privacy button')?.scrollIntoView({ block: 'center', behavior: 'instant' }),
    )
    await page.click('.privacy button')
    await expect.poll(() => page.run(choice)).toBe('out')
    expect(await visit(origin, way)).toEqual({})
    await page.open(`${origin}/faq/`)
    expect(await page.run(stored)).toBe(0)
  })
})
