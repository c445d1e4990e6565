// The pages of the repository's brands, opened and scrolled through once at each width: no layout shift, no sideways scroll,
// no policy violation, few requests and little JavaScript.

import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { brandIds, htmlPaths, readBuilt } from '../support/brands.ts'
import { brandSite, scrollThrough, settled, shiftsOf, visit, watchShifts } from '../support/browser.ts'

const compressed = (content: string | ArrayBuffer) => brotliCompressSync(content).length

/** All pages of one brand, and one page of each kind of the others, which have the same sheets and texts. */
function routesOf(id: (typeof brandIds)[number]): string[] {
  const paths = htmlPaths(id)
  const [, ...others] = paths.filter(path => /^articles\/[^/]+\/index\.html$/.test(path))
  return id === 'aurora' ? paths : paths.filter(path => !others.includes(path))
}

describe.each(brandIds)('every page of %s', id => {
  // One brand's wide screens are enough, because all brands have the same sheets.
  it.each(id === 'aurora' ? [320, 1280] : [320])(
    'stays in place and keeps to the budgets at %i px',
    async width => {
      const { page, goTo, ownRequests, otherRequests } = await visit(await brandSite(id), undefined, {
        width,
        height: 740,
        prepare: watchShifts,
      })
      for (const path of routesOf(id)) {
        const route = `/${path.replace(/index\.html$/, '')}`
        const html = readBuilt(id, path)
        expect(compressed(html), `HTML of ${route}`).toBeLessThanOrEqual(12_000)
        const [, loader = ''] = /<script type="module">([\s\S]*?)<\/script>/.exec(html) ?? []
        expect(compressed(loader), `loader of ${route}`).toBeLessThanOrEqual(1000)

        const [own, others] = [ownRequests().length, otherRequests().length]
        await goTo(route)
        await settled(page)
        expect(await page.evaluate(() => getComputedStyle(document.body).margin)).toBe('0px')
        // At most one connection to the form's provider before the form is near.
        expect(otherRequests().length - others, route).toBeLessThanOrEqual(1)
        // The prefetching rules, which have 80 bytes, do not count. A header asks for them, so that no page contains them and
        // nothing waits for them. A wide screen also shows the end of a short page.
        const first = ownRequests()
          .slice(own)
          .filter(url => !url.endsWith('.speculationrules'))
        if (width === 320) expect(first.length, `${route}: ${first.join(' ')}`).toBeLessThanOrEqual(1 + 3)
        // On a busy machine, a page may become idle only after everything else is quiet.
        await page.waitForFunction(() => document.querySelector('[data-island][data-on=idle]') === null)
        await settled(page)
        await scrollThrough(page)
        await settled(page)
        await scrollThrough(page)
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        const shifts = await shiftsOf(page)
        // On a busy machine, a font may arrive after the first paint. That moves a line by less than what is reported as 0.00.
        const moved = shifts.map(Number.parseFloat).reduce((sum, value) => sum + value, 0)
        expect(moved, `${route}: ${shifts.join('; ')}`).toBeLessThan(0.001)
        expect(overflow, route).toBeLessThanOrEqual(0)
        const scripts = [...new Set(ownRequests().slice(own))].filter(url => url.endsWith('.js'))
        const sizes = await Promise.all(
          scripts.map(async url => compressed(await (await fetch(url)).arrayBuffer())),
        )
        const total = sizes.reduce((sum, size) => sum + size, compressed(loader))
        expect(total, `JavaScript of ${route} after idle and full scroll`).toBeLessThanOrEqual(3000)
      }
    },
  )
})
