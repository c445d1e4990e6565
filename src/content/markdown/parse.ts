// Turns Markdown into HTML with holes. `parseByReference` defines the result; `parseFast` returns the same result faster, if
// it can.

import { withOwnAnchors } from './anchors.ts'
import { withDeadline } from './deadline.ts'
import { parseFast } from './fast.ts'
import { limitProblem, tooSlow } from './limits.ts'
import type { ParsedMarkdown } from './markup.ts'
import type { MarkdownPlace } from './problems.ts'
import { loadReference, parseByReference } from './reference.ts'

/** In milliseconds. A document within the limits takes less than a second, but the machine may be busy. */
const deadline = 60_000

/**
 * Parses CommonMark. Raw HTML, unsafe links, unknown tokens and excessive size, nesting or complexity are errors; the value is
 * then undefined. `site/` checks links once all routes are known.
 * @param text Without any `forbiddenCharacter`: noncharacters mark the holes.
 */
export function parseMarkdown(text: string, place: MarkdownPlace): ParsedMarkdown {
  const problem = limitProblem(text, place)
  if (problem !== undefined) return { value: undefined, diagnostics: [problem] }
  const fast = parseFast(text, place)?.markup
  if (fast !== undefined) return { value: withOwnAnchors(fast), diagnostics: [] }
  // Before the deadline starts: V8 may stop the work at any point, and a half-loaded package would stay half loaded.
  loadReference()
  const parsed = withDeadline(deadline, () => parseByReference(text, place))
  if (parsed === undefined)
    return { value: undefined, diagnostics: [tooSlow(place.originAt({ line: 1, column: 1 }))] }
  const { value } = parsed.value
  return value === undefined ? parsed.value : { ...parsed.value, value: withOwnAnchors(value) }
}
