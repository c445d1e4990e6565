import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { noClock } from '../../src/build/clock.ts'
import { openFinishThread } from '../../src/build/finish-remotely.ts'
import { type Hand, ownHand, shareOut } from '../../src/build/hands.ts'
import { keptPages } from '../../src/build/kept-pages.ts'
import { prepareBrand } from '../../src/build/prepare.ts'
import type { PreparedSite } from '../../src/build/prepared-site.ts'
import { renderSite } from '../../src/build/render-site.ts'
import { openThreads } from '../../src/build/render-threads.ts'
import { openWorkshop } from '../../src/build/workshop.ts'
import { diskFiles, memoryFiles, snapshot } from '../../src/files/index.ts'
import { directoryOutput, memoryOutput, noOutput, WriteError } from '../../src/output/index.ts'
import {
  article,
  brandYaml,
  project,
  readTree,
  repositoryRoot,
  runImprint,
  temporaryFolder,
} from '../support/project.ts'

const compiled = (name: string) => pathToFileURL(join(repositoryRoot, 'lib', name))
const script = compiled('render-thread.js')
const defaults = diskFiles(repositoryRoot)

function threads(count: number, from = script) {
  const opened = openThreads({ script: from, count, clock: noClock })
  onTestFinished(() => opened.close())
  return opened.hands
}

/** This thread, whose pages another one finishes. */
function withFinisher(from = compiled('finish-thread.js')): readonly Hand[] {
  const opened = openFinishThread({ script: from, parses: false, clock: noClock })
  onTestFinished(() => opened.close())
  const own = ownHand(noClock, opened.finisher)
  return [own, own, own]
}

const crews = [
  ['rendered', () => threads(2)],
  ['finished', () => withFinisher()],
] as const

async function prepare(
  id: string,
  files = snapshot(defaults),
  workshop = openWorkshop({ defaults }),
): Promise<PreparedSite> {
  const { prepared, diagnostics } = await prepareBrand(workshop, files, id, { drafts: false })
  expect(diagnostics).toEqual([])
  return prepared as PreparedSite
}

describe.each(crews)('pages %s by other threads', (_, crew) => {
  // Brands with a logo, whose cards are drawn, and without.
  const brands = ['aurora', 'harbor', 'meadow']
  const sites = new Map<string, PreparedSite>()
  const kept = (site: PreparedSite) => keptPages(undefined, site)
  beforeAll(async () => {
    for (const id of brands) sites.set(id, await prepare(id))
  })

  test.each(brands)('%s comes out the same, in memory, on a disk and for a check', async id => {
    const site = sites.get(id) as PreparedSite
    const own = memoryOutput(id)
    expect(await renderSite(site, own, { hands: [ownHand(noClock)], kept: kept(site) })).toEqual([])
    const { status: _, ...published } = own.commit()

    const hands = crew()
    const memory = memoryOutput(id)
    expect(await renderSite(site, memory, { hands, kept: kept(site) })).toEqual([])
    expect(memory.commit()).toMatchObject(published)
    expect([...memory.files.keys()].sort()).toEqual([...own.files.keys()].sort())
    for (const [path, bytes] of own.files)
      expect(Buffer.from(memory.files.get(path) as Uint8Array).equals(bytes), path).toBe(true)

    const target = join(temporaryFolder(), id)
    const { value: disk } = await directoryOutput({ target, brand: id })
    expect(await renderSite(site, disk as never, { hands, kept: kept(site) })).toEqual([])
    expect(disk?.commit()).toMatchObject(published)
    const tree = readTree(target)
    expect(Object.keys(tree)).toHaveLength(own.files.size)

    const nothing = noOutput(id)
    expect(await renderSite(site, nothing, { hands, kept: kept(site) })).toEqual([])
    expect(nothing.commit()).toMatchObject(published)
  })

  test('have their problems reported, in the order of the pages', async () => {
    const page = `export const Page = ({ page }: any) => {
  if (page.kind === 'faq' || page.kind === 'ccpa') throw new Error('No ' + page.kind + '.')
  return <html><head></head><body></body></html>
}`
    const files = memoryFiles({
      'brands/acme/brand.yaml': brandYaml(),
      'templates/index.tsx': `${page}
export const templates = { home: Page, faq: Page, article: Page, articleList: Page, ccpa: Page, notFound: Page, articleNotFound: Page }`,
    })
    const workshop = openWorkshop({ defaults })
    const { prepared } = await prepareBrand(workshop, files, 'acme', { drafts: false })
    const site = prepared as PreparedSite
    const run = (hands: readonly Hand[]) =>
      renderSite(site, memoryOutput('acme'), { hands, kept: kept(site) })
    const problems = await run(crew())
    expect(problems.map(problem => [problem.code, problem.line, problem.message])).toEqual([
      ['template/throws', 2, expect.stringContaining('No faq.')],
      ['template/throws', 2, expect.stringContaining('No ccpa.')],
    ])
    expect(problems).toEqual(await run([ownHand(noClock)]))
  })

  test('that cannot be written say so as the own thread does', async () => {
    const site = sites.get('harbor') as PreparedSite
    const target = join(temporaryFolder(), 'harbor')
    const { value } = await directoryOutput({ target, brand: 'harbor' })
    const output = value as NonNullable<typeof value>
    // A file where the stage was: nothing can be written into it.
    rmSync((output.stage as { folder: string }).folder, { recursive: true })
    writeFileSync((output.stage as { folder: string }).folder, '')
    const stage = { ...site, files: [] }
    const failed = await renderSite(stage, output, { hands: crew(), kept: kept(site) }).catch(error => error)
    output.discard()
    expect(failed).toBeInstanceOf(WriteError)
    expect(failed.diagnostic).toMatchObject({ code: 'output/write-failed' })
  })
})

test('texts that brands share come out the same by another thread, also when it has forgotten them', async () => {
  // Twice as much as the thread is given before it is told to forget.
  const slugs = Array.from({ length: 80 }, (_, index) => `article-${index}`)
  const text = `${'The same words again and again. '.repeat(3200)}\n`
  const files = snapshot(
    memoryFiles({
      'brands/acme/brand.yaml': brandYaml(),
      'brands/other/brand.yaml': brandYaml({ name: 'Other Brand' }),
      ...Object.fromEntries(
        slugs.map(slug => [`content/articles/${slug}.md`, article(slug, {}, `${slug}. ${text}`)]),
      ),
    }),
  )
  const workshop = openWorkshop({ defaults, severalBrands: true })
  const hands = withFinisher()
  const built = async (id: string, by: readonly Hand[], site: PreparedSite) => {
    const output = memoryOutput(id)
    expect(await renderSite(site, output, { hands: by, kept: keptPages(undefined, site) })).toEqual([])
    output.commit()
    return [...output.files].map(([path, bytes]) => [path, Buffer.from(bytes).toString()] as const).sort()
  }
  for (const id of ['acme', 'other', 'acme']) {
    const shared = await built(id, hands, await prepare(id, files, workshop))
    expect(shared.filter(([path]) => path.startsWith('articles/article-'))).toHaveLength(slugs.length)
    expect(shared).toEqual(await built(id, [ownHand(noClock)], await prepare(id, files)))
  }
})

test.each([
  ['renders', (from: URL) => threads(1, from)],
  ['finishes', withFinisher],
] as const)('a thread that %s pages and ends is an error, and no wait without end', async (_, crew) => {
  const ending = join(temporaryFolder(), 'ending.mjs')
  writeFileSync(
    ending,
    "import { parentPort } from 'node:worker_threads'\nparentPort.once('message', () => process.exit(3))\n",
  )
  const site = await prepare('harbor')
  const run = (hands: readonly Hand[]) =>
    renderSite(site, memoryOutput('harbor'), { hands, kept: keptPages(undefined, site) })
  const hands = crew(pathToFileURL(ending))
  await expect(run(hands)).rejects.toThrow('ended')
  // The next brand is built without it.
  expect(await run([ownHand(noClock), ...hands])).toEqual([])
})

describe('shareOut', () => {
  const hand = (): Hand => ({ ...ownHand(noClock) })
  const later = (ms: number) =>
    new Promise(resolve => setImmediate(ms > 0 ? () => setImmediate(resolve) : resolve))

  test('gives the results in the order of the items, whoever is done first', async () => {
    const items = Array.from({ length: 53 }, (_, index) => index)
    const used = new Set<Hand>()
    const doubled = await shareOut([hand(), hand(), hand()], items, 5, async (by, batch) => {
      used.add(by)
      await later((batch[0] ?? 0) % 2)
      return batch.map(item => item * 2)
    })
    expect(doubled).toEqual(items.map(item => item * 2))
    expect(used.size).toBe(3)
  })

  test('begins nothing after a failure, and waits for what is under way', async () => {
    let underWay = 0
    let begun = 0
    const work = async (_: Hand, batch: readonly number[]) => {
      begun++
      underWay++
      await later(1)
      await later(1)
      underWay--
      if (batch.includes(0)) throw new Error('The first fails.')
      return batch
    }
    await expect(
      shareOut(
        [hand(), hand()],
        Array.from({ length: 40 }, (_, index) => index),
        2,
        work,
      ),
    ).rejects.toThrow('The first fails.')
    expect(underWay).toBe(0)
    expect(begun).toBeLessThan(6)
  })

  test('is an error where nobody is left', async () => {
    const unable = { ...ownHand(noClock), able: false }
    await expect(shareOut([unable], [1], 1, async (_, batch) => batch)).rejects.toThrow('No thread')
  })

  test('lets others have their say between any two batches', async () => {
    let rounds = 0
    const countRounds = (): void => {
      rounds++
      counting = setImmediate(countRounds)
    }
    let counting = setImmediate(countRounds)
    const seen = await shareOut([hand(), hand(), hand()], [1, 2, 3, 4, 5, 6], 1, async () => [rounds])
    clearImmediate(counting)
    expect(new Set(seen).size).toBe(6)
  })

  test('stops at a signal', async () => {
    const controller = new AbortController()
    const done = await shareOut(
      [hand()],
      [1, 2, 3, 4],
      1,
      async (_, batch) => {
        if (batch[0] === 2) controller.abort()
        return batch
      },
      controller.signal,
    )
    expect(done).toEqual([1, 2])
  })
})

test('a large build comes out the same with threads, with what earlier runs kept, and without both', async () => {
  const articles = Object.fromEntries(
    Array.from({ length: 1010 }, (_, index) => {
      const slug = `article-${index}`
      const date = `2025-${String(1 + (index % 12)).padStart(2, '0')}-11`
      return [
        `content/articles/${slug}.md`,
        article(slug, { date }, `About {name}: [next](/articles/article-${(index + 1) % 1010}/).\n`),
      ]
    }),
  )
  const brand = (name: string) => `name: ${name}
siteUrl: https://${name.toLowerCase()}.example
formId: form-${name.toLowerCase()}
phone: "+18005550142"
email: info@${name.toLowerCase()}.example
providerHost: forms.example
companyLine: ${name} is a service of Example LLC.
`
  const root = project({ ...articles, 'brands/acme/brand.yaml': brand('Acme') })
  const build = async (out: string, ...more: readonly string[]) => {
    const run = await runImprint(['build', '--all', '--json', '--out', out, ...more], { cwd: root })
    expect(run).toMatchObject({ code: 0, stderr: '' })
    return JSON.parse(run.stdout).brands[0] as { status: string; pages: number }
  }
  expect(await build('threads', '--no-cache')).toMatchObject({ status: 'built', pages: 1058 })
  expect(await build('one', '--no-cache', '--threads', '1')).toMatchObject({ status: 'built' })
  await build('kept')
  writeFileSync(
    join(root, 'content/articles/article-500.md'),
    article('article-500', { date: '2025-09-11' }, 'Another text.\n'),
  )
  await build('kept')
  const edited = readTree(join(root, 'kept'))
  expect(edited['acme/articles/article-500/index.html']).toContain('Another text.')
  await build('threads')
  expect(readTree(join(root, 'threads'))).toEqual(edited)
  writeFileSync(
    join(root, 'content/articles/article-500.md'),
    articles['content/articles/article-500.md'] as string,
  )
  await build('kept')
  expect(readTree(join(root, 'kept'))).toEqual(readTree(join(root, 'one')))
  expect(await build('kept')).toMatchObject({ status: 'unchanged' })
})

test('a text with an error, found by threads at work: the others are published without it, and it is named', async () => {
  const articles = Object.fromEntries(
    Array.from({ length: 400 }, (_, index) => [
      `content/articles/article-${index}.md`,
      article(`article-${index}`, {}, index === 390 ? 'An {unknown} token.\n' : 'Words.\n'),
    ]),
  )
  const root = project({ ...articles, 'brands/acme/brand.yaml': brandYaml() })
  const run = await runImprint(['build', '--all', '--no-cache', '--json'], { cwd: root })
  expect(run).toMatchObject({ code: 0 })
  const { brands, diagnostics } = JSON.parse(run.stdout)
  expect(brands[0]).toMatchObject({ status: 'built' })
  expect(diagnostics.map((problem: { code: string }) => problem.code)).toEqual(['content/unknown-token'])
  const pages = Object.keys(readTree(join(root, 'dist/acme/articles'))).filter(path =>
    path.startsWith('article-'),
  )
  expect(pages).toHaveLength(399)
  expect(readdirSync(join(root, 'dist'))).toEqual(['acme'])
})
