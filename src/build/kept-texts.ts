// Texts parsed by earlier runs.

import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Pack } from '../cache/index.ts'
import {
  type ParseCache,
  parseArticleBody,
  parseFaq,
  parseFrontMatter,
  parseMap,
  parsePageText,
} from '../content/index.ts'
import type { SourceFile } from '../files/index.ts'
import { pipelineVersion } from './pipeline.ts'

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

/** Parses what no earlier run has parsed, and keeps it in the pack for later ones. */
export function keptTexts(pack: Pack): ParseCache {
  const pipeline = pipelineVersion('satteri')
  const sums = new WeakMap<SourceFile, string>()
  const sumOf = (source: SourceFile): string => {
    const sum = sums.get(source) ?? hash('sha256', `${pipeline}\n${source.path}\n${source.text}`)
    sums.set(source, sum)
    return sum
  }
  return (parser, source) => {
    const form = keptForms.get(parser)
    if (form === undefined) return parser(source)
    const key = `${form.kind} ${sumOf(source)}`
    const kept = pack.get(key)
    if (kept !== undefined) return form.read(kept) as ReturnType<typeof parser>
    const result = parser(source)
    const text = form.write(result)
    if (text !== undefined) pack.set(key, text)
    return result
  }
}
