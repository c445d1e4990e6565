import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { behaviours, type FailingProvider, startFailingProvider } from '../../scripts/failing-provider.ts'
import { standInDisclosures } from '../../src/dev/index.ts'

const disclosure = '/forms/document/disclosure'

describe('the stand-in provider', () => {
  let provider: FailingProvider
  const get = (path: string, init?: RequestInit) => fetch(`${provider.origin}${path}`, init)
  const text = async (path: string) => (await get(path)).text()

  beforeEach(async () => {
    provider = await startFailingProvider()
  })
  afterEach(() => provider.close())

  it('serves the disclosure texts as JSON to every origin', async () => {
    const response = await get(disclosure)
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toEqual(standInDisclosures)
  })

  it('listens only on this machine', () => {
    expect(provider.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  })

  it.each(['econsent', 'policy', 'terms', 'rates', 'notice'])(
    'serves the document %s as a page',
    async id => {
      const response = await get(`/forms/document/${id}`)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(await response.text()).toContain(`Document: ${id}`)
    },
  )

  it('serves a script that draws a form without inline styles, and a page for a frame', async () => {
    const script = await get('/forms/embed.js')
    expect(script.headers.get('content-type')).toBe('text/javascript')
    const source = await script.text()
    expect(() => new Function(source)).not.toThrow()
    expect(source).not.toMatch(/\.style\b|<style|style=/)
    expect(await text('/forms/embed.html')).toMatch(/<h1>Application form<\/h1>\s*<script /)
  })

  it('takes requests, by POST alone', async () => {
    expect(await (await get('/forms/submit?gclid=1', { method: 'POST' })).json()).toEqual({ ok: true })
    expect((await get('/forms/submit')).status).toBe(405)
    provider.set('submit', '500')
    expect((await get('/forms/submit', { method: 'POST' })).status).toBe(500)
  })

  it('serves nothing else', async () => {
    expect((await get('/forms/document/other')).status).toBe(404)
    expect((await get('/')).status).toBe(404)
    expect((await get(disclosure, { method: 'POST' })).status).toBe(405)
  })

  it('records the requests', async () => {
    await get(disclosure)
    await get('/forms/embed.js?form=a')
    expect(provider.requests).toEqual([
      { method: 'GET', path: disclosure },
      { method: 'GET', path: '/forms/embed.js?form=a' },
    ])
  })

  it('fails as told, by query or by switch, one resource at a time', async () => {
    expect((await get(`${disclosure}?stand-in=404`)).status).toBe(404)
    expect((await get(`${disclosure}?stand-in=500`)).status).toBe(500)
    provider.set('disclosure', '500')
    expect((await get(disclosure)).status).toBe(500)
    expect((await get('/forms/embed.js')).status).toBe(200)
    provider.set('disclosure', 'ok')
    expect((await get(disclosure)).status).toBe(200)
    expect((await get(`${disclosure}?stand-in=nonsense`)).status).toBe(200)
  })

  it('sends HTML where another type is expected', async () => {
    const response = await get(`${disclosure}?stand-in=wrong-type`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  })

  it('can send malformed disclosures', async () => {
    const json = async (how: string) => JSON.parse(await text(`${disclosure}?stand-in=${how}`))
    await expect(json('not-json')).rejects.toThrow(SyntaxError)
    expect(Object.values(await json('not-strings')).every(value => typeof value === 'string')).toBe(false)
    expect(await json('array')).toBeInstanceOf(Array)
    expect(await json('empty')).toEqual({})
    expect((await text(`${disclosure}?stand-in=too-large`)).length).toBeGreaterThan(1_000_000)
    expect(JSON.stringify(await json('markup'))).toContain('<img src=\\"x\\" onerror=')
    const without = await json('without-advertiser')
    expect(Object.keys(without)).toEqual(Object.keys(standInDisclosures).slice(1))
  })

  it('can be slow', async () => {
    const start = performance.now()
    await text(`${disclosure}?stand-in=slow`)
    expect(performance.now() - start).toBeGreaterThan(1400)
  })

  it('can hang, and cuts off waiting clients when it closes', async () => {
    const waiting = get(`${disclosure}?stand-in=hang`)
    const ended = expect(waiting).rejects.toThrow()
    await expect.poll(() => provider.requests.length).toBe(1)
    await provider.close()
    await ended
    provider = await startFailingProvider()
  })

  it('can break the connection', async () => {
    await expect(get(`${disclosure}?stand-in=reset`)).rejects.toThrow()
  })

  it('can send a script that draws nothing, and one that throws', async () => {
    const silent = await text('/forms/embed.js?stand-in=silent')
    expect(() => new Function(silent)()).not.toThrow()
    const throws = await text('/forms/embed.js?stand-in=throws')
    expect(() => new Function(throws)()).toThrow('on purpose')
  })

  it('names each behaviour once', () => {
    expect(new Set(behaviours).size).toBe(behaviours.length)
  })
})
