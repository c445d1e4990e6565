// The last steps from a rendered page to the bytes that are written. They depend on the page's text and on little else, so
// that another thread can do them.

import type { Diagnostic } from '../diagnostics/index.ts'
import type { HtmlBudget } from './budget.ts'
import { type InspectedHtml, inspectHtml, type TextPool } from './links.ts'
import { type FinishedPiece, isPieceMark, putTogether } from './pieces.ts'
import {
  contentSecurityPolicy,
  type InlineHashes,
  inlineHashes,
  joinHashes,
  type PolicyBasis,
} from './policy.ts'

/** A rendered page, as text. */
export interface RenderedText {
  readonly route: string
  /** Marks stand in the places of its pieces; it has no policy yet. */
  readonly own: string
  /** Whether the provider's form is on it. */
  readonly form: boolean
}

/** A page in its final bytes, with what the rest of the site needs to know of it. */
export interface FinalPage {
  readonly bytes: Buffer
  readonly hashes: InlineHashes
  /** Of its own HTML. */
  readonly inspected: InspectedHtml
  /** That it is too large. */
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Gives a page its policy, judges its size and puts it together.
 * @param judge Told of the judging, which takes longest.
 * @param allocate Gives memory for the bytes; default: new memory for each page.
 */
export function finishPage(
  { route, own: text, form }: RenderedText,
  pieces: readonly FinishedPiece[],
  basis: PolicyBasis,
  budget: HtmlBudget,
  pool: TextPool,
  judge: <Value>(work: () => Value) => Value,
  allocate?: (size: number) => Buffer,
): FinalPage {
  const hashes = joinHashes([inlineHashes(text, isPieceMark), ...pieces.map(piece => piece.hashes)])
  const policy = contentSecurityPolicy(basis, hashes, form, 'meta')
  const html = insertAfter(
    text,
    '<meta charSet="utf-8"/>',
    `<meta http-equiv="Content-Security-Policy" content="${policy}"/>`,
  )
  const own = Buffer.from(html)
  const { inspected, diagnostics } = judge(() => ({
    inspected: inspectHtml(html, pool),
    diagnostics: budget.check(route, own, pieces),
  }))
  return { bytes: putTogether(own, pieces, allocate), hashes, inspected, diagnostics }
}

/** Where the mark is missing (a template without `<Document>`), the text goes to the start of the head or of the document. */
function insertAfter(html: string, mark: string, text: string): string {
  const found = [mark, '<head>', '<!DOCTYPE html>'].find(candidate => html.includes(candidate)) ?? ''
  const end = html.indexOf(found) + found.length
  return html.slice(0, end) + text + html.slice(end)
}
