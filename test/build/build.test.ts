import { beforeAll, describe, expect, test } from 'vitest'
import {
  type BrandResult,
  type BuildOptions,
  type BuildReport,
  buildBrands,
  directoryOutputs,
  noOutputs,
  openSharedWork,
} from '../../src/build/index.ts'
import { diskFiles, memoryFiles, snapshot } from '../../src/files/index.ts'
import { memoryOutput } from '../support/memory-output.ts'
import { article, brandYaml, type FileMap, repositoryRoot, temporaryFolder } from '../support/project.ts'

type Site = Record<string, string>

interface Built extends BuildReport {
  /** Only the published sites: brand → path → text. */
  readonly sites: Record<string, Site>
  readonly codes: readonly string[]
}

interface Choices {
  readonly brands?: readonly string[]
  readonly strict?: boolean
  readonly drafts?: boolean
  readonly signal?: AbortSignal
  readonly onBrand?: (result: BrandResult, done: number, total: number) => void
  readonly cacheFolder?: BuildOptions['cacheFolder'] & object
  readonly openOutput?: BuildOptions['openOutput']
}

const defaults = diskFiles(repositoryRoot)
const decoder = new TextDecoder()

async function build(files: FileMap, choices: Choices = {}): Promise<Built> {
  const outputs = new Map<string, ReturnType<typeof memoryOutput>>()
  const brands = choices.brands ?? [
    ...new Set(Object.keys(files).flatMap(path => /^brands\/([a-z][^/]*)\//.exec(path)?.[1] ?? [])),
  ]
  const report = await buildBrands({
    files: memoryFiles(files),
    defaults,
    strict: false,
    drafts: false,
    openOutput: async brand => {
      const output = memoryOutput(brand)
      outputs.set(brand, output)
      return { value: output, diagnostics: [] }
    },
    ...choices,
    brands,
  })
  const sites: Record<string, Site> = {}
  for (const [brand, output] of outputs) {
    if (!output.files.has('imprint-manifest.json')) continue
    sites[brand] = Object.fromEntries(
      [...output.files].map(([path, bytes]) => [path, decoder.decode(bytes)] as const),
    )
  }
  return { ...report, sites, codes: report.diagnostics.map(problem => `${problem.severity} ${problem.code}`) }
}

const one = (files: FileMap): FileMap => ({ 'brands/acme/brand.yaml': brandYaml(), ...files })
const pagesOf = (site: Site | undefined) =>
  Object.keys(site ?? {})
    .filter(path => path.endsWith('.html'))
    .sort()
const emptyPages = ['404.html', 'articles/404.html', 'ccpa.html', 'faq/index.html', 'index.html']
/** Without an article, there would be no list of them. */
const withList = [...emptyPages, 'articles/index.html']

describe('one brand', () => {
  test('gets every file of a site, without any own content', async () => {
    const { brands, sites, diagnostics } = await build(one({}))
    expect(diagnostics).toEqual([])
    expect(pagesOf(sites.acme)).toEqual(emptyPages)
    expect(Object.keys(sites.acme ?? {})).toEqual(
      expect.arrayContaining([
        '_headers',
        '_redirects',
        'feed.xml',
        'imprint-manifest.json',
        'robots.txt',
        'sitemap.xml',
      ]),
    )
    const files = Object.values(sites.acme ?? {})
    expect(brands).toMatchObject([
      { id: 'acme', status: 'built', pages: 5, files: files.length, configInvalid: false },
    ])
    const bytes = files.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
    // The size of binary assets differs a little from that of their text.
    expect(Math.abs((brands[0]?.bytes ?? 0) - bytes)).toBeLessThan(1000)
  })

  test('shows the sections of the home page that its content names, in that order', async () => {
    const home = (sections: string) =>
      one({
        'content/home.yaml': `sections: [${sections}]\n`,
        'content/texts/welcome.md': '## Welcome to {name}\n\nSee [our answers](/faq/#cost).\n',
        'brands/acme/content/texts/welcome.md': '## Hello from {name}\n\n![Us](us.svg)\n',
        'brands/acme/content/texts/us.svg':
          '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30" viewBox="0 0 40 30"><path d="M0 0h40v30z"/></svg>',
      })
    const { sites, diagnostics } = await build(
      home('hero, {markdown: texts/welcome.md}, form, {block: faq, only: "credit, cost"}, steps'),
    )
    expect(diagnostics).toEqual([])
    const html = sites.acme?.['index.html'] ?? ''
    const marks = [
      'id="main"',
      '<h1',
      'Hello from Test Brand</h2>',
      'id="form"',
      'id="credit"',
      'id="cost"',
      'steps-title"',
    ]
    const places = marks.map(mark => html.indexOf(mark))
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(places[0]).toBeGreaterThan(0)
    // A section that is not listed does not exist, and nothing links to it.
    expect(html).not.toContain('advantages"')

    const wrong = await build(home('form, {markdown: none.md}'))
    expect(wrong.diagnostics.map(({ code, line, column }) => `${line}:${column} ${code}`)).toEqual([
      '1:11 content/invalid-value',
    ])
    const missing = await build(home('hero, form, {markdown: none.md}, {block: fqa}, {block: faq, ony: x}'))
    // All missing sections are reported at once, although no page with a missing section is planned.
    expect(missing.codes).toEqual([
      'error content/section-not-found',
      'error markdown/unknown-directive',
      'error content/unknown-key',
    ])
    const blocks = await build(home('hero, form, {block: fqa}, {block: articles, limit: many}'))
    expect(blocks.diagnostics.map(({ code, line, column }) => `${line}:${column} ${code}`)).toEqual([
      '1:24 markdown/unknown-directive',
      '1:63 content/wrong-type',
    ])
  })

  test('publishes public files as they are, and sends redirects on', async () => {
    const binary = new Uint8Array([0, 255, 13, 10])
    const { sites, diagnostics } = await build(
      one({
        'public/ads.txt': 'shared\n',
        'brands/acme/public/ads.txt': 'own\r\n',
        'public/.well-known/any.bin': binary,
        'content/redirects.yaml': '- { from: /old/, to: "/faq/?a=b#nothing" }\n',
        'content/articles/a.md': article('first', {}, '[ads](/ads.txt)\n'),
      }),
    )
    expect(diagnostics.map(({ code, file, line }) => [code, file, line])).toEqual([
      ['link/unknown-anchor', 'content/redirects.yaml', 1],
    ])
    expect(sites.acme).toBeUndefined()
    const good = await build(
      one({
        'public/ads.txt': 'shared\n',
        'brands/acme/public/ads.txt': 'own\r\n',
        'public/.well-known/any.bin': binary,
        'content/redirects.yaml': '- { from: /old/, to: "/faq/#cost" }\n',
        'content/articles/a.md': article('first', {}, '[ads](/ads.txt)\n'),
      }),
    )
    expect(good.diagnostics).toEqual([])
    expect(good.sites.acme?.['ads.txt']).toBe('own\r\n')
    expect(good.sites.acme?.['.well-known/any.bin']).toBe(decoder.decode(binary))
    expect(good.sites.acme?._redirects).toMatch(/^\/old\/ \/faq\/#cost 301\n/)
    expect(good.sites.acme?.['imprint-manifest.json']).toContain('"path": ".well-known/any.bin"')
  })

  test('fills in the tokens of public texts, for each brand its own, and leaves other files alone', async () => {
    const legacy = new Uint8Array([0xe9, 13, 10])
    const { sites, diagnostics } = await build({
      'brands/acme/brand.yaml': brandYaml({ name: 'Acme Loans', email: 'info@acme.example' }),
      'brands/bolt/brand.yaml': brandYaml({ name: 'Bolt Loans', email: 'info@bolt.example' }),
      'public/llms.txt': '# {name}\r\n\r\n> Call {phone}. {\r\n',
      'public/.well-known/security.txt':
        'Contact: mailto:{email}\nCanonical: {siteUrl}/.well-known/security.txt\n',
      'public/legacy.txt': legacy,
      'public/data.json': '{"text": "{nam}"}',
    })
    expect(diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([])
    expect(sites.acme?.['llms.txt']).toMatch(/^# Acme Loans\n\n> Call \(?800\)?[ -]555-\d{4}\. \{\n$/)
    expect(sites.bolt?.['llms.txt']).toContain('# Bolt Loans')
    expect(sites.bolt?.['.well-known/security.txt']).toBe(
      'Contact: mailto:info@bolt.example\nCanonical: https://bolt-loans.example/.well-known/security.txt\n',
    )
    expect(sites.acme?.['legacy.txt']).toBe(decoder.decode(legacy))
    expect(sites.acme?.['data.json']).toBe('{"text": "{nam}"}')
  })

  test('reports every unknown token, foreign syntax and conflict in a public text, at its place', async () => {
    const { sites, diagnostics } = await build(
      one({
        'public/ads.txt': 'a\nCONTACT={emial}\nOWNERDOMAIN={emial}\n',
        'brands/acme/public/llms.txt': '# {name}\n{{ site.title }}\n',
        'public/humans.txt': '<<<<<<< HEAD\n{nobody}\n=======\nme\n>>>>>>> other\n',
      }),
    )
    expect(diagnostics.map(({ code, file, line, column, hint }) => [code, file, line, column, hint])).toEqual(
      [
        ['content/foreign-syntax', 'brands/acme/public/llms.txt', 2, 1, expect.anything()],
        ['content/unknown-token', 'public/ads.txt', 2, 9, 'Did you mean "email"?'],
        ['content/unknown-token', 'public/ads.txt', 3, 13, 'Did you mean "email"?'],
        ['content/conflict-marker', 'public/humans.txt', 1, 1, expect.anything()],
      ],
    )
    expect(sites.acme).toBeUndefined()
  })

  test('has a page for each article, and links to each of them on the others', async () => {
    const { sites } = await build(
      one({
        'content/articles/a.md': article('first'),
        'content/articles/b.md': article('second', { date: '2025-09-01' }),
      }),
    )
    expect(pagesOf(sites.acme)).toEqual(
      [...withList, 'articles/first/index.html', 'articles/second/index.html'].sort(),
    )
    expect(sites.acme?.['articles/first/index.html']).toContain('Title of second')
    expect(sites.acme?.['sitemap.xml']).toContain('https://test.example/articles/second/')
    const home = sites.acme?.['index.html'] ?? ''
    expect(home.indexOf('Title of second')).toBeLessThan(home.indexOf('Title of first'))
  })
})

test('an article names its author and reviewer, its days, and its sources', async () => {
  const front = {
    author: 'J. Doe',
    reviewer: 'A. Smith of {name}',
    updated: '2025-09-02',
    sources: '[{title: "Loans & <costs>", url: "https://www.consumerfinance.gov/a?b=1&c=2"}]',
  }
  const { sites, diagnostics } = await build(one({ 'content/articles/a.md': article('first', front) }), {
    strict: true,
  })
  expect(diagnostics).toEqual([])
  const html = sites.acme?.['articles/first/index.html'] ?? ''
  const text = html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
  expect(text).toContain('Published August 21, 2025')
  expect(text).toContain('Updated September 2, 2025')
  expect(text).toContain('By J. Doe')
  expect(text).toContain('Reviewed by A. Smith of Test Brand')
  expect(html).toContain(
    '<li><a href="https://www.consumerfinance.gov/a?b=1&amp;c=2">Loans &amp; &lt;costs&gt;</a></li>',
  )
  expect(html).toContain('"citation":[{"@type":"CreativeWork"')
  const wrong = { sources: '[{title: A law, url: "http://law.example"}]' }
  const { diagnostics: problems } = await build(one({ 'content/articles/a.md': article('first', wrong) }))
  expect(problems).toMatchObject([
    { code: 'article/invalid-value', message: expect.stringContaining('not an https address') },
  ])
})

test('a link to a heading that is gone is reported, also when its own page has not changed', async () => {
  const cacheFolder = { path: temporaryFolder(), readOnly: false }
  const files = (heading: string) =>
    one({
      'content/articles/a.md': article('first', {}, 'See [costs](/articles/second/#costs).\n'),
      'content/articles/b.md': article('second', {}, `## ${heading}\n`),
    })
  const openOutput = directoryOutputs(temporaryFolder())
  expect((await build(files('Costs'), { cacheFolder, openOutput })).codes).toEqual([])
  const { diagnostics } = await build(files('Prices'), { cacheFolder, openOutput })
  expect(diagnostics).toMatchObject([
    {
      code: 'link/unknown-anchor',
      severity: 'warning',
      brand: 'acme',
      file: 'content/articles/a.md',
      line: 8,
      column: 5,
    },
  ])
})

describe('a malformed article', () => {
  const files = one({
    'content/articles/good.md': article('good'),
    'content/articles/bad.md': article('bad', { date: '2025-02-31' }),
  })

  test('is left out with a warning, and the site is built', async () => {
    const { brands, sites, diagnostics } = await build(files)
    expect(diagnostics).toMatchObject([
      { severity: 'warning', code: 'article/invalid-date', file: 'content/articles/bad.md', line: 5 },
    ])
    expect(brands[0]?.status).toBe('built')
    expect(pagesOf(sites.acme)).toEqual([...withList, 'articles/good/index.html'].sort())
    expect(JSON.stringify(sites)).not.toContain('Title of bad')
  })

  test('fails the brand when warnings do', async () => {
    const { brands, sites, codes } = await build(files, { strict: true })
    expect(codes).toEqual(['warning article/invalid-date'])
    expect(brands).toMatchObject([{ status: 'failed', pages: 0, files: 0, bytes: 0, configInvalid: false }])
    expect(sites).toEqual({})
  })

  test('that another one links to costs the link, not the page', async () => {
    const { brands, codes, sites } = await build({
      ...files,
      'content/articles/good.md': article('good', {}, 'Read [the bad one](/articles/bad/).\n'),
    })
    expect(codes).toEqual(['warning article/invalid-date'])
    expect(brands[0]?.status).toBe('built')
    const text = sites.acme?.['articles/good/index.html']?.replace(/<[^>]*>/g, '')
    expect(text?.includes('Read the bad one.')).toBe(true)
  })
})

describe('drafts', () => {
  const files = one({
    'content/articles/a.md': article('first'),
    'content/articles/b.md': article('second', { draft: 'true', title: 'Not yet' }),
  })

  test('are on no page, in no list and in no feed', async () => {
    const { sites, diagnostics } = await build(files, { strict: true })
    expect(diagnostics).toEqual([])
    expect(pagesOf(sites.acme)).toEqual([...withList, 'articles/first/index.html'].sort())
    expect(JSON.stringify(sites)).not.toContain('Not yet')
  })

  test('are included with --drafts', async () => {
    const { sites } = await build(files, { drafts: true })
    expect(pagesOf(sites.acme)).toContain('articles/second/index.html')
    expect(sites.acme?.['index.html']).toContain('Not yet')
  })
})

describe('several brands', () => {
  const good = {
    'brands/alpha/brand.yaml': brandYaml({ name: 'Alpha', siteUrl: 'https://alpha.example' }),
    'brands/beta/brand.yaml': brandYaml({ name: 'Beta', siteUrl: 'https://beta.example' }),
    'brands/gamma/brand.yaml': brandYaml({ name: 'Gamma', siteUrl: 'https://gamma.example/loans' }),
    'content/articles/a.md': article('first', {}, 'For {name}.\n'),
    'content/articles/b.md': article('second'),
  }
  let healthy: Built
  beforeAll(async () => {
    healthy = await build(good)
    expect(healthy.diagnostics).toEqual([])
  })

  test.each<[string, FileMap, Partial<BrandResult>]>([
    [
      'config',
      { 'brands/beta/brand.yaml': brandYaml({ phone: '"123"' }) },
      { status: 'failed', configInvalid: true },
    ],
    ['config syntax', { 'brands/beta/brand.yaml': 'name: "' }, { status: 'failed', configInvalid: true }],
    [
      'own strings',
      { 'brands/beta/content/strings.yaml': 'nothing: like this\n' },
      { status: 'failed', configInvalid: false },
    ],
    [
      'own page',
      {
        'brands/beta/content/pages/ccpa.md':
          '---\ntitle: Rights\ndescription: Yours.\n---\n\nA [link](/nowhere/).\n',
      },
      { status: 'failed', configInvalid: false },
    ],
  ])('one broken by its %s changes no byte of the others', async (_, broken, expected) => {
    const { brands, sites, diagnostics } = await build({ ...good, ...broken })
    expect(brands.map(brand => brand.id)).toEqual(['alpha', 'beta', 'gamma'])
    expect(brands[1]).toMatchObject(expected)
    expect(sites).toEqual({ alpha: healthy.sites.alpha, gamma: healthy.sites.gamma })
    expect(diagnostics.length).toBeGreaterThan(0)
    for (const problem of diagnostics) expect(problem).toMatchObject({ severity: 'error', brand: 'beta' })
  })

  test('are the same bytes in any order', async () => {
    const { sites } = await build(good, { brands: ['gamma', 'alpha', 'beta'] })
    expect(sites).toEqual(healthy.sites)
  })

  test('are the same bytes alone', async () => {
    for (const id of ['alpha', 'beta', 'gamma']) {
      const { sites } = await build(good, { brands: [id] })
      expect(sites).toEqual({ [id]: healthy.sites[id] })
    }
  })

  test('are reported in the order in which they were named, each announced once', async () => {
    const told: string[] = []
    const { brands } = await build(good, {
      brands: ['gamma', 'alpha'],
      onBrand: (result, done, total) => told.push(`${result.id} ${done}/${total}`),
    })
    expect(brands.map(brand => brand.id)).toEqual(['gamma', 'alpha'])
    expect(told.map(line => line.split(' ')[1])).toEqual(['1/2', '2/2'])
  })

  test('share a problem of a shared file, which belongs to none of them', async () => {
    const { diagnostics } = await build({ ...good, 'content/articles/b.md': 'no front matter' })
    expect(diagnostics).toMatchObject([{ severity: 'warning', file: 'content/articles/b.md' }])
    expect(diagnostics[0]).not.toHaveProperty('brand')
  })
})

describe('templates', () => {
  const page = (body: string) => `import { Document } from 'imprint/kit'
export function Page(props: any) {
  const { site, page } = props
  return (
    <Document {...props} head={page.head}>
${body}
    </Document>
  )
}
`
  const index = `import { Page } from './page.tsx'
export const templates = {
  home: Page, faq: Page, article: Page, articleList: Page, ccpa: Page, notFound: Page, articleNotFound: Page,
}
`
  const withTemplates = (text: string) =>
    one({ 'templates/index.ts': index, 'templates/page.tsx': text, 'templates/styles.css': 'body{margin:0}' })
  const anchors = `<div id="header" /><div id="form" /><div id="advantages" /><div id="footer" /><div id="contact" /><div id="faq" />`

  test('of brands with equal copies are bundled once; a changed copy is bundled again, and reported as itself', async () => {
    const shared = openSharedWork({ defaults })
    const filesOf = (texts: Record<string, string>) =>
      memoryFiles({
        ...{ 'templates/index.ts': index, 'templates/page.tsx': page('') },
        ...Object.fromEntries(
          Object.entries(texts).map(([id, text]) => [`brands/${id}/templates/page.tsx`, text]),
        ),
      })
    const [copy, other] = [page('copy'), page('other')]
    const files = snapshot(filesOf({ a: copy, b: copy, c: other }))
    const first = await shared.templates(files, 'a')
    expect(await shared.templates(files, 'b')).toBe(first)
    expect(await shared.templates(files, 'c')).not.toBe(first)
    const changed = filesOf({ a: other, b: copy })
    expect((await shared.templates(changed, 'b')).value?.script).toContain('copy')
    const broken = filesOf({ a: '<', b: '<' })
    for (const id of ['a', 'b'])
      expect((await shared.templates(broken, id)).diagnostics).toMatchObject([
        { file: `brands/${id}/templates/page.tsx` },
      ])
  })

  test('of the project take the place of the package’s', async () => {
    const { codes, sites } = await build(
      withTemplates(page(`<p>Own page of {site.brand.name}</p>${anchors}`)),
    )
    expect(codes).toEqual([])
    expect(sites.acme?.['index.html']).toContain('<p>Own page of Test Brand</p>')
  })

  test('that throw are reported with their own file and line', async () => {
    const { brands, sites, diagnostics } = await build(
      withTemplates(page('      {page.nothing.like.this}').replace('export', '\n\nexport')),
    )
    expect(brands[0]).toMatchObject({ status: 'failed', configInvalid: false })
    expect(sites).toEqual({})
    expect(diagnostics.length).toBeGreaterThan(0)
    for (const problem of diagnostics)
      expect(problem).toMatchObject({
        severity: 'error',
        code: 'template/throws',
        file: 'templates/page.tsx',
        line: 8,
      })
    expect(diagnostics[0]?.message).toContain("reading 'like'")
  })

  test('that throw while they are loaded are too', async () => {
    const { diagnostics } = await build(withTemplates(`${page('')}\nnull.x\n`))
    expect(diagnostics).toMatchObject([
      { severity: 'error', code: 'template/throws', file: 'templates/page.tsx', line: 11 },
    ])
  })

  test('with a syntax error are reported with file, line and column', async () => {
    const { brands, diagnostics } = await build(withTemplates('export function Page() {\n  return <p>\n}\n'))
    expect(brands[0]?.status).toBe('failed')
    expect(diagnostics[0]).toMatchObject({
      severity: 'error',
      code: 'template/syntax',
      file: 'templates/page.tsx',
    })
    expect(diagnostics[0]?.line).toBeGreaterThan(1)
    expect(diagnostics[0]?.column).toBeGreaterThan(0)
  })

  test('with a link to nothing', async () => {
    const { diagnostics, sites } = await build(withTemplates(page('<a href="/nowhere/">Go</a>')))
    expect(sites).toEqual({})
    expect(diagnostics.length).toBeGreaterThan(0)
    for (const problem of diagnostics)
      expect(problem).toMatchObject({ severity: 'error', code: 'template/broken-link' })
    expect(diagnostics[0]?.message).toContain('/nowhere/')
  })

  test('with a link to a missing anchor', async () => {
    const { diagnostics } = await build(withTemplates(page('<a href="#nowhere">Go</a>')))
    expect(diagnostics.map(problem => problem.code)).toContain('template/broken-link')
  })

  describe('with cached parts', () => {
    const parts = (body: string, more = '') => ({
      ...withTemplates(
        page(`<Part site={site} /><Part site={site} level="b" />${anchors}`)
          .replace('{ Document }', '{ cachedPart, Document, Island }')
          .replace(
            '\nexport',
            `\nimport { useId } from 'react'\n${more}const Part = cachedPart(function Part({ site, level = 'a' }: any) {\n${body}\n})\nexport`,
          ),
      ),
      'templates/islands/go.tsx': `import { hydrate } from 'imprint/kit/browser'
export function Go() { return <button>Go</button> }
export default hydrate(Go)
`,
    })

    test('have them once for the same props and everywhere', async () => {
      const { codes, sites } = await build(
        parts('  return <p id={"part-" + level}>{site.brand.name} {level} {++times}</p>', 'let times = 0\n'),
      )
      expect(codes).toEqual([])
      for (const path of pagesOf(sites.acme)) {
        expect(sites.acme?.[path]).toContain(
          '<p id="part-a">Test Brand a 1</p><p id="part-b">Test Brand b 2</p>',
        )
      }
    })

    test('publish the islands in them, whose components are rendered in their places', async () => {
      const plain = {
        ...parts('  return <Island name="go" on="interaction" id={level}>{site.brand.name}</Island>'),
        'templates/islands/go.tsx': 'export default () => {}\n',
      }
      const component = parts(
        '  return <Island name="go" on="interaction" component={Go} id={level} />',
        "import { Go } from './islands/go.tsx'\n",
      )
      for (const [files, inside] of [
        [plain, '>Test Brand</div>'],
        [component, '<button>Go</button>'],
      ] as const) {
        const { codes, sites } = await build(files)
        expect(codes).toEqual([])
        const script = Object.keys(sites.acme ?? {}).find(path => /^assets\/go-.*\.js$/.test(path))
        const html = sites.acme?.['faq/index.html']
        expect(script).toBeDefined()
        expect(html?.split(`data-island="/${script}"`)).toHaveLength(3)
        expect(html?.split(inside)).toHaveLength(3)
        expect(html).toContain('<script type="module">')
      }
    })

    test('report an island that would never wake', async () => {
      const { diagnostics } = await build(parts('  return <Island name="go" id={level} />'))
      expect(diagnostics[0]).toMatchObject({ code: 'template/island' })
      expect(diagnostics[0]?.message).toContain('neither "on" nor "intent"')
    })

    test('report an island that React hydrates without its component', async () => {
      const { diagnostics } = await build(
        parts('  return <Island name="go" on="load" id={level}>Go</Island>'),
      )
      expect(diagnostics[0]).toMatchObject({ code: 'template/island' })
      expect(diagnostics[0]?.message).toContain('<Island component={…}>')
    })

    test('have ids that differ from those of the page', async () => {
      const { codes, sites } = await build(parts('  return <p id={useId() + level}>{site.brand.name}</p>'))
      expect(codes).toEqual([])
      const ids = [...(sites.acme?.['index.html'] ?? '').matchAll(/<p id="([^"]+)"/g)].map(match => match[1])
      expect(new Set(ids).size).toBe(2)
    })

    test('that throw are reported with their own line', async () => {
      const { diagnostics } = await build(parts('  return <p>{site.nothing.like.this}</p>'))
      expect(diagnostics[0]).toMatchObject({ code: 'template/throws', file: 'templates/page.tsx', line: 4 })
    })
  })

  test('that lack a page', async () => {
    const { diagnostics } = await build(
      one({ 'templates/index.ts': 'export const templates = { home: () => null }' }),
    )
    expect(diagnostics).toMatchObject([{ code: 'template/missing', file: 'templates/faq.tsx' }])
    expect(diagnostics[0]?.message).toContain('templates/article-not-found.tsx')
  })
})

describe('articles.listLimit', () => {
  const slugs = Array.from({ length: 7 }, (_, index) => `article-${index + 1}`)
  const files = one({
    ...Object.fromEntries(
      slugs.map((slug, index) => [
        `content/articles/${slug}.md`,
        article(slug, { date: `2025-01-0${index + 1}` }),
      ]),
    ),
  })
  const withLimit = (limit: number) => ({
    ...files,
    'brands/acme/brand.yaml': `${brandYaml()}articles:\n  listLimit: ${limit}\n`,
  })
  const shown = (html = '') =>
    [...html.matchAll(/href="\/articles\/(article-\d)\/#header"/g)].map(match => match[1])

  test('is not reached by default', async () => {
    const { sites } = await build(files)
    expect(shown(sites.acme?.['articles/index.html'])).toHaveLength(slugs.length)
    expect(sites.acme?.['index.html']).not.toContain('href="/articles/"')
    expect(new Set(shown(sites.acme?.['index.html']))).toEqual(new Set(slugs))
  })

  test('past it, the newest are shown and the rest are on /articles/ and /articles/page/2/', async () => {
    const { sites, diagnostics } = await build(withLimit(3), { strict: true })
    expect(diagnostics).toEqual([])
    expect(pagesOf(sites.acme).filter(path => /^articles\/(index|page)/.test(path))).toEqual([
      'articles/index.html',
      'articles/page/2/index.html',
      'articles/page/3/index.html',
    ])
    const home = sites.acme?.['index.html'] ?? ''
    expect(new Set(shown(home))).toEqual(new Set(['article-7', 'article-6', 'article-5']))
    expect(home).toContain('href="/articles/')
    const listed = ['index.html', 'page/2/index.html', 'page/3/index.html'].flatMap(path => [
      ...new Set(shown(sites.acme?.[`articles/${path}`])),
    ])
    expect(listed).toEqual(slugs.toReversed())
    expect(sites.acme?.['articles/index.html']).toMatch(/href="\/articles\/page\/2\/[^"]*"/)
    expect(sites.acme?.['articles/page/2/index.html']).toMatch(/href="\/articles\/page\/3\/[^"]*"/)
    expect(sites.acme?.['sitemap.xml']).toContain('https://test.example/articles/page/3/')
  })

  test('at it, the list has one page', async () => {
    const { sites } = await build(withLimit(7))
    expect(pagesOf(sites.acme).filter(path => /^articles\/(index|page)/.test(path))).toEqual([
      'articles/index.html',
    ])
  })
})

test('with a path in siteUrl, every internal link is below it', async () => {
  const { sites, diagnostics } = await build(
    {
      'brands/acme/brand.yaml': `${brandYaml({ siteUrl: 'https://test.example/loans/us' })}articles:\n  listLimit: 1\n`,
      'content/articles/a.md': article(
        'first',
        {},
        'See [FAQ](/faq/#faq) and [the next](/articles/second/).\n',
      ),
      'content/articles/b.md': article('second'),
    },
    { strict: true },
  )
  expect(diagnostics).toEqual([])
  let checked = 0
  for (const [path, html] of Object.entries(sites.acme ?? {})) {
    if (!path.endsWith('.html')) continue
    for (const [, url = ''] of html.matchAll(/\s(?:href|src|action|poster)="([^"]*)"/g)) {
      if (/^(?:#|tel:|mailto:|data:|https:\/\/(?!test\.example))/.test(url)) continue
      expect(url, path).toMatch(/^(?:https:\/\/test\.example)?\/loans\/us(?:\/|$)/)
      checked++
    }
    for (const [, set = ''] of html.matchAll(/\ssrcset="([^"]*)"/g))
      for (const part of set.split(',')) expect(part.trim(), path).toMatch(/^\/loans\/us\//)
  }
  expect(checked).toBeGreaterThan(50)
  for (const [, url = ''] of (sites.acme?.['sitemap.xml'] ?? '').matchAll(/<loc>([^<]*)<\/loc>/g))
    expect(url).toMatch(/^https:\/\/test\.example\/loans\/us\//)
})

describe('a signal', () => {
  const brand = (id: string) => ({
    [`brands/${id}/brand.yaml`]: brandYaml({ siteUrl: `https://${id}.example` }),
  })
  const files = { ...brand('alpha'), ...brand('beta'), ...brand('gamma') }

  test('before the build: nothing is published', async () => {
    const { brands, sites } = await build(files, { signal: AbortSignal.abort() })
    expect(brands.map(({ status }) => status)).toEqual(Array(3).fill('not reached'))
    expect(sites).toEqual({})
  })

  test('between two brands: the first is published, the rest are not begun', async () => {
    const controller = new AbortController()
    const { brands, sites } = await build(files, {
      signal: controller.signal,
      onBrand: () => controller.abort(),
    })
    expect(brands.map(({ id, status }) => `${id} ${status}`)).toEqual([
      ...['alpha built', 'beta not reached', 'gamma not reached'],
    ])
    expect(Object.keys(sites)).toEqual(['alpha'])
  })

  test('between two pages: the brand is not published', async () => {
    const controller = new AbortController()
    const opened: string[] = []
    const output = memoryOutput('alpha')
    const report = await buildBrands({
      files: memoryFiles({
        ...brand('alpha'),
        ...Object.fromEntries(
          Array.from({ length: 60 }, (_, index) => [
            `content/articles/a${index}.md`,
            article(`article-${index}`),
          ]),
        ),
      }),
      defaults,
      brands: ['alpha'],
      strict: false,
      drafts: false,
      signal: controller.signal,
      openOutput: async id => {
        opened.push(id)
        const value = {
          ...output,
          put(file: Parameters<typeof output.put>[0]) {
            if (file.path.startsWith('articles/')) controller.abort()
            return output.put(file)
          },
        }
        return { value, diagnostics: [] }
      },
    })
    expect(opened).toEqual(['alpha'])
    expect(report.brands).toMatchObject([{ id: 'alpha', status: 'not reached', files: 0 }])
    expect(output.files.size).toBe(0)
  })
})

describe('check', () => {
  test('finds the same as a build, and counts the files it would write', async () => {
    const files = one({
      'content/articles/good.md': article('good'),
      'content/articles/bad.md': article('bad', { date: 'today' }),
    })
    const built = await build(files)
    const checked = await buildBrands({
      files: memoryFiles(files),
      defaults,
      brands: ['acme'],
      openOutput: noOutputs(),
      findings: 'all',
      strict: false,
      drafts: false,
    })
    // A build reports only errors; a check also reports the advice of the content rules.
    expect(checked.diagnostics.filter(({ code }) => !code.startsWith('compliance/'))).toEqual(
      built.diagnostics,
    )
    expect(checked.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    const { pages, files: count, bytes } = built.brands[0] as BrandResult
    expect(checked.brands).toMatchObject([{ id: 'acme', status: 'unchanged', pages, files: count, bytes }])
  })
})
