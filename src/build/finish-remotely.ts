// The thread that parses texts and finishes pages, as the main thread sees it.

import { Worker } from 'node:worker_threads'
import type { TemplateBundle } from '../assets/index.ts'
import type { OutputFile } from '../files/index.ts'
import type { SharedPiece } from '../render/index.ts'
import type { Clock, Phase } from './clock.ts'
import { type Finisher, type FinishTasks, type ReturnedPage, remoteFiles } from './finish.ts'
import { type Line, openLine } from './line.ts'
import { type ParseTasks, type TextHand, textHand } from './parse-ahead.ts'
import type { PreparedSite } from './prepared-site.ts'
import { counter, type SentOnce, sentOnce } from './wire.ts'

export interface FinishThread {
  readonly finisher: Finisher
  readonly parser: TextHand
  /** Starts the thread before there is anything to do. */
  start(): void
  /** Ends the thread; what it is at is not waited for. */
  close(): Promise<void>
}

/** Batches that the thread is given at once: enough for it to have work while a brand is begun or ended. */
const batchesUnderWay = 6

/** Fewer pages are finished before a thread is ready for them: those of a build for which nearly nothing has changed. */
const worthStarting = 4

/** Texts of the content that the thread is given until it is told to forget them; it is given again what is used again. In characters. */
const heldContent = 4_000_000

interface SentSite {
  readonly number: number
  readonly pieces: SentOnce<SharedPiece>
}

export interface FinishThreadOptions {
  /** `finish-thread.ts`, compiled. */
  readonly script: URL
  /** Whether it will have texts to parse. */
  readonly parses: boolean
  readonly onPhase?: ((phase: Phase, ms: number) => void) | undefined
  readonly clock: Clock
}

// The thread's space for new objects, in MB. Of a page next to nothing stays, so that little is emptied as fast as much; a batch
// of texts stays until all of it is parsed.
const roomForPages = 4
const roomForTexts = 16

/** The thread is started with the first pages or texts, if it was not before: a build that changes nothing does without. */
export function openFinishThread({ script, parses, onPhase, clock }: FinishThreadOptions): FinishThread {
  let worker: Worker | undefined
  let line: Line<FinishTasks & ParseTasks> | undefined
  const open = (): Line<FinishTasks & ParseTasks> => {
    const maxYoungGenerationSizeMb = parses ? roomForTexts : roomForPages
    worker = new Worker(script, { resourceLimits: { maxYoungGenerationSizeMb } })
    return openLine(worker, onPhase)
  }
  const templates = new Map<TemplateBundle, number>()
  const sites = new Map<PreparedSite, SentSite>()
  const nextNumber = counter()
  let content = sentOnce<SharedPiece>(nextNumber)
  let held = 0
  let underWay = 0
  const finisher: Finisher = {
    takes: pages => (line === undefined ? pages >= worthStarting : line.open && underWay < batchesUnderWay),
    async finish(site, output, pages) {
      line ??= open()
      let sent = sites.get(site)
      if (sent === undefined) {
        let used = templates.get(site.bundle)
        if (used === undefined) {
          used = nextNumber()
          templates.set(site.bundle, used)
          const { styles, origin } = site.bundle
          line.tell('templates', used, { styles, origin })
        }
        sent = { number: nextNumber(), pieces: sentOnce(nextNumber) }
        sites.set(site, sent)
        const { provider, analytics } = site.view
        const policy = { provider, ...(analytics && { analytics }) }
        line.tell('site', sent.number, used, policy, remoteFiles(output))
      }
      if (held > heldContent) {
        line.tell('forgetContent')
        content = sentOnce(nextNumber)
        held = 0
      }
      const { number, pieces } = sent
      const wire = pages.map(({ page, html }) => ({
        ...html.text,
        outputPath: page.outputPath,
        pieces: html.pieces.map(piece => (piece.content ? content : pieces).numberOf(piece)),
      }))
      const texts = content.takeNew()
      for (const [, { html }] of texts) held += html.length
      const fresh = [...pieces.takeNew(), ...texts].map(
        ([piece, { html, hashes, content }]) =>
          [piece, { html, hashes, ...(content && { content }) }] as const,
      )
      underWay++
      const answer = await line.ask('finish', number, wire, fresh).finally(() => underWay--)
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
  const start = (): void => {
    line ??= open()
  }
  const parser = textHand(() => {
    line ??= open()
    return line
  }, clock)
  return { finisher, parser, start, close: async () => void (await worker?.terminate()) }
}
