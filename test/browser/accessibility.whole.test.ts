// axe-core on every page, at narrow and wide widths, and in the states that visitors cause.

import { describe, expect, it } from 'vitest'
import { expectNoProblems, problems, widths } from '../support/axe.ts'
import { brandIds, factsOf } from '../support/brands.ts'
import { brandSite, projectSite, settled, visit } from '../support/browser.ts'
import { article, brandYaml } from '../support/project.ts'
import { invalidHtml } from '../support/validator.ts'

describe.each(brandIds)('axe, %s', id => {
  const article = '/articles/loan-vs-overdraft-vs-card/'

  it('/: 0 violations', async () => {
    const { page } = await visit(await brandSite(id), '/')
    await settled(page)
    await expectNoProblems(page)
  })

  it('the pages for unknown addresses: 0 violations', async () => {
    const { page, goTo } = await visit(await brandSite(id), undefined, { width: 375 })
    for (const route of ['/404.html', '/articles/404.html']) {
      await goTo(route)
      await settled(page)
      expect(await problems(page), route).toEqual([])
    }
  })

  it('/faq/: 0 violations, also with the tooltip and an answer open', async () => {
    const { page } = await visit(await brandSite(id), '/faq/')
    await settled(page)
    await page.locator('#faq-4').evaluate(answer => {
      ;(answer.parentElement as HTMLDetailsElement).open = true
    })
    await expectNoProblems(page)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      await page.locator('#header .tip button').focus()
      if (!(await page.locator('#advertiser-disclosure').isVisible())) await page.keyboard.press('Enter')
      await page.locator('#advertiser-disclosure').waitFor()
      expect(await problems(page, '#header'), `${width} px`).toEqual([])
    }
  })

  it('/ccpa.html with a toast: 0 violations', async () => {
    const { page } = await visit(await brandSite(id), '/ccpa.html')
    await page.clock.install()
    await page.reload()
    const button = page.locator('.privacy').getByRole('button')
    await expect.poll(() => button.isEnabled()).toBe(true)
    await button.focus()
    await page.keyboard.press('Enter')
    await page.locator('.toast').waitFor()
    await page.locator('.toast button').focus()
    await expectNoProblems(page)
    expect(await page.locator('.toast').count()).toBe(1)
  })

  it('with a form and disclosures that failed', async () => {
    const { page } = await visit(await brandSite(id), '/#form', {
      provider: { script: '500', disclosure: '500' },
    })
    await expect.poll(() => page.locator('[data-form-slot]').getAttribute('data-state')).toBe('failed')
    await expectNoProblems(page, '#form')
    await page.locator('footer').scrollIntoViewIfNeeded()
    await page.getByText('Failed to load disclosures').waitFor()
    expect(await problems(page, 'footer')).toEqual([])
  })

  it('an article: 0 violations, also with the calculator at work', async () => {
    expect(factsOf(id).slugs).toContain('loan-vs-overdraft-vs-card')
    const { page } = await visit(await brandSite(id), article)
    await settled(page)
    await expectNoProblems(page)
    await page.locator('.calculator input[name=principal]').fill('500')
    await expect.poll(() => page.locator('.calculator output[name=fee]').textContent()).toBe('$75')
    await expectNoProblems(page, '.calculator')
  })
})

describe('everything Markdown can say', () => {
  const text = `First.[^a] Again.[^a] Other.[^b] ~~Not~~ yet.

## Disclosures title

## Blog title

| Fee | You repay | | A lender with a name that needs more room than there is | APR of each, in percent |
| --- | --: | :-: | --- | --- |
| $15 | $345<br>or so | {name} | \`a \\| b\` and averylongwordwithoutanyplacetobreakit | 391% |

- [x] Read
- [ ] [Compare](/faq/)

1. One

   - [x] Two

> [!NOTE]
> One.

> [!TIP]
> One.

> [!IMPORTANT]
> One.

> [!WARNING]
> One.

> [!CAUTION]
> - One.

> A quote.

https://www.consumerfinance.gov/ or help@a.example <!-- hidden -->

[^a]: The note.
[^b]: In two

    paragraphs.
`

  it('has 0 violations, valid HTML, and a table that scrolls by itself', async () => {
    const site = await projectSite({
      'brands/test/brand.yaml': brandYaml(),
      'content/articles/all.md': article('all', {}, text),
      'content/articles/other.md': article('other'),
    })
    const { page } = await visit(site, '/articles/all/')
    await settled(page)
    const html = await page.evaluate(() => fetch(location.href).then(answer => answer.text()))
    expect(html).toContain('id="fn-2"')
    expect(await invalidHtml(html, 'all')).toEqual([])
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      expect(await problems(page), `${width} px`).toEqual([])
      const { body, frame, table } = await page.evaluate(() => ({
        body: document.documentElement.scrollWidth,
        frame: document.querySelector('.table')!.clientWidth,
        table: document.querySelector('.table')!.scrollWidth,
      }))
      expect(body).toBeLessThanOrEqual(width)
      if (width < 400) expect(table).toBeGreaterThan(frame)
    }
    await page.setViewportSize({ width: 320, height: 800 })
    await page.locator('.table').focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.locator('.table').evaluate(frame => frame.scrollLeft)).toBeGreaterThan(0)
  })
})
