// From a rendered page to what is written.

import type { Diagnostic } from '../diagnostics/index.ts'
import type { WakeOn } from '../kit/index.ts'
import type { Page } from '../site/index.ts'
import type { HtmlBudget } from './budget.ts'
import { type InspectedHtml, inspectHtml } from './links.ts'
import { isPieceMark, type Piece, partsOf } from './pieces.ts'
import {
  contentSecurityPolicy,
  type InlineHashes,
  inlineHashes,
  joinHashes,
  type PolicyBasis,
} from './policy.ts'

/** A page as its template rendered it: without a policy, and with marks in the places of its pieces. */
export interface RenderedPage {
  readonly page: Page
  readonly html: string
  /** What of the HTML counts to the weight of the page. */
  readonly counted: string
  /** In the order of the marks' numbers. */
  readonly pieces: readonly Piece[]
  /** Whether the provider's form is on it. */
  readonly form: boolean
  /** The islands on it, each with all the ways it wakes. */
  readonly islands: ReadonlyMap<string, ReadonlySet<WakeOn>>
}

/** A page in its final form, with what the rest of the site needs to know of it. */
export interface FinishedPage {
  /** Its own texts and its pieces, one after the other; `pageBytes` joins them. */
  readonly parts: readonly (string | Piece)[]
  readonly hashes: InlineHashes
  /** Of the page's own HTML, then of each of its pieces. */
  readonly inspected: readonly InspectedHtml[]
  /** That it is too large. */
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Gives a page its policy and judges its size. Nothing may change the HTML afterwards: the policy has hashes of it.
 */
export function finishPage(rendered: RenderedPage, basis: PolicyBasis, budget: HtmlBudget): FinishedPage {
  const { page, html, counted, pieces, form } = rendered
  const hashes = joinHashes([inlineHashes(html, isPieceMark), ...pieces.map(piece => piece.hashes)])
  const policy = contentSecurityPolicy(basis, hashes, form, 'meta')
  const place = placeOfPolicy(html)
  const tag = `<meta http-equiv="Content-Security-Policy" content="${policy}"/>`
  return {
    parts: partsOf(html.slice(0, place) + tag + html.slice(place), pieces),
    hashes,
    inspected: [inspectHtml(html), ...pieces.map(piece => piece.links)],
    diagnostics: budget.check(page, tag + counted, pieces),
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
