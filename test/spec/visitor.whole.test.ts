// What visitors, search engines and hosts must get from every page, as far as the published files show it.

import { describe, expect, it } from 'vitest'
import { brandIds, factsOf, htmlPaths, readBuilt, readPage } from '../support/brands.ts'
import { all, attribute, type Element, meta, one, rawText, textOf } from '../support/html.ts'

const linksIn = (id: (typeof brandIds)[number], path: string) =>
  all(one(readPage(id, path), 'main'), 'a').map(link => attribute(link, 'href') ?? '')

describe.each(brandIds)('%s', id => {
  const facts = factsOf(id)
  const articles = facts.slugs.map(slug => `articles/${slug}/index.html`)

  it('has a way to the form after the steps, after the questions and at the end of each article', () => {
    const toForm = `${facts.basePath}/#form`
    expect(linksIn(id, 'index.html').filter(href => href === toForm).length).toBeGreaterThanOrEqual(3)
    for (const path of ['faq/index.html', ...articles]) expect(linksIn(id, path), path).toContain(toForm)
  })

  it('shows the cost of a loan next to each button to the form, and below the form', () => {
    for (const path of ['index.html', 'faq/index.html', ...articles]) {
      const main = one(readPage(id, path), 'main')
      const buttons = all(
        main,
        element => element.tagName === 'a' && (attribute(element, 'href') ?? '').endsWith('#form'),
      )
      const lines = all(main, '.cost-line').map(textOf)
      const places = buttons.length + (path === 'index.html' ? 1 : 0)
      expect(lines, path).toEqual(Array(places).fill('Example: $300 for 14 days costs $45 (391% APR)'))
    }
  })

  it('has titles that search engines show whole', () => {
    for (const path of htmlPaths(id)) {
      const title = textOf(one(readPage(id, path), 'title'))
      expect(title.length, `${path}: ${title}`).toBeLessThanOrEqual(60)
    }
  })

  it('describes its shared picture, and colours the browser’s bars in both schemes', () => {
    for (const path of htmlPaths(id)) {
      const root = readPage(id, path)
      if (meta(root, 'og:image') !== undefined) expect(meta(root, 'og:image:alt'), path).toBeTruthy()
      const colors = all(root, element => attribute(element, 'name') === 'theme-color')
      expect(colors.map(color => attribute(color, 'media')?.slice(-5, -1))).toEqual(
        id === 'aurora' ? ['ight', 'dark'] : [undefined],
      )
      // The header's own colour.
      const ground = { aurora: '#fbfbfe', harbor: '#12406f', meadow: '#eaf5ea' }[id]
      expect(attribute(colors[0] as Element, 'content')).toBe(ground)
    }
  })

  it('is an organization with a logo, whose articles have an image and no brand for a person', () => {
    for (const path of articles) {
      const data = one(readPage(id, path), element => attribute(element, 'type') === 'application/ld+json')
      const graph: { '@type': string; [key: string]: unknown }[] = JSON.parse(rawText(data))['@graph']
      const node = (type: string) => graph.find(candidate => candidate['@type'] === type)
      expect(node('Organization')?.logo, path).toMatch(/^https:\/\/.+\.png$/)
      expect(node('Article')?.image, path).toMatch(/^https:\/\//)
      expect(node('Article')?.dateModified, path).toMatch(/^\d{4}-\d\d-\d\d$/)
      expect(JSON.stringify(node('Article')?.author), path).not.toContain('Person')
    }
  })

  it('opens the provider’s documents in a tab of their own wherever they are linked', () => {
    const documents = htmlPaths(id).flatMap(path =>
      all(readPage(id, path), 'a').filter((link: Element) =>
        attribute(link, 'href')?.includes(`//${facts.providerHost}/`),
      ),
    )
    expect(documents.length).toBeGreaterThan(30)
    for (const link of documents) {
      expect([attribute(link, 'target'), attribute(link, 'rel')]).toEqual(['_blank', 'noopener noreferrer'])
    }
  })

  it('has the headers and links that scanners and feed readers look for', () => {
    const headers = readBuilt(id, '_headers')
    expect(headers).toMatch(/^ {2}Strict-Transport-Security: max-age=\d{8}/m)
    expect(headers).toContain('  Cross-Origin-Resource-Policy: same-origin')
    expect(readBuilt(id, 'feed.xml')).toContain('<link rel="alternate" type="text/html"')
  })

  it('has a heading for the cost of a loan', () => {
    const headings = all(readPage(id, 'index.html'), 'h2').map(textOf)
    expect(headings).toContain('What a loan can cost')
  })
})

/** All sequences of five words in some parts of a page. */
function runsOf(id: (typeof brandIds)[number], path: string, places: readonly string[]): Set<string> {
  const texts = places.flatMap(place => all(readPage(id, path), place).map(textOf))
  const words =
    texts
      .join(' ')
      .replaceAll(factsOf(id).name, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words.map((_, at) => words.slice(at, at + 5).join(' ')))
}

it.each([
  ['index.html', ['.hero', '#advantages', '.steps', '.faq'], 0.5],
  ['faq/index.html', ['.faq'], 0.25],
] as const)('of the words of %s, each brand has its share for itself', (path, places, least) => {
  const runs = new Map(brandIds.map(id => [id, runsOf(id, path, places)]))
  for (const [id, own] of runs) {
    const others = brandIds.filter(other => other !== id).map(other => runs.get(other)!)
    const alone = [...own].filter(run => others.every(other => !other.has(run)))
    expect(alone.length / own.size, id).toBeGreaterThanOrEqual(least)
  }
})

it.each(brandIds)('%s compares loan, overdraft and card in a table', id => {
  const root = readPage(id, 'articles/loan-vs-overdraft-vs-card/index.html')
  const rows = all(one(root, 'table'), 'tr').map(row =>
    all(row, element => /^t[hd]$/.test(element.tagName)).map(textOf),
  )
  expect(rows[0]).toEqual(['Way to pay', 'Costs', 'Main risk'])
  expect(rows.find(([what]) => what === 'Payday loan at $15 per $100')?.[1]).toMatch(
    /^\$45 on \$300: 391% APR/,
  )
})
