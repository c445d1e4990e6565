import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import {
  contentTypeOf,
  type Reply,
  type StaticFile,
  type StaticSiteOptions,
  staticSite,
  type VettedRequest,
} from '../../src/dev/http/index.ts'
import { headersFor, parseHeaderRules, parseRedirectRules } from '../../src/render/index.ts'

const text = 'A sentence that comes again. '.repeat(100)
const files = {
  'index.html': `home ${text}`,
  '404.html': 'nothing here',
  'faq/index.html': 'questions',
  'articles/404.html': 'no such article',
  'articles/rent/index.html': 'rent',
  'ccpa.html': 'your choices',
  'robots.txt': 'User-agent: *\n',
  'assets/app-1a2b.js': `/* ${text} */`,
  'assets/font-3c4d.woff2': text,
  'favicon.ico': 'icon',
  _headers: '/*\n  X-All: yes\n',
  _redirects: '/old /new 301\n',
}
const decoder = new TextDecoder()

function inMemory(path: string, bytes: Uint8Array): StaticFile {
  return { path, sha256: createHash('sha256').update(bytes).digest('hex'), read: () => bytes }
}

function siteOf(
  options: Partial<StaticSiteOptions> & { readonly files?: Readonly<Record<string, string>> } = {},
) {
  const respond = staticSite(
    Object.entries(options.files ?? files).map(([path, content]) =>
      inMemory(path, new TextEncoder().encode(content)),
    ),
    { basePath: '', headers: [], redirects: [], ...options },
  )
  return async (
    path: string,
    headers: VettedRequest['headers'] = {},
    changes: Partial<VettedRequest> = {},
  ): Promise<Reply & { readonly text: string }> => {
    const request = { method: 'GET', host: 'localhost', path, query: '', headers, ...changes } as const
    const reply = await respond(request)
    if (reply === undefined) return { status: 0, headers: {}, text: '' }
    return { ...reply, text: decoder.decode(reply.body as Uint8Array | undefined) }
  }
}

describe('addresses', () => {
  test.each([
    ['/', 200, `home ${text}`],
    ['/faq/', 200, 'questions'],
    ['/articles/rent/', 200, 'rent'],
    ['/ccpa.html', 200, 'your choices'],
    ['/ccpa', 200, 'your choices'],
    ['/robots.txt', 200, 'User-agent: *\n'],
    ['/404.html', 200, 'nothing here'],
    ['/nothing', 404, 'nothing here'],
    ['/faq/nothing', 404, 'nothing here'],
    ['/articles/nothing/', 404, 'no such article'],
    ['/articles/nothing/at/all', 404, 'no such article'],
    ['/articles/', 404, 'no such article'],
    ['/articles', 404, 'nothing here'],
    ['/FAQ/', 404, 'nothing here'],
    ['//faq/', 404, 'nothing here'],
    ['/_headers', 404, 'nothing here'],
    ['/_redirects', 404, 'nothing here'],
  ])('%s is %i', async (path, status, body) => {
    const { text: found, ...reply } = await siteOf()(path)
    expect([reply.status, found]).toEqual([status, body])
  })

  test.each([
    ['/faq', '/faq/'],
    ['/faq/index.html', '/faq/'],
    ['/index.html', '/'],
    ['/articles/rent', '/articles/rent/'],
  ])('%s leads to %s, with its query', async (path, location) => {
    const get = siteOf()
    expect(await get(path)).toMatchObject({ status: 308, headers: { location }, text: '' })
    expect((await get(path, {}, { query: 'a=1&b=%20' })).headers.location).toBe(`${location}?a=1&b=%20`)
  })

  test('are below the base path, to which the root redirects', async () => {
    const get = siteOf({ basePath: '/loans' })
    expect(await get('/loans/')).toMatchObject({ status: 200, text: `home ${text}` })
    expect(await get('/loans/faq/')).toMatchObject({ status: 200, text: 'questions' })
    for (const path of ['/', '/loans', '/loans/index.html'])
      expect(await get(path), path).toMatchObject({ status: 308, headers: { location: '/loans/' } })
    expect(await get('/loans/articles/x/')).toMatchObject({ status: 404, text: 'no such article' })
    expect((await get('/faq/')).status).toBe(0)
    expect((await get('/loansfaq/')).status).toBe(0)
  })

  test('of a file come before those that are made for another', async () => {
    const get = siteOf({ files: { 'a/index.html': 'folder', a: 'file', 'b.html': 'page', b: 'file' } })
    expect((await get('/a')).text).toBe('file')
    expect((await get('/b')).text).toBe('file')
    expect((await get('/a/')).text).toBe('folder')
  })

  test('redirect to an encoded address if needed', async () => {
    const get = siteOf({ files: { 'café/index.html': 'coffee' } })
    expect((await get('/café')).headers.location).toBe('/caf%C3%A9/')
  })
})

describe('redirects', () => {
  const redirects = parseRedirectRules(`/old /faq/ 301
/soon /faq/ 302
/part /faq/#cost 301
/away https://other.example/a%20b 301
/terms http://127.0.0.1:4180/terms 302

/articles/ / 302
/articles/* /articles/404.html 404
/robots.txt /faq/ 301
/app/*   /ccpa.html   200
/broken/* /missing.html 404
`)
  const get = siteOf({ redirects })

  test('send on, with the query', async () => {
    expect(await get('/old', {}, { query: 'a=1' })).toMatchObject({
      status: 301,
      headers: { location: '/faq/?a=1' },
    })
    expect(await get('/soon')).toMatchObject({ status: 302, headers: { location: '/faq/' } })
    expect(await get('/articles/')).toMatchObject({ status: 302, headers: { location: '/' } })
    expect(await get('/part', {}, { query: 'a=1' })).toMatchObject({
      headers: { location: '/faq/?a=1#cost' },
    })
    expect(await get('/away')).toMatchObject({ headers: { location: 'https://other.example/a%20b' } })
    // The stand-in provider's, in `imprint dev`.
    expect(await get('/terms')).toMatchObject({ headers: { location: 'http://127.0.0.1:4180/terms' } })
  })

  test('answer with another page', async () => {
    expect(await get('/articles/nothing/')).toMatchObject({ status: 404, text: 'no such article' })
    expect(await get('/app/anything/at/all')).toMatchObject({ status: 200, text: 'your choices' })
    expect(await get('/broken/x')).toMatchObject({ status: 404, text: 'nothing here' })
  })

  test('do not hide files', async () => {
    expect(await get('/articles/rent/')).toMatchObject({ status: 200, text: 'rent' })
    expect((await get('/robots.txt')).status).toBe(200)
  })

  test.each(['/old', '/old /new', '/old /new 307', '/a*b /c 301', '/a /b 301 x', 'a /b 301'])(
    'are not guessed: %s',
    line => {
      expect(parseRedirectRules(`\n${line}\n`)).toEqual([])
    },
  )
})

describe('headers', () => {
  const headers = parseHeaderRules(`/*
  X-All: yes
  X-Both: one

/faq/*
  X-Both: two
  x-both:three

/ccpa.html
	X-Page: a: b
/assets/*
  Cache-Control: public, max-age=31536000, immutable
`)

  test('of every matching rule are sent, and joined if they have the same name', () => {
    expect(headersFor(headers, '/')).toEqual({ 'x-all': 'yes', 'x-both': 'one' })
    expect(headersFor(headers, '/faq/')).toEqual({ 'x-all': 'yes', 'x-both': 'one, two, three' })
    expect(headersFor(headers, '/faq/x/y')['x-both']).toBe('one, two, three')
    expect(headersFor(headers, '/faq')['x-both']).toBe('one')
    expect(headersFor(headers, '/ccpa.html')['x-page']).toBe('a: b')
  })

  test('are sent with pages and 404s, not with redirects', async () => {
    const get = siteOf({ headers })
    expect((await get('/')).headers).toMatchObject({ 'x-all': 'yes' })
    expect((await get('/nothing')).headers).toMatchObject({ 'x-all': 'yes' })
    expect((await get('/faq')).headers).not.toHaveProperty('x-all')
  })

  test('set how long a file may be cached; otherwise it is revalidated each time', async () => {
    const get = siteOf({ headers })
    const lifetime = async (path: string) => (await get(path)).headers['cache-control']
    expect(await lifetime('/assets/app-1a2b.js')).toBe('public, max-age=31536000, immutable')
    expect(await lifetime('/')).toBe('public, max-age=0, must-revalidate')
    expect(await lifetime('/faq')).toBe('public, max-age=0, must-revalidate')
  })

  test.each(['  X-First: no path', '/a\nX-Not: indented', '/a\n  no header', '/a*/b\n  X: y'])(
    'are not guessed: %j',
    lines => {
      expect(parseHeaderRules(lines).flatMap(rule => rule.headers)).toEqual([])
    },
  )
})

describe('types', () => {
  test.each([
    ['index.html', 'text/html; charset=utf-8'],
    ['a.css', 'text/css; charset=utf-8'],
    ['a.js', 'text/javascript; charset=utf-8'],
    ['robots.txt', 'text/plain; charset=utf-8'],
    ['feed.xml', 'application/xml'],
    ['a.json', 'application/json'],
    ['manifest-1a.webmanifest', 'application/manifest+json'],
    ['a.svg', 'image/svg+xml'],
    ['a.png', 'image/png'],
    ['a.jpg', 'image/jpeg'],
    ['a.webp', 'image/webp'],
    ['a.avif', 'image/avif'],
    ['favicon.ico', 'image/x-icon'],
    ['a.woff2', 'font/woff2'],
    ['CNAME', 'application/octet-stream'],
    ['folder.html/CNAME', 'application/octet-stream'],
    ['a.unknown', 'application/octet-stream'],
  ])('%s is %s', (path, type) => {
    expect(contentTypeOf(path)).toBe(type)
  })
})

describe('encodings', () => {
  const plain = files['index.html']
  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0.1, identity', undefined],
    ['GZIP', 'gzip'],
    ['deflate', undefined],
    ['', undefined],
    [undefined, undefined],
    // Refuses every encoding, so it gets the plain file, as a host would send it.
    ['identity;q=0', undefined],
    ['*;q=0', undefined],
  ])('%s gets %s', async (accepted, encoding) => {
    const reply = await siteOf()('/', { 'accept-encoding': accepted })
    const bytes = reply.body as Uint8Array
    expect(reply.headers['content-encoding']).toBe(encoding)
    expect(reply.headers.vary).toBe('accept-encoding')
    const decoded =
      encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes
    expect(decoder.decode(decoded)).toBe(plain)
    if (encoding !== undefined) expect(bytes.length).toBeLessThan(plain.length / 5)
  })

  test('are for text that is worth it', async () => {
    const get = siteOf()
    for (const path of ['/assets/font-3c4d.woff2', '/faq/', '/favicon.ico']) {
      const { headers } = await get(path, { 'accept-encoding': 'br' })
      expect(headers, path).not.toHaveProperty('content-encoding')
      expect(headers, path).not.toHaveProperty('vary')
    }
  })

  test('are used for pages that say that nothing was found', async () => {
    const get = siteOf({ files: { '404.html': text } })
    expect(await get('/x', { 'accept-encoding': 'gzip' })).toMatchObject({
      status: 404,
      headers: { 'content-encoding': 'gzip' },
    })
  })
})

describe('conditional requests', () => {
  test('get 304 and no body if nothing has changed', async () => {
    const get = siteOf({ headers: parseHeaderRules('/*\n  X-All: yes\n') })
    const { etag } = (await get('/')).headers
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/)
    for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const reply = await get('/', { 'if-none-match': condition })
      expect(reply, condition).toMatchObject({ status: 304, text: '' })
      expect(reply.headers).toEqual({
        etag,
        'x-all': 'yes',
        vary: 'accept-encoding',
        'cache-control': 'public, max-age=0, must-revalidate',
      })
    }
    expect((await get('/', { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('get everything if the user forces a reload', async () => {
    const get = siteOf()
    const { etag } = (await get('/')).headers
    expect((await get('/', { 'if-none-match': etag, 'cache-control': 'no-cache' })).status).toBe(200)
  })

  test('tell the encodings of a file apart', async () => {
    const get = siteOf()
    const tags = await Promise.all(
      ['br', 'gzip', ''].map(
        async encoding => (await get('/', { 'accept-encoding': encoding })).headers.etag,
      ),
    )
    expect(new Set(tags).size).toBe(3)
    const [brotli] = tags
    expect((await get('/', { 'accept-encoding': 'br', 'if-none-match': brotli })).status).toBe(304)
    expect((await get('/', { 'accept-encoding': 'gzip', 'if-none-match': brotli })).status).toBe(200)
  })

  test('change with the bytes alone', async () => {
    const tag = async (content: string) => (await siteOf({ files: { a: content } })('/a')).headers.etag
    expect(await tag('one')).toBe(await tag('one'))
    expect(await tag('one')).not.toBe(await tag('two'))
  })

  test('have no effect on missing files', async () => {
    expect((await siteOf()('/nothing', { 'if-none-match': '*' })).status).toBe(404)
  })
})
