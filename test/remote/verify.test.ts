import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { manifestBuilder } from '../../src/output/index.ts'
import { verifySite } from '../../src/remote/index.ts'

const files: Record<string, string> = {
  'index.html': 'home',
  'faq/index.html': 'faq',
  '404.html': 'not found',
  'sitemap.xml': '<urlset/>',
}
const headers =
  '/*\n  X-Frame-Options: DENY\n/faq/\n  Cache-Control: max-age=0\n  Content-Security-Policy: img-src *; upgrade-insecure-requests\n'

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function manifest() {
  const builder = manifestBuilder('acme')
  for (const [path, text] of Object.entries(files)) builder.add({ path, bytes: Buffer.from(text) })
  return JSON.parse(new TextDecoder().decode(builder.file().bytes))
}

/** A host of the site that answers some addresses in its own way. */
const host =
  (
    other: Record<string, { status?: number; body?: string; headers?: Record<string, string> }> = {},
  ): RequestListener =>
  (request, response) => {
    const path = request.url ?? '/'
    const name = path.slice(1).replace(/(^|\/)$/, '$1index.html')
    const found = files[name]
    const answer = {
      status: found === undefined ? 404 : 200,
      body: found ?? 'not found',
      ...other[path],
      ...other['*'],
    }
    const rules = {
      'X-Frame-Options': 'DENY',
      ...(path === '/faq/' && { 'Cache-Control': 'max-age=0', 'Content-Security-Policy': 'img-src *' }),
    }
    response.writeHead(answer.status, { ...rules, ...answer.headers })
    response.end(answer.body)
  }

async function verify(listener: RequestListener) {
  const { checked, diagnostics } = await verifySite({
    url: await serve(listener),
    manifest: manifest(),
    headers,
  })
  return {
    checked,
    problems: diagnostics.map(({ code, message }) => `${code} ${message.replace(/http:\S+: /, '')}`),
  }
}

test('the same site, without https', async () => {
  expect(await verify(host())).toEqual({ checked: 4, problems: [] })
})

test('a site that search engines must not list has "noindex" on each page, visible to them', async () => {
  const hidden = { 'X-Robots-Tag': 'noindex' }
  const page = '<!doctype html><meta name="robots" content="noindex"/>'
  Object.assign(files, { 'about/index.html': page, 'robots.txt': 'User-agent: *\nAllow: /\n' })
  const problemsOf = async (listener: RequestListener) => {
    const url = await serve(listener)
    const { diagnostics } = await verifySite({
      url,
      manifest: manifest(),
      headers,
      noindex: true,
    })
    return diagnostics
      .filter(({ code }) => code === 'live/index')
      .map(({ message }) => message.split('\n').slice(1))
  }
  try {
    expect(await problemsOf(host({ '*': { headers: hidden } }))).toEqual([])
    expect(await problemsOf(host())).toEqual([
      ['/404.html', '/', '/faq/'].map(
        route => `  ${route}: neither the page nor its headers contain "noindex"`,
      ),
    ])
    const closed = {
      '*': { headers: hidden },
      '/robots.txt': { body: 'User-agent: *\nDisallow: /\n', headers: hidden },
    }
    expect(
      await problemsOf((request, response) =>
        host(request.url === '/robots.txt' ? { '/robots.txt': closed['/robots.txt'] } : { '*': closed['*'] })(
          request,
          response,
        ),
      ),
    ).toEqual([
      [
        '  /robots.txt: it prevents search engines from reading the pages, so they do not see "noindex" there',
      ],
    ])
  } finally {
    delete files['about/index.html']
    delete files['robots.txt']
  }
})

test('an index of sitemaps names sitemaps, and those name pages', async () => {
  const origin = 'https://brand.example'
  const index = `<sitemapindex><sitemap><loc>${origin}/sitemap-1.xml</loc></sitemap></sitemapindex>`
  const part = `<urlset><url><loc>${origin}/</loc></url><url><loc>${origin}/gone/</loc></url></urlset>`
  files['sitemap-1.xml'] = part
  files['sitemap.xml'] = index
  try {
    expect(await verify(host())).toEqual({ checked: 5, problems: [] })
    const { problems } = await verify(host({ '/gone/': { status: 200, body: 'still there' } }))
    expect(problems).toEqual([expect.stringMatching(/^live\/extra .*\n {2}\/gone\/$/s)])
  } finally {
    delete files['sitemap-1.xml']
    files['sitemap.xml'] = '<urlset/>'
  }
})

test.each([
  ['live/changed', { '/faq/': { body: 'fax' } }, '/faq/'],
  ['live/missing', { '/faq/': { status: 404 } }, '/faq/: status 404'],
  [
    'live/header',
    { '/': { headers: { 'X-Frame-Options': 'SAMEORIGIN' } } },
    '/: x-frame-options is "SAMEORIGIN", not "DENY"',
  ],
  [
    'live/header',
    { '/faq/': { headers: { 'Content-Security-Policy': 'img-src *; script-src *' } } },
    '/faq/: content-security-policy is "…script-src *", not "…upgrade-insecure-requests"',
  ],
  [
    'live/header',
    {
      '/faq/': { headers: { 'Content-Security-Policy': "img-src 'none'", 'X-Frame-Options': 'SAMEORIGIN' } },
    },
    '(1 of 4 files)',
  ],
  ['live/soft-404', { '/imprint-verify-no-such-page': { status: 200 } }, 'status 200'],
  [
    'live/extra',
    {
      '/sitemap.xml': { body: '<urlset/>' },
      '/imprint-manifest.json': { status: 200, body: '{"files":[{"path":"old/index.html"}]}' },
      '/old/': { status: 200, body: 'old' },
    },
    '/old/',
  ],
  ['live/unreachable', { '/faq/': { status: 503 } }, '/faq/: status 503'],
])('%s', async (code, other, words) => {
  const { problems } = await verify(host(other as unknown as Parameters<typeof host>[0]))
  expect(problems).toEqual([expect.stringMatching(new RegExp(`^${code} `))])
  expect(problems[0]).toContain(words)
})

test('an unreachable server is one problem', async () => {
  const url = await serve(() => undefined)
  const { diagnostics } = await verifySite({ url: url.replace(/\d+$/, '1'), manifest: manifest(), headers })
  expect(diagnostics.map(({ code }) => code)).toEqual(['live/unreachable'])
})
