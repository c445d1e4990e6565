// Which styles a page contains, and in which order.

import { describe, expect, test } from 'vitest'
import { buildBrands } from '../../src/build/index.ts'
import { diskFiles, memoryFiles } from '../../src/files/index.ts'
import { memoryOutput } from '../support/memory-output.ts'
import { article, brandYaml, type FileMap, repositoryRoot } from '../support/project.ts'

async function build(files: FileMap) {
  const output = memoryOutput('acme')
  const { diagnostics } = await buildBrands({
    files: memoryFiles({ 'brands/acme/brand.yaml': brandYaml(), ...files }),
    defaults: diskFiles(repositoryRoot),
    brands: ['acme'],
    strict: false,
    drafts: false,
    openOutput: async () => ({ value: output, diagnostics: [] }),
  })
  const stylesOf = (path: string) => {
    const html = new TextDecoder().decode(output.files.get(path))
    return (/<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? '').replace(/^[\s\S]*body\{margin:0\}/, '')
  }
  return { diagnostics, stylesOf }
}

const component = (name: string, body = 'null') => `import { useStyles } from 'imprint/kit'
import styles from './${name}.css'
export function ${name}() {
  useStyles(styles)
  return ${body}
}
`
const index = (page: string) => `import { Document, cachedPart, useStyles } from 'imprint/kit'
import { A } from './A.tsx'
import { B } from './B.tsx'
import page from './page.css'
import dark from './page.dark.css'
const CachedA = cachedPart(A)
function Page({ site, page: { kind, head }, images }) {
  ${page}
}
const Text = props => <Document {...props}>{['main', 'header', 'form', 'advantages', 'footer', 'contact', 'faq'].map(id => <p id={id} key={id} />)}{props.children}</Document>
export const templates = { home: Page, faq: Page, article: Page, articleList: Page, ccpa: Page, notFound: Page, articleNotFound: Page }
`
const files: FileMap = {
  'templates/A.tsx': component('A'),
  'templates/B.tsx': component('B'),
  'templates/A.css': '.a { color: red }',
  'templates/B.css': '.b { color: red }',
  'templates/page.css': '.page { color: red }',
  'templates/page.dark.css': '.dark { color: red }',
  'templates/unused.css': '.unused { color: red }',
  'templates/styles.css': 'body { margin: 0 }',
  'content/articles/rent.md': article('rent'),
}
const [a, b, page, dark] = ['a', 'b', 'page', 'dark'].map(name => `.${name}{color:red}`) as [
  string,
  string,
  string,
  string,
]

describe('a page carries the styles', () => {
  test('of the components on it and no others, once, in the order of the imports', async () => {
    const { diagnostics, stylesOf } = await build({
      ...files,
      'templates/index.tsx': index(`useStyles(page, kind === 'faq' && dark)
  return <Text site={site} head={head} images={images}><B />{kind === 'home' && <A />}<B /></Text>`),
    })
    expect(diagnostics).toEqual([])
    expect(stylesOf('index.html')).toBe(a + b + page)
    expect(stylesOf('faq/index.html')).toBe(b + page + dark)
    expect(stylesOf('404.html')).toBe(b + page)
  })

  test('of components in a cached part, on every page that has the part', async () => {
    const { stylesOf } = await build({
      ...files,
      'templates/index.tsx': index(`useStyles(false, undefined, dark)
  return <Text site={site} head={head} images={images}>{kind !== 'ccpa' && <CachedA />}</Text>`),
    })
    for (const path of ['index.html', 'faq/index.html', '404.html', 'articles/rent/index.html'])
      expect(stylesOf(path), path).toBe(a + dark)
    expect(stylesOf('ccpa.html')).toBe(dark)
  })

  test('of the base alone, where nothing says more', async () => {
    const { stylesOf } = await build({
      ...files,
      'templates/index.tsx': index('return <Text site={site} head={head} images={images} />'),
    })
    expect(stylesOf('index.html')).toBe('')
  })

  test('only where they are in a file of the templates', async () => {
    const { diagnostics } = await build({
      ...files,
      'templates/index.tsx': index(`useStyles('.x{}')
  return <Text site={site} head={head} images={images} />`),
    })
    const problem = diagnostics.find(({ code }) => code === 'template/throws')
    expect(problem).toMatchObject({ file: 'templates/index.tsx' })
    expect(problem?.message).toContain('There is no style sheet ".x{}" in templates/.')
  })
})

test('a long text of an article and long lists of articles do not count to the weight of a page', async () => {
  const words = (seed: number) =>
    Array.from({ length: 3000 }, (_, index) => ((index + 1) * (seed + 7919)).toString(36)).join(' ')
  const { diagnostics } = await build(
    Object.fromEntries(
      ['one', 'two', 'three'].map((slug, index) => [
        `content/articles/${slug}.md`,
        article(slug, {}, `${words(index)}\n`),
      ]),
    ),
  )
  expect(diagnostics).toEqual([])
})
