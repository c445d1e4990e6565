// The parts that depend on the width of the screen, and the targets of links: header, anchors, 404 pages, fonts.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { brandIds, factsOf } from '../support/brands.ts'
import {
  brandSite,
  projectSite,
  type Site,
  scrollThrough,
  settled,
  shiftsOf,
  visit,
  watchShifts,
} from '../support/browser.ts'
import { article, brandYaml, repositoryRoot } from '../support/project.ts'

const headerItems = (page: Page) =>
  page
    .locator('#header a, #header button')
    .evaluateAll(items => items.filter(item => item.checkVisibility()).map(item => item.textContent?.trim()))

describe('header', () => {
  it('shows the Advertiser Disclosure alone up to 600 px', async () => {
    const { page } = await visit(await brandSite('aurora'), '/')
    for (const width of [320, 375, 600]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await headerItems(page), `${width} px`).toEqual(['Advertiser Disclosure'])
      const box = await page.locator('#header button').boundingBox()
      expect(box!.height, `${width} px`).toBeGreaterThanOrEqual(44)
    }
  })

  it('shows the brand too if the theme has "brand+disclosure"', async () => {
    const { page } = await visit(await brandSite('harbor'), '/', { width: 375 })
    expect(await headerItems(page)).toEqual([factsOf('harbor').name, 'Advertiser Disclosure'])
  })

  it('gives the brand at most two lines on phones', async () => {
    const { page } = await visit(await brandSite('harbor'), '/')
    for (const width of [320, 360, 375]) {
      await page.setViewportSize({ width, height: 800 })
      const name = page.locator('#header .brand span')
      const lines = await name.evaluate(
        element => element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight),
      )
      expect(lines, `${width} px`).toBeLessThan(2.1)
    }
  })

  it('shows the brand, the disclosure, a button to call and a menu where the theme says "menu"', async () => {
    const site = await projectSite({
      'brands/test/brand.yaml': `${brandYaml({ name: 'First Loan Match', phone: '"+18005550142"' })}theme: {header: {mobile: menu}}\n`,
      'content/articles/one.md': article('one'),
    })
    const { page } = await visit(site, '/', { width: 320, javaScript: false, violations: true })
    expect(await headerItems(page)).toEqual([
      'First Loan Match',
      'Advertiser Disclosure',
      'Call (800) 555-0142',
    ])
    const call = await page.locator('.phone-call').boundingBox()
    const menu = await page.locator('.phone-menu summary').boundingBox()
    const brand = await page.locator('.header .brand').boundingBox()
    expect([call!.y, brand!.y]).toEqual([menu!.y, menu!.y])
    expect(Math.min(call!.width, call!.height, menu!.width, menu!.height)).toBeGreaterThanOrEqual(44)
    await page.locator('.phone-menu summary').click()
    await page.locator('.phone-menu').getByRole('link', { name: 'About Us' }).click()
    expect(page.url()).toMatch(/#advantages$/)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await page.setViewportSize({ width: 1280, height: 800 })
    expect(await headerItems(page)).toEqual([
      'First Loan Match',
      'About Us',
      'Contact',
      'Advertiser Disclosure',
      'Get Loan',
    ])
  })

  it('shows everything at 1280 px', async () => {
    const { page } = await visit(await brandSite('meadow'), '/')
    expect(await headerItems(page)).toEqual([
      factsOf('meadow').name,
      'About Us',
      'Contact',
      'Advertiser Disclosure',
      'Get Loan',
    ])
  })
})

it('the card of the form, and that of the cost in its place, have an edge on a section of the same colour', async () => {
  for (const [id, card] of [
    ['harbor', '.form-card'],
    ['aurora-es', '.accent .cost'],
  ] as const) {
    const { page } = await visit(await brandSite(id), '/', { javaScript: false, dark: true })
    const edge = await page.locator(card).evaluate(element => getComputedStyle(element).borderTop)
    expect(edge, id).toMatch(/^1px solid /)
    expect(edge, id).not.toContain('rgba(0, 0, 0, 0)')
  }
})

describe('enlarged and spaced text', () => {
  it('the spacing that WCAG 1.4.12 asks for overflows no header at 768 px', async () => {
    for (const id of brandIds) {
      const { page } = await visit(await brandSite(id), '/faq/', { width: 768, violations: true })
      await page.evaluate(() => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(
          '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }',
        )
        document.adoptedStyleSheets = [sheet]
      })
      expect(await page.evaluate(() => document.documentElement.scrollWidth), id).toBeLessThanOrEqual(768)
    }
  })

  it('text of twice the size fits a phone’s header, and the cost example its panel', async () => {
    for (const id of brandIds) {
      const { page } = await visit(await brandSite(id), '/', { width: 375, javaScript: false })
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%'
      })
      const right = (selector: string) =>
        page
          .locator(selector)
          .evaluateAll(items => Math.max(...items.map(item => item.getBoundingClientRect().right)))
      expect(await right('#header :is(a, button)'), id).toBeLessThanOrEqual(375)
      expect(await right('h1'), id).toBeLessThanOrEqual(375)
      await page.setViewportSize({ width: 1280, height: 800 })
      expect(await right('.cost-slip'), id).toBeLessThanOrEqual(await right('.cost'))
    }
  })

  it('a phone number and what is before it stay on one line each in their button on phones', async () => {
    for (const id of brandIds) {
      const { page } = await visit(await brandSite(id), '/', { javaScript: false })
      for (const width of [320, 350, 375]) {
        await page.setViewportSize({ width, height: 800 })
        const lines = await page.locator('.form-fallback a[href^="tel:"] > span').evaluate(label =>
          [...label.childNodes].map(part => {
            const range = document.createRange()
            range.selectNodeContents(part)
            return range.getClientRects().length
          }),
        )
        expect(lines, `${id}, ${width} px`).toEqual([1, 1])
      }
    }
  })
})

it.each(['aurora', 'meadow'] as const)(
  'the steps of %s stand two in a row, from 1100 px on four, and their texts start on one line',
  async id => {
    const { page } = await visit(await brandSite(id), '/', { javaScript: false })
    for (const [width, count] of [
      [600, 2],
      [800, 2],
      [1000, 2],
      [1100, 4],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      for (const part of ['.steps > li', '.steps h3 + p']) {
        const tops = await page
          .locator(part)
          .evaluateAll(items => items.map(item => Math.round(item.getBoundingClientRect().top)))
        expect(tops.filter(top => top === tops[0]).length, `${part} at ${width} px`).toBe(count)
        expect(tops.filter(top => top === tops[3]).length, `${part} at ${width} px`).toBe(count)
      }
    }
  },
)

describe('the first screen of a phone', () => {
  /** The brand of a new project, with values instead of its placeholders. */
  let started: Promise<Site> | undefined
  const starter = (): Promise<Site> => {
    started ??= buildStarter()
    return started
  }
  const buildStarter = (): Promise<Site> => {
    const folder = join(repositoryRoot, 'starter')
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(path => /^(?:brands|content)\/.*\.\w+$/.test(path))
      .map(
        path =>
          [path.replace('brands/first/', 'brands/test/'), readFileSync(join(folder, path), 'utf8')] as const,
      )
      .map(
        ([path, text]) =>
          [
            path,
            text
              .replace('%name in quotes%', '"Test"')
              .replaceAll('%brand%', 'test')
              .replace('forms.placeholder.example', 'forms.test.example'),
          ] as const,
      )
    return projectSite(Object.fromEntries(files))
  }
  const sites: readonly (readonly [string, () => Promise<Site>])[] = [
    ...[...brandIds, 'aurora-es' as const].map(id => [id, () => brandSite(id)] as const),
    ['the starter', starter],
  ]

  it.each(sites)(
    '%s: has header links in one row, no word alone in the copyright, and the reason for no form first',
    async (_, site) => {
      const { page } = await visit(await site(), '/', { width: 768, javaScript: false })
      expect((await page.locator('#header nav').first().boundingBox())!.height).toBeLessThan(60)
      for (const width of [320, 375]) {
        await page.setViewportSize({ width, height: 800 })
        const lines = await page.locator('.copyright').evaluate(copyright => {
          const range = document.createRange()
          range.selectNodeContents(copyright.firstChild!)
          return [...range.getClientRects()].map(line => line.width)
        })
        expect(Math.min(...lines), `${width} px`).toBeGreaterThan(Math.max(...lines) / 2)
      }
      // The ways to reach the company come after it.
      const parts = await page
        .locator('.form-fallback > :is(p, a)')
        .evaluateAll(items => items.map(item => item.getBoundingClientRect().top))
      expect(parts).toHaveLength(3)
      expect(parts).toEqual(parts.toSorted((one, other) => one - other))
    },
  )

  it('keeps the introduction of the form off the cost of a loan if the form is in the hero', async () => {
    const { page } = await visit(await brandSite('aurora-es'), '/', { width: 375, javaScript: false })
    const [introduction, cost, conditions] = await page
      .locator('.accent :is(.lead, .cost, .conditions)')
      .evaluateAll(parts => parts.map(part => part.getBoundingClientRect()))
    expect(cost!.top - introduction!.bottom).toBeGreaterThanOrEqual(32)
    expect(conditions!.top - cost!.bottom).toBeGreaterThanOrEqual(32)
  })

  it.each(sites)('%s: has the button, and leads to the form’s first field', async (_, site) => {
    const { page } = await visit(await site(), '/', { width: 375, height: 667 })
    const button = page.locator('.hero .button')
    const { y, height } = (await button.boundingBox())!
    expect(y + height).toBeLessThanOrEqual(560)
    const cost = (await page.locator('.hero .cost-line').boundingBox())!.y
    expect(cost).toBeGreaterThan(y)
    expect(cost).toBeLessThan((await page.locator('.hero .lead').boundingBox())!.y)
    await button.click()
    const field = page.locator('#form [data-state=ready] :is(input, select)').first()
    await field.waitFor()
    await settled(page)
    const place = (await field.boundingBox())!
    expect(place.y).toBeGreaterThan(0)
    expect(place.y + place.height).toBeLessThanOrEqual(667 / 2)
  })

  it('of an error page has a way to the form', async () => {
    for (const id of brandIds) {
      const { page, goTo } = await visit(await brandSite(id), undefined, { width: 375, height: 667 })
      for (const route of ['/404.html', '/articles/404.html']) {
        await goTo(route)
        expect(await page.locator('main a[href$="#form"]').first().isVisible(), `${id} ${route}`).toBe(true)
        expect(await page.locator('main .cost-line').first().isVisible(), `${id} ${route}`).toBe(true)
        expect(await page.locator('main .button:not(.quiet)').count(), `${id} ${route}`).toBe(1)
      }
    }
  })

  it('with "form" in the theme it contains the form on wide screens too, and the page shows the conditions once', async () => {
    const { page } = await visit(await brandSite('aurora-es'), '/', { width: 1280, height: 800 })
    const form = (await page.locator('#form .form-card').boundingBox())!
    const heading = (await page.locator('h1').boundingBox())!
    expect(form.x).toBeGreaterThan(heading.x + heading.width)
    expect(form.y).toBeLessThan(400)
    for (const part of ['.form-card', '.conditions', '.cost-slip', '#form-title'])
      expect(await page.locator(part).count(), part).toBe(1)
  })
})

describe('forced colours and paper', () => {
  it('show no empty box in place of a motif', async () => {
    for (const id of brandIds) {
      const { page } = await visit(await brandSite(id), '/faq/')
      const shown = () =>
        page.locator('.motif').evaluateAll(all => all.filter(one => one.checkVisibility()).length)
      expect(await shown(), id).toBeGreaterThan(0)
      await page.emulateMedia({ forcedColors: 'active' })
      expect(await shown(), id).toBe(0)
      await page.emulateMedia({ forcedColors: 'none', media: 'print' })
      expect(await shown(), id).toBe(0)
    }
  })

  it('the key facts have a frame and a distance to the text on paper', async () => {
    const { page } = await visit(await brandSite('harbor'), '/articles/loan-vs-overdraft-vs-card/')
    await page.emulateMedia({ media: 'print' })
    const facts = await page.locator('.facts').evaluate(box => {
      const { borderTopWidth, marginBottom } = getComputedStyle(box)
      return { border: Number.parseFloat(borderTopWidth), margin: Number.parseFloat(marginBottom) }
    })
    expect(facts.border).toBeGreaterThan(0)
    expect(facts.margin).toBeGreaterThanOrEqual(16)
  })
})

describe('the cost example', () => {
  it('is once in a view: in the card or next to the button, and in the note at the end of an article', async () => {
    for (const id of brandIds) {
      const { page, goTo } = await visit(await brandSite(id), '/', { width: 375, javaScript: false })
      const isShown = (selector: string) => page.locator(selector).first().isVisible()
      expect(await isShown('.hero .cost-line'), id).toBe(true)
      await page.setViewportSize({ width: 1280, height: 800 })
      expect(await isShown('.hero .cost-line'), id).toBe(false)
      await goTo('/articles/loan-vs-overdraft-vs-card/')
      expect(await isShown('.beside > .call .cost-line'), id).toBe(false)
      expect(await isShown('.cost-note'), id).toBe(true)
      expect(await isShown('.facts li:first-child'), id).toBe(true)
      // If the facts stay next to the text, they are also there at the end of the article.
      expect(await isShown('.cost-note > :first-child'), id).toBe(id === 'meadow')
      await page.setViewportSize({ width: 375, height: 800 })
      expect(await isShown('.facts li:first-child'), id).toBe(false)
      expect(await isShown('.cost-note > :first-child'), id).toBe(true)
      expect(await isShown('.facts li:last-child'), id).toBe(true)
    }
  })
})

describe('buttons', () => {
  it('answer the pointer with another ground, on which their text can be read, and give way when pressed', async () => {
    for (const id of brandIds) {
      for (const dark of id === 'aurora' ? [false, true] : [false]) {
        const { page } = await visit(await brandSite(id), '/', { dark })
        for (const selector of ['#header .button', '.opening .button', '.call .button', '.footer .button']) {
          const button = page.locator(selector).first()
          await button.scrollIntoViewIfNeeded()
          const look = () =>
            button.evaluate(element => {
              const context = document.createElement('canvas').getContext('2d')!
              const paint = (color: string) => {
                context.fillStyle = color
                context.fillRect(0, 0, 1, 1)
                return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)]
              }
              const luminance = (color: number[]) => {
                const [red = 0, green = 0, blue = 0] = color.map(part =>
                  part <= 10 ? part / 3294 : ((part / 255 + 0.055) / 1.055) ** 2.4,
                )
                return 0.2126 * red + 0.7152 * green + 0.0722 * blue
              }
              // Transparent elements show the background below them.
              const grounds: string[] = []
              for (let at: Element | null = element; at !== null; at = at.parentElement)
                grounds.unshift(getComputedStyle(at).backgroundColor)
              const ground = grounds.map(paint).at(-1) ?? []
              const text = paint(getComputedStyle(element).color)
              const [low = 0, high = 0] = [luminance(ground), luminance(text)].sort((a, b) => a - b)
              return {
                ground: ground.join(),
                contrast: (high + 0.05) / (low + 0.05),
                top: element.getBoundingClientRect().top,
              }
            })
          const what = `${id} ${selector}${dark ? ' dark' : ''}`
          await page.mouse.move(0, 0)
          const resting = await look()
          await button.hover()
          const hovered = await look()
          expect(hovered.ground, what).not.toBe(resting.ground)
          expect(hovered.contrast, what).toBeGreaterThanOrEqual(4.5)
          await page.mouse.down()
          expect((await look()).top, what).toBe(hovered.top + 1)
          // Released elsewhere, so that nothing is clicked.
          await page.mouse.move(0, 0)
          await page.mouse.up()
        }
      }
    }
  })
})

it('cards of articles answer the pointer with another ground, and rows with an underlined title', async () => {
  for (const [id, property] of [
    ['aurora', 'background-color'],
    ['meadow', 'background-color'],
    ['harbor', 'text-decoration-line'],
  ] as const) {
    const { page } = await visit(await brandSite(id), '/faq/')
    const card = page.locator('.article-card').first()
    const changing = property === 'background-color' ? card : card.locator('a')
    await card.scrollIntoViewIfNeeded()
    const look = () =>
      changing.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)
    const resting = await look()
    await card.hover()
    expect(await look(), id).not.toBe(resting)
  }
})

it('the only card of a list is in the middle in the centered look', async () => {
  const { page } = await visit(await brandSite('meadow'), '/articles/', { width: 1280 })
  const [left, width] = await page.locator('.cards').evaluate(list => {
    while (list.children.length > 1) list.lastElementChild?.remove()
    const box = list.firstElementChild!.getBoundingClientRect()
    return [box.left, box.width]
  })
  expect(width).toBe(448)
  expect(left! + width! / 2).toBe(640)
})

it('the only row of a list is as wide as rows of longer lists', async () => {
  const site = await brandSite('harbor')
  const { page, goTo } = await visit(site, '/articles/')
  const width = () =>
    page
      .locator('.article-card')
      .first()
      .evaluate(row => row.clientWidth)
  const inList = await width()
  await goTo('/articles/rent-and-utilities/')
  expect(await page.locator('.article-card').count()).toBe(1)
  expect(await width()).toBe(inList)
})

describe('languages', () => {
  it('are linked at the top of wide screens, and on phones first in the footer', async () => {
    const { page } = await visit(await brandSite('aurora'), '/faq/', { width: 768 })
    const inHeader = page.getByRole('navigation', { name: 'español' }).getByRole('link')
    const inFooter = page.locator('footer').getByRole('link', { name: 'español' })
    expect(await inHeader.isVisible()).toBe(true)
    expect(await inHeader.getAttribute('href')).toMatch(/\/faq\/$/)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(768)
    await page.setViewportSize({ width: 375, height: 700 })
    expect(await inHeader.isVisible()).toBe(false)
    await inFooter.scrollIntoViewIfNeeded()
    const [language, brand] = [
      await inFooter.boundingBox(),
      await page.locator('footer .brand').boundingBox(),
    ]
    expect(language!.y).toBeLessThan(brand!.y)
  })

  it('are in the menu of phones', async () => {
    const brand = { siteUrl: 'https://en.example' }
    const site = await projectSite({
      'brands/test/brand.yaml': `${brandYaml(brand)}theme: {header: {mobile: menu}}\n`,
      'brands/other/brand.yaml':
        'extends: test\nlocale: es-US\nalternateOf: test\nsiteUrl: https://es.example\n',
    })
    for (const width of [320, 375]) {
      const { page } = await visit(site, '/faq/', { width, javaScript: false, violations: true })
      const link = page.locator('.phone-menu').getByRole('link', { name: 'Español' })
      expect(await link.isVisible()).toBe(false)
      await page.locator('.phone-menu summary').click()
      expect(await link.getAttribute('href')).toBe('https://es.example/faq/')
      expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(44)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  })
})

describe('anchors', () => {
  it('come into view below the header', async () => {
    const { page, goTo } = await visit(await brandSite('aurora'), undefined)
    for (const anchor of ['form', 'advantages', 'faq', 'contact', 'footer']) {
      await goTo(`/?${anchor}#${anchor}`)
      const place = () =>
        page.evaluate(id => {
          const top = document.getElementById(id)!.getBoundingClientRect().top
          return { top, atEnd: scrollY + innerHeight >= document.documentElement.scrollHeight - 2 }
        }, anchor)
      await expect.poll(async () => (await place()).top, { message: anchor }).toBeLessThan(800)
      const { top, atEnd } = await place()
      expect(top, anchor).toBeGreaterThanOrEqual(-1)
      if (!atEnd) expect(top, anchor).toBeLessThanOrEqual(120)
    }
  })

  it('a link on the page scrolls there without loading it again, smoothly unless motion is reduced', async () => {
    for (const motion of [true, false]) {
      const site = await brandSite('meadow')
      const { page, requests } = await visit(site, '/', { motion })
      const smooth = await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)
      expect(smooth).toBe(motion ? 'smooth' : 'auto')
      const documents = () => requests.filter(url => url === `${site.origin}/loans/`).length
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Get Loan' }).click()
      await expect
        .poll(() => page.locator('#form').evaluate(form => Math.abs(form.getBoundingClientRect().top)))
        .toBeLessThan(130)
      expect(documents()).toBe(1)
      expect(new URL(page.url()).hash).toBe('#form')
    }
  })

  it('the skip link is the first stop and leads to the main area', async () => {
    const { page } = await visit(await brandSite('aurora'), '/faq/')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
    await page.keyboard.press('Enter')
    // The browser reports the new address when it arrives there.
    await page.waitForURL(url => url.hash === '#main')
  })
})

it('the footer is laid out only near the viewport, and like everything else after the first idle moment', async () => {
  const site = await brandSite('aurora')
  const { page: still } = await visit(site, '/faq/', { width: 375, javaScript: false })
  const footer = (page: Page) =>
    page.locator('footer').evaluate(element => ({
      mode: getComputedStyle(element).contentVisibility,
      height: element.getBoundingClientRect().height,
    }))
  const before = await footer(still)
  expect(before.mode).toBe('auto')
  await still.locator('#contact').scrollIntoViewIfNeeded()
  await expect.poll(async () => (await footer(still)).height).toBeLessThan(before.height)
  const { page } = await visit(site, '/faq/', { width: 375 })
  await settled(page)
  expect((await footer(page)).mode).toBe('visible')
})

it('the table of the comparison fits a screen of 320 px, with at most seven lines in a cell', async () => {
  const article = '/articles/loan-vs-overdraft-vs-card/'
  const { page } = await visit(await brandSite('aurora'), article, { width: 320, violations: true })
  const frame = page.locator('.prose .table')
  expect(await frame.evaluate(table => table.scrollWidth - table.clientWidth)).toBe(0)
  const lines = await frame.locator('td').evaluateAll(cells =>
    cells.map(cell => {
      const { lineHeight, paddingTop } = getComputedStyle(cell)
      return (cell.clientHeight - 2 * Number.parseFloat(paddingTop)) / Number.parseFloat(lineHeight)
    }),
  )
  expect(Math.max(...lines)).toBeLessThan(7.5)
})

describe('404', () => {
  it('an unknown article gets "Статья не найдена" in red, with status 404', async () => {
    const site = await brandSite('meadow')
    const { page } = await visit(site, undefined)
    const response = await page.goto(`${site.origin}/loans/articles/no-such-article/`)
    expect(response?.status()).toBe(404)
    const message = page.getByText('Статья не найдена')
    const color = await message.evaluate(element => getComputedStyle(element).color)
    const [red = 0, green = 0, blue = 0] = color.match(/\d+/g)!.map(Number)
    expect(red).toBeGreaterThan(2 * Math.max(green, blue))
  })

  it('any other unknown address gets the other page', async () => {
    const site = await brandSite('aurora')
    const { page } = await visit(site, undefined)
    const response = await page.goto(`${site.origin}/no/such/page`)
    expect(response?.status()).toBe(404)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Page not found')
  })
})

describe('footer', () => {
  it('has the disclosures and the provider’s texts at one left edge in the centered look, too', async () => {
    const { page } = await visit(await brandSite('meadow'), '/', { width: 1280 })
    const left = async (selector: string) => Math.round((await page.locator(selector).boundingBox())!.x)
    await page.locator('.disclosures').scrollIntoViewIfNeeded()
    await page.locator('.disclosure-grid').waitFor()
    expect(await left('.disclosure-grid')).toBe(await left('.disclosures h2'))
  })

  it('gives the columns to the groups of links that there are, and keeps links of two lines apart', async () => {
    const documents = ['econsent', 'policy', 'terms', 'rates', 'notice']
    const links = documents.map(to => `{label: What visitors and lenders agree about the ${to}, to: ${to}}`)
    const site = await projectSite({
      'brands/test/brand.yaml': brandYaml(),
      'content/navigation.yaml': `footer: [{title: One, links: [{label: Help, to: /faq/}]}, {title: Two, links: [${links.join(', ')}]}]\n`,
    })
    const { page } = await visit(site, '/', { width: 1280 })
    await page.locator('.footer-navigation').scrollIntoViewIfNeeded()
    const rights = await page
      .locator('.footer-navigation, .footer-navigation > div:last-of-type')
      .evaluateAll(boxes => boxes.map(box => Math.round(box.getBoundingClientRect().right)))
    expect(rights[1]).toBe(rights[0])
    const gap = await page.locator('.footer-navigation > div:last-of-type li a').evaluateAll(anchors => {
      const [first, second] = anchors.map(link => {
        const range = document.createRange()
        range.selectNodeContents(link)
        return range.getBoundingClientRect()
      })
      return second!.top - first!.bottom
    })
    expect(gap).toBeGreaterThanOrEqual(12)
  })
})

it('the facts below an article on a phone add only what the note above them lacks', async () => {
  const { page } = await visit(await brandSite('aurora'), '/articles/rent-and-utilities/', { width: 375 })
  const facts = await page
    .locator('.facts li')
    .evaluateAll(items => items.filter(item => item.checkVisibility()).map(item => item.textContent))
  expect(facts).toEqual([expect.stringMatching(/^The service is not available to residents of /)])
})

it('the centered look centres the link to the form below a list, but not below the text of an article', async () => {
  const { page, goTo } = await visit(await brandSite('meadow'), '/articles/', { width: 375 })
  const centre = async () => {
    const button = await page.locator('.call .button').boundingBox()
    return button!.x + button!.width / 2
  }
  expect(await centre()).toBeCloseTo(375 / 2, 0)
  await goTo('/articles/rent-and-utilities/')
  expect(await centre()).toBeLessThan(375 / 2)
})

describe('the picture of an article', () => {
  let site: Site
  beforeAll(async () => {
    const shape = { width: 600, height: 1000, channels: 3, background: '#1f4fbf' } as const
    const picture = await sharp({ create: shape }).png().toBuffer()
    site = await projectSite({
      'brands/test/brand.yaml': brandYaml({ theme: '{logo: tall.png}' }),
      'brands/test/assets/tall.png': picture,
      'content/articles/a.md': article('a', { image: 'tall.png' }, '![Tall](tall.png)\n\n    code\n'),
      'content/articles/tall.png': picture,
    })
  })

  it.each([375, 1280])('is as wide as the text and 16:9, for any shape of its own, at %i px', async width => {
    const { page } = await visit(site, '/articles/a/', { width, prepare: watchShifts })
    await scrollThrough(page)
    await settled(page)
    const boxOf = (selector: string) =>
      page.locator(selector).evaluate(element => {
        const { width, height } = element.getBoundingClientRect()
        return { width, ratio: width / height }
      })
    const cover = await boxOf('img.cover')
    expect(cover.ratio).toBeCloseTo(16 / 9, 2)
    expect(cover.width).toBeCloseTo((await boxOf('.beside')).width, 0)
    // The largest element on a wide first screen is loaded even if it is not near.
    expect(await page.locator('img.cover').getAttribute('loading')).toBeNull()
    expect(await page.locator('img.cover').getAttribute('fetchpriority')).toBe('high')
    const inText = await boxOf('.prose img')
    expect(inText.ratio).toBeCloseTo(0.6, 2)
    expect(inText.width / inText.ratio).toBeLessThan(577)
    expect(await page.locator('.prose pre code').evaluate(code => getComputedStyle(code).paddingLeft)).toBe(
      '0px',
    )
    expect(await shiftsOf(page)).toEqual([])
    // Social networks and search engines show it too, instead of the site's card.
    const [inGraph, inTag] = await page.evaluate(() => {
      const data = JSON.parse(document.querySelector('[type="application/ld+json"]')?.textContent ?? '')
      const article = data['@graph'].find((node: { '@type': string }) => node['@type'] === 'Article')
      return [article.image, document.querySelector<HTMLMetaElement>('[property="og:image"]')?.content]
    })
    expect(inGraph).toMatch(/^https:\/\/test\.example\/assets\/tall-/)
    expect(inTag).toBe(inGraph)
  })
})

it('on paper no heading is alone at the end of a page, and no row, step or answer of the calculator is split', async () => {
  const { page, goTo } = await visit(await brandSite('aurora'), '/')
  const breaks = async (selector: string, side: 'breakAfter' | 'breakInside') => {
    await page.emulateMedia({ media: 'print' })
    return page
      .locator(selector)
      .evaluateAll((elements, name) => [...new Set(elements.map(item => getComputedStyle(item)[name]))], side)
  }
  expect(await breaks('main :is(h2, h3)', 'breakAfter')).toEqual(['avoid'])
  expect(await breaks('main :is(li, dl div)', 'breakInside')).toEqual(['avoid'])
  await goTo('/articles/loan-vs-overdraft-vs-card/')
  expect(await breaks('main :is(h2, h3)', 'breakAfter')).toEqual(['avoid'])
  expect(await breaks('main :is(li, tr)', 'breakInside')).toEqual(['avoid'])
})

describe.each([
  ['aurora', 'Outfit'],
  ['harbor', 'Fraunces'],
  ['meadow', 'Nunito'],
] as const)('the font that %s serves', (id, family) => {
  /** Whether the browser has loaded the font, and how wide the main heading is without it. */
  const headingFont = (page: Page) =>
    page.evaluate(async name => {
      await document.fonts.ready
      const heading = document.querySelector<HTMLElement>('h1')!
      // Inline, so that it is as wide as its text.
      heading.style.display = 'inline-block'
      heading.style.whiteSpace = 'nowrap'
      const shown = heading.getBoundingClientRect().width
      heading.style.fontFamily = getComputedStyle(heading).fontFamily.split(',').slice(1).join(',')
      const without = heading.getBoundingClientRect().width
      const faces = [...document.fonts].filter(face => face.family.replaceAll('"', '') === name)
      return { statuses: faces.map(face => face.status), alike: without / shown }
    }, family)

  it.each([375, 1280])(
    'takes the place of one as wide and moves nothing, however late it comes, at %i px',
    async width => {
      const routes = ['/', '/faq/', '/articles/loan-vs-overdraft-vs-card/', '/ccpa.html', '/404.html']
      const { page, hold, goTo, ownRequests } = await visit(await brandSite(id), undefined, {
        width,
        height: 740,
        prepare: watchShifts,
      })
      const fonts = () => ownRequests().filter(url => url.endsWith('.woff2')).length
      for (const [index, route] of routes.entries()) {
        const release = hold(/\.woff2$/)
        await goTo(route, 'commit')
        await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
        release()
        await settled(page)
        expect(fonts(), route).toBe(index + 1)
        // A heading in the middle may start a few pixels elsewhere, which is less than what is reported as 0.00.
        const shifts = await shiftsOf(page)
        const moved = shifts.map(Number.parseFloat).reduce((sum, value) => sum + value, 0)
        expect(moved, `${route}: ${shifts.join('; ')}`).toBeLessThanOrEqual(route === '/' ? 0 : 0.001)
        const { alike, ...font } = await headingFont(page)
        expect(font, route).toEqual({ statuses: ['loaded'] })
        expect(Math.abs(alike - 1), route).toBeLessThan(0.08)
      }
    },
  )
})
