// Texts parsed by earlier runs, and the articles of a brand parsed by all hands at once before its content is loaded.

import { hash } from 'node:crypto'
import { type ParseCache, type ParseStore, parseArticle, parseFaq, parsePageText } from '../content/index.ts'
import type { Files, Pack, SourceFile } from '../files/index.ts'
import { type Hand, shareOut } from './hands.ts'
import { pipelineVersion } from './pipeline.ts'

const articlesPerBatch = 32

export interface TextParser {
  readonly parse: ParseCache
  /** Parses every article below these folders, for `parse` to have. */
  ahead(files: Files, folders: readonly string[]): Promise<void>
}

type Parser = (source: SourceFile) => unknown

/** Parsers of Markdown, whose results are plain data. What is left is read in no time. */
const keptParsers = new Map<Parser, string>([
  [parseArticle, 'article'],
  [parseFaq, 'faq'],
  [parsePageText, 'page'],
])

/**
 * @param store What this run has parsed.
 * @param pack What earlier runs parsed, if that is kept; what this one parses is added.
 */
export function textParser(store: ParseStore, pack: Pack | undefined, hands: readonly Hand[]): TextParser {
  const pipeline = pipelineVersion('satteri')
  const keyOf = (kind: string, { path, text }: SourceFile): string =>
    hash('sha256', `${pipeline}\n${kind} ${path}\n${text}`)
  /** Whether the store has the result, if need be from an earlier run. */
  const isKnown = (parser: Parser, kind: string, source: SourceFile): boolean => {
    if (store.has(parser, source)) return true
    if (pack === undefined) return false
    const kept = pack.get(keyOf(kind, source))
    if (kept === undefined) return false
    store.put(parser, source, JSON.parse(kept))
    return true
  }
  const keep = (parser: Parser, kind: string, source: SourceFile, result: unknown): void => {
    store.put(parser, source, result)
    pack?.set(keyOf(kind, source), JSON.stringify(result))
  }

  // Brands that are prepared at once must not parse the same articles.
  let before: Promise<unknown> = Promise.resolve()
  return {
    parse(parser, source) {
      const kind = keptParsers.get(parser)
      if (kind !== undefined && !isKnown(parser, kind, source)) keep(parser, kind, source, parser(source))
      return store(parser, source)
    },
    ahead(files, folders) {
      const parseAll = async (): Promise<void> => {
        const paths = folders
          .flatMap(folder => files.list(`${folder}/articles`).value)
          .filter(path => path.endsWith('.md'))
        // Read as they are handed out: other threads parse meanwhile.
        await shareOut(hands, paths, articlesPerBatch, async (hand, batch) => {
          const unknown = batch
            .flatMap(path => files.readText(path).value ?? [])
            .filter(source => !isKnown(parseArticle, 'article', source))
          const parsed = unknown.length === 0 ? [] : await hand.parse(unknown)
          for (const [index, source] of unknown.entries())
            keep(parseArticle, 'article', source, parsed[index])
          return []
        })
      }
      const work = before.then(parseAll)
      before = work.catch(() => undefined)
      return work
    },
  }
}
