// Turns Markdown into HTML with holes. `parseByReference` defines the result; `parseFast` returns the same result faster, if
// it can.

import { withOwnAnchors } from './anchors.ts'
import { parseFast } from './fast.ts'
import { limitProblem, tooComplex, withinLimits } from './limits.ts'
import type { ParsedMarkdown } from './markup.ts'
import type { MarkdownPlace } from './problems.ts'
import { loadReference, parseByReference } from './reference.ts'

/**
 * In milliseconds. The reference takes about a second for a text of the largest allowed size, but its time grows with the square
 * of the number of some marks: 128 kB of "![" would take minutes.
 */
const timeLimit = 10_000

/**
 * Parses CommonMark. Raw HTML, unsafe links, unknown tokens and excessive size, nesting or complexity are errors; the value is
 * then undefined. `site/` checks links once all routes are known.
 * @param text Without any `forbiddenCharacter`: noncharacters mark the holes.
 */
export function parseMarkdown(
  text: string,
  place: MarkdownPlace,
  milliseconds: number = timeLimit,
): ParsedMarkdown {
  const problem = limitProblem(text, place)
  if (problem !== undefined) return { value: undefined, diagnostics: [problem] }
  const fast = parseFast(text, place)?.markup
  if (fast !== undefined) return { value: withOwnAnchors(fast), diagnostics: [] }
  // Before the time starts: V8 may stop the work at any point, and a half-loaded package would stay half loaded.
  loadReference()
  const parsed = withinLimits(milliseconds, () => parseByReference(text, place))
  if (parsed === undefined)
    return { value: undefined, diagnostics: [tooComplex(place.originAt({ line: 1, column: 1 }))] }
  const { value } = parsed.value
  return value === undefined ? parsed.value : { ...parsed.value, value: withOwnAnchors(value) }
}
