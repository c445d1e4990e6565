import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Pack } from '../../src/cache/index.ts'
import { manifestBuilder } from '../../src/output/index.ts'
import { liveManifests } from '../../src/remote/index.ts'

const text = new TextDecoder().decode(manifestBuilder('acme').file().bytes)

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const asked = async (url: string, more: Parameters<typeof liveManifests>[1] = {}) => {
  const { value, diagnostics } = await liveManifests([{ brand: 'acme', url }], more)
  return [value.get('acme'), diagnostics.map(({ code, severity }) => `${severity} ${code}`)]
}

test('the manifest below the path of the site', async () => {
  const origin = await serve((request, response) => {
    response.writeHead(request.url === '/loans/imprint-manifest.json' ? 200 : 404)
    response.end(text)
  })
  expect(await asked(`${origin}/loans`)).toEqual([text, []])
  expect(await asked(origin)).toEqual([undefined, ['info diff/not-live']])
})

test.each<[string, RequestListener, string]>([
  ['404', (_, response) => response.writeHead(404).end(), 'info diff/not-live'],
  ['500', (_, response) => response.writeHead(500).end(), 'error live/unreachable'],
  ['403', (_, response) => response.writeHead(403).end(), 'error live/unreachable'],
  ['a page for every address', (_, response) => response.end('<h1>Parked'), 'error live/unreachable'],
  [
    '304 to a question that had no condition',
    (_, response) => response.writeHead(304).end(),
    'error live/unreachable',
  ],
  ['a cut connection', request => request.socket.destroy(), 'error live/unreachable'],
])('%s', async (_, listener, code) => {
  expect(await asked(await serve(listener))).toEqual([undefined, [code]])
})

test('no answer', async () => {
  const origin = await serve(() => undefined)
  expect(await asked(origin, { timeout: 300 })).toEqual([undefined, ['error live/unreachable']])
})

test('no server listens; the host does not exist', async () => {
  expect(await asked('http://127.0.0.1:1')).toEqual([undefined, ['error live/unreachable']])
  const [value, codes] = await asked('http://no-such-host.invalid')
  expect(value).toBeUndefined()
  // Without a network, nothing is known about any host.
  expect(['info diff/not-live', 'error live/unreachable']).toContain((codes as string[])[0])
})

test('cached answers are requested with their validators, and reused if they are still valid', async () => {
  const kept = new Map<string, string>()
  const cached: Pack = {
    get: key => kept.get(key),
    set: (key, value) => void kept.set(key, value),
    save: () => undefined,
  }
  const seen: (string | undefined)[] = []
  const origin = await serve((request, response) => {
    seen.push(request.headers['if-none-match'])
    if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end()
    else response.writeHead(200, { etag: '"1"' }).end(text)
  })
  expect(await asked(origin, { cached })).toEqual([text, []])
  expect(await asked(origin, { cached })).toEqual([text, []])
  expect(seen).toEqual([undefined, '"1"'])
  // The cached text was not a manifest, so it is requested as if it had never been cached.
  for (const key of kept.keys()) kept.set(key, '{"etag":"\\"1\\"","text":"{"}')
  expect(await asked(origin, { cached })).toEqual([text, []])
})

test('ten sites at a time, all of them', async () => {
  let most = 0
  const waiting = new Set<ServerResponse>()
  const origin = await serve((_, response) => {
    most = Math.max(most, waiting.add(response).size)
    const respond = () => {
      for (const next of waiting) next.end(text)
      waiting.clear()
    }
    // The first ten wait for each other, and a moment for an eleventh.
    if (most >= 10) setTimeout(respond, 20)
  })
  const sites = Array.from({ length: 35 }, (_, index) => ({ brand: `b${index}`, url: `${origin}/${index}` }))
  expect((await liveManifests(sites)).value.size).toBe(35)
  expect(most).toBe(10)
})
