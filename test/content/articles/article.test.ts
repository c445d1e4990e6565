import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { article } from '../../support/project.ts'
import { parseArticle } from '../support.ts'

const parse = (text: string) => parseArticle({ path: 'content/articles/a.md', text })
const codesOf = (text: string) => parse(text).diagnostics.map(problem => problem.code)

describe('a good article', () => {
  it('is parsed whole', () => {
    const text = article('rent', {
      keywords: '[rent, "bills, due"]',
      author: 'Ann',
      image: 'cover.png',
      draft: 'true',
    })
    const { value, diagnostics } = parse(text)
    expect(diagnostics).toEqual([])
    expect(value).toMatchObject({
      file: 'content/articles/a.md',
      slug: { text: 'rent', origin: { line: 2, column: 7 } },
      article: {
        slug: 'rent',
        title: 'Title of rent',
        description: 'Description of rent.',
        date: '2025-08-21',
        keywords: ['rent', 'bills, due'],
        author: 'Ann',
        image: { url: 'cover.png', origin: { line: 8, column: 8 } },
        draft: true,
      },
    })
    expect(value.article?.body.parts).toEqual(['<p>A paragraph.</p>'])
  })

  it('needs four keys only', () => {
    const { article: found } = parse(article('rent')).value
    expect(found).toMatchObject({ keywords: [], draft: false })
    expect(found).not.toHaveProperty('author')
    expect(found).not.toHaveProperty('image')
  })

  it('uses its file name without a slug', () => {
    const text = article('rent', { slug: undefined })
    const { value } = parseArticle({ path: 'content/articles/2024/rent-due.md', text })
    expect(value.article?.slug).toBe('rent-due')
    const { value: none, diagnostics } = parseArticle({ path: 'content/articles/Rent due.md', text })
    expect(none.article).toBeUndefined()
    expect(diagnostics).toMatchObject([
      { code: 'article/invalid-slug', hint: expect.stringContaining('"slug: rent-due"') },
    ])
  })

  it.each(['2025-08-21T10:00:00Z', '2025-08-21 23:59:00 -0500', '"2025-08-21T10:00"'])(
    'has the day of %s',
    date => {
      const { value, diagnostics } = parse(article('rent', { date }))
      expect(value.article?.date).toBe('2025-08-21')
      expect(diagnostics).toMatchObject([{ severity: 'info', code: 'article/date-cut', line: 5 }])
    },
  )

  it('accepts keywords as one text, too', () => {
    expect(parse(article('rent', { keywords: 'rent, bills ,, due' })).value.article?.keywords).toEqual([
      'rent',
      'bills',
      'due',
    ])
  })
})

describe('dates', () => {
  it.each([
    ...['2025-08-21', '2024-02-29', '2000-02-29', '1999-12-31', '2025-01-01', '1900-01-01', '2100-12-31'],
    ...['2025-04-30', '2025-01-31', '"2025-08-21"', "'2025-08-21'"],
  ])('%s is one', written => {
    expect(codesOf(article('a', { date: written }))).toEqual([])
    expect(parse(article('a', { date: written })).value.article?.date).toBe(written.replace(/["']/g, ''))
  })

  it.each([
    ...['2025-02-29', '2025-02-30', '2025-02-31', '1900-02-29', '2100-02-29', '2025-04-31', '2025-06-31'],
    ...['2025-09-31', '2025-11-31', '2025-13-01', '2025-00-10', '2025-10-00', '2025-12-32', '2025-99-99'],
    ...['0000-00-00', '2025-8-21', '25-08-21', '2025/08/21', '21.08.2025', '08-21-2025', 'August 21, 2025'],
    ...['2025-08-21T', '2025-08-21 at noon', '"2025-08-21 "', '" 2025-08-21"', 'today', 'soon', '""'],
    ...[
      '"２０２５-08-21"',
      '+2025-08-21',
      '2025-08',
      '2025-W34-4',
      '2025-233',
      '"2025-08-21\\n"',
      '-2025-08-21',
      '0000-01-01',
      '1899-12-31',
      '9999-12-31',
    ],
  ])('%s is none', written => {
    const { value, diagnostics } = parse(article('a', { date: written }))
    expect(value.article).toBeUndefined()
    expect(diagnostics).toMatchObject([{ code: 'article/invalid-date', line: 5, column: 7 }])
  })

  it.each(['2025', '20250821', 'true', '[2025-08-21]', '{}'])('%s is not even text', written => {
    expect(codesOf(article('a', { date: written }))).toEqual(['article/wrong-type'])
  })

  it('are right for every day there is, and for no other', () => {
    const days = fc.tuple(
      fc.integer({ min: 1900, max: 2100 }),
      fc.integer({ min: 0, max: 13 }),
      fc.integer({ min: 0, max: 32 }),
    )
    const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    fc.assert(
      fc.property(days, ([year, month, day]) => {
        const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
        const length = month === 2 && leap ? 29 : (lengths[month - 1] ?? 0)
        const date = [
          String(year).padStart(4, '0'),
          String(month).padStart(2, '0'),
          String(day).padStart(2, '0'),
        ].join('-')
        expect(codesOf(article('a', { date })).length === 0).toBe(day >= 1 && day <= length)
      }),
      { numRuns: 300 },
    )
  })
})

describe('slugs', () => {
  it.each(['a', 'rent-and-utilities', '2025-rules', 'x'.repeat(80)])('%s is one', slug => {
    expect(codesOf(article(`"${slug}"`))).toEqual([])
  })

  it.each([
    ['Rent', 'Write "rent".'],
    ['rent_and', 'Write "rent-and".'],
    ['Rent & Utilities', 'Write "rent-utilities".'],
    ['-rent-', 'Write "rent".'],
    ['../../etc/passwd', 'Write "etc-passwd".'],
    ['a/b', 'Write "a-b".'],
    ['index.html', 'Write "index-html".'],
    ['x'.repeat(81), `Write "${'x'.repeat(80)}".`],
    ['Аренда', undefined],
    ['rent ', 'Write "rent".'],
    ['%2e%2e', 'Write "2e-2e".'],
    ['', undefined],
  ])('%j is none', (slug, hint) => {
    const { value, diagnostics } = parse(article(JSON.stringify(slug)))
    expect(value.article).toBeUndefined()
    expect(value.slug?.text).toBe(slug)
    expect(diagnostics).toMatchObject([{ code: 'article/invalid-slug', line: 2, column: 7 }])
    expect(diagnostics[0]?.hint).toBe(hint)
  })
})

describe('everything else that can be wrong', () => {
  it.each([
    [article('a', { title: undefined, date: undefined }), ['article/missing-key', 'article/missing-key']],
    [article('a', { titel: 'x' }), ['article/unknown-key']],
    [article('a', { __proto__x: 'x' }), ['article/unknown-key']],
    [article('a', { title: '""' }), ['article/invalid-value']],
    [article('a', { title: 'x'.repeat(151) }), ['article/invalid-value']],
    [article('a', { title: '7' }), ['article/wrong-type']],
    [article('a', { draft: 'yes' }), ['article/wrong-type']],
    [article('a', { keywords: '7' }), ['article/wrong-type']],
    [article('a', { keywords: '[7]' }), ['article/wrong-type']],
    [article('a', { author: '' }), ['article/wrong-type']],
    [article('a', { title: 'Ask {brand}' }), ['content/unknown-token']],
    [
      article('a', { keywords: '["{a}", "{name}", "{b}"]' }),
      ['content/unknown-token', 'content/unknown-token'],
    ],
    [article('a', {}, '<b>x</b>'), ['markdown/raw-html']],
    [article('a', {}, '{brand}'), ['content/unknown-token']],
  ])('case %#: %s', (text, codes) => {
    expect(parse(text).value.article).toBeUndefined()
    expect(codesOf(text)).toEqual(codes)
  })

  it('is reported at once, front matter and body', () => {
    const text = article('A', { date: 'x', titel: 'y' }, '<b>\n\n[x](javascript:x)\n\n{nope}\n')
    expect(codesOf(text).sort()).toEqual([
      'article/invalid-date',
      'article/invalid-slug',
      'article/unknown-key',
      'content/unknown-token',
      'markdown/raw-html',
      'markdown/unsafe-link',
    ])
  })

  it('points to the file’s own lines in the body', () => {
    const { diagnostics } = parse(article('a', {}, 'One\n\nTwo <i>\n'))
    expect(diagnostics).toMatchObject([{ line: 10, column: 5 }])
  })
})

describe('the result for an article', () => {
  const words = fc.constantFrom(
    'rent',
    'Rent',
    '"{name} & co"',
    '{nope}',
    '[a, b]',
    '7',
    'true',
    '2025-08-21',
    '“a”',
    '',
    "'x'",
  )
  const keys = fc.constantFrom(
    'slug',
    'title',
    'description',
    'date',
    'keywords',
    'author',
    'image',
    'draft',
    'nope',
  )
  const changes = fc.dictionary(keys, fc.option(words, { nil: undefined }), { maxKeys: 4 })
  const bodies = fc.constantFrom(
    ...['A *paragraph*.', '## {name}\n\n[a](/b/ "{apr}") ![c](d.png)', '::cost-calculator', '<b>', '[a]: /b'],
    ...['{nope}', '&amp; \\*', '# Title', '```js\na\n```', '[a](javascript:b)', ''],
  )

  it('is plain data, the same after a journey as JSON', () => {
    let good = 0
    fc.assert(
      fc.property(changes, bodies, (front, body) => {
        const outcome = parse(article('a', front, body))
        if (outcome.value.article !== undefined) good++
        expect(JSON.parse(JSON.stringify(outcome))).toStrictEqual(outcome)
      }),
      { numRuns: 500 },
    )
    // Otherwise, this would test only the messages.
    expect(good).toBeGreaterThan(50)
  })
})

describe('any text', () => {
  const pieces = [
    '---\n',
    'slug: a\n',
    'title: t\n',
    'description: d\n',
    'date: 2025-01-01\n',
    '{x}',
    '<b>',
    '[a](b:c)',
    '# ',
    '> ',
    '\n\n',
    '::x',
    ':::',
    '![',
    '](',
    '"',
    '`',
    '&#0;',
  ]
  const articleLike = fc.array(fc.constantFrom(...pieces), { maxLength: 25 }).map(parts => parts.join(''))
  it('is parsed without an exception: an article, or a reason with a place', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          articleLike,
          fc.string({ unit: 'binary' }).map(text => article('a', {}, text)),
        ),
        text => {
          const { value, diagnostics } = parse(text)
          const failed = diagnostics.some(problem => problem.severity === 'error')
          expect(value.article === undefined).toBe(failed)
          const lines = text.split(/\r\n?|\n/)
          for (const { line = 0, column = 0 } of diagnostics) {
            expect(line).toBeGreaterThanOrEqual(1)
            expect(line).toBeLessThanOrEqual(lines.length)
            expect(column).toBeGreaterThanOrEqual(1)
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})
