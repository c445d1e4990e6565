// Texts of articles, parsed by other threads while this one reads, plans and renders.

import { type Markup, parseArticleBodyFast } from '../content/index.ts'
import type { SourceFile } from '../files/index.ts'
import type { Clock } from './clock.ts'
import type { Line } from './line.ts'
import { type PackedMarkups, packMarkups, unpackMarkups } from './wire.ts'

/** What a thread that parses is asked. */
export type ParseTasks = {
  /** A text that only the reference parser can tell has no markup. */
  parse(sources: readonly SourceFile[]): PackedMarkups
}

/** How a thread answers. */
export function parseTasks(clock: Clock): ParseTasks {
  return {
    parse: sources => clock('parse', () => packMarkups(sources.map(source => parseArticleBodyFast(source)))),
  }
}

/** A thread, as the one sees it that asks. */
export interface TextHand {
  /** The results are in the order of the sources; undefined for a text that whoever asks has to parse. */
  parse(sources: readonly SourceFile[]): Promise<readonly (Markup | undefined)[]>
}

export function textHand(openLine: () => Line<ParseTasks>, clock: Clock): TextHand {
  return {
    async parse(sources) {
      const packed = await openLine().ask('parse', sources)
      return clock('parse', () => unpackMarkups(packed))
    },
  }
}

export interface ParserAhead {
  /**
   * Has texts parsed that were not asked for before, if they are enough to be worth it. Nothing is waited for: the first are
   * given away while others are still read.
   */
  begin(sources: Iterable<SourceFile>): void
  /** Resolves when each of these texts, or each text at all, is parsed or is to be parsed by whoever needs it. */
  ready(sources?: readonly SourceFile[]): Promise<void>
}

/** Texts from which on a thread that parses pays: V8 compiles the parser for it, and not for this thread. */
export const worthAsking = 64
const textsPerBatch = 32
/** Batches that a thread is given at once: enough for the time that this one takes to load and plan without a pause. */
const batchesAhead = 128

/**
 * @param hands Threads, in any number of places each.
 * @param take Is given each text that another thread has parsed.
 */
export function parserAhead(
  hands: readonly TextHand[],
  take: (source: SourceFile, markup: Markup) => void,
): ParserAhead {
  const asked = new WeakSet<SourceFile>()
  const pending = new Map<SourceFile, { readonly parsed: Promise<void>; readonly resolve: () => void }>()
  const waiting: SourceFile[] = []
  const idle = Array.from({ length: batchesAhead }, () => [...new Set(hands)]).flat()

  const ask = (sources: readonly SourceFile[]): void => {
    for (const source of sources) {
      asked.add(source)
      let resolve = (): void => undefined
      const parsed = new Promise<void>(done => {
        resolve = done
      })
      pending.set(source, { parsed, resolve })
    }
    waiting.push(...sources)
    work()
  }
  const parseBatch = async (hand: TextHand): Promise<void> => {
    const batch = waiting.splice(0, textsPerBatch)
    try {
      const results = await hand.parse(batch)
      for (const [index, source] of batch.entries()) {
        const markup = results[index]
        if (markup !== undefined) take(source, markup)
      }
    } catch {
      // A thread that has ended: the build goes on without it, and these texts are parsed where they are needed.
    }
    for (const source of batch) {
      pending.get(source)?.resolve()
      pending.delete(source)
    }
    idle.push(hand)
    work()
  }
  const work = (): void => {
    while (waiting.length > 0 && idle.length > 0) void parseBatch(idle.shift() as TextHand)
  }
  return {
    begin(sources) {
      if (hands.length === 0) return
      const next: SourceFile[] = []
      let begun = false
      for (const source of sources) {
        if (asked.has(source)) continue
        next.push(source)
        begun ||= next.length >= worthAsking
        if (begun && next.length >= textsPerBatch) ask(next.splice(0))
      }
      if (begun) ask(next)
    },
    async ready(sources = [...pending.keys()]) {
      for (const source of sources) await pending.get(source)?.parsed
    },
  }
}
