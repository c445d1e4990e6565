// What is published on a given day: articles with a later date and expired ones are left out.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildBrands, inputsReader, openFacts } from '../../src/build/index.ts'
import { openCache } from '../../src/cache/index.ts'
import { parseFrontMatter } from '../../src/content/index.ts'
import { diskFiles, memoryFiles, snapshot } from '../../src/files/index.ts'
import { memoryOutput } from '../support/memory-output.ts'
import { article, brandYaml, type FileMap, repositoryRoot } from '../support/project.ts'

const files: FileMap = {
  'brands/acme/brand.yaml': brandYaml(),
  'content/articles/now.md': article('now', { date: '2025-01-01' }, 'See [this](/articles/later/).\n'),
  'content/articles/later.md': article('later', { date: '2025-06-01' }),
  'content/articles/over.md': article('over', { date: '2025-01-01', expires: '2025-09-01' }),
  'content/articles/never.md': article('never', { date: '2025-01-01', expires: '2025-01-01' }),
}

async function build(asOf: string | undefined, project = files) {
  const output = memoryOutput('acme')
  const { diagnostics, brands } = await buildBrands({
    files: memoryFiles(project),
    defaults: diskFiles(repositoryRoot),
    brands: ['acme'],
    strict: false,
    drafts: false,
    asOf,
    openOutput: async () => ({ value: output, diagnostics: [] }),
  })
  const text = (path: string) => {
    const bytes = output.files.get(path)
    return bytes && new TextDecoder().decode(bytes)
  }
  const articles = [...output.files.keys()].flatMap(path => /^articles\/(\w+)\/index/.exec(path)?.[1] ?? [])
  return { diagnostics, text, articles: articles.sort(), nextChange: brands[0]?.nextChange, output }
}

describe('a build shows the articles of a day', () => {
  test.each([
    ['2025-05-31', ['now', 'over'], '2025-06-01'],
    ['2025-06-01', ['later', 'now', 'over'], '2025-09-01'],
    ['2025-08-31', ['later', 'now', 'over'], '2025-09-01'],
    ['2025-09-01', ['later', 'now'], undefined],
    ['2024-12-31', [], '2025-01-01'],
  ])('%s', async (day, articles, nextChange) => {
    expect(await build(day)).toMatchObject({ articles, nextChange })
  })

  test('and every one without a day', async () => {
    expect(await build(undefined)).toMatchObject({ articles: ['later', 'now', 'over'] })
  })

  test('and the same bytes on two days with the same articles', async () => {
    const [first, second] = [await build('2025-06-01'), await build('2025-08-31')]
    expect([...second.output.files]).toEqual([...first.output.files])
  })

  test('reports why the article of a link is missing, and impossible days', async () => {
    const { diagnostics, text } = await build('2025-05-31')
    expect(text('articles/now/index.html')).toContain('<p>See <span>this</span>.</p>')
    const told = diagnostics
      .filter(({ severity }) => severity !== 'info')
      .map(({ code, file, line, message }) => [code, `${file}:${line}`, message])
    expect(told).toEqual([
      [
        'article/invalid-value',
        'content/articles/never.md:6',
        expect.stringContaining('is not after "date"'),
      ],
      [
        'link/left-out-article',
        'content/articles/now.md:8',
        expect.stringContaining('content/articles/later.md is scheduled for 2025-06-01'),
      ],
    ])
  })

  test('and its inputs differ exactly if the articles do', async () => {
    const [may, june, august, september] = await Promise.all(
      ['2025-05-31', '2025-06-01', '2025-08-31', '2025-09-01'].map(day => hashOn(day, files)),
    )
    expect(june).toBe(august)
    expect(new Set([may, june, september]).size).toBe(3)
  })
})

const defaults = snapshot(diskFiles(repositoryRoot))

async function hashOn(asOf: string, project: FileMap): Promise<string> {
  const read = inputsReader({
    files: memoryFiles(project),
    defaults,
    flags: { drafts: false, asOf },
    templates: () => Promise.reject(new Error('No package is imported.')),
    facts: openFacts(openCache(undefined)),
  })
  return (await read('acme')).hash
}

test('inputs differ on days on which an article comes or goes', async () => {
  const day = fc.constantFrom(
    '2025-01-01',
    '2025-06-01',
    '"2025-06-02"',
    "'2025-07-01'",
    '2025-06-01T09:00:00Z',
    '# the day\n  2025-06-02',
    '>-\n  2025-06-02',
    '|-\n  2025-06-02',
    '!!str 2025-06-02',
    '"2025\\x2d06-02"',
  )
  const front = fc.record({ date: day, expires: fc.option(day, { nil: undefined }) })
  const asOf = fc.constantFrom('2025-01-01', '2025-06-01', '2025-06-30')
  await fc.assert(
    fc.asyncProperty(front, asOf, asOf, async (changes, ...days) => {
      const text = article('a', changes, 'It expires: soon.\n')
      const { details } = parseFrontMatter({ path: 'a.md', text }).value
      const isThere = days.map(
        on => details && details.date <= on && !(details.expires && details.expires <= on),
      )
      const hashes = await Promise.all(days.map(on => hashOn(on, { 'content/articles/a.md': text })))
      if (isThere[0] !== isThere[1]) expect(hashes[0]).not.toBe(hashes[1])
      if (days[0] === days[1]) expect(hashes[0]).toBe(hashes[1])
    }),
  )
})

test.each([
  ['date: 2025-06-02', '"d\\x61te": 2025-06-02'],
  ['date: 2025-06-02', '? date\n: 2025-06-02'],
  ['---\n', '\ufeff---\n'],
  ['---\n', '--- \n'],
  ['\n', '\r\n'],
])('inputs find a day where %j is written as %j', async (plain, odd) => {
  const whole = article('a', { date: '2025-06-02' })
  const text = plain === '\n' ? whole.replaceAll(plain, odd) : whole.replace(plain, odd)
  expect(parseFrontMatter({ path: 'a.md', text: text.replace(/\ufeff|\r/g, '') }).value.details?.date).toBe(
    '2025-06-02',
  )
  const [before, after, later] = await Promise.all(
    ['2025-06-01', '2025-06-02', '2025-06-03'].map(on => hashOn(on, { 'content/articles/a.md': text })),
  )
  expect(before).not.toBe(after)
  expect(after).toBe(later)
})

test.each([
  [
    'a review of the states is a year old',
    'states: {reviewedBy: A. Person, reviewedOn: 2025-03-01}',
    '2026-03-01',
  ],
  ['an approval is older than 90 days', 'disclosures: {approvedBy: A, approvedOn: 2025-03-01}', '2025-05-31'],
])('inputs differ on the day on which %s', async (_, line, due) => {
  const files = { 'brands/acme/brand.yaml': `${brandYaml()}${line}\n` }
  const dayBefore = new Date(Date.parse(due) - 86_400_000).toISOString().slice(0, 10)
  const [first, before, after] = await Promise.all(
    ['2025-03-02', dayBefore, due].map(on => hashOn(on, files)),
  )
  expect(first).toBe(before)
  expect(before).not.toBe(after)
})

test('inputs name no day of an article that only speaks of it', async () => {
  const text = article('a', { date: '2025-01-01' }, 'date: 2025-06-02\n')
  const [before, after] = await Promise.all(
    ['2025-06-01', '2025-06-02'].map(on => hashOn(on, { 'content/articles/a.md': text })),
  )
  expect(before).toBe(after)
})

describe('the day of the last change', () => {
  test('is on the article, in its data and in the sitemap', async () => {
    const { text } = await build(undefined, {
      'brands/acme/brand.yaml': brandYaml(),
      'content/articles/now.md': article('now', { updated: '2025-10-02' }),
    })
    const html = text('articles/now/index.html') ?? ''
    expect(html).toContain('Updated <time dateTime="2025-10-02">October 2, 2025</time>')
    expect(html).toContain('"dateModified":"2025-10-02"')
    expect(html).toContain('<meta property="article:modified_time" content="2025-10-02"/>')
    expect(text('sitemap.xml')).toContain('/articles/now/</loc><lastmod>2025-10-02</lastmod>')
  })
})

describe('a tag', () => {
  const tagged = (count: number, tags = '[credit-score, rent]') =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `content/articles/a${index}.md`,
        article(`a${index}`, { tags }),
      ]),
    )
  const acme = { 'brands/acme/brand.yaml': `${brandYaml()}articles:\n  listLimit: 2\n` }

  test('has a list from three articles on, to which they link', async () => {
    const few = await build(undefined, { ...acme, ...tagged(2) })
    expect(few.text('articles/tags/rent/index.html')).toBeUndefined()
    expect(few.text('articles/a0/index.html')).not.toContain('/articles/tags/')
    const { text, diagnostics } = await build(undefined, { ...acme, ...tagged(3) })
    expect(diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([])
    expect(text('articles/a0/index.html')).toContain(
      '<span>More about:</span><a href="/articles/tags/credit-score/">credit score</a><a href="/articles/tags/rent/">rent</a>',
    )
    const first = text('articles/tags/credit-score/index.html') ?? ''
    expect(first).toContain('<title>Articles about credit score | Test Brand</title>')
    expect(first).toContain('<h1>Articles about credit score</h1>')
    expect(first).toContain('href="/articles/tags/credit-score/page/2/"')
    expect(text('articles/tags/credit-score/page/2/index.html')).toContain('Title of a2')
    expect(text('articles/index.html')).toContain('<h1>Good to Know</h1>')
    expect(text('sitemap.xml')).toContain('/articles/tags/rent/</loc>')
  })

  test('is written as an address is', async () => {
    const { diagnostics } = await build(undefined, { ...acme, ...tagged(1, '[Credit Score]') })
    expect(diagnostics).toMatchObject([
      {
        code: 'article/invalid-value',
        line: 6,
        column: 8,
        hint: 'Write "credit-score".',
      },
    ])
  })
})
