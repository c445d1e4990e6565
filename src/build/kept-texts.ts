// Texts parsed by earlier runs, and the articles of a brand parsed by all hands at once before its content is loaded.

import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  type ParseCache,
  type ParseStore,
  parseArticle,
  parseFaq,
  parseMap,
  parsePageText,
} from '../content/index.ts'
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

/** How a result is written and read. */
interface KeptForm {
  readonly kind: string
  /** Undefined where what is read would not be the same. */
  readonly write: (result: unknown) => string | undefined
  readonly read: (text: string) => unknown
}

const articleForm = plain('article')
const keptForms = new Map<Parser, KeptForm>([
  [parseArticle, articleForm],
  [parseFaq, plain('faq')],
  [parsePageText, plain('page')],
  // Located data, whose maps are no JSON.
  [parseMap, { kind: 'map', write: writeMaps, read: readMaps }],
])

function plain(kind: string): KeptForm {
  return { kind, write: result => JSON.stringify(result), read: text => JSON.parse(text) }
}

function writeMaps(result: unknown): string | undefined {
  const text = JSON.stringify(result, (_, value) => (value instanceof Map ? [...value] : value))
  // JSON has no infinity, which YAML has.
  return isDeepStrictEqual(readMaps(text), result) ? text : undefined
}

function readMaps(text: string): unknown {
  return JSON.parse(text, (key, value) => (key === 'entries' ? new Map(value) : value))
}

/**
 * @param store What this run has parsed.
 * @param pack What earlier runs parsed, if that is kept; what this one parses is added.
 */
export function textParser(store: ParseStore, pack: Pack | undefined, hands: readonly Hand[]): TextParser {
  const pipeline = pipelineVersion('satteri')
  const keyOf = ({ kind }: KeptForm, { path, text }: SourceFile): string =>
    hash('sha256', `${pipeline}\n${kind} ${path}\n${text}`)
  /** Whether the store has the result, if need be from an earlier run. */
  const isKnown = (parser: Parser, form: KeptForm, source: SourceFile): boolean => {
    if (store.has(parser, source)) return true
    if (pack === undefined) return false
    const kept = pack.get(keyOf(form, source))
    if (kept === undefined) return false
    store.put(parser, source, form.read(kept))
    return true
  }
  const keep = (parser: Parser, form: KeptForm, source: SourceFile, result: unknown): void => {
    store.put(parser, source, result)
    const text = pack && form.write(result)
    if (text !== undefined) pack?.set(keyOf(form, source), text)
  }

  // Brands that are prepared at once must not parse the same articles.
  let before: Promise<unknown> = Promise.resolve()
  return {
    parse(parser, source) {
      const form = keptForms.get(parser)
      if (form !== undefined && !isKnown(parser, form, source)) keep(parser, form, source, parser(source))
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
            .filter(source => !isKnown(parseArticle, articleForm, source))
          const parsed = unknown.length === 0 ? [] : await hand.parse(unknown)
          for (const [index, source] of unknown.entries())
            keep(parseArticle, articleForm, source, parsed[index])
          return []
        })
      }
      const work = before.then(parseAll)
      before = work.catch(() => undefined)
      return work
    },
  }
}
