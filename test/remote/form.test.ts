import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type FormRequest, verifyForm } from '../../src/remote/index.ts'

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

interface Reply {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body?: string
}

const page = '<!doctype html><title>Apply</title><form><input name="amount"></form>'
const script = 'document.querySelector("[data-form-id]").append(document.createElement("form"))'

async function look(mode: FormRequest['mode'], reply: Reply, allow: readonly string[] = []) {
  const { status = 200, headers, body = mode === 'iframe' ? page : script } = reply
  const usual = { 'Content-Type': mode === 'iframe' ? 'text/html; charset=utf-8' : 'text/javascript' }
  const origin = await serve((_, response) => {
    response.writeHead(status, { ...usual, ...headers })
    response.end(body)
  })
  const { ms, ...state } = await verifyForm({
    url: `${origin}/forms/embed?formId=acme-1`,
    mode,
    siteUrl: 'https://www.acme.example/loans',
    allow,
  })
  expect(ms).toBeGreaterThanOrEqual(0)
  return state
}

const csp = (value: string) => ({ headers: { 'Content-Security-Policy': value } })
const ok = { state: 'ok', reason: null, status: 200 }

describe('a form in a frame', () => {
  it.each<[string, Reply]>([
    ['a page with fields', {}],
    ['a page that a script fills', { body: '<div id="root"></div><script src="/app.js"></script>' }],
    ['the brand is let in', csp("default-src 'self'; frame-ancestors 'self' https://www.acme.example")],
    ['all hosts below its domain are', csp('frame-ancestors https://*.acme.example:443')],
    ['every https site is', csp('frame-ancestors https:')],
    [
      'a policy counts before the older header',
      { headers: { ...csp('frame-ancestors *').headers, 'X-Frame-Options': 'DENY' } },
    ],
    ['a policy of other things', csp("default-src 'none'")],
    [
      'a form that says in a corner what may go wrong',
      { body: `${page}<p hidden>This form is not available.</p>` },
    ],
  ])('comes: %s', async (_, reply) => {
    expect(await look('iframe', reply)).toEqual(ok)
  })

  it.each<[string, Reply, string | RegExp]>([
    ['an error status', { status: 404 }, 'status 404'],
    ['a server error', { status: 503, body: '' }, 'status 503'],
    [
      'X-Frame-Options',
      { headers: { 'X-Frame-Options': 'SAMEORIGIN' } },
      'X-Frame-Options blocks https://www.acme.example: SAMEORIGIN',
    ],
    [
      'a policy for others',
      csp("frame-ancestors 'self' https://other.example"),
      /^its policy blocks https:\/\/www\.acme\.example: frame-ancestors 'self'/,
    ],
    ['a policy for the bare domain', csp('frame-ancestors acme.example'), /^its policy blocks/],
    [
      'a policy for the domains below, not for it',
      csp('frame-ancestors https://*.www.acme.example'),
      /^its policy blocks/,
    ],
    ['a policy for nobody', csp("frame-ancestors 'none'"), /^its policy blocks/],
    ['the second of two policies', csp("frame-ancestors *, frame-ancestors 'none'"), /^its policy blocks/],
    [
      'an error page with status 200',
      { body: '<title>Oops</title><h1>Form cannot be embedded</h1>' },
      'it returns an error page: “Oops Form cannot be embedded”',
    ],
    [
      'a wrong id',
      { body: '<p>Template acme-1 does not exist.</p><script src="/a.js"></script>' },
      /^it returns an error page: “Template acme-1 does not exist/,
    ],
    ['an empty answer', { body: ' \n' }, 'its response is empty'],
    ['a page with nothing on it', { body: '<html><body>ok</body></html>' }, 'its page is almost empty'],
    [
      'no page',
      { headers: { 'Content-Type': 'application/json' }, body: '{"ok":true}' },
      'it returns application/json instead of a page',
    ],
  ])('is dead: %s', async (_, reply, reason) => {
    const found = await look('iframe', reply)
    expect(found).toEqual({
      state: 'dead',
      status: reply.status ?? 200,
      reason: expect.stringMatching(typeof reason === 'string' ? /^/ : reason),
    })
    if (typeof reason === 'string') expect(found.reason).toBe(reason)
  })
})

describe('a form by a script', () => {
  it.each<[string, Reply]>([
    ['a script', {}],
    ['a script without a type, which browsers run', { headers: { 'Content-Type': 'text/plain' } }],
    ['headers for frames, which are no matter of scripts', { headers: { 'X-Frame-Options': 'DENY' } }],
    [
      'a long script that can say what goes wrong',
      { body: `${script}\n${'// words\n'.repeat(100)}const no = "form not found"` },
    ],
  ])('comes: %s', async (_, reply) => {
    expect(await look('script', reply)).toEqual(ok)
  })

  it.each<[string, Reply, string]>([
    ['a page', { body: '<!doctype html><title>Not found</title>' }, 'it returns a page instead of a script'],
    [
      'another type',
      { headers: { 'Content-Type': 'application/json' }, body: '{}' },
      'it returns application/json instead of a script',
    ],
    [
      'a type that is taken at its word',
      { headers: { 'Content-Type': 'text/plain', 'X-Content-Type-Options': 'nosniff' } },
      'it returns text/plain instead of a script',
    ],
    [
      'for its own site only',
      { headers: { 'Cross-Origin-Resource-Policy': 'same-site' } },
      'Cross-Origin-Resource-Policy blocks the site: same-site',
    ],
    ['comments', { body: '/* gone */' }, 'its script is empty'],
    [
      'an error',
      { body: 'console.error("Form cannot be embedded")' },
      'its script contains an error message: “console.error("Form cannot be embedded")”',
    ],
    ['an error status', { status: 410 }, 'status 410'],
  ])('is dead: %s', async (_, reply, reason) => {
    expect(await look('script', reply)).toEqual({ state: 'dead', status: reply.status ?? 200, reason })
  })
})

describe('a redirect', () => {
  const other = (location: string) => ({ status: 302, headers: { Location: location } })

  it('to another host is dead, but for one that the page lets the form come from', async () => {
    expect(await look('iframe', other('https://login.other.example/'))).toEqual({
      state: 'dead',
      status: 302,
      reason: 'it redirects to another host, login.other.example',
    })
    const cdn = await serve((_, response) => response.setHeader('Content-Type', 'text/html').end(page))
    expect(await look('iframe', other(`${cdn}/form`), [cdn])).toEqual(ok)
  })

  it('on the same host is followed, up to a limit, and judged by its target', async () => {
    const origin = await serve(({ url = '' }, response) => {
      if (url.startsWith('/end')) response.setHeader('Content-Type', 'text/html').end(page)
      else response.writeHead(302, { Location: url.startsWith('/loop') ? url : '/end' }).end()
    })
    const request = { mode: 'iframe', siteUrl: 'https://acme.example', allow: [] } as const
    expect(await verifyForm({ ...request, url: `${origin}/start` })).toMatchObject(ok)
    expect(await verifyForm({ ...request, url: `${origin}/loop` })).toMatchObject({
      state: 'dead',
      reason: 'it redirects more than 5 times',
    })
    expect(await look('iframe', { status: 302 })).toMatchObject({
      reason: 'status 302 without a valid redirect target',
    })
  })
})

describe('an answer that does not come', () => {
  const request = { mode: 'iframe', siteUrl: 'https://acme.example', allow: [] } as const

  it('in time, twice, is unreachable; one that is slow is a form', async () => {
    let asked = 0
    const hanging = await serve(() => void asked++)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const late = verifyForm({ ...request, url: hanging })
    for (const times of [1, 2]) {
      await expect.poll(() => asked).toBe(times)
      vi.advanceTimersByTime(10_000)
    }
    expect(await late).toMatchObject({
      state: 'unreachable',
      status: null,
      reason: 'no response within 10 seconds',
    })
    vi.useRealTimers()
    const dripping = await serve((_, response) =>
      response.setHeader('Content-Type', 'text/html').write('<form>'),
    )
    expect(await verifyForm({ ...request, url: dripping }, { timeout: 200 })).toMatchObject({
      state: 'unreachable',
    })
    const slow = await serve((_, response) => {
      setTimeout(() => response.setHeader('Content-Type', 'text/html').end(page), 300)
    })
    const found = await verifyForm({ ...request, url: slow })
    expect(found).toMatchObject(ok)
    expect(found.ms).toBeGreaterThanOrEqual(290)
  })

  it('because nothing listens is unreachable', async () => {
    const gone = createServer()
    await new Promise<void>(resolve => gone.listen(0, '127.0.0.1', resolve))
    const { port } = gone.address() as AddressInfo
    await new Promise(resolve => gone.close(resolve))
    expect(await verifyForm({ ...request, url: `http://127.0.0.1:${port}` })).toMatchObject({
      state: 'unreachable',
      status: null,
      reason: 'nothing is listening there (ECONNREFUSED)',
    })
  })

  it('the first time is asked for again, as the page of the brand', async () => {
    const referers: unknown[] = []
    const origin = await serve(({ headers }, response) => {
      referers.push(headers.referer)
      if (referers.length === 1) response.writeHead(500).end()
      else response.setHeader('Content-Type', 'text/html').end(page)
    })
    expect(await verifyForm({ ...request, url: origin })).toMatchObject(ok)
    expect(referers).toEqual(['https://acme.example/', 'https://acme.example/'])
  })
})
