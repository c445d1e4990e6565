// A block as written: `::faq{only="cost, credit"}` on a line of its own. Both Markdown parsers use this.

import type { WrittenBlock } from './markup.ts'
import type { MarkdownPlace } from './problems.ts'

const line =
  /^::([A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*)(?:\{ *((?:[A-Za-z][\w-]*=(?:"[^"\n]*"|'[^'\n]*')(?: +|(?=\})))*)\})?$/
const attribute = /([A-Za-z][\w-]*)=(?:"([^"]*)"|'([^']*)')/g

/**
 * Parses such a line. Undefined if it is malformed or repeats an attribute.
 * @param start Its offset in the text.
 */
export function parseBlockLine(
  source: string,
  start: { readonly line: number; readonly column: number },
  { originAt }: MarkdownPlace,
): WrittenBlock | undefined {
  const [, name, written = ''] = line.exec(source) ?? []
  if (name === undefined) return undefined
  const offset = source.length - 1 - written.length
  const attributes = [...written.matchAll(attribute)].map(match => {
    const [, key = '', double, single = ''] = match
    const origin = originAt({ line: start.line, column: start.column + offset + match.index })
    return { key, value: double ?? single, origin }
  })
  const isOnce = new Set(attributes.map(({ key }) => key)).size === attributes.length
  return isOnce ? { name, origin: originAt(start), attributes } : undefined
}
