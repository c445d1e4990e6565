// Markdown to HTML with holes. `parseByReference` defines what a text says; `parseFast` says the same sooner, where it can.

import type { Outcome } from '../diagnostics/index.ts'
import { withDeadline } from './deadline.ts'
import { parseFast } from './markdown-fast.ts'
import { limitProblem, tooSlow } from './markdown-limits.ts'
import type { MarkdownPlace } from './markdown-problems.ts'
import { loadReference, parseByReference } from './markdown-reference.ts'
import type { Markup } from './markup.ts'

/** Directives that an article may hold, each on a line of its own. Which component stands for one is the templates' say. */
export const directiveNames = ['cost-calculator'] as const

/** A text within the limits takes well below a second. */
const deadline = 5000

/**
 * Parses CommonMark. Raw HTML, unsafe links, unknown tokens and absurd size, nesting or complexity are errors; the value
 * is then undefined. Whether a link leads anywhere is for `site/` to find out, once all routes are known.
 */
export function parseMarkdown(text: string, place: MarkdownPlace): Outcome<Markup | undefined> {
  const problem = limitProblem(text, place)
  if (problem !== undefined) return { value: undefined, diagnostics: [problem] }
  const fast = parseFast(text, place)
  if (fast !== undefined) return { value: fast, diagnostics: [] }
  // Not under the deadline: V8 may stop what runs there anywhere, and a package that is half loaded stays so.
  loadReference()
  const parsed = withDeadline(deadline, () => parseByReference(text, place))
  return parsed?.value ?? { value: undefined, diagnostics: [tooSlow(place.originAt({ line: 1, column: 1 }))] }
}
