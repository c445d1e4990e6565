// The source of a click reaches the provider's form from any page of the site, but not for visitors who opted out.

import { brotliCompressSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { factsOf } from '../support/brands.ts'
import {
  brandSite,
  type Site,
  scrollThrough,
  settled,
  type Visit,
  variantSite,
  visit,
} from '../support/browser.ts'

const state = (page: Page) => page.locator('#form [data-form-slot]').getAttribute('data-state')
const kept = (page: Page) => page.evaluate(() => sessionStorage.getItem('imprint:pass'))
const pass = '  pass: [gclid, gbraid, msclkid, {fbclid: click_id}, "utm_*", subid]\n'
const frame = '  mode: iframe\n  embedPath: /forms/embed.html\n'
const ways: readonly (readonly [way: string, yaml: string, route: string])[] = [
  ['a script', `provider:\n${pass}`, '/#form'],
  ['a frame', `provider:\n${frame}${pass}`, '/#form'],
  ['a block', `provider:\n${frame}${pass}`, '/apply/'],
]
const click = '?gclid=G-1&fbclid=F-2&utm_source=spring&utm_campaign=a%20b&subid=7&x=no&utm_email=no'
const five = { gclid: 'G-1', click_id: 'F-2', utm_source: 'spring', utm_campaign: 'a b', subid: '7' }
const first = `/articles/${factsOf('aurora').slugs[0]}/`

/** The parameters that the provider received with the form on the page. */
async function passed({ page }: Pick<Visit, 'page'>): Promise<unknown> {
  await expect.poll(() => state(page)).toBe('ready')
  const widget = page.locator('#form :is(iframe, script[src])')
  const data = await widget.getAttribute('data-pass')
  if (data !== null) return JSON.parse(data)
  const { searchParams } = new URL((await widget.getAttribute('src')) as string)
  if ((await widget.evaluate(({ tagName }) => tagName)) === 'IFRAME')
    expect(searchParams.get('formId')).toBe(factsOf('aurora').formId)
  searchParams.delete('formId')
  return Object.fromEntries(searchParams)
}

/** How far elements have moved so far without an action of the visitor. */
const shifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>(done => {
        let sum = 0
        new PerformanceObserver(list => {
          for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(sum))))
      }),
  )

describe.each(ways)('the form as %s', (_, yaml, route) => {
  let site: Site
  beforeAll(async () => {
    const text = '---\ntitle: Apply\ndescription: The form on a page of its own.\n---\n\n::form\n'
    site = await variantSite('aurora', { yaml, files: { 'content/pages/apply.md': text } })
  })

  it('gets the parameters of the visit’s first page, after another one and a reload', async () => {
    const { page, goTo } = await visit(site, `${first}${click}`)
    // While the page loads, because visitors do not wait until the browser is idle.
    expect(await kept(page)).not.toBeNull()
    await goTo('/faq/?gclid=later&msclkid=later')
    await goTo(route)
    expect(await passed({ page })).toEqual(five)
    await page.reload()
    expect(await passed({ page })).toEqual(five)
  })

  it('comes without anything moving', async () => {
    const { page, goTo } = await visit(site, `${first}${click}`, { width: 375, height: 800 })
    expect(await shifts(page)).toBe(0)
    await goTo(route)
    await passed({ page })
    await settled(page)
    expect(await shifts(page)).toBe(0)
  })

  it('gets nothing from a visitor whose browser sends the privacy signal, and nothing is stored', async () => {
    const { page, goTo } = await visit(site, `${first}${click}`, { gpc: true })
    await goTo(`${route.replace('#', `${click}#`)}`)
    expect(await passed({ page })).toEqual({})
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  })

  it('gets nothing after an opt-out, which deletes the stored parameters; before, it is undone', async () => {
    const { page, context, goTo } = await visit(site, `${first}${click}`)
    const other = await context.newPage()
    await other.goto(`${site.origin}${site.basePath}/${click}`)
    expect(await kept(other)).not.toBeNull()
    await goTo('/ccpa.html')
    const button = page.locator('.privacy button')
    await expect.poll(() => button.isEnabled()).toBe(true)
    expect(await kept(page)).not.toBeNull()
    await button.click()
    expect(await kept(page)).toBeNull()
    await expect.poll(() => kept(other)).toBeNull()
    expect(await other.locator('[data-pass]').count()).toBe(0)
    await goTo(`${route.replace('#', `${click}#`)}`)
    expect(await passed({ page })).toEqual({})
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  })

  it('hostile values run nowhere and break no address', async () => {
    const values = [
      '"><script>globalThis.injected=1</script>',
      "'};globalThis.injected=1;//",
      'a\r\nSet-Cookie: x=1\u0000\u2028</script>',
      `"&formId=other&${'x'.repeat(10_000)}`,
      'javascript:globalThis.injected=1',
      'é😀$&$1#?/\\',
    ]
    const names = ['gclid', 'fbclid', 'utm_source', 'utm_campaign', 'subid', 'gbraid']
    const pairs = names.map((name, index) => `${name}=${encodeURIComponent(values[index] as string)}`)
    const search = `?${pairs.join('&')}&gclid=again&utm_term=%ED%A0%80%FF&__proto__=1&utm_%3Cb%3E=1`
    const { page, provider, goTo } = await visit(site, `${first}${search}`)
    await goTo(route)
    const printable = (text: string) => text.slice(0, 200).replace(/[\r\n\u0000\u2028]/g, '')
    expect(await passed({ page })).toEqual({
      ...Object.fromEntries(
        names.map((name, index) => [
          name === 'fbclid' ? 'click_id' : name,
          printable(values[index] as string),
        ]),
      ),
      utm_term: '����',
    })
    expect(await page.evaluate(() => 'injected' in globalThis)).toBe(false)
    const asked = provider.requests.filter(({ path }) => path.startsWith('/forms/embed'))
    expect(asked).toHaveLength(1)
    expect(asked[0]?.path.length).toBeLessThan(6000)
  })
})

it('costs 400 bytes at most', async () => {
  const scriptsOf = async ({ origin, basePath }: Site) => {
    const html = await (await fetch(`${origin}${basePath}/`)).text()
    const texts = [...html.matchAll(/<script type="module">([\s\S]*?)<\/script>/g)].map(match => match[1])
    return brotliCompressSync(texts.join('')).length
  }
  const names = '[gclid, gbraid, wbraid, msclkid, fbclid, "utm_*", subid]'
  const without = await scriptsOf(await brandSite('aurora'))
  for (const way of ['', frame]) {
    const site = await variantSite('aurora', { yaml: `provider:\n${way}  pass: ${names}\n` })
    expect((await scriptsOf(site)) - without, way).toBeLessThanOrEqual(400)
  }
})

it('a form that sleeps while the visitor opts out and goes back gets nothing', async () => {
  const site = await variantSite('aurora', { yaml: `provider:\n${pass}` })
  const { page, goTo } = await visit(site, `/${click}`, { width: 375, height: 700 })
  expect(await page.locator('[data-pass]').count()).toBe(1)
  await goTo('/ccpa.html')
  const button = page.locator('.privacy button')
  await expect.poll(() => button.isEnabled()).toBe(true)
  await button.click()
  await page.goBack()
  await expect.poll(() => page.locator('[data-pass]').count()).toBe(0)
  await scrollThrough(page)
  expect(await passed({ page })).toEqual({})
})

it('a browser that keeps nothing passes nothing, and its form comes', async () => {
  const site = await variantSite('aurora', { yaml: `provider:\n${pass}` })
  const { page } = await visit(site, `/${click}#form`, {
    prepare: context =>
      context.addInitScript(() => {
        for (const name of ['localStorage', 'sessionStorage'])
          Object.defineProperty(globalThis, name, {
            get: () => {
              throw new DOMException('Denied.', 'SecurityError')
            },
          })
      }),
  })
  expect(await passed({ page })).toEqual({})
})

it('a brand passes and stores nothing by default', async () => {
  const { page } = await visit(await brandSite('aurora'), `/${click}#form`)
  expect(await passed({ page })).toEqual({})
  await settled(page)
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
})

/** The form's events that the tag manager received. */
const events = (page: Page) =>
  page.evaluate(() =>
    ((globalThis as { dataLayer?: { event?: string }[] }).dataLayer ?? []).filter(({ event }) =>
      /form|lead/.test(event ?? ''),
    ),
  )

describe('events of the form', () => {
  const heard =
    '  events: {loaded: form_ready, step: form_step, submitted: generate_lead, failed: form_failed}\nanalytics: {gtm: GTM-ABC1234}\n'
  const tags = { thirdParties: /\.googletagmanager\.com$/ }
  const reports = [
    { event: 'loaded' },
    { event: 'step', step: 2 },
    { event: 'step', step: 'income', value: 'jane@example.com' },
    { event: 'step', step: 'jane@example.com' },
    { event: 'step', step: '123-45-6789' },
    { event: 'step', step: { email: 'jane@example.com' } },
    { event: 'step' },
    { event: 'submitted', email: 'jane@example.com' },
    { event: 'submitted' },
    { event: 'failed', reason: 'jane@example.com' },
    { event: 'constructor' },
    { event: { toString: 'step' } },
    {},
  ]
  const pushed = [
    { event: 'form_ready' },
    { event: 'form_seen' },
    { event: 'form_step', form_step: 2 },
    { event: 'form_step', form_step: 'income' },
    ...Array(4).fill({ event: 'form_step' }),
    { event: 'generate_lead' },
    { event: 'form_failed' },
  ]
  const bySeen = (list: readonly { event?: string }[]) =>
    [...list].sort((a, b) => Number(b.event === 'form_seen') - Number(a.event === 'form_seen'))
  let script: Site
  let framed: Site
  beforeAll(async () => {
    script = await variantSite('aurora', { yaml: `provider:\n${heard}` })
    framed = await variantSite('aurora', { yaml: `provider:\n${frame}${heard}` })
  })
  /** The provider's script reports all of them, as well as nonsense. */
  const sayInPage = (page: Page) =>
    page.evaluate(all => {
      for (const detail of [null, ...all]) document.dispatchEvent(new CustomEvent('imprint:form', { detail }))
    }, reports)
  const sayInFrame = async (page: Page) => {
    const [, inside] = page.frames()
    await inside?.evaluate(all => {
      for (const data of [null, 'loaded', ...all.map(report => ({ type: 'imprint:form', ...report }))])
        parent.postMessage(data, '*')
    }, reports)
  }

  it('of a script becomes events, once after the visitor saw it, without anything that was entered', async () => {
    const { page } = await visit(script, '/#form', tags)
    await expect.poll(() => state(page)).toBe('ready')
    await expect.poll(() => events(page)).toHaveLength(2)
    await sayInPage(page)
    expect(bySeen(await events(page))).toEqual(bySeen(pushed))
    expect(JSON.stringify(await events(page))).not.toMatch(/jane|6789/)
  })

  it('of a frame becomes events, of this frame and this provider alone', async () => {
    const { page } = await visit(framed, '/#form', tags)
    await expect.poll(() => state(page)).toBe('ready')
    await expect.poll(() => events(page)).toHaveLength(2)
    await page.evaluate(() => {
      const data = { type: 'imprint:form', event: 'submitted' }
      const source = document.querySelector('iframe')?.contentWindow ?? null
      const forged = [
        { data, origin: 'https://forms.lendpath.example' },
        { data, origin: 'https://forms.lendpath.example', source: window },
        { data, origin: 'https://other.example', source },
        { data: { event: 'submitted' }, origin: 'https://forms.lendpath.example', source },
      ]
      for (const message of forged) dispatchEvent(new MessageEvent('message', message))
      document.dispatchEvent(new CustomEvent('imprint:form', { detail: data }))
    })
    expect(await events(page)).toHaveLength(2)
    await sayInFrame(page)
    await expect.poll(async () => bySeen(await events(page))).toEqual(bySeen(pushed))
  })

  it('reports a form that does not load, but none that is far away', async () => {
    const { page } = await visit(script, '/', {
      ...tags,
      width: 375,
      height: 700,
      provider: { script: '404' },
    })
    await settled(page)
    expect(await events(page)).toEqual([])
    await page.locator('.hero a[href$="#form"]').focus()
    await expect.poll(() => events(page)).toEqual([{ event: 'form_failed' }])
    await page.locator('[data-form-slot]').scrollIntoViewIfNeeded()
    await expect.poll(() => events(page)).toEqual([{ event: 'form_failed' }, { event: 'form_seen' }])
  })

  it('are not reported for visitors who opted out', async () => {
    const signal = await visit(script, '/#form', { ...tags, gpc: true })
    await expect.poll(() => state(signal.page)).toBe('ready')
    await sayInPage(signal.page)
    expect(await events(signal.page)).toEqual([])
    const { page, goTo } = await visit(framed, '/', tags)
    await page.evaluate(() => localStorage.setItem('imprint:opt-out', '1'))
    await goTo('/?again#form')
    await expect.poll(() => state(page)).toBe('ready')
    await sayInFrame(page)
    await settled(page)
    expect(await events(page)).toEqual([])
  })
})

describe('certificates of consent', () => {
  const campaign = '1b2c3d4e-0000-4000-8000-1a2b3c4d5e6f'
  const thirdParties = /^(api\.trustedform|create\.lidstatic)\.com$/
  const asked = (requests: readonly string[]) =>
    requests
      .filter(url => thirdParties.test(new URL(url).host))
      .map(url => url.replace(/&l=\d{13,}$/, '&l=*'))
  const [trustedForm, jornaya] = [
    'https://api.trustedform.com/trustedform.js?field=xxTrustedFormCertUrl&use_tagged_consent=true&l=*',
    `https://create.lidstatic.com/campaign/${campaign}.js?snippet_version=2`,
  ]
  let site: Site
  beforeAll(async () => {
    site = await variantSite('aurora', {
      yaml: `provider: {certificates: [trustedform, {jornaya: ${campaign}}]}\n`,
    })
  })

  it('start once the form is there, once, with a field of the form for each', async () => {
    const { page, hold, requests, goTo } = await visit(site, undefined, { thirdParties })
    const release = hold(/\/forms\/embed\.js$/)
    await goTo('/#form')
    await expect.poll(() => state(page)).toBe('loading')
    await page.evaluate(() => new Promise(shown => requestAnimationFrame(() => requestAnimationFrame(shown))))
    expect(asked(requests)).toEqual([])
    release()
    await expect.poll(() => asked(requests)).toEqual([trustedForm, jornaya])
    expect(await page.locator('#form form input[type=hidden]#leadid_token').getAttribute('name')).toBe(
      'universal_leadid',
    )
    expect(await page.locator('#LeadiDscript_campaign').count()).toBe(1)
    await page.getByRole('button', { name: 'Continue' }).click()
    await settled(page)
    expect(asked(requests)).toHaveLength(2)
  })

  it('are evidence, not advertising: the privacy signal does not take them away', async () => {
    const { requests } = await visit(site, '/#form', { thirdParties, gpc: true })
    await expect.poll(() => asked(requests)).toEqual([trustedForm, jornaya])
  })

  it('do not start without a form, nor on other pages', async () => {
    const { page, requests, goTo } = await visit(site, '/#form', { provider: { script: '404' } })
    await expect.poll(() => state(page)).toBe('failed')
    await settled(page)
    await goTo('/faq/')
    await settled(page)
    expect(asked(requests)).toEqual([])
  })

  it('of a campaign of the provider are left to its script', async () => {
    const own = await variantSite('aurora', { yaml: 'provider: {certificates: [jornaya]}\n' })
    const { page, requests } = await visit(own, '/#form', { thirdParties })
    await expect.poll(() => state(page)).toBe('ready')
    await settled(page)
    expect(asked(requests)).toEqual([])
    // As the provider's script would.
    await page.evaluate(src => {
      document.head.append(Object.assign(document.createElement('script'), { src }))
    }, jornaya as string)
    await expect.poll(() => asked(requests)).toEqual([jornaya])
  })
})

describe('numbers by source', () => {
  const own = '(800) 555-0142'
  const google = '(303) 555-0111'
  const partner = '(303) 555-0122'
  const yaml = 'phones: {google: "+13035550111", partner: "+13035550122"}\n'
  /** The phone numbers in the addresses and text of all call links, and in the text of the page. */
  const numbers = (page: Page) =>
    page.evaluate(() => {
      const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href^="tel:"]')]
      return {
        links: [
          ...new Set(
            links.map(({ href, textContent }) => `${href} ${/\(.*\d/.exec(textContent ?? '')?.[0]}`),
          ),
        ],
        texts: [
          ...new Set(
            [...document.querySelectorAll('body :not(script)')].flatMap(({ childNodes }) =>
              [...childNodes].flatMap(node =>
                node.nodeType === 3 ? (node.textContent?.match(/\(\d{3}\) 555-\d{4}/g) ?? []) : [],
              ),
            ),
          ),
        ],
      }
    })
  const all = (link: string, text: string) => ({
    links: [`tel:${link} ${text}`],
    texts: [text],
  })
  const asOwn = all('+18005550142', own)
  const asGoogle = all('+13035550111', google)
  const asPartner = all('+13035550122', partner)
  let site: Site
  beforeAll(async () => {
    const text = `---\ntitle: Call\ndescription: How to call us.\n---\n\n${'Call {phone} or [{phone}](tel:{phoneLink}). '.repeat(12)}\n`
    site = await variantSite('aurora', {
      yaml: `${yaml}provider:\n  pass: [subid, {gclid: click_id}]\n`,
      files: { 'content/pages/call.md': text },
    })
  })

  it('the brand’s own is in the HTML, and is shown to everyone else', async () => {
    const html = await (await fetch(`${site.origin}/call/`)).text()
    expect(html.replace(/<script[\s\S]*?<\/script>/g, '')).not.toContain('303')
    const { page, goTo } = await visit(site, '/call/?utm_source=other&fbclid=1')
    expect(await numbers(page)).toEqual(asOwn)
    await goTo('/call/?utm_source=__proto__')
    expect(await numbers(page)).toEqual(asOwn)
  })

  it.each([375, 1280])(
    'links and texts change together and stay changed, and nothing shifts, at %i px',
    async width => {
      const { page, goTo } = await visit(site, '/call/?utm_source=Google', { width })
      await settled(page)
      expect(await numbers(page)).toEqual(asGoogle)
      expect(await shifts(page)).toBe(0)
      for (const route of ['/', '/faq/?utm_source=partner', '/call/']) {
        await goTo(route)
        await settled(page)
        expect(await numbers(page), route).toEqual(asGoogle)
        expect(await shifts(page), route).toBe(0)
      }
    },
  )

  it('a source named in the link takes precedence over the network of the click', async () => {
    const { page } = await visit(site, '/call/?gclid=1&utm_source=partner')
    expect(await numbers(page)).toEqual(asPartner)
    expect(await numbers((await visit(site, '/call/?wbraid=1')).page)).toEqual(asGoogle)
  })

  it('the form gets the passed parameters, and none that are stored only for the number', async () => {
    const { page } = await visit(site, '/?gclid=1&subid=2&utm_source=google&wbraid=3#form')
    expect(await passed({ page })).toEqual({ click_id: '1', subid: '2' })
    const other = await visit(site, '/?utm_source=google#form')
    expect(await numbers(other.page)).toEqual(asGoogle)
    expect(await passed(other)).toEqual({})
  })

  it('visitors who say no see the brand’s own, at once', async () => {
    const signal = await visit(site, '/call/?utm_source=google', { gpc: true })
    expect(await numbers(signal.page)).toEqual(asOwn)
    expect(await signal.page.evaluate(() => sessionStorage.length)).toBe(0)
    const { page, goTo } = await visit(site, '/call/?utm_source=google')
    await goTo('/ccpa.html')
    const button = page.locator('.privacy button')
    await expect.poll(() => button.isEnabled()).toBe(true)
    expect(await numbers(page)).toEqual(asGoogle)
    await button.click()
    expect(await numbers(page)).toEqual(asOwn)
  })
})
