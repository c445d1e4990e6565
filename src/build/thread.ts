// What runs in another thread: does the tasks of `thread-tasks.ts` with the same code as the main thread.

import { parentPort, workerData } from 'node:worker_threads'
import { byteCache, cardDrawer, loadTemplates, type TemplateBundle } from '../assets/index.ts'
import { parseArticle } from '../content/index.ts'
import type { OutputFile } from '../files/index.ts'
import { memoryFiles } from '../files/index.ts'
import { manifestEntry, type StagedEntry, stageWriter, WriteError } from '../output/index.ts'
import { type BudgetChecker, budgetChecker, type InspectedHtml, pageRenderer } from '../render/index.ts'
import type { BlogList, Page } from '../site/index.ts'
import { type Phase, tellingClock } from './clock.ts'
import { renderPageFiles } from './page-files.ts'
import type { PageMakings } from './prepared-site.ts'
import type { RemoteSite, ThreadAnswer, ThreadCall, ThreadData, ThreadTasks } from './thread-tasks.ts'
import { packFacts, type Received, type SentOnce, sentOnce, unpackPages } from './wire.ts'

const { cacheFolder } = workerData as ThreadData
const bytes = byteCache(cacheFolder)
const took = new Map<Phase, number>()
const clock = tellingClock((phase, ms) => took.set(phase, (took.get(phase) ?? 0) + ms))

interface Templates {
  readonly bundle: TemplateBundle
  readonly budget: BudgetChecker
}

interface Site extends PageMakings {
  /** Puts a file where it belongs; what is still to be done with it is the result. */
  readonly put: (file: OutputFile) => { readonly entry?: StagedEntry; readonly file?: OutputFile }
  readonly blogs: Received<BlogList>
  readonly pieces: SentOnce<InspectedHtml>
}

const templates = new Map<number, Templates>()
const sites = new Map<number, Site>()

/** Where the files of a site go. */
function putterOf(to: RemoteSite['files']): Site['put'] {
  if (to === 'back') return file => ({ file })
  if (to === 'nowhere') return file => ({ entry: manifestEntry(file) })
  const writer = stageWriter(to)
  return file => ({ entry: writer.write(file) })
}

async function renderOne(site: Site, page: Page) {
  const { value, diagnostics } = await renderPageFiles(site, page, clock)
  if (value === undefined) return { page: { value: undefined, diagnostics }, files: [] }
  const made = value.card === undefined ? [value.file] : [value.card, value.file]
  const put = clock('write', () => made.map(site.put))
  const entries = put.flatMap(({ entry }) => entry ?? [])
  return {
    page: { value: { facts: value.facts, entries }, diagnostics },
    files: put.flatMap(({ file }) => file ?? []),
  }
}

const tasks: ThreadTasks = {
  parse: sources => JSON.stringify(sources.map(source => clock('parse', () => parseArticle(source)))),
  templates(number, code) {
    // The main thread has loaded them before, and publishes their assets.
    const bundle = loadTemplates(code, memoryFiles({})).value as TemplateBundle
    templates.set(number, { bundle, budget: budgetChecker(bundle) })
  },
  site(number, { view, templates: used, assets, cards, files }) {
    const { bundle, budget } = templates.get(used) as Templates
    const renderer = pageRenderer(view, bundle, assets)
    const card = cardDrawer(cards, bytes)
    const shared = { blogs: new Map(), pieces: sentOnce<InspectedHtml>() }
    sites.set(number, { view, renderer, budget, card, put: putterOf(files), ...shared })
  },
  async render(number, pages) {
    const site = sites.get(number) as Site
    const rendered: Awaited<ReturnType<typeof renderOne>>[] = []
    for (const page of unpackPages(pages, site.blogs)) rendered.push(await renderOne(site, page))
    return {
      facts: packFacts(
        rendered.map(({ page }) => page),
        site.pieces,
      ),
      files: rendered.map(({ files }) => files),
    }
  },
  forget: number => void sites.delete(number),
}

async function answer(call: ThreadCall): Promise<Pick<ThreadAnswer, 'value' | 'failure'>> {
  try {
    const task = tasks[call.task] as (...given: unknown[]) => unknown
    return { value: await task(...call.with) }
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    const diagnostic = error instanceof WriteError ? error.diagnostic : undefined
    return { failure: { message, stack, ...(diagnostic && { diagnostic }) } }
  }
}

parentPort?.on('message', async (call: ThreadCall) => {
  const result = await answer(call)
  const message: ThreadAnswer = { id: call.id, ...result, took: [...took] }
  took.clear()
  parentPort?.postMessage(message)
})
