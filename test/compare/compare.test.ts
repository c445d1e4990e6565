import { describe, expect, test } from 'vitest'
import {
  type BuiltSite,
  type Change,
  compareSites,
  type Differences,
  groupChanges,
  printHtml,
  printMarkdown,
  printText,
  sentenceChanges,
} from '../../src/compare/index.ts'
import { manifestBuilder } from '../../src/output/index.ts'

function site(files: Record<string, string>): BuiltSite {
  const manifest = manifestBuilder('acme')
  for (const [path, text] of Object.entries(files)) manifest.add({ path, bytes: Buffer.from(text) })
  return {
    manifest: JSON.parse(new TextDecoder().decode(manifest.file().bytes)),
    read: path => files[path] ?? '',
  }
}

const page = (body: string, head = '<title>T</title>') =>
  `<!doctype html><html><head>${head}<link rel="stylesheet" href="/assets/s-0123456789.css"></head><body><main>${body}</main></body></html>`

const compare = (before: string, after: string) =>
  compareSites(site({ 'faq/index.html': before }), site({ 'faq/index.html': after }))

describe('a page', () => {
  test('that is the same', () => {
    expect(compare(page('<p>One.</p>'), page('<p>One.</p>'))).toEqual([])
  })

  test('with another sentence, across inline tags', () => {
    const before = page('<p>One. It costs <b>$4</b>5. Three.</p><p>Last.</p>')
    const after = page('<p>One. It costs <b>$50</b>. Three.</p><p>Last.</p>')
    expect(compare(before, after)).toEqual([
      { kind: 'text', route: '/faq/', removed: ['It costs $45.'], added: ['It costs $50.'] },
    ])
  })

  test('keeps words apart that are in elements side by side', () => {
    const contact = (phone: string) =>
      page(`<address><a href="tel:1">${phone}</a><a href="mailto:a">a@b.example</a></address>`)
    expect(compare(contact('555-0100'), contact('555-0133'))).toEqual([
      { kind: 'text', route: '/faq/', removed: ['555-0100 a@b.example'], added: ['555-0133 a@b.example'] },
    ])
  })

  test.each([
    ['<title>Old</title>', '<title>New</title>', 'Old', 'New'],
    [
      '<meta name="description" content="A &amp; b">',
      '<meta name="description" content="C">',
      'description: A & b',
      'description: C',
    ],
    [
      '<script type="application/ld+json">{"a":{"b":["x","y"]}}</script>',
      '<script type="application/ld+json">{"a":{"b":["x","z"]}}</script>',
      'a.b: y',
      'a.b: z',
    ],
  ])('with other meta data: %s', (before, after, removed, added) => {
    expect(compare(page('', before), page('', after))).toEqual([
      { kind: 'meta', route: '/faq/', removed: [removed], added: [added] },
    ])
  })

  test('with an alternative text', () => {
    expect(compare(page('<p><img alt="A cat"></p>'), page('<p><img alt="A dog"></p>'))).toMatchObject([
      { kind: 'text', removed: ['[A cat]'], added: ['[A dog]'] },
    ])
  })

  test('whose styles alone are others', () => {
    const before = page('<p>One.</p>')
    expect(compare(before, before.replace('0123456789', '9876543210'))).toMatchObject([{ kind: 'asset' }])
  })

  test('whose embedded image alone is another', () => {
    const icon = (color: string) => page('', `<link rel="icon" href="data:image/svg+xml,%23${color}">`)
    expect(compare(icon('0a5'), icon('b00'))).toMatchObject([{ kind: 'asset' }])
  })

  test('whose markup is other', () => {
    expect(compare(page('<p class="a">One.</p>'), page('<p class="b">One.</p>'))).toMatchObject([
      { kind: 'markup' },
    ])
  })
})

describe('a site', () => {
  test('that loses a page reports whether there is a redirect', () => {
    const before = site({ 'index.html': 'x', 'old/index.html': 'x', 'moved/index.html': 'x' })
    const after = site({
      'index.html': 'x',
      _redirects: '/moved/ / 301\n/* /404.html 404\n',
      'new/index.html': 'x',
    })
    expect(compareSites(before, after)).toMatchObject([
      { kind: 'added', route: '/_redirects' },
      { kind: 'removed', route: '/moved/' },
      { kind: 'added', route: '/new/' },
      { kind: 'removed', route: '/old/', isLost: true },
    ])
  })

  test('without an older one is new', () => {
    expect(compareSites(undefined, site({ 'index.html': 'x' }))).toMatchObject([
      { kind: 'added', route: '/' },
    ])
  })

  test('with other headers', () => {
    const headers = (value: string) => site({ _headers: `/*\n  X-Frame-Options: ${value}\n` })
    expect(compareSites(headers('DENY'), headers('SAMEORIGIN'))).toEqual([
      {
        kind: 'headers',
        route: '/_headers',
        removed: ['/* X-Frame-Options: DENY'],
        added: ['/* X-Frame-Options: SAMEORIGIN'],
      },
    ])
  })
})

const change = (removed: string, added: string, route = '/faq/') => ({
  kind: 'text' as const,
  route,
  removed: [removed],
  added: [added],
})

function differences(groups: Differences['groups'], brands: number): Differences {
  return {
    against: 'dist',
    compared: Array.from({ length: brands }, (_, index) => `b${index}`),
    failed: [],
    unreachable: [],
    groups,
  }
}

describe('many brands', () => {
  const brands = Array.from({ length: 1000 }, (_, index) => ({
    id: `b${index}`,
    changes: [change(`Call Brand ${index}X now.`, `Call Brand ${index}X today.`), change('A.', 'B.', '/')],
    own: { name: `Brand ${index}X` },
  }))

  test('with equal changes are one group each, their own names aside', () => {
    const groups = groupChanges(brands)
    expect(groups.map(({ removed, added, pages }) => ({ removed, added, pages }))).toEqual([
      { removed: ['A.'], added: ['B.'], pages: 1000 },
      { removed: ['Call {name} now.'], added: ['Call {name} today.'], pages: 1000 },
    ])
  })

  test('sentences that change on the same pages are one group; a reworded one keeps its pair', () => {
    const groups = groupChanges([
      {
        id: 'a',
        own: {},
        changes: [
          {
            kind: 'text',
            route: '/',
            removed: ['Gone.', 'It was long ago.'],
            added: ['It was very long ago.'],
          },
        ],
      },
      { id: 'b', own: {}, changes: [change('It was long ago.', 'It was very long ago.', '/')] },
    ])
    expect(groups.map(({ removed, brands }) => [removed, [...brands.keys()]])).toEqual([
      [['It was long ago.'], ['a', 'b']],
      [['Gone.'], ['a']],
    ])
  })

  test('pages and files that come in the same brands are one group, which names them', () => {
    const added = (route: string): Change => ({ kind: 'added', route, removed: [], added: [] })
    const groups = groupChanges([
      { id: 'a', own: {}, changes: [added('/'), added('/faq/'), added('/_headers'), added('/careers/')] },
      { id: 'b', own: {}, changes: [added('/careers/')] },
    ])
    expect(printText(differences(groups, 2), { pages: false }).split('\n').slice(2)).toEqual([
      'New: /careers/ of all 2 brands',
      '',
      'New: 2 pages and 1 other file of a',
      '  + /',
      '  + /faq/',
      '  + /_headers',
      '',
    ])
  })

  test('are summarized in a few lines', () => {
    const text = printText(differences(groupChanges(brands), 1000), { pages: false })
    expect(text.split('\n').slice(0, 5)).toEqual([
      '1000 of 1000 brands differ from dist: 2 changes on 2000 addresses.',
      '',
      'Text: / of all 1000 brands',
      '  - A.',
      '  + B.',
    ])
  })

  test('a comment on a pull request stays within its limit and counts the rest', () => {
    const groups = groupChanges([
      {
        id: 'a',
        own: {},
        changes: Array.from({ length: 900 }, (_, index) =>
          change(`${index}${'x'.repeat(300)}`, `y${index}`, `/${index}/`),
        ),
      },
    ])
    const text = printMarkdown(differences(groups, 1))
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(60_000)
    expect(text).toMatch(/… and \d+ more changes/)
  })

  test('the page escapes its texts and marks the words that changed', () => {
    const html = printHtml(
      differences(groupChanges([{ id: 'a', own: {}, changes: [change('One <b> two', 'One <i> two')] }]), 1),
      undefined,
    )
    expect(html).toContain('No screenshots: there is no Chromium')
    expect(html).toContain('One <del>&lt;b&gt; </del>two')
    expect(html).not.toContain('<b>')
  })
})

test('sentences that occur twice count twice', () => {
  expect(sentenceChanges('One. Two. Two.\nThree.', 'One. Two. Four.')).toEqual({
    removed: ['Two.', 'Three.'],
    added: ['Four.'],
  })
})

describe('a long change', () => {
  const report = (before: BuiltSite, after: BuiltSite) => {
    const changes = compareSites(before, after)
    const groups = groupChanges([{ id: 'acme', changes, own: {} }])
    return printText(
      { against: 'dist', compared: ['acme'], failed: [], unreachable: [], groups },
      { pages: false },
    )
  }

  test('of markup is shown at the change, wherever it is', () => {
    const long = (name: string) =>
      page(
        `<ul class="start">${'<li class="item">x</li>'.repeat(300)}<li class="${name}">x</li></ul><hr class="${name}">`,
      )
    const text = report(site({ 'faq/index.html': long('old') }), site({ 'faq/index.html': long('new') }))
    expect(text).toMatch(/^ {2}- .*class="old"/m)
    expect(text).toMatch(/^ {2}\+ .*class="new"/m)
  })

  test('of a sentence is shown at the change', () => {
    const long = (word: string) => page(`<p>${'one and '.repeat(100)}${word}.</p>`)
    const text = report(site({ 'faq/index.html': long('two') }), site({ 'faq/index.html': long('three') }))
    expect(text).toMatch(/^ {2}- ….*two\.$/m)
    expect(text).toMatch(/^ {2}\+ ….*three\.$/m)
  })

  const policy = (sums: string, images = "'self'") =>
    `  Content-Security-Policy: default-src 'none'; style-src ${sums}; img-src ${images}\n`
  const headersOf = (rules: Record<string, string>) =>
    site({
      _headers: Object.entries(rules)
        .map(([path, text]) => `${path}\n${text}`)
        .join('\n'),
    })

  test('of policies is the directive, once for all paths; hashes are ignored', () => {
    const [one, two] = ["'sha256-a='", "'sha256-b=' 'sha256-c='"]
    const before = headersOf({ '/faq/': policy(one), '/': policy(one), '/ccpa.html': policy(one) })
    expect(
      compareSites(before, headersOf({ '/faq/': policy(two), '/': policy(two), '/ccpa.html': policy(one) })),
    ).toEqual([])
    const more = policy(two, "'self' data:")
    expect(compareSites(before, headersOf({ '/faq/': more, '/': more, '/ccpa.html': policy(one) }))).toEqual([
      {
        kind: 'headers',
        route: '/_headers',
        removed: ["/faq/ and 1 more Content-Security-Policy: img-src 'self'"],
        added: ["/faq/ and 1 more Content-Security-Policy: img-src 'self' data:"],
      },
    ])
  })

  test('of the headers of a page that goes is one line', () => {
    const sums = "'sha256-a='"
    const before = headersOf({ '/': policy(sums), '/about/': policy(sums), '/about': policy(sums) })
    expect(compareSites(before, headersOf({ '/': policy(sums) }))).toEqual([
      {
        kind: 'headers',
        route: '/_headers',
        removed: ['/about/ and 1 more Content-Security-Policy'],
        added: [],
      },
    ])
  })
})
