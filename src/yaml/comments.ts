// Where a YAML text has comments.

import { Lexer } from 'yaml'

/** The comments of a YAML text, each from its "#" to the end of its line, as offsets. Any text will do, even one with errors. */
export function yamlComments(text: string): readonly (readonly [start: number, end: number])[] {
  const found: (readonly [number, number])[] = []
  let at = 0
  let last = ''
  for (const token of new Lexer().lex(text)) {
    // Tokens of one control character stand for no text: a document, the end of a flow collection, a scalar that follows.
    const isMark = /^[\x02\x18\x1f]$/.test(token)
    if (token.startsWith('#') && last !== '\x1f') found.push([at, at + token.length])
    if (!isMark) at += token.length
    last = token
  }
  return found
}
