// What the pages look like, as the browser has laid them out: a visual regression test one layer below pixels. Pixels of text
// depend on a machine's fonts and rasteriser, so they cannot be compared between machines. What can be compared is which
// things are shown, whether they are side by side or below each other, and their colours, corners, shadows, alignment and
// weight. After an intended change: `npm test -- test/browser/look.whole.test.ts -u`, and look at the diff and at the pages.

import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { brandIds } from '../support/brands.ts'
import { brandSite, visit } from '../support/browser.ts'
import { repositoryRoot } from '../support/project.ts'

const routes = {
  home: '/',
  faq: '/faq/',
  article: '/articles/loan-vs-overdraft-vs-card/',
  ccpa: '/ccpa.html',
  '404': '/404.html',
}

/** Runs in the page. Returns one line for each thing worth looking at. */
function describeLook(): string[] {
  const things: Record<string, string> = {
    page: 'body',
    header: '.header',
    brand: '.header .brand',
    'header link': '.header .plain',
    disclosure: '.header .tip button',
    'header button': '.header .button',
    hero: '.opening',
    'main heading': 'h1',
    'second heading': 'h2',
    lead: '.lead',
    button: 'main .button',
    card: 'main .card',
    'step number': '.step-mark',
    question: '.faq summary',
    form: '#form',
    'form slot': '.form-slot',
    prose: '.prose',
    calculator: '.calculator',
    footer: '.footer',
    'footer link': '.footer a',
  }
  const lines = Object.entries(things).flatMap(([name, selector]) => {
    const element = document.querySelector(selector)
    if (element === null) return []
    const style = getComputedStyle(element)
    if (!element.checkVisibility()) return [`${name}: not shown`]
    const family = style.fontFamily.split(',')[0]
    const shadow = style.boxShadow === 'none' ? 'flat' : 'raised'
    const ground = style.backgroundColor === 'rgba(0, 0, 0, 0)' ? 'clear' : style.backgroundColor
    return [
      `${name}: ${style.color} on ${ground}, ${family} ${style.fontWeight}, ${style.textAlign}, corners ${style.borderTopLeftRadius}, ${shadow}`,
    ]
  })
  /** The number of a list's items in its first row. */
  const columns = (selector: string): string[] => {
    const items = [...document.querySelectorAll(selector)].filter(item => item.checkVisibility())
    const [first] = items.map(item => item.getBoundingClientRect())
    if (first === undefined) return []
    const row = items.filter(
      item => Math.abs(item.getBoundingClientRect().top - first.top) < first.height / 2,
    )
    return [`${selector}: ${items.length}, ${row.length} in a row`]
  }
  const lists = [
    '#advantages li',
    '.steps > li',
    '.article-card',
    '.cost dl > *',
    '.split > *',
    '.footer-top > *',
  ]
  const overflow = document.documentElement.scrollWidth > innerWidth ? ['scrolls sideways'] : []
  return [...lines, ...lists.flatMap(columns), ...overflow]
}

describe.each(brandIds)('the look of %s', id => {
  it.each(Object.entries(routes))('%s', async (name, route) => {
    const looks: string[] = []
    // Without scripts: other tests cover what they add, and a snapshot must not depend on how far they have run.
    const { page } = await visit(await brandSite(id), route, { javaScript: false })
    for (const width of [375, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      for (const dark of id === 'aurora' && width === 1280 ? [false, true] : [false]) {
        if (dark) await page.emulateMedia({ colorScheme: 'dark' })
        looks.push(`## ${width} px${dark ? ', dark' : ''}`, ...(await page.evaluate(describeLook)), '')
      }
    }
    expect(looks.filter(line => line === 'scrolls sideways')).toEqual([])
    expect(
      await page
        .locator('main svg')
        .evaluateAll(drawings => drawings.filter(each => !each.checkVisibility())),
    ).toEqual([])
    await expect(looks.join('\n')).toMatchFileSnapshot(
      join(repositoryRoot, 'test/browser/look', `${id}-${name}.txt`),
    )
  })
})
