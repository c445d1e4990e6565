// Reports names in braces that are not tokens.

import { type Diagnostic, diagnostic, didYouMean, type Origin } from '../../diagnostics/index.ts'
import { type Located, originInside } from '../../yaml/index.ts'
import { foreignSyntax } from '../markdown/foreign-syntax.ts'
import { tokenNames, unknownTokens } from './tokens.ts'

/** Reports one such name, in any kind of text. */
export function unknownToken(name: string, at: Origin): Diagnostic {
  return diagnostic('content/unknown-token', `{${name}} is not a token.`, {
    at,
    hint: didYouMean(name, tokenNames, 'Tokens'),
  })
}

/** Reports every such name in the strings of YAML data, at its own place, and other tools' syntax. */
export function tokenProblems(data: Located): Diagnostic[] {
  if (data.kind === 'list') return data.items.flatMap(tokenProblems)
  if (data.kind === 'map') return [...data.entries.values()].flatMap(({ value }) => tokenProblems(value))
  const text = String(data.value)
  return [
    ...unknownTokens(text).map(name => unknownToken(name, originInside(data, `{${name}}`))),
    ...foreignSyntax(text, offset => originInside(data, text.slice(offset, offset + 3))),
  ]
}
