import { describe, expect, it, test } from 'vitest'
import { brokenFile, type LeftOut, parseMarkdown, type TokenValues } from '../../src/content/index.ts'
import { tokenNames } from '../../src/content/texts/tokens.ts'
import type { LinkMap } from '../../src/site/links.ts'
import { resolveMarkup } from '../../src/site/links.ts'
import { labels } from '../content/support.ts'

const leftOut = new Map<string, LeftOut>([
  ['/articles/broken/', brokenFile('content/articles/broken.md', [])],
  ['/articles/draft/', { reason: 'draft', file: 'content/articles/draft.md' }],
  [
    '/articles/dropped/',
    {
      reason: 'dropped',
      file: 'content/articles/dropped.md',
      origin: { file: 'brands/a/brand.yaml', line: 7, column: 5 },
    },
  ],
])
const map = (basePath = ''): LinkMap => ({
  providerOrigin: 'https://forms.example',
  basePath,
  pages: new Set(['/', '/faq/', '/articles/rent/', '/ccpa.html']),
  errorPages: new Set(['/404.html']),
  files: new Set(['/feed.xml']),
  redirected: new Map([['/old', '/faq/']]),
  documents: { econsent: '', policy: '', terms: '', rates: '', notice: '' },
  leftOut,
  tokens: Object.fromEntries(
    tokenNames.map(name => [name, `https://${name.toLowerCase()}.example/`]),
  ) as TokenValues,
  labels,
  opensInNewTab: '(new tab)',
  tags: new Set(['rent']),
})
const resolve = (url: string, basePath?: string, route = '/articles/rent/') => {
  const { value } = parseMarkdown(`[text](${url})`, {
    originAt: ({ line, column }) => ({ file: 'a.md', line, column }),
  })
  const resolved = resolveMarkup(value!, route, [], map(basePath))
  const { html, links } = resolved.value
  return { html: html.join(''), links, diagnostics: resolved.diagnostics }
}
const hrefOf = (html: string) => /href="([^"]*)"/.exec(html)?.[1]

describe('a good link', () => {
  it.each([
    ['/', '/us/'],
    ['/faq/', '/us/faq/'],
    ['/faq/#faq-1', '/us/faq/#faq-1'],
    ['/#form', '/us/#form'],
    ['/articles/rent/#what-it-costs', '/us/articles/rent/#what-it-costs'],
    ['#what-it-costs', '#what-it-costs'],
    ['#%C3%BCnder', '#%C3%BCnder'],
    ['/feed.xml', '/us/feed.xml'],
    ['/ccpa.html', '/us/ccpa.html'],
    ['https://a.example/x?y#z', 'https://a.example/x?y#z'],
    ['HTTPS://a.example/', 'HTTPS://a.example/'],
    ['mailto:a@a.example', 'mailto:a@a.example'],
    ['tel:+18005550142', 'tel:+18005550142'],
    ['{termsUrl}', 'https://termsurl.example/'],
  ])('%s leads to %s', (url, href) => {
    const { html, diagnostics } = resolve(url, '/us')
    expect(diagnostics).toEqual([])
    expect(hrefOf(html)).toBe(href)
  })
})

describe('a link that leads nowhere', () => {
  it.each([
    ['/fag/', 'link/unknown-page', 'Did you mean "/faq/"?'],
    ['/faq', 'link/unknown-page', 'Did you mean "/faq/"?'],
    ['faq', 'link/unknown-page', 'Did you mean "/faq/"?'],
    ['/ccpa.html/', 'link/unknown-page', 'Did you mean "/ccpa.html"?'],
    ['rent.md', 'link/unknown-page', 'Did you mean "/articles/rent/"?'],
    ['../articles/rent.md', 'link/unknown-page', 'Did you mean "/articles/rent/"?'],
    [
      '/something/else/entirely',
      'link/unknown-page',
      'Link to an existing page, or add the missing page to content/pages/.',
    ],
    ['/us/faq/', 'link/unknown-page', expect.anything()],
    ['/faq/?x', 'link/unknown-page', expect.anything()],
    ['/articles/overdraft-or-loan/', 'link/unknown-page', expect.stringContaining('content/articles/')],
    [
      '/articles/tags/nope/',
      'link/unknown-page',
      expect.stringContaining('at least three of the brand’s published articles'),
    ],
  ])('%s', (url, code, hint) => {
    const { diagnostics } = resolve(url, '/us')
    expect(diagnostics).toEqual([
      { severity: 'error', code, message: expect.any(String), hint, file: 'a.md', line: 1, column: 1 },
    ])
  })
})

test('a list of a tag that too few articles have today is a warning, not an error', () => {
  const { diagnostics } = resolve('/articles/tags/rent/')
  expect(diagnostics).toMatchObject([{ severity: 'warning', code: 'link/left-out-article' }])
})

describe('a link to a fragment', () => {
  const origin = { file: 'a.md', line: 1, column: 1 }

  it.each([
    ['/faq/#faq-9', '/us/faq/#faq-9'],
    ['#what-it-cost', '#what-it-cost'],
    ['/#', '/us/#'],
  ])('%s is kept with its place, to be checked when the pages are rendered', (url, href) => {
    expect(resolve(url, '/us').links).toEqual([{ route: '/articles/rent/', href, origin }])
  })

  it.each(['/faq/', '/feed.xml#x', 'https://a.example/#x', '/nope/#x', '/articles/draft/#x'])(
    '%s leads to none of the site',
    url => {
      expect(resolve(url).links).toEqual([])
    },
  )
})

describe('a link to an article that was left out', () => {
  it.each([
    ['broken', 'content/articles/broken.md:1:1 has an error and is left out', 'Fix or publish'],
    ['draft', 'content/articles/draft.md is a draft', 'Fix or publish'],
    ['dropped', 'this brand does not show content/articles/dropped.md', 'brands/a/brand.yaml:7'],
  ])('%s is a warning, and its text stays', (slug, why, hint) => {
    const { html, diagnostics } = resolve(`/articles/${slug}/#anything`)
    expect(html).toBe('<p><span>text</span></p>')
    expect(diagnostics).toMatchObject([
      {
        severity: 'warning',
        code: 'link/left-out-article',
        message: expect.stringContaining(why),
        hint: expect.stringContaining(hint),
      },
    ])
  })
})

it('a link to a document of the provider announces that it opens a new tab, and no other link does', () => {
  expect(resolve('https://forms.example/terms').html).toBe(
    '<p><a href="https://forms.example/terms" target="_blank" rel="noopener noreferrer">text<span class="hidden"> (new tab)</span></a></p>',
  )
  expect(resolve('/').html).toBe('<p><a href="/">text</a></p>')
})
