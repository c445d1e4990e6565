// What a site tells search engines: to index nothing ("index: false") or another site's address ("canonicalOf").

import { describe, expect, it } from 'vitest'
import { buildBrands } from '../../src/build/index.ts'
import { diskFiles, memoryFiles } from '../../src/files/index.ts'
import { memoryOutput } from '../support/memory-output.ts'
import { article, brandYaml, type FileMap, repositoryRoot } from '../support/project.ts'

const defaults = diskFiles(repositoryRoot)

async function build(files: FileMap, brands: readonly string[], environment?: string) {
  const outputs = new Map(brands.map(id => [id, memoryOutput(id)]))
  const report = await buildBrands({
    files: memoryFiles(files),
    defaults,
    brands,
    environment,
    strict: false,
    drafts: false,
    openOutput: async id => ({ value: outputs.get(id), diagnostics: [] }),
  })
  const text = (id: string, path: string) => Buffer.from(outputs.get(id)?.files.get(path) ?? []).toString()
  const paths = (id: string) => [...(outputs.get(id)?.files.keys() ?? [])]
  return { report, text, paths }
}

const canonical = (html: string) => /<link rel="canonical" href="([^"]*)"\/>/.exec(html)?.[1]
const noindex = '<meta name="robots" content="noindex"/>'

describe('a brand that search engines are not to list', () => {
  it('has "noindex" on each page and in the headers, has no sitemap, and lets every crawler in', async () => {
    const { report, text, paths } = await build(
      {
        'brands/paid/brand.yaml': brandYaml({ index: 'false' }),
        'content/articles/one.md': article('one'),
      },
      ['paid'],
    )
    expect(report.diagnostics).toEqual([])
    const pages = paths('paid').filter(path => path.endsWith('.html'))
    expect(pages).toContain('articles/one/index.html')
    for (const path of pages) expect(text('paid', path), path).toContain(noindex)
    expect(text('paid', '_headers')).toMatch(/^\/\*\n(?: {2}.*\n)* {2}X-Robots-Tag: noindex\n/)
    expect(text('paid', 'robots.txt')).toBe('User-agent: *\nAllow: /\n')
    expect(paths('paid').filter(path => path.startsWith('sitemap'))).toEqual([])
    // Pages still contain their own addresses.
    expect(canonical(text('paid', 'index.html'))).toBe('https://test.example/')
  })

  it('is listed again with "index: true", overriding what it extends', async () => {
    const { text } = await build(
      {
        'brands/_paid/brand.yaml': 'index: false\n',
        'brands/own/brand.yaml': brandYaml({ extends: '_paid', index: 'true' }),
      },
      ['own'],
    )
    expect(text('own', 'index.html')).not.toContain(noindex)
    expect(text('own', 'sitemap.xml')).toContain('<loc>https://test.example/</loc>')
    expect(text('own', 'robots.txt')).toContain('Sitemap: https://test.example/sitemap.xml')
    expect(text('own', '_headers')).not.toContain('X-Robots-Tag')
  })

  it('has no sitemap that a text could link to', async () => {
    const files: FileMap = {
      'brands/paid/brand.yaml': brandYaml({ index: 'false' }),
      'content/articles/one.md': article('one', {}, '[all pages](/sitemap.xml)\n'),
    }
    const { report } = await build(files, ['paid'])
    expect(report.diagnostics.map(({ code }) => code)).toEqual(['link/unknown-page'])
  })
})

describe('a brand that shares articles', () => {
  const files: FileMap = {
    'brands/aurora/brand.yaml': brandYaml({
      name: 'Aurora',
      articles: '{ except: [dropped] }',
      environments: '{ staging: { siteUrl: "https://staging.aurora.example" } }',
    }),
    'brands/bolt/brand.yaml': brandYaml({
      name: 'Bolt',
      canonicalOf: 'aurora',
      environments: '{ staging: { siteUrl: "https://staging.bolt.example" } }',
    }),
    'content/articles/shared.md': article('shared'),
    'content/articles/dropped.md': article('dropped'),
    'content/articles/rewritten.md': article('rewritten'),
    'brands/bolt/content/articles/rewritten.md': article('rewritten', {}, 'Other words.\n'),
    'brands/bolt/content/articles/own.md': article('own'),
  }

  it('points to the other site where that has the same text, and leaves those out of its sitemap', async () => {
    const { report, text } = await build(files, ['aurora', 'bolt'])
    expect(report.brands.map(({ status }) => status)).toEqual(['built', 'built'])
    const at = (slug: string) => canonical(text('bolt', `articles/${slug}/index.html`))
    expect(['shared', 'dropped', 'rewritten', 'own'].map(at)).toEqual([
      'https://aurora.example/articles/shared/',
      'https://bolt.example/articles/dropped/',
      'https://bolt.example/articles/rewritten/',
      'https://bolt.example/articles/own/',
    ])
    expect(canonical(text('bolt', 'faq/index.html'))).toBe('https://bolt.example/faq/')
    const listed = [...text('bolt', 'sitemap.xml').matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url)
    expect(listed).toContain('https://bolt.example/articles/own/')
    expect(listed.join()).not.toMatch(/shared|aurora/)
    expect(canonical(text('aurora', 'articles/shared/index.html'))).toBe(
      'https://aurora.example/articles/shared/',
    )
    expect(text('aurora', 'sitemap.xml')).toContain('https://aurora.example/articles/shared/')
  })

  it('points to the site that visitors see from an environment too', async () => {
    const { text } = await build(files, ['bolt'], 'staging')
    const page = text('bolt', 'articles/shared/index.html')
    expect(canonical(page)).toBe('https://aurora.example/articles/shared/')
    expect(page).toContain('property="og:url" content="https://staging.bolt.example/articles/shared/"')
  })

  it('is built, with its own addresses, if the other site cannot be planned or is not to be listed', async () => {
    for (const changes of [{ copyrightYear: 'x' }, { index: 'false' }]) {
      const { report, text } = await build(
        { ...files, 'brands/aurora/brand.yaml': brandYaml({ name: 'Aurora', ...changes }) },
        ['bolt'],
      )
      expect(report.diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
        ['brand/canonical-unplanned', 'warning'],
      ])
      expect(canonical(text('bolt', 'articles/shared/index.html'))).toBe(
        'https://bolt.example/articles/shared/',
      )
    }
  })
})
