// Texts parsed by earlier runs, and by other threads.

import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  type ParseCache,
  type ParseStore,
  parseArticleBody,
  parseFaq,
  parseFrontMatter,
  parseMap,
  parsePageText,
} from '../content/index.ts'
import type { Files, Pack, SourceFile } from '../files/index.ts'
import { type ParserAhead, parserAhead, type TextHand } from './parse-ahead.ts'
import { pipelineVersion } from './pipeline.ts'

export interface TextParser {
  readonly parse: ParseCache
  /** Whether `parse` has the result, from this run or an earlier one. */
  readonly isKnown: (parser: Parser, source: SourceFile) => boolean
  /** Has the text of every article below these folders parsed by other threads, if there are any. */
  begin(files: Files, folders: readonly string[]): void
  /** Resolves when none of these texts is under way in another thread, or none at all. */
  readonly ready: ParserAhead['ready']
}

type Parser = (source: SourceFile) => unknown

/** How a result is written and read. */
interface KeptForm {
  readonly kind: string
  /** Undefined where what is read would not be the same. */
  readonly write: (result: unknown) => string | undefined
  readonly read: (text: string) => unknown
}

const keptForms = new Map<Parser, KeptForm>([
  [parseFrontMatter, plain('front matter')],
  [parseArticleBody, plain('article')],
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
 * @param hands Threads that parse.
 */
export function textParser(
  store: ParseStore,
  pack: Pack | undefined,
  hands: readonly TextHand[],
): TextParser {
  const pipeline = pipelineVersion('satteri')
  const sums = new WeakMap<SourceFile, string>()
  const keyOf = ({ kind }: KeptForm, source: SourceFile): string => {
    const sum = sums.get(source) ?? hash('sha256', `${pipeline}\n${source.path}\n${source.text}`)
    sums.set(source, sum)
    return `${kind} ${sum}`
  }
  /** Whether the store has the result, if need be from an earlier run. */
  const isKnown = (parser: Parser, source: SourceFile): boolean => {
    if (store.has(parser, source)) return true
    const form = keptForms.get(parser)
    if (pack === undefined || form === undefined) return false
    const kept = pack.get(keyOf(form, source))
    if (kept === undefined) return false
    store.put(parser, source, form.read(kept))
    return true
  }
  const keep = (parser: Parser, source: SourceFile, result: unknown): void => {
    store.put(parser, source, result)
    const form = keptForms.get(parser)
    const text = pack && form?.write(result)
    if (form !== undefined && text !== undefined) pack?.set(keyOf(form, source), text)
  }

  const ahead = parserAhead(hands, (source, markup) =>
    keep(parseArticleBody, source, { value: markup, diagnostics: [] }),
  )
  function* unknownTexts(files: Files, folders: readonly string[]): Iterable<SourceFile> {
    for (const path of folders.flatMap(folder => files.list(`${folder}/articles`).value)) {
      const source = path.endsWith('.md') ? files.readText(path).value : undefined
      if (source !== undefined && !isKnown(parseArticleBody, source)) yield source
    }
  }
  return {
    parse(parser, source) {
      if (!isKnown(parser, source)) keep(parser, source, parser(source))
      return store(parser, source)
    },
    isKnown,
    begin: (files, folders) => ahead.begin(unknownTexts(files, folders)),
    ready: ahead.ready,
  }
}
