// The decorations of pages: the motif at the top, and the drawings in lists of articles.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { brandIds, readPage } from '../support/brands.ts'
import { brandSite, variantFolder, variantSite, visit } from '../support/browser.ts'
import { all, attribute, one, parseHtml } from '../support/html.ts'
import { article, repositoryRoot } from '../support/project.ts'

it.each(brandIds)('the motif of %s is once on a page, at its top, and lists have different drawings', id => {
  for (const path of [
    'faq/index.html',
    'articles/loan-vs-overdraft-vs-card/index.html',
    '404.html',
    'articles/404.html',
  ]) {
    const page = readPage(id, path)
    // The page for unknown addresses begins with the problem.
    expect(all(page, '.motif'), path).toHaveLength(path.endsWith('404.html') ? 0 : 1)
    for (const motif of all(page, '.motif')) expect(all(one(page, '.page-head'), '.motif')).toEqual([motif])
    const drawings = all(page, '.article-card').map(card => {
      const [icon] = all(card, '.icon')
      return icon && attribute(one(icon, 'path'), 'd')
    })
    expect(new Set(drawings).size, path).toBe(drawings.length)
  }
})

it.each(['light', 'dark'] as const)(
  'the arcs of aurora differ from their ground in the %s scheme',
  async scheme => {
    const { page } = await visit(await brandSite('aurora'), '/faq/')
    await page.emulateMedia({ colorScheme: scheme })
    const [ground, arcs] = await page
      .locator('.motif')
      .evaluate(motif => [
        getComputedStyle(motif).backgroundColor,
        getComputedStyle(motif, '::before').backgroundImage,
      ])
    expect(arcs).toMatch(/^repeating-radial-gradient\(.*rgb/)
    expect(arcs).not.toContain(ground)
  },
)

it('a brand without dark colours looks the same in the dark scheme', async () => {
  const site = await variantSite('aurora', {
    files: {
      'brands/aurora/brand.yaml': readFileSync(
        join(repositoryRoot, 'brands/aurora/brand.yaml'),
        'utf8',
      ).replace(/^ {2}dark:.*\n(?: {4}.*\n)*/m, ''),
    },
  })
  const { page, goTo } = await visit(site, '/')
  const picture = async (scheme: 'light' | 'dark') => {
    const pictures: string[] = []
    await page.emulateMedia({ colorScheme: scheme })
    for (const [route, part] of [
      ['/', '.cost'],
      ['/faq/', '.motif'],
    ] as const) {
      await goTo(route)
      pictures.push((await page.locator(part).screenshot()).toString('base64'))
    }
    return pictures
  }
  expect(await picture('dark')).toEqual(await picture('light'))
})

describe('hero.motif', () => {
  const home = (motif: string) => ({ 'brands/harbor/content/home.yaml': `hero: {motif: ${motif}}\n` })

  it('"none" leaves it out', async () => {
    const folder = await variantFolder('harbor', { files: home('none') })
    expect(all(parseHtml(readFileSync(join(folder, 'index.html'), 'utf8')), '.motif')).toEqual([])
  })

  it('names a pattern of another look', async () => {
    const { page } = await visit(await variantSite('harbor', { files: home('leaves') }), '/faq/')
    const image = await page.locator('.motif').evaluate(motif => getComputedStyle(motif).backgroundImage)
    expect(image).toContain('radial-gradient')
  })

  it('leaves are single above a centred title', async () => {
    const { page } = await visit(await brandSite('meadow'), '/faq/')
    const [image, radius] = await page
      .locator('.motif')
      .evaluate(motif => [getComputedStyle(motif).backgroundImage, getComputedStyle(motif).borderRadius])
    expect(image?.match(/radial-gradient/g)).toHaveLength(2)
    expect(radius).toBe('0px')
  })

  it('names a picture of the brand, whose last pixels are behind the upper edge of the example', async () => {
    const { page } = await visit(await brandSite('harbor'), '/')
    const [motif, card] = await page
      .locator('img.motif, .cost-slip')
      .evaluateAll(parts => parts.map(part => part.getBoundingClientRect().toJSON()))
    expect(motif.height).toBe(44)
    expect(motif.bottom - card.top).toBeCloseTo(4, 0)
    expect(await page.locator('img.motif').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(
      2400,
    )
  })
})

it('"icon" or a tag determines the drawing of an article', async () => {
  const plain = Object.fromEntries(
    ['a', 'b', 'c'].map((slug, index) => [
      `brands/aurora/content/articles/${slug}.md`,
      article(slug, [{ icon: 'lock' }, { tags: '[late-rent]' }, { tags: '[nothing-known]' }][index]),
    ]),
  )
  const { page } = await visit(await variantSite('aurora', { files: plain }), '/')
  const drawingOf = (slug: string) =>
    page
      .locator(`.article-card:has(a[href*="/${slug}/"]) .icon`)
      .evaluate(icon => icon.innerHTML.replaceAll('></path>', '/>'))
  const source = readFileSync(join(repositoryRoot, 'templates/icon.tsx'), 'utf8')
  const drawn = (name: string) => new RegExp(`${name}: '([^']+)'`).exec(source)?.[1]
  expect(await drawingOf('a')).toContain('<rect')
  expect(await drawingOf('b')).toContain(drawn('house'))
  expect(await drawingOf('c')).toContain(drawn('page'))
})

it.each(brandIds)('%s ticks four facts next to the form', async id => {
  const { page } = await visit(await brandSite(id), '/', { javaScript: false })
  const facts = page.locator('.conditions li')
  expect(await facts.count()).toBe(4)
  expect(await facts.first().evaluate(fact => getComputedStyle(fact).listStyleType)).toBe('"✓"')
})
