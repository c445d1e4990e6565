import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Behaviour, type FailingProvider, startFailingProvider } from '../../scripts/failing-provider.ts'
import { standInDisclosures } from '../../src/dev/index.ts'
import { fetchDisclosures } from '../../src/remote/index.ts'
import { jsonOf } from '../cli/json.ts'
import { atEndOfFile } from '../support/end-of-file.ts'
import { brandYaml, project, readTree, runShared } from '../support/project.ts'

let provider: FailingProvider
beforeAll(async () => {
  provider = await startFailingProvider()
  atEndOfFile(() => provider.close())
})
const address = () => `${provider.origin}/forms/document/disclosure`

describe('possible answers of a provider', () => {
  test('its texts, in their order', async () => {
    provider.set('disclosure', 'ok')
    const { value } = await fetchDisclosures('acme', address(), 'https://forms.example/d')
    expect(value?.entries.map(({ heading }) => heading)).toEqual(Object.keys(standInDisclosures))
  })

  test.each<[Behaviour, string]>([
    ['404', 'status 404'],
    ['500', 'status 500'],
    ['hang', 'did not respond within'],
    ['reset', ''],
    ['wrong-type', 'instead of JSON'],
    ['not-json', 'not JSON'],
    ['not-strings', 'is not text'],
    ['array', 'not a JSON object'],
    ['empty', 'contains no disclosure'],
    ['too-large', 'more than 1000000 bytes'],
    ['markup', 'contains markup'],
  ])('%s', async (behaviour, words) => {
    provider.set('disclosure', behaviour)
    const limit = behaviour === 'hang' ? { timeout: 300 } : {}
    const { value, diagnostics } = await fetchDisclosures('acme', address(), 'https://forms.example/d', limit)
    expect(value).toBeUndefined()
    expect(diagnostics).toMatchObject([{ code: 'disclosures/unavailable', brand: 'acme' }])
    expect(diagnostics[0]?.message).toContain(words)
  })
})

describe('a text that no page could show as it is meant', () => {
  const serve = async (texts: Readonly<Record<string, string>>) => {
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(texts))
    }).listen(0)
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    return fetchDisclosures('acme', `http://localhost:${port}/`, 'https://forms.example/d')
  }

  test.each([
    [{ '<b>APR</b>': 'Terms vary.' }, 'contains markup'],
    [{ APR: 'Terms &amp; rates vary.' }, 'contains markup'],
    [{ APR: 'Terms&#160;vary.' }, 'contains markup'],
    [{ APR: 'Terms\u001b[31m vary.' }, 'contains the invisible character U+001B'],
    [{ 'APR\u202e': 'Terms vary.' }, 'contains the invisible character U+202E'],
    [{ APR: 'Terms \ufdd0 vary.' }, 'contains the invisible character U+FDD0'],
    [{ APR: 'Terms \ud800 vary.' }, 'contains the invisible character U+D800'],
  ])('%j is refused', async (texts, words) => {
    const { value, diagnostics } = await serve(texts)
    expect(value).toBeUndefined()
    expect(diagnostics[0]?.message).toContain(words)
  })

  test('Windows line ends become line feeds', async () => {
    const { value } = await serve({ APR: 'Terms vary.\r\nRates < 36% at A&B; see below.\r\n' })
    expect(value?.entries).toEqual([{ heading: 'APR', text: 'Terms vary.\nRates < 36% at A&B; see below.' }])
  })
})

test('a reused connection that the server closed is not an outage', async () => {
  const asked = new Map<Socket, number>()
  const server = createServer((request, response) => {
    const before = asked.get(request.socket) ?? 0
    asked.set(request.socket, before + 1)
    if (before > 0) return request.socket.destroy()
    response.setHeader('content-type', 'application/json')
    return response.end('{"APR": "Terms vary."}')
  }).listen(0)
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  for (const _ of ['first', 'second', 'third']) {
    const { value } = await fetchDisclosures('acme', `http://localhost:${port}/`, 'https://forms.example/d')
    expect(value?.entries).toHaveLength(1)
  }
  expect(Math.max(...asked.values())).toBe(2)
})

test('pull writes the lock and prints the changes; check finds a difference; an outage changes nothing', async () => {
  const root = project({ 'brands/acme/brand.yaml': brandYaml() })
  const run = (...words: string[]) => runShared(['disclosures', ...words, '--from', address()], { cwd: root })
  const lock = join(root, 'brands/acme/disclosures.lock.json')
  provider.set('disclosure', 'ok')
  expect((await run('check')).code).toBe(10)
  expect((await run('pull')).code).toBe(0)
  expect(JSON.parse(readFileSync(lock, 'utf8')).entries).toHaveLength(Object.keys(standInDisclosures).length)
  expect(await run('check')).toMatchObject({ code: 0, stderr: '' })
  expect((await runShared(['check', 'acme'], { cwd: root })).code).toBe(0)

  provider.set('disclosure', 'without-advertiser')
  const changed = await run('check', '--json')
  expect(changed.code).toBe(10)
  expect(jsonOf({ ...changed, code: 0 })).toMatchObject({
    brands: [{ state: 'changed', changes: [{ heading: 'Advertiser Disclosure' }] }],
  })

  const before = readTree(root)
  provider.set('disclosure', '500')
  expect((await run('pull')).code).toBe(4)
  expect((await run('check')).code).toBe(4)
  expect(readTree(root)).toEqual(before)

  provider.set('disclosure', 'without-advertiser')
  const pulled = await run('pull')
  expect(pulled.stdout).toContain('Advertiser Disclosure')
  expect(pulled.stdout).toMatch(/^ {2}- /m)
  expect(await run('check')).toMatchObject({ code: 0 })
  expect(Object.keys(readTree(root)).filter(path => path.includes('disclosures'))).toEqual([
    'brands/acme/disclosures.lock.json',
  ])
})

test('a brand with an invalid config is not a failure of the network', async () => {
  const root = project({ 'brands/acme/brand.yaml': brandYaml({ phone: 'none' }) })
  for (const command of ['check', 'pull'])
    expect((await runShared(['disclosures', command], { cwd: root })).code).toBe(1)
})

test('a lock that is too old is reported', async () => {
  provider.set('disclosure', 'ok')
  const root = project({ 'brands/acme/brand.yaml': brandYaml() })
  const run = (...words: string[]) => runShared(['disclosures', ...words, '--from', address()], { cwd: root })
  await run('pull')
  const lock = join(root, 'brands/acme/disclosures.lock.json')
  writeFileSync(lock, readFileSync(lock, 'utf8').replace(/"fetchedAt": "[^"]+"/, '"fetchedAt": "2020-01-01"'))
  const old = await run('check', '--max-age', '30d')
  expect(old.code).toBe(10)
  expect(old.stderr).toContain('disclosures/too-old')
  // The same disclosures, fetched today.
  expect((await run('pull')).code).toBe(0)
  expect((await run('check', '--max-age', '30d')).code).toBe(0)
})
