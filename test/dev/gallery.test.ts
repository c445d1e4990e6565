// The index page of `imprint dev` as its server sends it. test/browser/dev.whole.test.ts tests its updates.

import { HtmlValidate } from 'html-validate'
import { describe, expect, it } from 'vitest'
import { failedPage } from '../../src/dev/failed-page.ts'
import { type GalleryBrand, galleryPage } from '../../src/dev/gallery.ts'
import { all, attribute, one, parseHtml, type Root, textOf } from '../support/html.ts'

function brand(id: string, changes: Partial<GalleryBrand> = {}): GalleryBrand {
  const url = `http://${id}.localhost:4000/`
  return {
    id,
    name: `Brand ${id}`,
    url,
    opened: true,
    failed: false,
    problems: [],
    frames: [
      { label: 'Home', url },
      { label: 'FAQ', url: `${url}faq/` },
    ],
    ...changes,
  }
}

const date = `content/articles/x.md:4:7  warning  article/invalid-date  "<b>" is no date.
  4 | date: <b>
    |       ^
  → Write the day as YYYY-MM-DD.
`
const missing = 'brands/b/brand.yaml:1:1  error  brand/missing-key  "name" is missing.\n'
const brands = [
  brand('a'),
  brand('b', {
    failed: true,
    problems: [
      { severity: 'warning', text: date },
      { severity: 'error', text: missing },
    ],
  }),
  brand('c', { problems: [{ severity: 'info', text: 'info  file/crlf  Lines end in CR LF.' }] }),
]
const html = galleryPage({ brands, token: 'secret-token' })
const page = parseHtml(html)

function sectionOf(id: string, root: Root = page): Root {
  return one(root, element => element.tagName === 'section' && attribute(element, 'data-brand') === id)
}

function markOf(id: string): string {
  return textOf(one(page, element => attribute(element, 'data-live') === `mark-${id}`))
}

describe('the index page', () => {
  it('has a section for each brand in order, with its name, id and home page', () => {
    expect(all(page, 'section').map(section => attribute(section, 'data-brand'))).toEqual(['a', 'b', 'c'])
    const heading = one(sectionOf('b'), 'h2')
    expect(textOf(heading)).toBe('Brand b')
    expect(attribute(one(heading, 'a'), 'href')).toBe('http://b.localhost:4000/')
    expect(textOf(one(sectionOf('b'), '.id'))).toBe('b')
  })

  it('shows each page twice, at the width of a phone and of a desktop', () => {
    for (const section of all(page, 'section')) {
      const home = `http://${attribute(section, 'data-brand')}.localhost:4000/`
      for (const width of ['phone', 'desktop']) {
        const frames = all(section, `.${width}`).map(screen => one(screen, 'iframe'))
        expect(frames.map(frame => attribute(frame, 'src'))).toEqual([home, `${home}faq/`])
        expect(frames.map(frame => attribute(frame, 'loading'))).toEqual(['lazy', 'lazy'])
      }
    }
    const titles = all(page, 'iframe').map(frame => attribute(frame, 'title'))
    expect(titles).toContain('FAQ of Brand b at phone width')
    expect(new Set(titles).size).toBe(brands.length * 4)
  })

  it('gives each problem in the words of the terminal, errors first', () => {
    const problems = one(sectionOf('b'), 'details')
    expect(textOf(one(problems, 'summary'))).toBe('1 error, 1 warning; a build would fail')
    expect(all(problems, 'pre').map(rawTextOf)).toEqual([missing, date])
  })

  it('marks the brands with problems, by name and on the whole', () => {
    expect(markOf('a')).toBe('')
    expect(markOf('b')).toBe('2 problems')
    expect(textOf(one(page, element => attribute(element, 'data-live') === 'summary'))).toBe(
      '1 with problems',
    )
  })

  it('leaves out notes', () => {
    expect(markOf('c')).toBe('')
    expect(textOf(sectionOf('c'))).toContain('No problems')
    expect(html).not.toContain('file/crlf')
  })

  it('links every name to its section', () => {
    const ids = all(page, element => attribute(element, 'id') !== undefined).map(element =>
      attribute(element, 'id'),
    )
    const targets = all(one(page, 'nav'), 'a').map(link => attribute(link, 'href')?.slice(1))
    expect(targets).toHaveLength(brands.length)
    expect(ids).toEqual(expect.arrayContaining(targets))
  })

  it('adds the id to a name that several brands have', () => {
    const same = parseHtml(
      galleryPage({
        brands: [brand('a', { name: 'One' }), brand('a-es', { name: 'One' }), brand('b')],
        token: 't',
      }),
    )
    expect(all(one(same, 'nav'), 'a').map(textOf)).toEqual(['One (a)', 'One (a-es)', 'Brand b'])
    expect(new Set(all(same, 'iframe').map(frame => attribute(frame, 'title'))).size).toBe(3 * 4)
  })

  it('takes styles and scripts from its server alone, as its policy demands', () => {
    const script = one(page, 'script')
    expect(attribute(script, 'src')).toBe('/__imprint/gallery.js')
    expect(attribute(script, 'data-token')).toBe('secret-token')
    expect(textOf(script)).toBe('')
    expect(all(page, 'style')).toEqual([])
    const inline = all(page).flatMap(element =>
      element.attrs.filter(({ name }) => /^(?:style|on.*)$/.test(name)),
    )
    expect(inline).toEqual([])
  })

  it('takes no text for markup', () => {
    const hostile = '"><img src=x>\'</pre></summary></title><script>alert(1)</script>&amp;'
    const attacked = parseHtml(
      galleryPage({
        brands: [
          brand('a', {
            name: hostile,
            problems: [{ severity: 'error', text: `error  ${hostile}` }],
            frames: [{ label: hostile, url: 'http://a.localhost/?a=1&copy=2"' }],
          }),
        ],
        token: hostile,
      }),
    )
    expect(all(attacked, 'img')).toEqual([])
    expect(all(attacked, 'script')).toHaveLength(1)
    expect(rawTextOf(one(attacked, 'pre'))).toBe(`error  ${hostile}`)
    expect(attribute(one(attacked, 'script'), 'data-token')).toBe(hostile)
    const [frame] = all(attacked, 'iframe')
    expect(attribute(frame!, 'src')).toBe('http://a.localhost/?a=1&copy=2"')
    expect(attribute(frame!, 'title')).toContain(hostile)
  })

  it('can be filtered when there are many brands', () => {
    const withBrands = (count: number) =>
      parseHtml(galleryPage({ brands: Array.from({ length: count }, (_, i) => brand(`b${i}`)), token: 't' }))
    expect(all(withBrands(8), 'input')).toHaveLength(0)
    expect(attribute(one(withBrands(9), 'input'), 'id')).toBe('filter')
  })
})

describe('the page of a brand that has nothing to show', () => {
  it('says so', () => {
    const failed = parseHtml(failedPage())
    expect(textOf(one(failed, 'title'))).toBe('This page cannot be shown yet')
    expect(textOf(one(failed, 'h1'))).toBe('This page cannot be shown yet')
  })

  it('leaves room for the script that shows the problems', () => {
    expect(failedPage().match(/<\/body>/g)).toHaveLength(1)
  })
})

describe('our own pages', () => {
  const validator = new HtmlValidate({
    root: true,
    extends: ['html-validate:recommended'],
    rules: {
      // Both forms are HTML.
      'doctype-style': 'off',
      'void-style': 'off',
    },
  })

  it.each([
    ['index', html],
    ['nothing to show', failedPage()],
  ])('are valid HTML: %s', async (_, text) => {
    const { results } = await validator.validateString(text)
    expect(
      results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`)),
    ).toEqual([])
  })
})

/** The text of an element, unchanged. */
function rawTextOf(element: Root): string {
  return element.childNodes
    .map(child => ('childNodes' in child ? rawTextOf(child) : 'value' in child ? child.value : ''))
    .join('')
}
