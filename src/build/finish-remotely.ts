// The thread that finishes pages, as the main thread sees it.

import { Worker } from 'node:worker_threads'
import type { TemplateBundle } from '../assets/index.ts'
import type { OutputFile } from '../files/index.ts'
import type { SharedPiece } from '../render/index.ts'
import type { Phase } from './clock.ts'
import { type Finisher, type FinishTasks, type ReturnedPage, remoteFiles } from './finish.ts'
import { type Line, openLine } from './line.ts'
import type { PreparedSite } from './prepared-site.ts'
import { type SentOnce, sentOnce } from './wire.ts'

export interface FinishThread {
  readonly finisher: Finisher
  /** Ends the thread; what it is at is not waited for. */
  close(): Promise<void>
}

/** Batches that the thread is given at once: enough for it to have work while a brand is begun or ended. */
const batchesUnderWay = 6

interface SentSite {
  readonly number: number
  readonly pieces: SentOnce<SharedPiece>
}

/**
 * The thread is started with the first pages: a build that changes nothing does without.
 * @param script `finish-thread.ts`, compiled.
 */
export function openFinishThread(script: URL, onPhase?: (phase: Phase, ms: number) => void): FinishThread {
  let worker: Worker | undefined
  let line: Line<FinishTasks> | undefined
  const open = (): Line<FinishTasks> => {
    // Next to nothing of a page stays: a small nursery is emptied as fast, and takes some 20 MB less.
    worker = new Worker(script, { resourceLimits: { maxYoungGenerationSizeMb: 4 } })
    return openLine(worker, onPhase)
  }
  const templates = new Map<TemplateBundle, number>()
  const sites = new Map<PreparedSite, SentSite>()
  let numbers = 0
  const finisher: Finisher = {
    get busy() {
      return line !== undefined && (!line.open || line.waiting >= batchesUnderWay)
    },
    async finish(site, output, pages) {
      line ??= open()
      let sent = sites.get(site)
      if (sent === undefined) {
        let used = templates.get(site.bundle)
        if (used === undefined) {
          used = numbers++
          templates.set(site.bundle, used)
          const { styles, origin } = site.bundle
          line.tell('templates', used, { styles, origin })
        }
        sent = { number: numbers++, pieces: sentOnce() }
        sites.set(site, sent)
        const { provider, analytics } = site.view
        const policy = { provider, ...(analytics && { analytics }) }
        line.tell('site', sent.number, used, policy, remoteFiles(output))
      }
      const { number, pieces } = sent
      const wire = pages.map(({ page, html }) => ({
        ...html.text,
        outputPath: page.outputPath,
        pieces: html.pieces.map(pieces.numberOf),
      }))
      const fresh = pieces.takeNew().map(([piece, { bytes, hashes }]) => [piece, { bytes, hashes }] as const)
      const answer = await line.ask('finish', number, wire, fresh)
      return (JSON.parse(answer.pages) as ReturnedPage[]).map(({ entry, ...final }, index) => {
        if (entry !== undefined) output.record?.(entry)
        return { ...final, entry: entry ?? output.put(answer.files[index] as OutputFile) }
      })
    },
    forget(site) {
      const sent = sites.get(site)
      if (sent === undefined) return
      sites.delete(site)
      line?.tell('forget', sent.number)
    },
  }
  return { finisher, close: async () => void (await worker?.terminate()) }
}
