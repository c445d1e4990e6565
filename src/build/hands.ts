// Who does the work that a large build shares out: this thread and, where there are any, others. Whoever does it, the
// results are the same.

import type { Outcome } from '../diagnostics/index.ts'
import type { ManifestEntry, Output } from '../output/index.ts'
import type { Page } from '../site/index.ts'
import type { Clock } from './clock.ts'
import { type FinishedPage, type Finisher, ownFinisher } from './finish.ts'
import { type DrawnPage, drawPage, factsOf, ofBrand, type PageFacts } from './page-files.ts'
import type { PreparedSite } from './prepared-site.ts'

/** A page that was rendered and put out. */
export interface PutPage {
  readonly facts: PageFacts
  /** The page and its card. */
  readonly files: readonly ManifestEntry[]
}

export interface Hand {
  /** Renders pages and puts them out; the results are in the order of the pages. Undefined for a page whose template throws. */
  render(
    site: PreparedSite,
    pages: readonly Page[],
    output: Output,
  ): Promise<readonly Outcome<PutPage | undefined>[]>
  /** Of a site that is done, nothing need be kept. */
  forget(site: PreparedSite): void
  /** False when it can do nothing any more. */
  readonly able: boolean
}

/**
 * This thread.
 * @param helper Finishes the pages that it takes; the others are finished here.
 */
export function ownHand(clock: Clock, helper?: Finisher): Hand {
  const own = ownFinisher(clock)
  return {
    able: true,
    async render(site, pages, output) {
      const drawn: Outcome<DrawnPage | undefined>[] = []
      for (const page of pages) drawn.push(await drawPage(site, page, clock))
      const unfinished = drawn.flatMap(({ value }, index) =>
        value === undefined ? [] : { page: pages[index] as Page, html: value.html },
      )
      const finisher = helper?.takes(unfinished.length) ? helper : own
      const finished = [...(await finisher.finish(site, output, unfinished))]
      return drawn.map(({ value, diagnostics }) => {
        if (value === undefined) return { value, diagnostics }
        const { entry, ...final } = finished.shift() as FinishedPage
        const { card } = value
        const files = card === undefined ? [entry] : [clock('write', () => output.put(card)), entry]
        return {
          value: { facts: factsOf(value, final), files },
          diagnostics: [...diagnostics, ...ofBrand(site.view.brand.id, final.diagnostics)],
        }
      })
    },
    forget: site => helper?.forget(site),
  }
}

/**
 * Hands out work in batches to whoever is free. The results are in the order of the items. Where one batch fails, no
 * other is begun, and those under way are waited for: nothing goes on behind the back of whoever clears up.
 * @param signal Ends it between two batches; what was not done is then missing at the end.
 */
export async function shareOut<Item, Result>(
  hands: readonly Hand[],
  items: readonly Item[],
  batchSize: number,
  work: (hand: Hand, batch: readonly Item[]) => Promise<readonly Result[]>,
  signal?: AbortSignal,
): Promise<readonly Result[]> {
  const done: (readonly Result[])[] = []
  const turn = turns()
  let next = 0
  let failed = false
  const keepBusy = async (hand: Hand): Promise<void> => {
    for (;;) {
      await turn()
      if (next >= items.length || !hand.able || failed || signal?.aborted) return
      const start = next
      next += batchSize
      try {
        done[start / batchSize] = await work(hand, items.slice(start, next))
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  // Another thread begins while this one is at its first batch.
  const ends = await Promise.allSettled([...hands].reverse().map(keepBusy))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  if (next < items.length && !signal?.aborted)
    throw new Error('No thread of the build is left to do the work.')
  return done.flat()
}

/**
 * Lets one of those who wait go on in each round of the event loop: between any two batches signals are heard, other brands
 * and what other threads have to say, without which none could be given more to do.
 */
function turns(): () => Promise<void> {
  const waiting: (() => void)[] = []
  const next = (): void => {
    waiting.shift()?.()
    if (waiting.length > 0) setImmediate(next)
  }
  return () =>
    new Promise(resolve => {
      waiting.push(resolve)
      if (waiting.length === 1) setImmediate(next)
    })
}
