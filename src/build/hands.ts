// Who does the work that a large build shares out: this thread and, where there are any, others. Whoever does it, the
// results are the same.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { type ParsedArticle, parseArticle } from '../content/index.ts'
import type { Outcome } from '../diagnostics/index.ts'
import type { SourceFile } from '../files/index.ts'
import type { ManifestEntry, Output } from '../output/index.ts'
import type { Page } from '../site/index.ts'
import type { Clock } from './clock.ts'
import { type PageFacts, renderPageFiles } from './page-files.ts'
import type { PreparedSite } from './prepared-site.ts'

/** A page that was rendered and put out. */
export interface PutPage {
  readonly facts: PageFacts
  /** The page and its card. */
  readonly files: readonly ManifestEntry[]
}

export interface Hand {
  /** Parses articles; the results are in the order of the sources. */
  parse(sources: readonly SourceFile[]): Promise<readonly Outcome<ParsedArticle>[]>
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

/** This thread. */
export function ownHand(clock: Clock): Hand {
  return {
    able: true,
    async parse(sources) {
      return sources.map(source => clock('parse', () => parseArticle(source)))
    },
    async render(site, pages, output) {
      const rendered: Outcome<PutPage | undefined>[] = []
      for (const page of pages) {
        const { value, diagnostics } = await renderPageFiles(site, page, clock)
        if (value === undefined) rendered.push({ value, diagnostics })
        else {
          const { card, file, facts } = value
          const files = clock('write', () => (card ? [card, file] : [file]).map(made => output.put(made)))
          rendered.push({ value: { facts, files }, diagnostics })
        }
      }
      return rendered
    },
    forget: () => undefined,
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
  let next = 0
  let failed = false
  const keepBusy = async (hand: Hand): Promise<void> => {
    while (next < items.length && hand.able && !failed && !signal?.aborted) {
      const start = next
      next += batchSize
      try {
        done[start / batchSize] = await work(hand, items.slice(start, next))
      } catch (error) {
        failed = true
        throw error
      }
      // So that a signal, another thread or another brand is not kept waiting.
      await nextTurn()
    }
  }
  // Another thread begins while this one is at its first batch.
  const ends = await Promise.allSettled([...hands].reverse().map(keepBusy))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return done.flat()
}
