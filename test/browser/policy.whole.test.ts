// The content security policy in a browser that enforces it, by meta tag and by header. Every other browser test also fails
// on a violation; these tests show that it does.

import { describe, expect, it } from 'vitest'
import { brandSite, scrollThrough, serveSite, settled, variantSite, visit } from '../support/browser.ts'

const metaPolicy = /<meta http-equiv="Content-Security-Policy"[^>]*>/

describe('policy', () => {
  it('by meta tag alone', async () => {
    const { folder, basePath, providerHost } = await brandSite('aurora')
    const site = await serveSite({ folder, basePath, providerHost }, { withoutHeaders: true })
    const { page } = await visit(site, '/')
    await settled(page)
    await scrollThrough(page)
    await expect.poll(() => page.locator('[data-form-slot]').getAttribute('data-state')).toBe('ready')
  })

  it('by header alone', async () => {
    const { folder, basePath, providerHost } = await brandSite('aurora')
    const site = await serveSite(
      { folder, basePath, providerHost },
      {
        transform: (path, body) => (path.endsWith('.html') ? body.toString().replace(metaPolicy, '') : body),
      },
    )
    const { page } = await visit(site, '/')
    await settled(page)
    await scrollThrough(page)
    await expect.poll(() => page.locator('[data-form-slot]').getAttribute('data-state')).toBe('ready')
  })

  it.each(['script', 'style'])('without the hash of the inline %s there are violations', async kind => {
    const { folder, basePath, providerHost } = await brandSite('aurora')
    const site = await serveSite(
      { folder, basePath, providerHost },
      {
        withoutHeaders: true,
        transform: (path, body) =>
          path.endsWith('.html')
            ? body.toString().replace(metaPolicy, tag => {
                const without = tag.replace(
                  new RegExp(`(${kind}-src [^;]*?) 'sha256-[^']+'|(${kind}-src) 'sha256-[^']+'`),
                  '$1$2',
                )
                expect(without).not.toBe(tag)
                return without
              })
            : body,
      },
    )
    const { page, violations } = await visit(site, '/faq/', { violations: true })
    await settled(page)
    expect(violations.join('\n')).toContain(`${kind}-src`)
  })

  it('stops a script and a style that were put into the page', async () => {
    const { page, violations } = await visit(await brandSite('aurora'), '/faq/', { violations: true })
    await settled(page)
    expect(violations).toEqual([])
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'globalThis.injected = true'
      document.body.append(script)
      document.body.setAttribute('style', 'color: red')
    })
    await expect.poll(() => violations.length).toBeGreaterThanOrEqual(2)
    expect(await page.evaluate(() => 'injected' in globalThis)).toBe(false)
  })

  it('a brand with analytics and a framed form: 0 violations', async () => {
    const site = await variantSite('aurora', {
      yaml: 'analytics:\n  gtm: GTM-ABC1234\n  ga4: G-ABC123DEF4\nprovider:\n  mode: iframe\n  embedPath: /forms/embed.html\n  silent: true\n',
    })
    const { page, requests } = await visit(site, '/', { thirdParties: /\.googletagmanager\.com$/ })
    await settled(page)
    await scrollThrough(page)
    await expect.poll(() => page.locator('[data-form-slot]').getAttribute('data-state')).toBe('ready')
    await expect.poll(() => requests.some(url => url.includes('googletagmanager'))).toBe(true)
  })
})
