// Text that earlier runs have parsed.

import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type Pack, pipelineVersion } from '../cache/index.ts'
import {
  type ParseCache,
  parseArticleBody,
  parseContentPage,
  parseFaq,
  parseFrontMatter,
  parseMap,
  parsePageText,
} from '../content/index.ts'
import { timedOut } from '../diagnostics/index.ts'
import { rememberedWeakly, type SourceFile } from '../files/index.ts'

type Parser = (source: SourceFile) => unknown

/** How a result is written and read. */
interface CachedForm {
  readonly kind: string
  /** Undefined if reading it again would give something else. */
  readonly write: (result: unknown) => string | undefined
  readonly read: (text: string) => unknown
}

const cachedForms = new Map<Parser, CachedForm>([
  [parseFrontMatter, plain('front matter')],
  [parseArticleBody, plain('article')],
  [parsePageText, plain('privacy page')],
  [parseContentPage, plain('page')],
  // Located data, whose maps are not JSON.
  [parseFaq, withMaps('faq')],
  [parseMap, withMaps('map')],
])

function plain(kind: string): CachedForm {
  return { kind, write: result => JSON.stringify(result), read: text => JSON.parse(text) }
}

function withMaps(kind: string): CachedForm {
  return { kind, write: writeMaps, read: readMaps }
}

function writeMaps(result: unknown): string | undefined {
  const text = JSON.stringify(result, (_, value) => (value instanceof Map ? [...value] : value))
  // YAML has infinity, but JSON does not.
  return isDeepStrictEqual(readMaps(text), result) ? text : undefined
}

function readMaps(text: string): unknown {
  return JSON.parse(text, (key, value) => (key === 'entries' ? new Map(value) : value))
}

/** Parses text that no earlier run has parsed, and caches the result for later runs. */
export function cachedTexts(pack: Pack): ParseCache {
  const pipeline = pipelineVersion('satteri')
  const sumOf = rememberedWeakly(({ path, text }: SourceFile) =>
    hash('sha256', `${pipeline}\n${path}\n${text}`),
  )
  return (parser, source) => {
    const form = cachedForms.get(parser)
    if (form === undefined) return parser(source)
    const key = `${form.kind} ${sumOf(source)}`
    const cached = pack.get(key)
    if (cached !== undefined) return form.read(cached) as ReturnType<typeof parser>
    const result = parser(source)
    const text = form.write(result)
    if (text !== undefined && !text.includes(`"${timedOut}"`)) pack.set(key, text)
    return result
  }
}
