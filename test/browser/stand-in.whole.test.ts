// The stand-in for the provider's form, embedded in both ways, used by a visitor from the first field to the thank-you.

import type { FrameLocator, Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { problems } from '../support/axe.ts'
import { factsOf } from '../support/brands.ts'
import { type Site, type Visit, variantSite, visit } from '../support/browser.ts'
import { fillIn } from '../support/stand-in.ts'

const query = '/?gclid=G-1&utm_campaign=a%20b#form'
const passed = { gclid: 'G-1', utm_campaign: 'a b' }
const ways = [
  // With the strictest policy.
  ['a script', '  inlineStyles: false\n'],
  ['a frame', '  mode: iframe\n  embedPath: /forms/embed.html\n'],
] as const

describe.each(ways)('the stand-in form as %s', (way, yaml) => {
  let site: Site
  beforeAll(async () => {
    site = await variantSite('aurora', {
      yaml: `provider:\n${yaml}  pass: [gclid, "utm_*"]\n  events: {step: step, submitted: lead, failed: failure}\nanalytics: {gtm: GTM-ABC1234}\n`,
    })
  })

  async function open(
    options: Parameters<typeof visit>[2] = {},
  ): Promise<Visit & { form: Locator | FrameLocator }> {
    const visited = await visit(site, query, { thirdParties: /\.googletagmanager\.com$/, ...options })
    const slot = visited.page.locator('#form [data-form-slot]')
    await expect.poll(() => slot.getAttribute('data-state')).toBe('ready')
    // The island that reports the form's events has a script of its own, which may arrive after the form.
    await expect.poll(() => visited.page.locator('#form [data-on]').count()).toBe(0)
    return { ...visited, form: way === 'a frame' ? visited.page.frameLocator('#form iframe') : slot }
  }
  const events = (page: Page) =>
    page.evaluate(() =>
      ((globalThis as { dataLayer?: { event?: string }[] }).dataLayer ?? []).filter(({ event }) =>
        /step|lead|failure/.test(event ?? ''),
      ),
    )
  const inside = async ({ page }: Visit) => (way === 'a frame' ? page.frames()[1] : page.mainFrame())
  const focused = async (visited: Visit) =>
    (await inside(visited))?.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name)

  it('is filled in and sent with the keyboard alone; no input leaves the page', async () => {
    const visited = await open()
    const { page, form, provider } = visited
    const { keyboard } = page
    await form.getByLabel('Amount').focus()
    await keyboard.press('Tab')
    // A mistake is reported next to its field, which gets the focus.
    await keyboard.type('12')
    await keyboard.press('Enter')
    expect(await focused(visited)).toBe('zip')
    const zip = form.getByLabel('ZIP code')
    expect(await zip.getAttribute('aria-invalid')).toBe('true')
    const error = form.locator(`#${await zip.getAttribute('aria-describedby')}`)
    expect(await error.textContent()).toBe('Enter a five-digit ZIP code.')
    await keyboard.type('345')
    expect(await zip.getAttribute('aria-invalid')).toBe(null)
    await keyboard.press('Enter')
    expect(await focused(visited)).toBe('first')
    for (const text of ['Jane', 'Roe', 'jane@example.com']) {
      await keyboard.type(text)
      await keyboard.press('Tab')
    }
    await keyboard.type('(212) 555-0199')
    // Back to the first step, whose values are still there, and forward again.
    await keyboard.press('Tab')
    await keyboard.press('Enter')
    expect(await focused(visited)).toBe('amount')
    expect(await form.getByLabel('ZIP code').inputValue()).toBe('12345')
    await form.getByLabel('ZIP code').press('Enter')
    expect(await form.getByLabel('Phone').inputValue()).toBe('(212) 555-0199')
    await form.getByLabel('Phone').press('Enter')
    expect(await focused(visited)).toBe('income')
    await keyboard.type('2500')
    await keyboard.press('Tab')
    await keyboard.press('Tab')
    await keyboard.press('Space')
    await keyboard.press('Enter')
    await form.getByText('Thank you.').waitFor()
    const [sent, ...rest] = provider.requests.filter(({ method }) => method === 'POST')
    expect(rest).toEqual([])
    const { pathname, searchParams } = new URL(sent?.path ?? '/', provider.origin)
    expect(pathname).toBe('/forms/submit')
    expect(Object.fromEntries(searchParams)).toEqual({ ...passed, formId: factsOf('aurora').formId })
    expect(JSON.stringify(provider.requests)).not.toMatch(/jane|roe|12345|0199|2500/i)
    await expect
      .poll(() => events(page))
      .toEqual([
        { event: 'step', form_step: 2 },
        { event: 'step', form_step: 2 },
        { event: 'step', form_step: 3 },
        { event: 'lead' },
      ])
  })

  it('shows the passed parameters, or that there are none', async () => {
    const { form } = await open()
    expect(await form.locator('dl').innerText()).toMatch(/gclid\s+G-1\s+utm_campaign\s+a b/)
    const nothing = await open({ gpc: true })
    expect(await nothing.form.getByText('Nothing was passed to it.').isVisible()).toBe(true)
    expect(await nothing.form.locator('dl').count()).toBe(0)
  })

  it('reports that a request could not be sent, and can send it again', async () => {
    const { page, form, provider } = await open({ provider: { submit: '500' } })
    await fillIn(form)
    await form.getByRole('button', { name: 'Send' }).click()
    await form.getByText('The request could not be sent.').waitFor()
    await expect.poll(() => events(page)).toContainEqual({ event: 'failure' })
    provider.set('submit', 'ok')
    await form.getByRole('button', { name: 'Send' }).click()
    await form.getByText('Thank you.').waitFor()
  })

  // Both ways have the same form, so one of them shows it in dark colours.
  const dark = way === 'a frame'
  it(`passes axe in each state and is no wider than a phone, dark: ${dark}`, async () => {
    const visited = await open({ dark, width: 320 })
    const { page, form } = visited
    const look = async () => {
      const own = (await inside(visited))!
      expect(await problems(own)).toEqual([])
      for (const frame of [own, page.mainFrame()])
        expect(
          await frame.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        ).toBeLessThanOrEqual(0)
    }
    await form.getByRole('button', { name: 'Continue' }).click()
    await form.getByText('Enter a five-digit ZIP code.').waitFor()
    await look()
    await fillIn(form)
    await look()
    await form.getByRole('button', { name: 'Send' }).click()
    await form.getByText('Thank you.').waitFor()
    await look()
    expect(await problems(page)).toEqual([])
  })
})
