// A second thread for a brand with very many pages, which cannot be shared out among processes: it parses articles, and
// finishes, judges and writes pages, while this thread reads, plans and renders. Both do it with the same functions.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { TemplateOrigins } from '../assets/index.ts'
import type { JudgedPage, PageVerdict } from '../compliance/index.ts'
import type { parseArticleBody } from '../content/index.ts'
import { type Diagnostic, FaultInFile } from '../diagnostics/index.ts'
import type { SourceFile } from '../files/index.ts'
import { type StagedEntry, type StageFolder, WriteError } from '../output/index.ts'
import type { FinishedPage, FinishedPageModel, HtmlPart, Piece, PolicyBasis } from '../render/index.ts'
import type { Page } from '../site/index.ts'
import { type JudgingBasis, judgedPage } from './judging.ts'

/** What the other thread can be asked, with plain data as arguments and results. */
export interface HelperTasks {
  /** @returns JSON of the results, in the order of the sources. */
  parse(sources: readonly SourceFile[]): string
  /**
   * @param pieces Those of the pages that were not sent before.
   * @returns JSON of `HelperResult[]`, in the order of the pages.
   */
  finish(site: SentSite, pages: readonly SentPage[], pieces: readonly SentPiece[]): string
}

/** The site that pages belong to, as far as it is needed to finish them. */
interface HelperSite {
  readonly stage: StageFolder
  readonly view: PolicyBasis
  readonly origins: TemplateOrigins
  readonly judging: JudgingBasis
}

/** Another number is another site, and the pieces of the one before are forgotten. */
export interface SentSite extends HelperSite {
  readonly number: number
}

interface SentPage {
  readonly page: FinishedPageModel & Pick<Page, 'outputPath'>
  readonly judged: JudgedPage
  /** Numbers stand for pieces, null for boundaries. */
  readonly parts: readonly (string | number | null)[]
}

type SentPiece = readonly [number: number, piece: Omit<Piece, 'bytes' | 'links'>]

/** A page that is finished, judged and in the stage. */
export interface HelperResult extends Omit<FinishedPage, 'bytes'> {
  readonly verdict: PageVerdict
  readonly entry: StagedEntry
}

/** What travels between the threads. */
export interface HelperCall {
  readonly id: number
  readonly task: keyof HelperTasks
  readonly given: readonly unknown[]
}
export interface HelperAnswer {
  readonly id: number
  readonly value?: unknown
  /** Of a task that failed; the diagnostic is that of a `WriteError`, the file that of a `FaultInFile`. */
  readonly failure?: { readonly message: string; readonly diagnostic?: Diagnostic; readonly file?: string }
}

type Parsed = ReturnType<typeof parseArticleBody>

export interface Helper {
  parse(sources: readonly SourceFile[]): Promise<readonly Parsed[]>
  /** Finishes and judges pages and writes them into the stage; the results are in the order of the pages. */
  finish(site: HelperSite, pages: readonly HelperPage[]): Promise<readonly HelperResult[]>
  /** Tasks that are not done yet. */
  readonly pending: number
  /** Ends the thread without waiting for its tasks. */
  close(): Promise<void>
}

/** A rendered page. */
export interface HelperPage {
  readonly page: Page
  readonly parts: readonly HtmlPart[]
}

/**
 * @param script The compiled `helper-thread.ts`.
 * @param atOnce Whether there is work for certain. Otherwise the thread is started with its first task.
 */
export function openHelper(script: URL, atOnce: boolean): Helper {
  let calls = 0
  const waiting = new Map<number, { resolve(value: never): void; reject(error: unknown): void }>()
  // Set when the thread has ended: nothing it is asked would ever be answered.
  let ended: unknown
  const fail = (error: unknown): void => {
    ended ??= error
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
      else if (failure.file !== undefined) call?.reject(new FaultInFile(failure.file, failure.message))
      else call?.reject(new Error(failure.message))
    })
    started.on('error', fail)
    started.on('exit', () => fail(new Error('A thread of the build ended before its work was done.')))
    return started
  }
  let worker = atOnce ? start() : undefined
  const ask = <Task extends keyof HelperTasks>(
    task: Task,
    ...given: Parameters<HelperTasks[Task]>
  ): Promise<ReturnType<HelperTasks[Task]>> =>
    new Promise((resolve, reject) => {
      if (ended !== undefined) return reject(ended)
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
    async finish({ stage, view: { provider, analytics, thirdParties }, origins, judging }, pages) {
      if (site?.stage !== stage) {
        site = {
          number: sites++,
          stage,
          view: { provider, ...(analytics && { analytics }), ...(thirdParties && { thirdParties }) },
          origins,
          judging,
        }
        numbers = new Map()
      }
      const added: SentPiece[] = []
      const numberOf = (piece: Piece): number => {
        const known = numbers.get(piece)
        if (known !== undefined) return known
        const { name, html, counted, hashes } = piece
        added.push([numbers.size, { name, html, counted, hashes }])
        numbers.set(piece, numbers.size)
        return numbers.size - 1
      }
      const sent = pages.map(({ page, parts }): SentPage => {
        const { kind, template, route, outputPath, source, htmlBudget, hasForm } = page
        const model = {
          kind,
          template,
          route,
          outputPath,
          htmlBudget,
          hasForm,
          ...(source !== undefined && { source }),
        }
        const numbered = parts.map(part =>
          typeof part === 'string' || part === null ? part : numberOf(part),
        )
        return { page: model, judged: judgedPage(page), parts: numbered }
      })
      return JSON.parse(await ask('finish', site, sent, added))
    },
    async close() {
      await worker?.terminate()
    },
  }
}

/** Texts from which on it pays to have the helper parse some of them. */
const worthHelp = 64
const textsPerBatch = 32

/**
 * Parses texts in this thread and in the helper. Does nothing if they are too few for that to pay.
 * @param sources Read one after the other while the helper parses the first.
 * @param parseHere Parses one in this thread.
 * @param onParsed Is given what the helper has parsed.
 */
export async function parseTogether(
  sources: Iterable<SourceFile>,
  helper: Helper,
  parseHere: (source: SourceFile) => void,
  onParsed: (source: SourceFile, parsed: Parsed) => void,
): Promise<void> {
  const waiting = sources[Symbol.iterator]()
  const take = (most: number): SourceFile[] => {
    const taken: SourceFile[] = []
    while (taken.length < most) {
      const next = waiting.next()
      if (next.done) break
      taken.push(next.value)
    }
    return taken
  }
  const first = take(worthHelp)
  if (first.length < worthHelp) return
  const nextBatch = (): SourceFile[] =>
    first.length > 0 ? first.splice(0, textsPerBatch) : take(textsPerBatch)
  const work = async (parseBatch: (batch: readonly SourceFile[]) => Promise<void>): Promise<void> => {
    for (let batch = nextBatch(); batch.length > 0; batch = nextBatch()) await parseBatch(batch)
  }
  const inHelper = async (batch: readonly SourceFile[]): Promise<void> => {
    const parsed = await helper.parse(batch)
    for (const [index, source] of batch.entries()) onParsed(source, parsed[index] as Parsed)
  }
  const here = async (batch: readonly SourceFile[]): Promise<void> => {
    batch.forEach(parseHere)
    await nextTurn()
  }
  // Two batches at a time for the helper, so that it does not wait for the next one.
  await Promise.all([work(inHelper), work(inHelper), work(here)])
}
