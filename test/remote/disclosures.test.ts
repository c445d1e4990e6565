import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
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

describe('what a provider can answer', () => {
  test('its texts, in their order', async () => {
    provider.set('disclosure', 'ok')
    const { value } = await fetchDisclosures('acme', address(), 'https://forms.example/d')
    expect(value?.entries.map(({ heading }) => heading)).toEqual(Object.keys(standInDisclosures))
  })

  test.each<[Behaviour, string]>([
    ['404', 'status 404'],
    ['500', 'status 500'],
    ['hang', 'did not answer within'],
    ['reset', ''],
    ['wrong-type', 'instead of JSON'],
    ['not-json', 'not JSON'],
    ['not-strings', 'is not text'],
    ['array', 'not an object'],
    ['empty', 'holds no disclosure'],
    ['too-large', 'more than 1000000 bytes'],
    ['markup', 'holds markup'],
  ])('%s', async (behaviour, words) => {
    provider.set('disclosure', behaviour)
    const { value, diagnostics } = await fetchDisclosures('acme', address(), 'https://forms.example/d', {
      timeout: 1500,
    })
    expect(value).toBeUndefined()
    expect(diagnostics).toMatchObject([{ code: 'disclosures/unavailable', brand: 'acme' }])
    expect(diagnostics[0]?.message).toContain(words)
  })
})

test('pull writes the lock and says what changes; check finds a difference; an outage changes nothing', async () => {
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
  // The same texts, seen today.
  expect((await run('pull')).code).toBe(0)
  expect((await run('check', '--max-age', '30d')).code).toBe(0)
})
