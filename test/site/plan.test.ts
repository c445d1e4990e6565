import { describe, expect, it } from 'vitest'
import { type PageKind, type PageOf, planSite, type Site } from '../../src/site/index.ts'
import { article } from '../support/project.ts'
import { planned } from './support.ts'

const articles = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      const name = `a${String(index + 1).padStart(2, '0')}`
      return [
        `content/articles/${name}.md`,
        article(name, { date: `2025-01-${String(index + 1).padStart(2, '0')}` }),
      ]
    }),
  )

function plan(...given: Parameters<typeof planned>): Site {
  const { brand, content } = planned(...given)
  const { value, diagnostics } = planSite(brand, content)
  expect(diagnostics).toEqual([])
  return value!
}
const page = <Kind extends PageKind>(site: Site, kind: Kind) =>
  site.pages.filter((found): found is PageOf<Kind> => found.kind === kind)

describe('the pages', () => {
  it('are those of DESIGN section 4', () => {
    const site = plan({ 'content/articles/rent.md': article('rent') })
    expect(site.pages.map(({ outputPath }) => outputPath)).toEqual([
      'index.html',
      'faq/index.html',
      'articles/rent/index.html',
      'articles/index.html',
      'ccpa.html',
      '404.html',
      'articles/404.html',
    ])
  })

  it('show articles newest first, those of one day by slug, and never themselves', () => {
    const site = plan({
      'content/articles/b.md': article('b', { date: '2025-08-21' }),
      'content/articles/a.md': article('a', { date: '2025-08-21' }),
      'content/articles/c.md': article('c', { date: '2025-08-22' }),
    })
    expect(site.articles.map(({ slug }) => slug)).toEqual(['c', 'a', 'b'])
    for (const {
      article: { slug },
      blog,
    } of page(site, 'article')) {
      expect(blog.items.map(item => item.slug)).toEqual(['c', 'a', 'b'].filter(other => other !== slug))
      expect(blog.more).toBeUndefined()
    }
    expect(site.articles[0]).toMatchObject({ href: '/articles/c/#header', date: { text: 'August 22, 2025' } })
  })

  it('has all questions on /faq/ and the first five at home', () => {
    const site = plan({})
    const [home] = page(site, 'home')
    const [faq] = page(site, 'faq')
    expect(faq?.faq.length).toBe(14)
    expect(home?.faq).toEqual(faq?.faq.slice(0, 5))
    expect(faq?.faq.map(({ anchor, numberAnchor }) => [anchor, numberAnchor]).slice(0, 2)).toEqual([
      ['payday-loan', 'faq-1'],
      ['speed', 'faq-2'],
    ])
  })

  it('leaves no token anywhere', () => {
    const files = { 'content/articles/a.md': article('a', {}, '{name} {apr} {termsUrl} {companyLine}\n') }
    const { pages, view, articles } = plan(files, { companyLine: '"{name} is a service of Test LLC."' })
    expect(view.brand.companyLine).toBe('Test Brand is a service of Test LLC.')
    expect(JSON.stringify({ pages, view, articles })).not.toMatch(/\{[a-z][A-Za-z0-9]*\}|[\ufdd0-\ufdef]/)
  })

  it('reports what is no token in "companyLine"', () => {
    const { brand, content } = planned({}, { companyLine: '"{nmae} is a service of Test LLC."' })
    expect(planSite(brand, content).diagnostics).toMatchObject([
      {
        code: 'content/unknown-token',
        file: 'brands/test/brand.yaml',
        line: 7,
        hint: 'Did you mean "name"?',
      },
    ])
  })

  it('puts every internal link below the base path', () => {
    const site = plan(
      { 'content/articles/a.md': article('a', {}, '[q](/faq/#faq) [h](/)\n') },
      { siteUrl: 'https://test.example/us' },
    )
    const links = [...JSON.stringify(site).matchAll(/href(?:\\"|":")=?(?:\\")?(\/[^"\\]*)/g)].map(
      ([, href]) => href,
    )
    expect(links.length).toBeGreaterThan(2)
    for (const href of links) expect(href).toMatch(/^\/us\//)
    expect(site.pages.find(found => found.kind === 'home')?.head.canonical).toBe('https://test.example/us/')
  })
})

describe('many articles', () => {
  const site = plan(articles(7), { articles: '{listLimit: 3}' })

  it('are shown up to the limit, then there is a link to all of them', () => {
    const [home] = page(site, 'home')
    expect(home?.blog.items.map(({ slug }) => slug)).toEqual(['a07', 'a06', 'a05'])
    expect(home?.blog.more).toBe('/articles/')
  })

  it('fill as many pages as needed, each article on one of them', () => {
    const lists = page(site, 'articleList')
    expect(lists.map(({ route, items, newer, older }) => [route, items.length, newer, older])).toEqual([
      ['/articles/', 3, undefined, '/articles/page/2/'],
      ['/articles/page/2/', 3, '/articles/', '/articles/page/3/'],
      ['/articles/page/3/', 1, '/articles/page/2/', undefined],
    ])
    expect(lists.flatMap(({ items }) => items.map(({ slug }) => slug))).toEqual(
      site.articles.map(({ slug }) => slug),
    )
  })

  it.each([
    [3, 1],
    [4, 2],
    [6, 2],
    [7, 3],
  ])('%d with a limit of 3 make %d list pages', (count, pages) => {
    expect(page(plan(articles(count), { articles: '{listLimit: 3}' }), 'articleList').length).toBe(pages)
  })
})

describe('the head for search engines', () => {
  const site = plan(
    {
      'content/articles/rent.md': article('rent', {
        title: 'Rent & more',
        keywords: '[rent, "{name}"]',
        author: 'Ann',
      }),
    },
    { name: '"A & B"', locale: 'en-GB' },
  )
  const headOf = (kind: string) => site.pages.find(found => found.kind === kind)!.head

  it('of an article is its own title, description, keywords and date', () => {
    expect(headOf('article')).toMatchObject({
      title: 'Rent & more | A & B',
      description: 'Description of rent.',
      canonical: 'https://test.example/articles/rent/',
      keywords: 'rent, A & B',
      openGraph: { type: 'article', title: 'Rent & more', locale: 'en_GB', siteName: 'A & B' },
      article: { publishedTime: '2025-08-21', author: 'Ann', tags: ['rent', 'A & B'] },
    })
  })

  it.each(['notFound', 'articleNotFound'])('of %s is that it must not be listed', kind => {
    expect(headOf(kind).robots).toBe('noindex')
    expect(headOf(kind).canonical).toBeUndefined()
    expect(headOf(kind).structuredData).toBeUndefined()
  })

  it('names the types of the spec', () => {
    const types = (kind: string) =>
      (headOf(kind).structuredData!['@graph'] as { '@type': string }[]).map(node => node['@type'])
    expect(types('home')).toEqual(expect.arrayContaining(['Organization', 'WebSite']))
    expect(types('article')).toEqual(expect.arrayContaining(['Article', 'BreadcrumbList']))
  })
})

it('keeps the footnotes of several texts on a page apart', () => {
  const answers = Array.from({ length: 14 }, (_, index) =>
    index < 2
      ? `- question: Question ${index}?\n  answer: "Answer.[^1]\\n\\n[^1]: Note."`
      : `- question: Question ${index}?\n  answer: Answer.`,
  )
  const { brand, content } = planned({ 'content/faq.yaml': answers.join('\n') })
  const { value } = planSite(brand, content)
  const html = JSON.stringify(page(value!, 'faq'))
  const ids = [...html.matchAll(/ id=\\"(fn[^"\\]*|text-[^"\\]*)/g)].map(([, id]) => id)
  expect(ids).toEqual(['fnref-1', 'fn-1', 'text-2-fnref-1', 'text-2-fn-1'])
})

describe('errors', () => {
  it('is reported for every link at once, and leaves out the articles with dead ones', () => {
    const { brand, content } = planned({
      'content/articles/a.md': article('a', {}, '[x](/nope/)\n\n[y](/no/)\n'),
      'content/articles/b.md': article('b', {}, '[z](/articles/a/)\n'),
    })
    const { value, diagnostics } = planSite(brand, content)
    expect(
      diagnostics.map(({ severity, code, file, line }) => `${file}:${line} ${severity} ${code}`),
    ).toEqual([
      'content/articles/a.md:8 warning link/unknown-page',
      'content/articles/a.md:10 warning link/unknown-page',
      'content/articles/b.md:8 warning link/left-out-article',
    ])
    const articles = page(value!, 'article').map(({ article }) => article)
    expect(articles).toMatchObject([{ slug: 'b', body: [{ html: ['<p><span>z</span></p>'] }] }])
    expect(value?.articles.map(({ slug }) => slug)).toEqual(['b'])
    expect(value?.leftOut.get('/articles/a/')).toMatchObject({ reason: 'broken' })
  })

  it('is only a warning if a list of a tag is gone with one of its three articles', () => {
    const tagged = (slug: string, text: string) => article(slug, { tags: '[rent]' }, text)
    const { brand, content } = planned({
      'content/articles/a.md': tagged('a', '[x](/nope/)\n'),
      'content/articles/b.md': tagged('b', 'Text.\n'),
      'content/articles/c.md': tagged('c', '[all](/articles/tags/rent/)\n'),
    })
    const { value, diagnostics } = planSite(brand, content)
    expect(diagnostics.map(({ file, code }) => `${file} ${code}`)).toEqual([
      'content/articles/a.md link/unknown-page',
      'content/articles/c.md link/left-out-article',
    ])
    expect(value?.articles.map(({ slug }) => slug)).toEqual(['b', 'c'])
  })

  it('is an error outside of articles, and the text stays without the link', () => {
    const { brand, content } = planned({
      'content/pages/ccpa.md': '---\ntitle: Rights\ndescription: Yours.\n---\n\n[x](/nope/)\n',
    })
    const { value, diagnostics } = planSite(brand, content)
    expect(diagnostics).toMatchObject([{ severity: 'error', code: 'link/unknown-page', line: 6 }])
    expect(page(value!, 'ccpa')[0]?.bodyHtml).toEqual(['<p><span>x</span></p>'])
  })

  it('two articles at one address are a collision', () => {
    const { brand, content } = planned({ 'content/articles/a.md': article('a') })
    const [only] = content.articles
    const twice = { ...content, articles: [only!, { ...only!, file: 'content/articles/b.md' }] }
    expect(planSite(brand, twice)).toMatchObject({
      value: undefined,
      diagnostics: [{ code: 'site/route-collision', file: 'content/articles/b.md' }],
    })
  })
})

describe('planSite', () => {
  it('is deterministic, and does not change its input', () => {
    const { brand, content } = planned(articles(3))
    const before = JSON.stringify([brand.values, content])
    expect(planSite(brand, content)).toEqual(planSite(brand, content))
    expect(JSON.stringify([brand.values, content])).toBe(before)
  })

  it('does not care in which order the articles come', () => {
    const { brand, content } = planned(articles(5))
    const reversed = { ...content, articles: [...content.articles].reverse() }
    expect(planSite(brand, reversed)).toEqual(planSite(brand, content))
  })
})
