// The work of a new operator who follows the docs, in one project: pages, a table, an alert, blocks, tags, a redirect, public
// files, a Spanish twin, a staging site, a Google Ads tag. It is built once and checked in one browser.

import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { problems } from '../support/axe.ts'
import { type Site, serveSite, settled, visit } from '../support/browser.ts'
import { atEndOfFile } from '../support/end-of-file.ts'
import { article, completeBrandYaml, repositoryRoot, runShared, writeFiles } from '../support/project.ts'
import { invalidHtml } from '../support/validator.ts'

const routes = ['/about/', '/legal/terms/', '/articles/rent-1/', '/articles/tags/rent/'] as const

const aurora = `${completeBrandYaml({
  name: 'Aurora Loan Match',
  siteUrl: 'https://www.aurora.example',
})}analytics:
  gtm: GTM-ABC1234
  vendors: [google-ads]
environments:
  staging: { siteUrl: "https://staging.aurora.example", formId: aurora-test }
`
const auroraEs = `extends: [aurora, _es]
alternateOf: aurora
siteUrl: https://es.aurora.example
companyLine: Aurora Loan Match es un servicio de Test LLC.
`
const about = `---
title: About us
description: Who {name} is and how we earn money.
updated: 2025-09-01
---

## Our team

> [!NOTE]
> {name} is not a lender. Lenders may pay us a fee.

| Figure | Example |
| --- | ---: |
| Amount of the loan | {principal} |
| Fee | {fee} |
| You pay back after {days} days | {total} |
| APR | {apr} |

::call-to-action{title="Ready?" text="It takes two minutes." button="See your options"}
`
const acerca = `---
title: Quiénes somos
description: Quién es {name} y cómo ganamos dinero.
---

## Nuestro equipo

Lea los [términos](/legal/terms/).
`
const terms = (title: string, text: string) =>
  `---\ntitle: ${title}\ndescription: ${title}.\n---\n\n## 1. {name}\n\n${text}[^1]\n\n[^1]: 2025.\n`

const files = {
  'brands/aurora/brand.yaml': aurora,
  'brands/_es/brand.yaml': 'locale: es-US\n',
  'brands/aurora-es/brand.yaml': auroraEs,
  'content/pages/about.md': about,
  'content/pages/legal/terms.md': terms(
    'Terms of use',
    'Using {name} is free for you; lenders may pay us a fee.',
  ),
  'brands/_es/content/pages/about.md': acerca,
  'brands/_es/content/pages/legal/terms.md': terms(
    'Términos de uso',
    'Usar {name} es gratis para usted; los prestamistas pueden pagarnos una comisión.',
  ),
  'content/redirects.yaml': '- {from: /about-us/, to: /about/}\n',
  'public/ads.txt': 'google.com, pub-0000000000000000, DIRECT, f08c47fec0942fa0\n',
  ...Object.fromEntries(
    [1, 2, 3].map(number => [
      `content/articles/rent-${number}.md`,
      article(`rent-${number}`, { title: `Rent and utilities ${number}`, tags: '[rent]' }),
    ]),
  ),
}

let root = ''
let site: Site
const read = (path: string) => readFileSync(join(root, path), 'utf8')

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'imprint-operator-'))
  atEndOfFile(() => rmSync(root, { recursive: true, force: true }))
  cpSync(join(repositoryRoot, 'brands/_es/content'), join(root, 'brands/_es/content'), { recursive: true })
  rmSync(join(root, 'brands/_es/content/articles'), { recursive: true })
  writeFiles(root, files)
  const built = await runShared(['build', '--all'], { cwd: root })
  expect(built.code, built.stderr).toBe(0)
  // Articles have no translation here. There is no other problem.
  const codes = [...built.stderr.matchAll(/^\S+ {2}(?:error|warning) {2}(\S+)/gm)].map(match => match[1])
  expect([...new Set(codes)]).toEqual(['content/untranslated'])
  const staging = await runShared(['build', 'aurora', '--env', 'staging'], { cwd: root })
  expect(staging.code, staging.stderr).toBe(0)
  site = await serveSite({
    folder: join(root, 'dist/aurora'),
    basePath: '',
    providerHost: 'forms.test.example',
  })
})

describe('the steps of the docs', () => {
  it.each(routes)('%s: right at 375 and 1280 px, accessible, valid, within its policy', async route => {
    const { page } = await visit(site, route, { thirdParties: /googletagmanager/ })
    await settled(page)
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await problems(page), `${width} px`).toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow, `${width} px`).toBeLessThanOrEqual(0)
    }
    expect(await invalidHtml(read(`dist/aurora${route}index.html`), route)).toEqual([])
  })

  it('is on the pages', async () => {
    const { page, goTo, requests } = await visit(site, '/about/', { thirdParties: /googletagmanager/ })
    await settled(page)
    expect(await page.locator('.alert.note').textContent()).toContain('is not a lender')
    expect(await page.locator('main table tr').count()).toBe(5)
    expect(await page.getByRole('link', { name: 'See your options' }).getAttribute('href')).toBe('/#form')
    expect(requests.some(url => url.includes('gtm.js?id=GTM-ABC1234'))).toBe(true)
    await goTo('/articles/tags/rent/')
    expect(await page.locator('main a[href^="/articles/rent-"]').count()).toBeGreaterThanOrEqual(3)
    expect(await page.locator('footer a[hreflang="es-US"]').getAttribute('href')).toContain(
      'https://es.aurora.example',
    )
  })

  it('a separate page fills a wide screen, and a call to action in its text is the usual box', async () => {
    const { page } = await visit(site, '/about/', { thirdParties: /googletagmanager/, width: 1280 })
    await settled(page)
    const boxOf = async (selector: string) => (await page.locator(selector).boundingBox())!
    const [text, facts] = [await boxOf('.beside'), await boxOf('main .facts')]
    expect(facts.x).toBeGreaterThan(text.x + text.width)
    expect(facts.y).toBeCloseTo(text.y, -1)
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const styles = await page.locator('.call-to-action').evaluate(block => {
        const button = getComputedStyle(block.querySelector('a')!)
        const { display, position } = getComputedStyle(block)
        return [display, position, button.display, button.alignItems]
      })
      expect(styles, `${width} px`).toEqual(['block', 'static', 'inline-flex', 'center'])
    }
  })

  it('is in the files for hosts and others', () => {
    expect(read('dist/aurora/ads.txt')).toBe(files['public/ads.txt'])
    expect(read('dist/aurora/_redirects')).toContain('/about-us/ /about/ 301')
    expect(read('dist/aurora/sitemap.xml')).toContain('https://www.aurora.example/legal/terms/')
    expect(read('dist/aurora/about/index.html')).toContain('https://www.googleadservices.com')
    const spanish = read('dist/aurora-es/about/index.html')
    expect(spanish).toContain('<html lang="es-US"')
    expect(spanish).toContain('href="https://www.aurora.example/about/"')
    expect(spanish).toContain('Quiénes somos')
    const staging = read('dist-staging/aurora/about/index.html')
    expect(staging).toContain('noindex')
    expect(staging).not.toContain('googletagmanager')
    expect(read('dist-staging/aurora/robots.txt')).toContain('Disallow: /')
  })
})
