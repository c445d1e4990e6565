// A build with cached results writes exactly what a clean build writes: after random edits to every kind of file, the
// published folder has the same bytes and the same problems are reported. `npm run soak` makes many more edits.

import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { cachedPages } from '../../src/build/cached-pages.ts'
import {
  type BuildOptions,
  type BuildReport,
  buildBrands,
  directoryOutputs,
  noOutputs,
  openSharedWork,
} from '../../src/build/index.ts'
import { prepareBrand } from '../../src/build/prepare-brand.ts'
import { sortDiagnostics } from '../../src/diagnostics/index.ts'
import { diskFiles } from '../../src/files/index.ts'
import { readManifest } from '../../src/output/index.ts'
import type { Page } from '../../src/site/index.ts'
import { editableProject, randomEdit, randomNumbers } from '../support/edits.ts'
import { memoryOutput } from '../support/memory-output.ts'
import { folderOfFile, readTree, repositoryRoot, writeFiles } from '../support/project.ts'
import { rounds, seed } from '../support/soak.ts'

const wanted = rounds(5)
const mostAtOnce = 3

const defaults = diskFiles(repositoryRoot)
let root: string
let cacheFolder: NonNullable<BuildOptions['cacheFolder']>

beforeAll(() => {
  root = folderOfFile()
  cacheFolder = { path: join(root, '.imprint/cache'), readOnly: false }
  writeFiles(root, editableProject())
})

/** Starts without the results of earlier tests. */
function startOver(): void {
  rmSync(root, { recursive: true, force: true })
  writeFiles(root, editableProject())
}

function build(options: Pick<BuildOptions, 'openOutput'> & Partial<BuildOptions>): Promise<BuildReport> {
  const files = diskFiles(root)
  return buildBrands({
    files,
    defaults,
    brands: files.folders('brands').value.filter(id => !id.startsWith('_')),
    strict: false,
    drafts: false,
    ...options,
  })
}

const check = (options: Partial<BuildOptions> = {}) =>
  build({ cacheFolder, openOutput: noOutputs(), ...options })

/** A build from nothing. It knows the published pages, which must not disappear, but uses none of their bytes. */
async function cleanBuild(out: string, allowRemovals: boolean) {
  const outputs = new Map<string, ReturnType<typeof memoryOutput>>()
  const report = await build({
    allowRemovals,
    openOutput: async brand => {
      const output = memoryOutput(brand)
      outputs.set(brand, output)
      const published = readManifest(join(out, brand))
      return { value: { ...output, ...(published && { published }) }, diagnostics: [] }
    },
  })
  return { report, outputs }
}

const problemsOf = (report: BuildReport) =>
  report.brands.map(({ id, status, diagnostics }) => ({
    id,
    failed: status === 'failed',
    problems: sortDiagnostics(diagnostics),
  }))

test(`${wanted} rounds of random edits: the published site is what a clean build would write`, async () => {
  const random = randomNumbers(seed)
  const out = join(root, 'dist')
  let compared = 0
  for (let round = 1; round <= wanted; round++) {
    const count = 1 + Math.floor(random() * mostAtOnce)
    const edits = Array.from({ length: count }, () => randomEdit(root, random))
    const what = `seed ${seed}, round ${round}: ${edits.join('; ')}`
    const allowRemovals = round % 3 !== 0
    const clean = await cleanBuild(out, allowRemovals)
    // The results of a check are cached too, and may be the only difference between two builds.
    const checked = round % 2 === 0 ? await check({ allowRemovals, openOutput: noOutputs(out) }) : undefined
    const kept = await build({ cacheFolder, allowRemovals, openOutput: directoryOutputs(out) })
    if (checked !== undefined) expect(problemsOf(checked), what).toEqual(problemsOf(clean.report))
    expect(problemsOf(kept), what).toEqual(problemsOf(clean.report))
    for (const { id, status } of clean.report.brands) {
      if (status === 'failed') continue
      const tree = readTree(join(out, id))
      const expected = clean.outputs.get(id)?.files ?? new Map()
      expect(Object.keys(tree), what).toEqual([...expected.keys()].sort())
      for (const [path, bytes] of expected)
        expect(tree[path] === Buffer.from(bytes).toString('latin1'), `${what}: ${id}/${path}`).toBe(true)
      compared += expected.size
    }
  }
  expect(compared).toBeGreaterThan(wanted)
})

test('a check renders nothing that a build or a check has found out, and a build nothing that is published', async () => {
  startOver()
  const out = join(root, 'checked')
  const openOutput = directoryOutputs(out)
  const rendered: string[] = []
  const onRender = (_: string, route: string): void => void rendered.push(route)
  const first = await build({ cacheFolder, openOutput, onRender })
  const withProblems = new Set(first.brands.flatMap(({ id, status }) => (status === 'failed' ? [id] : [])))
  expect(rendered.length).toBeGreaterThan(0)
  rendered.length = 0
  const counts = (report: BuildReport) =>
    report.brands.map(({ id, pages, files, bytes }) => ({ id, pages, files, bytes }))
  const checked = await check({ onRender: (id, route) => withProblems.has(id) || onRender(id, route) })
  expect(rendered).toEqual([])
  expect(counts(checked)).toEqual(counts(first))
  await build({
    cacheFolder,
    openOutput,
    onRender: (id, route) => withProblems.has(id) || onRender(id, route),
  })
  expect(rendered).toEqual([])
  rmSync(join(root, '.imprint'), { recursive: true })
  await check()
  await check({ onRender: (id, route) => withProblems.has(id) || onRender(id, route) })
  expect(rendered).toEqual([])
})

describe('a build after another', () => {
  const out = () => join(root, 'again')
  const inodes = () =>
    Object.fromEntries(
      readdirSync(out(), { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(entry => join(entry.parentPath, entry.name))
        .map(path => [path.slice(out().length), statSync(path).ino]),
    )
  const again = () => build({ cacheFolder, openOutput: directoryOutputs(out()) })

  test('leaves the files of unchanged pages, and repairs damaged ones', async () => {
    startOver()
    await again()
    const before = inodes()
    const page = Object.keys(before).find(path => path.endsWith('/faq/index.html')) as string
    const whole = readTree(out())
    expect((await again()).brands.map(({ status }) => status)).toEqual(
      (await again()).brands.map(() => 'unchanged'),
    )
    expect(inodes()).toEqual(before)
    writeFileSync(join(out(), page), 'damaged')
    await again()
    expect(readTree(out())).toEqual(whole)
    const others = Object.entries(before).filter(
      ([path]) => path !== page && !path.endsWith('/imprint-manifest.json'),
    )
    expect(inodes()).toMatchObject(Object.fromEntries(others))
  })

  test('renders pages with problems each time, so that they are reported again', async () => {
    const shared = openSharedWork({ defaults, cacheFolder })
    const [id = ''] = diskFiles(root)
      .folders('brands')
      .value.filter(name => !name.startsWith('_'))
    const { prepared } = await prepareBrand(shared, diskFiles(root), id, { drafts: false })
    if (prepared === undefined) throw new Error('It has no errors.')
    const [first, second] = prepared.site.pages as [Page, Page]
    const output = { ...memoryOutput(id), reuse: () => undefined }
    const before = cachedPages(shared.cache, prepared)
    before.add(first)
    before.save()
    const after = cachedPages(shared.cache, prepared)
    expect(after.take(first, output)).toBe('problems are reported again')
    expect(after.take(second, output)).toBe('no cached result')
  })

  test('is a clean one if the cache is damaged', async () => {
    const whole = readTree(out())
    for (const entry of readdirSync(cacheFolder.path, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) writeFileSync(join(entry.parentPath, entry.name), 'imprint-cache 1 00000000\n[]\n')
    }
    await again()
    expect(readTree(out())).toEqual(whole)
  })
})
