// A second thread for a brand with very many pages, which cannot be shared out among processes: it parses half of the articles
// and writes pages while this thread reads, plans and renders. Both do it with the same functions.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { parseArticleBody } from '../content/index.ts'
import type { Diagnostic } from '../diagnostics/index.ts'
import type { SourceFile } from '../files/index.ts'
import { type StagedEntry, type StageFolder, WriteError } from '../output/index.ts'
import type { Piece } from '../render/index.ts'

/** What the other thread can be asked, with plain data as arguments and results. */
export interface HelperTasks {
  /** @returns JSON of the results, in the order of the sources. */
  parse(sources: readonly SourceFile[]): string
  /** @param pieces Those of the pages that were not sent before. */
  write(site: SentSite, pages: readonly SentPage[], pieces: readonly SentPiece[]): readonly StagedEntry[]
}

/** The site that pages belong to; another number is another site, and pieces of the one before are forgotten. */
export interface SentSite {
  readonly number: number
  readonly stage: StageFolder
}

export interface SentPage {
  readonly outputPath: string
  /** Numbers stand for pieces. */
  readonly parts: readonly (string | number)[]
}

export type SentPiece = readonly [number: number, html: string]

/** What travels between the threads. */
export interface HelperCall {
  readonly id: number
  readonly task: keyof HelperTasks
  readonly given: readonly unknown[]
}
export interface HelperAnswer {
  readonly id: number
  readonly value?: unknown
  /** Of a task that failed; the diagnostic is that of a `WriteError`. */
  readonly failure?: { readonly message: string; readonly diagnostic?: Diagnostic }
}

type Parsed = ReturnType<typeof parseArticleBody>

export interface Helper {
  parse(sources: readonly SourceFile[]): Promise<readonly Parsed[]>
  /** Writes pages into a stage; the results are in the order of the pages. */
  write(stage: StageFolder, pages: readonly PageToWrite[]): Promise<readonly StagedEntry[]>
  /** Tasks that are not done yet. */
  readonly pending: number
  /** Ends the thread. What it is at is not waited for. */
  close(): Promise<void>
}

export interface PageToWrite {
  readonly outputPath: string
  readonly parts: readonly (string | Piece)[]
}

/** @param script The compiled `helper-thread.ts`. The thread is started with its first task. */
export function openHelper(script: URL): Helper {
  let worker: Worker | undefined
  let calls = 0
  const waiting = new Map<number, { resolve(value: never): void; reject(error: unknown): void }>()
  const fail = (error: unknown): void => {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const start = (): Worker => {
    const started = new Worker(script)
    started.on('message', ({ id, value, failure }: HelperAnswer) => {
      const call = waiting.get(id)
      waiting.delete(id)
      if (failure === undefined) call?.resolve(value as never)
      else if (failure.diagnostic) call?.reject(new WriteError(failure.diagnostic, undefined))
      else call?.reject(new Error(failure.message))
    })
    started.on('error', fail)
    started.on('exit', () => fail(new Error('A thread of the build ended before its work was done.')))
    return started
  }
  const ask = <Task extends keyof HelperTasks>(
    task: Task,
    ...given: Parameters<HelperTasks[Task]>
  ): Promise<ReturnType<HelperTasks[Task]>> =>
    new Promise((resolve, reject) => {
      worker ??= start()
      const id = calls++
      waiting.set(id, { resolve, reject })
      worker.postMessage({ id, task, given } satisfies HelperCall)
    })

  let sites = 0
  let site: SentSite | undefined
  let numbers = new Map<Piece, number>()
  return {
    get pending() {
      return waiting.size
    },
    async parse(sources) {
      return JSON.parse(await ask('parse', sources))
    },
    write(stage, pages) {
      if (site?.stage !== stage) {
        site = { number: sites++, stage }
        numbers = new Map()
      }
      const pieces: SentPiece[] = []
      const numberOf = (piece: Piece): number => {
        const known = numbers.get(piece)
        if (known !== undefined) return known
        numbers.set(piece, numbers.size)
        pieces.push([numbers.size - 1, piece.html])
        return numbers.size - 1
      }
      const sent = pages.map(({ outputPath, parts }) => ({
        outputPath,
        parts: parts.map(part => (typeof part === 'string' ? part : numberOf(part))),
      }))
      return ask('write', site, sent, pieces)
    },
    async close() {
      await worker?.terminate()
    },
  }
}

/** Texts from which on starting a thread for them pays. */
const worthHelp = 64
const textsPerBatch = 32

/**
 * Parses texts in this thread and, if they are many, in the helper.
 * @param parseHere Parses one in this thread.
 * @param take Is given what the helper has parsed.
 */
export async function parseTogether(
  sources: readonly SourceFile[],
  helper: Helper,
  parseHere: (source: SourceFile) => void,
  take: (source: SourceFile, parsed: Parsed) => void,
): Promise<void> {
  if (sources.length < worthHelp) return
  const batches = Array.from({ length: Math.ceil(sources.length / textsPerBatch) }, (_, index) =>
    sources.slice(index * textsPerBatch, (index + 1) * textsPerBatch),
  )
  const work = async (parseBatch: (batch: readonly SourceFile[]) => Promise<void>): Promise<void> => {
    for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) await parseBatch(batch)
  }
  const inHelper = async (batch: readonly SourceFile[]): Promise<void> => {
    const parsed = await helper.parse(batch)
    for (const [index, source] of batch.entries()) take(source, parsed[index] as Parsed)
  }
  const here = async (batch: readonly SourceFile[]): Promise<void> => {
    batch.forEach(parseHere)
    await nextTurn()
  }
  // Two batches at a time for the helper, so that it does not wait for the next one.
  await Promise.all([work(inHelper), work(inHelper), work(here)])
}
