// Parses each file once, no matter how many brands read it.

import { naming } from '../diagnostics/index.ts'
import { remembered, rememberedWeakly, type SourceFile } from '../files/index.ts'

/**
 * Runs a parser on a file, or returns its earlier result. A parser must depend only on the source file, and nothing may modify
 * its result.
 */
export type ParseCache = <Value>(parse: (source: SourceFile) => Value, source: SourceFile) => Value

/**
 * A cache for one run (or, in watch mode, for as long as `Files` returns the same objects).
 * @param parseNew Parses what the cache does not have. Default: calls the parser.
 */
export function createParseCache(parseNew: ParseCache = (parse, source) => parse(source)): ParseCache {
  const parserOf = remembered((parse: (source: SourceFile) => unknown) =>
    rememberedWeakly((source: SourceFile) => naming(source.path, () => parseNew(parse, source))),
  )
  return (parse, source) => parserOf(parse)(source) as ReturnType<typeof parse>
}
