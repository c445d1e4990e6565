// Which brands need not be built, and when that decision is cached.

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDecisions, type ProjectState } from '../../src/build/index.ts'
import { openCache } from '../../src/cache/index.ts'
import { asWarning, type Diagnostic, diagnostic } from '../../src/diagnostics/index.ts'
import { lookAtSite } from '../../src/output/index.ts'
import { temporaryFolder, writeFiles } from '../support/project.ts'

/** The decision for the brand `acme` in a folder with a published file, for one version of its inputs after another. */
function decisionsFor(
  folder: string,
  hashes: string[],
  others?: Pick<ProjectState, 'fleet' | 'text'>,
  diagnostics: readonly Diagnostic[] = [],
  sitesOnly = false,
) {
  const files = [{ path: 'x', sha256: '' }]
  const state: ProjectState = {
    inputs: async id => ({ id, hash: hashes.shift() ?? '', files, imported: [] }),
    fleet: async () => [],
    text: () => undefined,
    ...others,
  }
  const decisions = openDecisions({
    command: 'build',
    cache: openCache({ path: join(folder, 'cache'), readOnly: false }),
    out: join(folder, 'dist'),
    state: () => state,
    strict: false,
    day: '2026-01-15',
    sitesOnly,
  })
  const result = { ...resultOf(diagnostics), look: lookAtSite(join(folder, 'dist/acme')) }
  return {
    unchanged: async () => (await decisions.unchanged('acme'))?.status,
    end: () => decisions.end([{ ...result, status: 'built' }]),
  }
}

const resultOf = (diagnostics: readonly Diagnostic[]) => ({
  id: 'acme',
  pages: 1,
  files: 1,
  bytes: 1,
  ms: 1,
  diagnostics,
  configInvalid: false,
  waivers: [],
  withheld: 0,
})

test('a site is not cached where its inputs changed while it was built, or its files since', async () => {
  const folder = temporaryFolder()
  writeFiles(folder, { 'dist/acme/imprint-manifest.json': '{"files": []}' })
  const run = async (...hashes: string[]) => {
    const { unchanged, end } = decisionsFor(folder, hashes)
    const taken = await unchanged()
    await end()
    return taken
  }
  expect(await run('a', 'b')).toBeUndefined()
  expect(await run('b', 'b')).toBeUndefined()
  expect(await run('b', 'b')).toBe('unchanged')
  expect(await run('a', 'a')).toBeUndefined()
  writeFiles(folder, { 'dist/acme/.well-known/x': 'y' })
  expect(await run('a', 'a')).toBeUndefined()
  rmSync(join(folder, 'dist/acme/.well-known'), { recursive: true })
  expect(await run('a', 'a')).toBe('unchanged')
  writeFiles(folder, { 'dist/.acme.stage-1-a/index.html': '' })
  expect(await run('a', 'a')).toBeUndefined()
})

test('a site stays where other brands have changed whose values it does not have', async () => {
  const folder = temporaryFolder()
  writeFiles(folder, { 'dist/acme/imprint-manifest.json': '{"files": []}' })
  const run = async (name: string, text: string | undefined) => {
    const environments = { staging: 'https://staging.example' }
    const beta = { id: 'beta', chain: ['beta'], locale: 'en-US', name, phone: '+12065550117', environments }
    const others = { fleet: async () => [beta], text: () => text }
    const { unchanged, end } = decisionsFor(folder, ['a', 'a'], others)
    const taken = await unchanged()
    if (taken === undefined) await end()
    return taken
  }
  expect(await run('Fine Loans', 'We are fine.')).toBeUndefined()
  expect(await run('Good Loans', 'Loans are good.')).toBe('unchanged')
  expect(await run('Bad Loans', '<p>Ask Bad\n  Loans</p>')).toBeUndefined()
  expect(await run('Other Loans', 'Call (206) 555-0117.')).toBeUndefined()
  expect(await run('New Loans', undefined)).toBeUndefined()
  expect(await run('Staged Loans', 'siteUrl: https://staging.example')).toBeUndefined()
  expect(await run('No Loans', 'Call 1206555.')).toBe('unchanged')
})

test('a site whose problem another brand shares is looked at again where that value is one of a brand that changed', async () => {
  const folder = temporaryFolder()
  writeFiles(folder, { 'dist/acme/imprint-manifest.json': '{"files": []}' })
  const run = async (formId: string, code: 'fleet/shared-value' | 'brand/alternate-address') => {
    const beta = { id: 'beta', chain: ['beta'], locale: 'en-US', formId }
    const others = { fleet: async () => [beta], text: () => 'No brand.' }
    const problem = diagnostic(code, '2 brands share the formId "form-1": acme, gamma.')
    const { unchanged, end } = decisionsFor(folder, ['a', 'a'], others, [problem])
    const taken = await unchanged()
    if (taken === undefined) await end()
    return taken
  }
  expect(await run('form-5', 'fleet/shared-value')).toBeUndefined()
  expect(await run('form-6', 'fleet/shared-value')).toBe('unchanged')
  expect(await run('form-1', 'fleet/shared-value')).toBeUndefined()
  expect(await run('form-7', 'brand/alternate-address')).toBeUndefined()
  expect(await run('form-8', 'brand/alternate-address')).toBeUndefined()
  // The site itself does not depend on other brands.
  const others = { fleet: async () => [], text: () => undefined }
  expect(await decisionsFor(folder, ['a'], others, [], true).unchanged()).toBe('unchanged')
  expect(await decisionsFor(folder, ['b'], others, [], true).unchanged()).toBeUndefined()
})

test('a site with a text that took too long to parse is built again', async () => {
  const folder = temporaryFolder()
  writeFiles(folder, { 'dist/acme/imprint-manifest.json': '{"files": []}' })
  const run = async (code: 'markdown/too-complex' | 'markdown/too-deep') => {
    const { unchanged, end } = decisionsFor(folder, ['a', 'a'], undefined, [
      asWarning(diagnostic(code, 'No.')),
    ])
    const taken = await unchanged()
    if (taken === undefined) await end()
    return taken
  }
  expect(await run('markdown/too-complex')).toBeUndefined()
  expect(await run('markdown/too-deep')).toBeUndefined()
  expect(await run('markdown/too-deep')).toBe('unchanged')
})

test('a check takes over what a build or a check found out about the same inputs and the same published pages', async () => {
  const folder = temporaryFolder()
  const manifest = (text: string) => writeFiles(folder, { 'dist/acme/imprint-manifest.json': text })
  const check = async (hash: string, diagnostics: readonly Diagnostic[] = [], allowRemovals = false) => {
    const decisions = openDecisions({
      command: 'check',
      cache: openCache({ path: join(folder, 'cache'), readOnly: false }),
      out: join(folder, 'dist'),
      state: () => ({
        inputs: async id => ({ id, hash, files: [], imported: [] }),
        fleet: async () => [],
        text: () => undefined,
      }),
      strict: false,
      day: '2026-01-15',
      allowRemovals,
    })
    const taken = await decisions.unchanged('acme')
    if (taken === undefined) await decisions.end([{ ...resultOf(diagnostics), status: 'unchanged' }])
    return taken
  }
  const warning = asWarning(diagnostic('article/invalid-date', 'A message.'))
  manifest('{"files": []}')
  expect(await check('a', [warning])).toBeUndefined()
  expect((await check('a'))?.diagnostics).toEqual([warning])
  expect(await check('a', [], true)).toBeUndefined()
  manifest('{"files": [ ]}')
  expect(await check('a')).toBeUndefined()
  expect(await check('b')).toBeUndefined()
  const { unchanged, end } = decisionsFor(folder, ['c', 'c'])
  await unchanged()
  await end()
  expect(await check('c')).toMatchObject({ status: 'unchanged', pages: 1 })
})

test('a failure with --allow-removals is none without: pages that would disappear are not among its problems', async () => {
  const folder = temporaryFolder()
  const problem = diagnostic('brand/missing-key', 'A message.')
  const build = async (allowRemovals: boolean) => {
    const decisions = openDecisions({
      command: 'build',
      cache: openCache({ path: join(folder, 'cache'), readOnly: false }),
      out: join(folder, 'dist'),
      state: () => ({
        inputs: async id => ({ id, hash: 'a', files: [], imported: [] }),
        fleet: async () => [],
        text: () => undefined,
      }),
      strict: false,
      day: '2026-01-15',
      allowRemovals,
    })
    const taken = await decisions.unchanged('acme')
    if (taken === undefined) await decisions.end([{ ...resultOf([problem]), status: 'failed' }])
    return taken?.status
  }
  expect(await build(true)).toBeUndefined()
  expect(await build(true)).toBe('failed')
  expect(await build(false)).toBeUndefined()
})
