// A kind of page that the package does not have, added as src/README.md describes: a record in the list of kinds and a
// template. Everything else must follow from these two.

import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { buildBrands, directoryOutputs } from '../../src/build/index.ts'
import { parseMarkdown } from '../../src/content/index.ts'
import { startDev, startPreview } from '../../src/dev/index.ts'
import { diskFiles } from '../../src/files/index.ts'
import type { Head, SiteView } from '../../src/site/index.ts'
import type { PageKindRecord } from '../../src/site/pages/page-kind.ts'
import { ask } from '../dev/http-client.ts'
import { article, brandYaml, type FileMap, project, readTree, repositoryRoot } from '../support/project.ts'

const about = vi.hoisted(() => ({ route: '/about/', text: '' }))

vi.mock(import('../../src/site/pages/page-kinds.ts'), async original => {
  const actual = await original()
  const { pageHead } = await import('../../src/site/head.ts')
  const head = (view: SiteView, route: string): Head =>
    pageHead(view, { title: `About us | ${view.brand.name}`, description: 'Who we are.', route })
  const record: PageKindRecord<never> = {
    kind: 'about' as never,
    hasForm: true,
    pages: ({ view }) => [
      {
        route: about.route,
        source: 'content/pages/about.md',
        fill: page => {
          const originAt = (at: { line: number; column: number }) => ({
            file: 'content/pages/about.md',
            ...at,
          })
          const body = parseMarkdown(about.text, { originAt }).value!
          return {
            head: head(view, page.route),
            lastModified: '2025-06-01',
            bodyHtml: page.html(body, ['content/pages/team.png']),
          } as never
        },
      },
    ],
  }
  return { ...actual, pageKinds: [...actual.pageKinds, record] as never }
})

const template = `import { Document, Markup, type PageProps } from 'imprint/kit'

export function Page({ site, page, images, styles }: PageProps) {
  return (
    <Document site={site} head={page.head} images={images} styles={styles}>
      {['header', 'form', 'advantages', 'faq', 'contact'].map(id => <div id={id} key={id} />)}
      {page.kind === 'about' && <Markup html={page.bodyHtml} />}
      {page.kind === 'article' && page.article.body.map(part => <Markup html={part.html} />)}
    </Document>
  )
}
`
const otherKinds = ['home', 'faq', 'article', 'article-list', 'ccpa', 'not-found', 'article-not-found']
const templates: FileMap = {
  'templates/page.tsx': template,
  ...Object.fromEntries(
    [...otherKinds, 'about'].map(kind => [
      `templates/${kind}.tsx`,
      "export { Page as default } from './page.tsx'\n",
    ]),
  ),
}

const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#88aaff' } })
  .png()
  .toBuffer()
const logo = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path d="M8 8h48v48H8z"/></svg>'

beforeEach(() => {
  about.route = '/about/'
  about.text = '## Our team\n\n![The team](team.png)\n\nRead [this](/articles/rent/).\n'
})

async function build(files: FileMap = {}) {
  const root = project({
    'brands/acme/brand.yaml': `${brandYaml()}theme:\n  logo: logo.svg\n`,
    'brands/acme/assets/logo.svg': logo,
    'content/pages/team.png': picture,
    'content/articles/rent.md': article('rent', {}, 'See [us](/about/#our-team).\n'),
    ...templates,
    ...files,
  })
  const out = join(root, 'dist')
  const options = {
    files: diskFiles(root),
    defaults: diskFiles(repositoryRoot),
    strict: false,
    drafts: false,
  }
  const { diagnostics } = await buildBrands({
    ...options,
    brands: ['acme'],
    openOutput: directoryOutputs(out),
  })
  return { root, out, options, diagnostics, site: readTree(join(out, 'acme')) }
}

describe('a new kind of page', () => {
  test('has its page, with policy, images, share card and place in the sitemap', async () => {
    const { site, diagnostics } = await build()
    expect(diagnostics).toEqual([])
    const page = site['about/index.html'] ?? ''
    const metaPolicy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1]
    expect(metaPolicy).toContain('frame-src https://forms.test.example')
    expect(page).toMatch(
      /<picture>(?:<source [^>]+>)+<img src="\/assets\/team-[0-9a-f]+\.(?:png|jpg)" width="60" height="40"[^>]*><\/picture>/,
    )
    const card = /property="og:image" content="https:\/\/test\.example\/(assets\/card-[^"]+)"/.exec(page)
    expect(Object.keys(site)).toContain(card?.[1])
    expect(site['sitemap.xml']).toContain(
      '<loc>https://test.example/about/</loc><lastmod>2025-06-01</lastmod>',
    )
    const rules = (site._headers ?? '').split('\n\n')
    for (const path of ['/about/', '/about/index.html']) {
      const policies = rules.filter(rule => rule.startsWith(`${path}\n`))
      expect(policies).toEqual([expect.stringContaining('frame-src https://forms.test.example')])
    }
  })

  test('is a page that content links to, and its own links are checked', async () => {
    const { site } = await build()
    expect(site['articles/rent/index.html']).toContain('<a href="/about/#our-team">us</a>')
    about.text = 'See [a](/articles/rent/#nope) and [b](#nope).\n'
    const { diagnostics } = await build()
    expect(diagnostics.map(({ code, file, line, column }) => [code, file, line, column])).toEqual([
      ['link/unknown-anchor', 'content/articles/rent.md', 8, 5],
      ['link/unknown-anchor', 'content/pages/about.md', 1, 5],
      ['link/unknown-anchor', 'content/pages/about.md', 1, 35],
    ])
  })

  test.each([
    ['/articles/rent/', 'content/articles/rent.md'],
    ['/FAQ/', 'content/faq.yaml'],
    ['/404.html', 'the page "/404.html"'],
  ])('cannot take the address %s of another page', async (route, other) => {
    about.route = route
    const { diagnostics, site } = await build()
    expect(diagnostics).toMatchObject([{ code: 'site/route-collision', file: 'content/pages/about.md' }])
    expect(diagnostics[0]?.message).toContain(other)
    expect(site).toEqual({})
  })

  test('needs a template of its name', async () => {
    const { diagnostics } = await build({ 'templates/about.tsx': 'export {}\n' })
    expect(diagnostics).toMatchObject([
      {
        code: 'template/missing',
        message: 'templates/about.tsx has no React component as its default export.',
      },
    ])
  })

  test('is served by watch mode and preview', async () => {
    const { root, out, options, site } = await build()
    const dev = await startDev({ ...options, root, brands: ['acme'], port: 0, poll: false, standIn: false })
    onTestFinished(() => dev.value?.close())
    const preview = await startPreview({ out, brands: ['acme'], port: 0 })
    onTestFinished(() => preview.value?.close())
    const fromDev = await ask(dev.value!.port, '/about/')
    expect(fromDev).toMatchObject({ status: 200, body: expect.stringContaining('<picture>') })
    const fromPreview = await ask(preview.value!.port, '/about/')
    expect(fromPreview).toMatchObject({ status: 200, body: site['about/index.html'] })
    expect(fromPreview.headers['content-security-policy']).toContain('frame-src https://forms.test.example')
  })
})
