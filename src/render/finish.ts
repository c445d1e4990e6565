// The last steps from a rendered page to the bytes that are written.

import type { Diagnostic } from '../diagnostics/index.ts'
import type { WakeOn } from '../kit/index.ts'
import type { HtmlBudget } from './budget.ts'
import { type InspectedHtml, inspectHtml } from './links.ts'
import { isPieceMark, joinPieces, type Piece } from './pieces.ts'
import {
  contentSecurityPolicy,
  type InlineHashes,
  inlineHashes,
  joinHashes,
  type PolicyBasis,
} from './policy.ts'

/** A page as its template rendered it: without a policy, and with marks in the places of its pieces. */
export interface RenderedPage {
  readonly route: string
  readonly html: string
  /** In the order of the marks' numbers. */
  readonly pieces: readonly Piece[]
  /** Whether the provider's form is on it. */
  readonly form: boolean
  /** The islands on it, each with all the ways it wakes. */
  readonly islands: ReadonlyMap<string, ReadonlySet<WakeOn>>
}

/** A page in its final bytes, with what the rest of the site needs to know of it. */
export interface FinishedPage {
  readonly bytes: Buffer
  readonly hashes: InlineHashes
  /** Of the page's own HTML, then of each of its pieces. */
  readonly inspected: readonly InspectedHtml[]
  /** That it is too large. */
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Gives a page its policy, judges its size and puts it together. Nothing may change the HTML afterwards: the policy has
 * hashes of it.
 */
export function finishPage(page: RenderedPage, basis: PolicyBasis, budget: HtmlBudget): FinishedPage {
  const { route, pieces, form } = page
  const hashes = joinHashes([inlineHashes(page.html, isPieceMark), ...pieces.map(piece => piece.hashes)])
  const policy = contentSecurityPolicy(basis, hashes, form, 'meta')
  const place = placeOfPolicy(page.html)
  const html = `${page.html.slice(0, place)}<meta http-equiv="Content-Security-Policy" content="${policy}"/>${page.html.slice(place)}`
  return {
    bytes: joinPieces(html, pieces),
    hashes,
    inspected: [inspectHtml(page.html), ...pieces.map(piece => piece.links)],
    diagnostics: budget.check(route, html, pieces),
  }
}

/** Behind the declaration of the encoding; without `<Document>`, at the start of the head or of the document. */
function placeOfPolicy(html: string): number {
  for (const mark of ['<meta charSet="utf-8"/>', '<head>', '<!DOCTYPE html>']) {
    const start = html.indexOf(mark)
    if (start !== -1) return start + mark.length
  }
  return 0
}
