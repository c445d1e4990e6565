// The thread that finishes pages, as the main thread sees it.

import { Worker } from 'node:worker_threads'
import type { TemplateBundle } from '../assets/index.ts'
import type { OutputFile } from '../files/index.ts'
import type { SharedPiece } from '../render/index.ts'
import type { Phase } from './clock.ts'
import { type Finisher, type FinishTasks, remoteFiles } from './finish.ts'
import { openLine } from './line.ts'
import type { PreparedSite } from './prepared-site.ts'
import { type SentOnce, sentOnce } from './wire.ts'

export interface FinishThread {
  readonly finisher: Finisher
  /** Ends the thread; what it is at is not waited for. */
  close(): Promise<void>
}

interface SentSite {
  readonly number: number
  readonly pieces: SentOnce<SharedPiece>
}

/** @param script `finish-thread.ts`, compiled. */
export function openFinishThread(script: URL, onPhase?: (phase: Phase, ms: number) => void): FinishThread {
  const worker = new Worker(script)
  const line = openLine<FinishTasks>(worker, onPhase)
  const templates = new Map<TemplateBundle, number>()
  const sites = new Map<PreparedSite, SentSite>()
  let numbers = 0
  const finisher: Finisher = {
    get able() {
      return line.open
    },
    async finish(site, output, pages) {
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
        line.tell('site', sent.number, used, remoteFiles(output))
      }
      const { number, pieces } = sent
      const wire = pages.map(({ page, html }) => ({
        route: page.route,
        outputPath: page.outputPath,
        own: html.own,
        pieces: html.pieces.map(pieces.numberOf),
      }))
      const fresh = pieces.takeNew().map(([piece, { bytes }]) => [piece, bytes] as const)
      const returned = await line.ask('finish', number, wire, fresh)
      return returned.map(({ entry, file, diagnostics }) => {
        if (entry !== undefined) output.record?.(entry)
        return { entry: entry ?? output.put(file as OutputFile), diagnostics }
      })
    },
    forget(site) {
      const sent = sites.get(site)
      if (sent === undefined) return
      sites.delete(site)
      line.tell('forget', sent.number)
    },
  }
  return { finisher, close: async () => void (await worker.terminate()) }
}
