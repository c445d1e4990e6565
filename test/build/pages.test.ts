// Pages in `content/pages/` and their layouts.

import { describe, expect, test } from 'vitest'
import { buildBrands } from '../../src/build/index.ts'
import { diskFiles, memoryFiles } from '../../src/files/index.ts'
import { memoryOutput } from '../support/memory-output.ts'
import { article, brandYaml, type FileMap, repositoryRoot } from '../support/project.ts'

async function build(files: FileMap, drafts = false) {
  const output = memoryOutput('acme')
  const { diagnostics } = await buildBrands({
    files: memoryFiles({ 'brands/acme/brand.yaml': brandYaml(), ...files }),
    defaults: diskFiles(repositoryRoot),
    brands: ['acme'],
    strict: false,
    drafts,
    openOutput: async () => ({ value: output, diagnostics: [] }),
  })
  const text = (path: string) => {
    const bytes = output.files.get(path)
    return bytes && new TextDecoder().decode(bytes)
  }
  return { diagnostics, text, paths: [...output.files.keys()] }
}

const page = (title: string, more = '', body = 'Some text.\n') =>
  `---\ntitle: ${title}\ndescription: About ${title}.\n${more}---\n\n${body}`

describe('a file of content/pages', () => {
  test('is a page at the address of its name, in all that knows pages', async () => {
    const { diagnostics, text } = await build({
      'content/pages/about.md': page(
        'About {name}',
        'updated: 2025-09-01\n',
        '## Our team\n\n[T](/legal/terms/)\n',
      ),
      'content/pages/legal/terms.md': page('Terms'),
      'content/articles/rent.md': article('rent', {}, 'See [us](/about/#our-team).\n'),
    })
    expect(diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([])
    const about = text('about/index.html')
    expect(about).toContain('<h1>About Test Brand</h1>')
    expect(about).toContain('<time dateTime="2025-09-01">September 1, 2025</time>')
    expect(about).toContain('<a href="/legal/terms/">T</a>')
    expect(about).toContain('<link rel="canonical" href="https://test.example/about/"/>')
    expect(about).not.toContain('frame-src')
    expect(text('legal/terms/index.html')).toContain('<title>Terms | Test Brand</title>')
    expect(text('articles/rent/index.html')).toContain('<a href="/about/#our-team">us</a>')
    expect(text('sitemap.xml')).toContain(
      '<loc>https://test.example/about/</loc><lastmod>2025-09-01</lastmod></url><url><loc>https://test.example/legal/terms/</loc></url>',
    )
    expect(text('_headers')).toContain('\n/legal/terms/\n')
  })

  test('can be hidden from search engines, or be a draft', async () => {
    const files = {
      'content/pages/a.md': page('A', 'noindex: true\n'),
      'content/pages/b.md': page('B', 'draft: true\n'),
    }
    const { text } = await build(files)
    expect(text('a/index.html')).toContain('<meta name="robots" content="noindex"/>')
    expect(text('sitemap.xml')).not.toContain('/a/')
    expect(text('b/index.html')).toBeUndefined()
    expect((await build(files, true)).text('b/index.html')).toContain('<h1>B</h1>')
  })

  test('is replaced by that of a stronger layer, and dropped if a brand excludes it', async () => {
    const files = {
      'content/pages/about.md': page('Shared'),
      'content/pages/terms.md': page('Terms'),
      'brands/acme/content/pages/about.md': page('Own'),
    }
    const { text } = await build(files)
    expect(text('about/index.html')).toContain('<h1>Own</h1>')
    for (const choice of ['except: [terms]', 'only: [about]']) {
      const { paths, diagnostics } = await build({
        ...files,
        'brands/acme/brand.yaml': `${brandYaml()}pages:\n  ${choice}\n`,
      })
      expect(diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([])
      expect(paths.filter(path => /about|terms/.test(path) && path.endsWith('.html'))).toEqual([
        'about/index.html',
      ])
    }
  })

  test('is left out if it is broken, and the site is built', async () => {
    const { diagnostics, text } = await build({ 'content/pages/about.md': page('About', 'titel: x\n') })
    expect(diagnostics).toMatchObject([
      { severity: 'warning', code: 'content/unknown-key', file: 'content/pages/about.md', line: 4 },
    ])
    expect(text('index.html')).toBeDefined()
    expect(text('about/index.html')).toBeUndefined()
  })
})

test('a layout is one file', async () => {
  const layout = `import { Document, Markup, type PageProps } from 'imprint/kit'

export default function Plain({ site, page, images }: PageProps<'page'>) {
  return (
    <Document site={site} head={page.head} images={images}>
      {['main', 'header', 'form', 'advantages', 'faq', 'contact'].map(id => <div id={id} key={id} />)}
      <h1>{page.title}</h1>
      <Markup html={page.bodyHtml} />
    </Document>
  )
}
`
  const templates = diskFiles(repositoryRoot)
  const copied = Object.fromEntries(
    templates.list('templates').value.map(path => [path, templates.readBytes(path).value as Uint8Array]),
  )
  const files = { ...copied, 'content/pages/about.md': page('About', 'layout: plain\n') }
  expect((await build(files)).diagnostics).toMatchObject([
    { code: 'content/unknown-layout', line: 4, column: 9 },
  ])
  const { diagnostics, text } = await build({ ...files, 'templates/pages/plain.tsx': layout })
  expect(diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([])
  expect(text('about/index.html')).toContain(
    '<div id="contact"></div><h1>About</h1><div><p>Some text.</p></div></body>',
  )
})
