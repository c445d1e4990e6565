// Other threads, as hands of a build.

import { Worker } from 'node:worker_threads'
import type { TemplateCode } from '../assets/index.ts'
import type { Output } from '../output/index.ts'
import type { InspectedHtml } from '../render/index.ts'
import type { BlogList } from '../site/index.ts'
import type { Clock, Phase } from './clock.ts'
import { remoteFiles } from './finish.ts'
import type { Hand } from './hands.ts'
import { openLine } from './line.ts'
import { type TextHand, textHand } from './parse-ahead.ts'
import type { PreparedSite } from './prepared-site.ts'
import type { RemoteSite, ThreadData, ThreadTasks } from './render-tasks.ts'
import { packPages, type Received, type SentOnce, sentOnce, unpackFacts } from './wire.ts'

export interface Threads {
  readonly hands: readonly (Hand & TextHand)[]
  /** Ends the threads; what they are at is not waited for. */
  close(): Promise<void>
}

export interface ThreadOptions extends ThreadData {
  /** `render-thread.ts`, compiled. */
  readonly script: URL
  readonly count: number
  readonly onPhase?: ((phase: Phase, ms: number) => void) | undefined
  readonly clock: Clock
}

/** Batches that a thread is given at once: it goes on with the second while the answer to the first is on its way. */
const batchesUnderWay = 2

/** Starts threads. They take some tens of milliseconds to be ready; work can be given at once. */
export function openThreads({ script, count, cacheFolder, onPhase, clock }: ThreadOptions): Threads {
  const data: ThreadData = { cacheFolder }
  const workers = Array.from({ length: count }, () => new Worker(script, { workerData: data }))
  return {
    hands: workers.flatMap(worker => {
      const hand = threadHand(worker, clock, onPhase)
      return Array.from({ length: batchesUnderWay }, () => hand)
    }),
    async close() {
      await Promise.all(workers.map(worker => worker.terminate()))
    },
  }
}

function threadHand(worker: Worker, clock: Clock, onPhase: ThreadOptions['onPhase']): Hand & TextHand {
  const line = openLine<ThreadTasks>(worker, onPhase)
  const templates = new Map<TemplateCode, number>()
  const sites = new Map<PreparedSite, SentSite>()
  let numbers = 0

  const sentSite = (site: PreparedSite, output: Output): SentSite => {
    const known = sites.get(site)
    if (known !== undefined) return known
    const { code } = site.bundle
    let used = templates.get(code)
    if (used === undefined) {
      used = numbers++
      templates.set(code, used)
      line.tell('templates', used, code)
    }
    const sent: SentSite = { number: numbers++, blogs: sentOnce(), pieces: new Map() }
    sites.set(site, sent)
    const remote: RemoteSite = {
      view: site.view,
      templates: used,
      assets: site.assets,
      ...(site.cards && { cards: site.cards }),
      files: remoteFiles(output),
    }
    line.tell('site', sent.number, remote)
    return sent
  }

  return {
    get able() {
      return line.open
    },
    ...textHand(() => line, clock),
    async render(site, pages, output) {
      const { number, blogs, pieces } = sentSite(site, output)
      const { facts, files } = await line.ask('render', number, packPages(pages, blogs))
      return unpackFacts(facts, pieces).map(({ value, diagnostics }, index) => {
        if (value === undefined) return { value, diagnostics }
        for (const entry of value.entries) output.record?.(entry)
        const put = (files[index] ?? []).map(file => output.put(file))
        return { value: { facts: value.facts, files: [...value.entries, ...put] }, diagnostics }
      })
    },
    forget(site) {
      const sent = sites.get(site)
      if (sent === undefined) return
      sites.delete(site)
      line.tell('forget', sent.number)
    },
  }
}

/** What a thread knows of a site. */
interface SentSite {
  readonly number: number
  readonly blogs: SentOnce<BlogList>
  readonly pieces: Received<InspectedHtml>
}
