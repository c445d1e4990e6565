// What runs in a thread that renders pages: does the tasks of `render-tasks.ts` with the same code as the main thread.

import { workerData } from 'node:worker_threads'
import { byteCache, cardDrawer, loadTemplates, type TemplateBundle } from '../assets/index.ts'
import { memoryFiles } from '../files/index.ts'
import { htmlBudget, type InspectedHtml, pageRenderer, scriptBudget, textPool } from '../render/index.ts'
import type { BlogList, Page } from '../site/index.ts'
import type { Clock } from './clock.ts'
import { type Putter, putterOf } from './finish.ts'
import { answerCalls } from './line.ts'
import { renderPageFiles } from './page-files.ts'
import { parseTasks } from './parse-ahead.ts'
import type { PageMakings } from './prepared-site.ts'
import type { ThreadData, ThreadTasks } from './render-tasks.ts'
import { packFacts, type Received, type SentOnce, sentOnce, unpackPages } from './wire.ts'

type Templates = Pick<PageMakings, 'budget' | 'scripts'> & { readonly bundle: TemplateBundle }

interface Site extends PageMakings {
  readonly put: Putter
  readonly blogs: Received<BlogList>
  readonly pieces: SentOnce<InspectedHtml>
}

async function renderOne(site: Site, page: Page, clock: Clock) {
  const { value, diagnostics } = await renderPageFiles(site, page, clock)
  if (value === undefined) return { page: { value, diagnostics }, files: [] }
  const made = value.card === undefined ? [value.file] : [value.card, value.file]
  const put = clock('write', () => made.map(site.put))
  const entries = put.flatMap(({ entry }) => entry ?? [])
  return {
    page: { value: { facts: value.facts, entries }, diagnostics },
    files: put.flatMap(({ file }) => file ?? []),
  }
}

answerCalls(clock => {
  const { cacheFolder } = workerData as ThreadData
  const bytes = byteCache(cacheFolder)
  const templates = new Map<number, Templates>()
  const sites = new Map<number, Site>()
  const tasks: ThreadTasks = {
    ...parseTasks(clock),
    templates(number, code) {
      // The main thread has loaded them before, and publishes their assets.
      const bundle = loadTemplates(code, memoryFiles({})).value as TemplateBundle
      templates.set(number, { bundle, budget: htmlBudget(bundle), scripts: scriptBudget(bundle) })
    },
    site(number, { view, templates: used, assets, cards, files }) {
      const { bundle, ...budgets } = templates.get(used) as Templates
      sites.set(number, {
        view,
        ...budgets,
        renderer: pageRenderer(view, bundle, assets),
        card: cardDrawer(cards, bytes),
        texts: textPool(),
        put: putterOf(files),
        blogs: new Map(),
        pieces: sentOnce(),
      })
    },
    async render(number, pages) {
      const site = sites.get(number) as Site
      const rendered: Awaited<ReturnType<typeof renderOne>>[] = []
      for (const page of unpackPages(pages, site.blogs)) rendered.push(await renderOne(site, page, clock))
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
  return tasks
})
