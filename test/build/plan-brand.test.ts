// Texts that are parsed after the plan make the site that they would have made before it, and all that is wrong is said.

import { expect, test } from 'vitest'
import { noClock } from '../../src/build/clock.ts'
import { type BuildOptions, buildBrands } from '../../src/build/index.ts'
import { planBrand } from '../../src/build/plan-brand.ts'
import { openWorkshop } from '../../src/build/workshop.ts'
import { faqCount } from '../../src/content/index.ts'
import { diagnostic } from '../../src/diagnostics/index.ts'
import { diskFiles, memoryFiles, snapshot } from '../../src/files/index.ts'
import { memoryOutput } from '../../src/output/index.ts'
import { article, brandYaml, type FileMap, repositoryRoot } from '../support/project.ts'

const defaults = diskFiles(repositoryRoot)
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><path d="M0 0h9v9z"/></svg>'

async function planned(files: FileMap, textsLater: boolean) {
  const project = snapshot(memoryFiles({ 'brands/acme/brand.yaml': brandYaml(), ...files }))
  const options = { drafts: false, textsLater }
  const { value, diagnostics } = await planBrand(
    openWorkshop({ defaults }),
    project,
    'acme',
    options,
    noClock,
  )
  const filled = (await value?.fill(value.site.pages)) ?? []
  return {
    unfilled: [...(value?.site.unfilled.keys() ?? [])],
    pages: filled.map(page => page.value),
    diagnostics: [...diagnostics, ...filled.flatMap(page => page.diagnostics)],
  }
}

test('a site planned by front matter alone is the same, page for page', async () => {
  const files: FileMap = {
    'content/articles/plain.md': article('plain', {}, 'Words by {name}.\n\n## A heading\n'),
    'content/articles/links.md': article(
      'links',
      { date: '2025-09-02' },
      '## Costs\n\n[here](#costs), [there](/articles/plain/#a-heading), [a draft](/articles/draft/) and [home](/#faq).\n',
    ),
    'content/articles/odd.md': article(
      'odd',
      { date: '2025-09-03' },
      'Fish &amp; chips: <https://a.example/?q>\n',
    ),
    'content/articles/picture.md': article(
      'picture',
      { image: 'rates.svg' },
      '::cost-calculator\n\n![Rates](rates.svg)\n',
    ),
    'content/articles/rates.svg': drawing,
    'content/articles/draft.md': article('draft', { draft: 'true' }, 'Not yet.\n'),
    'brands/acme/content/articles/plain.md': article('plain', {}, 'Our own words.\n\n## A heading\n'),
  }
  const [later, before] = [await planned(files, true), await planned(files, false)]
  expect(later.unfilled).toEqual(['/articles/links/', '/articles/odd/', '/articles/plain/'])
  expect(before.unfilled).toEqual([])
  expect(later.pages).toEqual(before.pages)
  // The key under which a page is kept is made of its JSON.
  expect(JSON.stringify(later.pages)).toBe(JSON.stringify(before.pages))
  expect(later.diagnostics).toEqual(before.diagnostics)
  expect(later.diagnostics.map(problem => problem.code)).toEqual(['link/left-out-article'])
})

test('fonts are cut to the characters of all texts, which are therefore known before', async () => {
  const file = '@fontsource/fraunces/files/fraunces-latin-600-normal.woff2'
  const yaml = `${brandYaml()}theme:
  font:
    heading: Fraunces, serif
    web:
      - { family: Fraunces, file: "${file}", weight: "600" }
`
  const files: FileMap = { 'content/articles/a.md': article('a') }
  const withFont = await planned({ ...files, 'brands/acme/brand.yaml': yaml }, true)
  expect(withFont).toMatchObject({ unfilled: [], diagnostics: [] })
  expect(withFont.pages.length).toBeGreaterThan(5)
  expect((await planned(files, true)).unfilled).toEqual(['/articles/a/'])
})

test('texts of articles that a brand drops are looked at too', async () => {
  const yaml = `${brandYaml()}articles: { except: [a] }\n`
  const files: FileMap = {
    'brands/acme/brand.yaml': yaml,
    'content/articles/a.md': article('a', {}, '# A title\n'),
    'content/articles/b.md': article('b', {}, '[a](/articles/a/)\n'),
  }
  const [later, before] = [await planned(files, true), await planned(files, false)]
  expect(later).toEqual(before)
  expect(later.diagnostics.map(problem => problem.code)).toEqual([
    'markdown/second-title',
    'link/left-out-article',
  ])
})

test('a warning in a text of its own is a brand’s, whenever it is found', async () => {
  const files: FileMap = {
    'brands/acme/content/articles/own.md': article('own', {}, '# A title\n'),
    'content/articles/shared.md': article('shared', {}, '# A title\n'),
  }
  const [later, before] = [await planned(files, true), await planned(files, false)]
  expect(later.unfilled).toHaveLength(2)
  expect(later.diagnostics.map(problem => problem.brand)).toEqual(['acme', undefined])
  expect(later.diagnostics).toHaveLength(before.diagnostics.length)
  expect(later.diagnostics).toEqual(expect.arrayContaining([...before.diagnostics]))
})

const good = { 'content/articles/good.md': article('good', {}, '## Costs\n\nA paragraph.\n') }
const faq = (link: string) =>
  Array.from(
    { length: faqCount },
    (_, index) => `- question: Question ${index}?\n  answer: "[a link](${link})"\n`,
  ).join('')

test.each<[string, FileMap, readonly string[], readonly string[]]>([
  [
    'a text with an error',
    { 'content/articles/bad.md': article('bad', {}, 'Some <b>raw</b> HTML and an {unknown} token.\n') },
    ['markdown/raw-html', 'content/unknown-token'],
    ['good'],
  ],
  [
    'errors in both halves',
    { 'content/articles/bad.md': article('bad', { date: '2025-02-30' }, 'An {unknown} token.\n') },
    ['article/invalid-date', 'content/unknown-token'],
    ['good'],
  ],
  [
    'a link to an article whose text has an error',
    {
      'content/articles/a.md': article('a', {}, '[bad](/articles/bad/)\n'),
      'content/articles/bad.md': article('bad', {}, 'An {unknown} token.\n'),
    },
    ['content/unknown-token', 'link/left-out-article'],
    ['a', 'good'],
  ],
  [
    'an article of the same slug, whose text has an error',
    { 'content/articles/same.md': article('good', {}, 'An {unknown} token.\n') },
    ['content/unknown-token'],
    ['good'],
  ],
  [
    'an article of the same slug, where the text of the first has an error',
    { 'content/articles/first.md': article('good', {}, 'An {unknown} token.\n') },
    ['content/unknown-token'],
    ['good'],
  ],
  [
    'an article without its picture, whose text is doubtful too',
    { 'content/articles/a.md': article('a', { image: 'none.png' }, '# A title\n') },
    ['markdown/second-title', 'markdown/image-not-found'],
    ['good'],
  ],
  [
    'a text to be warned of',
    { 'content/articles/a.md': article('a', {}, '# A title\n') },
    ['markdown/second-title'],
    ['a', 'good'],
  ],
  [
    'a link from the questions to a heading',
    { 'content/faq.yaml': faq('/articles/good/#costs') },
    [],
    ['good'],
  ],
])('%s', async (_, files, codes, slugs) => {
  const { report, articles } = await built({ ...good, ...files })
  expect(report.diagnostics.map(problem => problem.code).sort()).toEqual([...codes].sort())
  expect(report.brands[0]?.status).toBe('built')
  expect(articles).toEqual(slugs.map(slug => `articles/${slug}/index.html`))
})

test.each<[string, FileMap, readonly string[]]>([
  [
    'a link to no page, and another error that is found when pages are rendered',
    {
      'content/articles/a.md': article('a', {}, '[none](/nowhere/)\n'),
      'content/articles/b.md': article('b', {}, '[none](/articles/good/#nowhere)\n'),
    },
    ['link/unknown-page', 'link/unknown-anchor'],
  ],
  [
    'a link that leads nowhere, and a text with an error',
    {
      'content/articles/a.md': article('a', {}, '[none](/nowhere/)\n'),
      'content/articles/b.md': article('b', {}, 'An {unknown} token.\n'),
    },
    ['content/unknown-token', 'link/unknown-page'],
  ],
  [
    'a page of the site that is broken, and a text with an error',
    {
      'content/pages/ccpa.md': '---\ntitle: California\n---\nA text.\n',
      'content/articles/b.md': article('b', {}, 'An {unknown} token.\n'),
    },
    ['content/missing-key', 'content/unknown-token'],
  ],
  [
    'templates that are missing, and a text with an error',
    {
      'templates/notes.md': 'No templates.',
      'content/articles/b.md': article('b', {}, 'An {unknown} token.\n'),
    },
    ['content/unknown-token', 'template/missing'],
  ],
])('no site, and every reason: %s', async (_, files, codes) => {
  const { report, articles } = await built({ ...good, ...files })
  expect(report.diagnostics.map(problem => problem.code).sort()).toEqual([...codes].sort())
  expect(report.brands[0]).toMatchObject({ status: 'failed', pages: 0 })
  expect(articles).toEqual([])
})

test('a place that cannot be written to, and a text with an error, are both named', async () => {
  const refused = diagnostic('output/not-ours', 'There is something else.', {})
  const { report } = await built(
    { ...good, 'content/articles/b.md': article('b', {}, 'An {unknown} token.\n') },
    async () => ({ value: undefined, diagnostics: [refused] }),
  )
  expect(report.diagnostics.map(problem => problem.code).sort()).toEqual([
    'content/unknown-token',
    'output/not-ours',
  ])
})

test('what is said when the output is opened is said, also where the site is planned again', async () => {
  const recovered = diagnostic('output/recovered', 'The last build was brought to its end.', {})
  let opened = 0
  const { report } = await built(
    { ...good, 'content/articles/b.md': article('b', {}, 'An {unknown} token.\n') },
    async brand => ({ value: memoryOutput(brand), diagnostics: opened++ === 0 ? [recovered] : [] }),
  )
  expect(opened).toBe(2)
  expect(report.brands[0]?.status).toBe('built')
  expect(report.diagnostics.map(problem => problem.code).sort()).toEqual([
    'content/unknown-token',
    'output/recovered',
  ])
})

async function built(files: FileMap, openOutput?: BuildOptions['openOutput']) {
  const outputs: ReturnType<typeof memoryOutput>[] = []
  const report = await buildBrands({
    files: memoryFiles({ 'brands/acme/brand.yaml': brandYaml(), ...files }),
    defaults,
    brands: ['acme'],
    strict: false,
    drafts: false,
    concurrency: 1,
    openOutput:
      openOutput ??
      (async brand => {
        outputs.push(memoryOutput(brand))
        return { value: outputs.at(-1), diagnostics: [] }
      }),
  })
  const published = outputs.at(-1)?.files ?? new Map()
  const articles = [...published.keys()].filter(path => /^articles\/.*\/index\.html$/.test(path)).sort()
  return { report, articles: published.has('imprint-manifest.json') ? articles : [] }
}
