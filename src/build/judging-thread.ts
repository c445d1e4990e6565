// Judges pages of a site in a separate thread, while this thread renders others. The thread only saves time: pages that it
// does not accept, or for which it does not respond, are judged here, by the same function.

import { Worker } from 'node:worker_threads'
import type { JudgedBrand, JudgedPage, PagePart, PageVerdict } from '../compliance/index.ts'
import type { SourceFile } from '../files/index.ts'

/** Everything that verdicts on the pages of a site depend on, apart from the pages. Plain data. */
export interface JudgedSite {
  readonly brand: JudgedBrand
  /** The project's changes to the rules. */
  readonly rules: SourceFile | undefined
}

/** A page, as it is sent to the thread. */
export interface PageToJudge {
  readonly page: JudgedPage
  /** A part that pages share is sent with a number the first time, and later only as that number. */
  readonly parts: readonly (string | null | number | { readonly number: number; readonly html: string })[]
}

export interface JudgingThread {
  /**
   * Has the thread judge a page.
   * @returns undefined if the thread has enough to do. The verdict is undefined if the thread failed.
   */
  judge(page: JudgedPage, parts: readonly (PagePart | null)[]): Promise<PageVerdict | undefined> | undefined
  /** Ends the thread, even if it is still judging pages. */
  close(): void
}

/** The largest number of pages that wait for the thread, so that both threads end at about the same time. */
const mostWaiting = 16

/**
 * Starts the thread.
 * @param program The compiled `judging-worker.ts`.
 */
export function openJudgingThread(
  site: JudgedSite,
  program = new URL('./judging-worker.cjs', import.meta.url),
): JudgingThread {
  const worker = new Worker(program, { workerData: site })
  /** In the order in which the thread responds. */
  let waiting: ((verdict: PageVerdict | undefined) => void)[] = []
  let isOver = false
  const end = (): void => {
    isOver = true
    for (const answer of waiting) answer(undefined)
    waiting = []
  }
  worker.on('message', (verdict: PageVerdict) => waiting.shift()?.(verdict))
  // What made it fail will fail here, too, and is reported then.
  worker.on('error', end)
  worker.on('exit', end)
  const numbers = new Map<object, number>()
  const sent = (part: PagePart | null): PageToJudge['parts'][number] => {
    if (part === null || typeof part === 'string') return part
    const known = numbers.get(part)
    if (known !== undefined) return known
    numbers.set(part, numbers.size)
    return { number: numbers.size - 1, html: part.html }
  }
  return {
    judge(page, parts) {
      if (isOver || waiting.length >= mostWaiting) return undefined
      worker.postMessage({ page, parts: parts.map(sent) } satisfies PageToJudge)
      return new Promise(resolve => waiting.push(resolve))
    },
    close: () => void worker.terminate(),
  }
}
