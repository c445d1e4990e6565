// A build of an unchanged brand has nothing to do, and reports what it reported before.

import { lstatSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Diagnostic } from '../../src/diagnostics/index.ts'
import { article, brandYaml, project, readTree, runShared, writeFiles } from '../support/project.ts'

const files = {
  'brands/acme/brand.yaml': brandYaml(),
  'brands/beta/brand.yaml': brandYaml({ name: 'Beta' }),
  'brands/beta/content/articles/own.md': article('own', { date: 'soon' }),
  'content/articles/one.md': article('one'),
}

async function build(cwd: string, ...words: string[]) {
  const { timings, ...document } = JSON.parse(
    (await runShared(['build', '--all', '--json', '--timings', ...words], { cwd })).stdout,
  )
  const status = Object.fromEntries(
    document.brands.map((brand: { id: string; status: string }) => [brand.id, brand.status]),
  )
  return { ...document, status, rendered: timings.render > 0 || timings.load > 0 }
}

test('nothing is loaded or rendered for brands with the same inputs, and their problems are reported again', async () => {
  const cwd = project(files)
  const first = await build(cwd)
  const tree = readTree(join(cwd, 'dist'))
  expect(first).toMatchObject({ ok: true, status: { acme: 'built', beta: 'built' }, rendered: true })
  expect(first.diagnostics).toMatchObject([{ code: 'article/invalid-date', brand: 'beta' }])
  const second = await build(cwd)
  expect(second).toMatchObject({
    ok: true,
    status: { acme: 'unchanged', beta: 'unchanged' },
    rendered: false,
  })
  expect(second.diagnostics).toEqual(first.diagnostics)
  const counts = ({ pages, files: all, bytes }: Record<string, unknown>) => ({ pages, all, bytes })
  expect(second.brands.map(counts)).toEqual(first.brands.map(counts))
  expect(readTree(join(cwd, 'dist'))).toEqual(tree)
  expect(await build(cwd, '--strict')).toMatchObject({
    ok: false,
    status: { acme: 'unchanged', beta: 'failed' },
  })
  expect(await build(cwd, '--no-cache')).toMatchObject({ rendered: true, diagnostics: first.diagnostics })
})

test('a failed brand is not tried again before something changes, and its errors are reported again', async () => {
  const cwd = project({ ...files, 'brands/acme/brand.yaml': brandYaml({ phone: 'none' }) })
  const first = await build(cwd)
  expect(first).toMatchObject({ ok: false, status: { acme: 'failed', beta: 'built' } })
  const second = await build(cwd)
  expect(second).toMatchObject({ status: { acme: 'failed', beta: 'unchanged' }, rendered: false })
  expect(second.diagnostics).toEqual(first.diagnostics)
  const { stdout } = await runShared(['status', 'acme', '--json'], { cwd })
  expect(JSON.parse(stdout).brands).toMatchObject([{ id: 'acme', config: 'invalid', built: 'never' }])
  writeFiles(cwd, { 'brands/acme/brand.yaml': brandYaml() })
  expect(await build(cwd)).toMatchObject({ ok: true, status: { acme: 'built', beta: 'unchanged' } })
})

test('a brand that fails only with --strict is built without it', async () => {
  const cwd = project(files)
  expect((await build(cwd, '--strict')).status).toEqual({ acme: 'built', beta: 'failed' })
  expect((await build(cwd, '--strict')).rendered).toBe(false)
  expect((await build(cwd)).status).toEqual({ acme: 'unchanged', beta: 'built' })
})

test('only brands whose inputs differ are built', async () => {
  const cwd = project(files)
  await build(cwd)
  writeFiles(cwd, { 'brands/acme/brand.yaml': brandYaml({ name: 'Acme' }) })
  expect((await build(cwd)).status).toEqual({ acme: 'built', beta: 'unchanged' })
  expect(await build(cwd, '--drafts')).toMatchObject({ rendered: true })
  writeFiles(cwd, { 'content/articles/one.md': article('one', { title: 'Another' }) })
  expect((await build(cwd)).status).toEqual({ acme: 'built', beta: 'built' })
})

test('a brand that got a name which another one writes is found out, and so is one that lost it', async () => {
  const text = 'Ask Fine about it.'
  const cwd = project({ ...files, 'brands/beta/content/articles/two.md': article('two', {}, text) })
  const leaks = async () =>
    (await build(cwd)).diagnostics.filter(({ code }: Diagnostic) => code === 'fleet/leak')
  expect(await leaks()).toEqual([])
  writeFiles(cwd, { 'brands/acme/brand.yaml': brandYaml({ name: 'Fine' }) })
  expect(await leaks()).toMatchObject([{ brand: 'beta' }])
  writeFiles(cwd, { 'brands/acme/brand.yaml': brandYaml({ name: 'Another' }) })
  expect(await leaks()).toEqual([])
})

test.each<[string, (page: string) => void]>([
  ['changed', page => writeFileSync(page, readFileSync(page, 'utf8').replace('Test Brand', 'Best Brand'))],
  [
    'changed without a trace in size and times',
    page => {
      const { atime, mtime } = lstatSync(page)
      writeFileSync(page, readFileSync(page, 'utf8').replace('Test Brand', 'Best Brand'))
      utimesSync(page, atime, mtime)
    },
  ],
  ['removed', page => rmSync(page)],
])('a published page that was %s is mended', async (_, damage) => {
  const cwd = project({ 'brands/acme/brand.yaml': brandYaml() })
  await build(cwd)
  const tree = readTree(join(cwd, 'dist/acme'))
  await build(cwd)
  damage(join(cwd, 'dist/acme/index.html'))
  expect(readTree(join(cwd, 'dist/acme'))).not.toEqual(tree)
  expect((await build(cwd)).status).toEqual({ acme: 'built' })
  expect(readTree(join(cwd, 'dist/acme'))).toEqual(tree)
})

test('foreign files are reported in each build', async () => {
  const cwd = project({ 'brands/acme/brand.yaml': brandYaml() })
  await build(cwd)
  writeFiles(cwd, { 'dist/acme/mine.txt': 'mine' })
  for (const _ of [1, 2, 3])
    expect((await build(cwd)).diagnostics).toMatchObject([{ code: 'output/foreign-file' }])
  rmSync(join(cwd, 'dist/acme/mine.txt'))
  expect((await build(cwd)).diagnostics).toEqual([])
})

test('of more than 30 brands, those have a row that failed or changed', async () => {
  const ids = Array.from({ length: 31 }, (_, index) => `brand-${index}`)
  const cwd = project(Object.fromEntries(ids.map(id => [`brands/${id}/brand.yaml`, brandYaml({ name: id })])))
  await build(cwd)
  const inputs = await runShared(['inputs', '--all', '--files', '--json'], { cwd })
  writeFiles(cwd, {
    'inputs.json': inputs.stdout,
    'brands/brand-7/brand.yaml': brandYaml({ phone: '1' }),
    'brands/brand-9/brand.yaml': brandYaml(),
    'content/articles/bad.md': article('bad', { date: 'soon' }),
  })
  expect((await runShared(['build', '--all'], { cwd })).stderr).toMatch(
    /bad\.md:.*article\/invalid-date.* \(in 31 brands\)\n/,
  )
  const { stdout } = await runShared(['affected', '--since', 'inputs.json', '--why'], { cwd })
  expect(stdout).toMatch(/^brand-0 brand-1 brand-10 .* brand-8\n {2}content\/articles\/bad\.md\n/)
  expect(stdout).toContain('\nbrand-7\n  brands/brand-7/brand.yaml\n')
  writeFiles(cwd, { 'brands/brand-9/brand.yaml': brandYaml({ name: 'Nine' }) })
  const run = await runShared(['build', '--all'], { cwd })
  expect(run.code).toBe(3)
  expect(run.stdout).toMatch(/^brand +result[^\n]*\nbrand-7 +failed[^\n]*\nbrand-9 +built[^\n]*\n/)
  expect(run.stdout).toMatch(/31 brands: (?:\d+ \w+(?:, )?){3}\n/)
  expect((await runShared(['build', '--all', '--quiet'], { cwd })).stdout).not.toContain('brand-9')
  writeFiles(cwd, { 'content/strings.yaml': 'nav: 5\n' })
  const failed = await runShared(['build', '--all'], { cwd })
  expect(failed.stdout).toMatch(
    /^brand +result[^\n]*\nbrand-0 and 29 more +failed[^\n]*\nbrand-7 +failed[^\n]*\n\n?31 /,
  )
})
