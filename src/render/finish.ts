// From a rendered page to what is written.

import type { Diagnostic } from '../diagnostics/index.ts'
import type { WakeOn } from '../kit/index.ts'
import type { Page } from '../site/index.ts'
import type { HtmlBudget } from './budget.ts'
import { type InspectedHtml, inspectHtml } from './links.ts'
import { cutAtBoundaries, isPieceMark, type Piece, partsOf } from './pieces.ts'
import {
  contentSecurityPolicy,
  type InlineHashes,
  inlineHashes,
  joinHashes,
  type PolicyBasis,
} from './policy.ts'

/** What of a page of the model is needed to finish it. */
export type FinishedPageModel = Pick<Page, 'kind' | 'route' | 'source' | 'htmlBudget' | 'hasForm'>

/** A page as its template rendered it. */
export interface RenderedPage {
  /** Without a policy; with marks in the places of its pieces, and boundaries around what its budget leaves out. */
  readonly html: string
  /** In the order of the marks' numbers. */
  readonly pieces: readonly Piece[]
  /** The islands on it, each with all the ways it wakes. */
  readonly islands: ReadonlyMap<string, ReadonlySet<WakeOn>>
}

/** A page in its final form, with what the rest of the site needs to know of it. */
export interface FinishedPage {
  /** Its own texts and its pieces, one after the other; `pageBytes` joins them. */
  readonly parts: readonly (string | Piece)[]
  readonly hashes: InlineHashes
  /** Of the page's own HTML; each of its pieces has its own. */
  readonly inspected: InspectedHtml
  /** That it is too large. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Gives a page its policy and judges its size. Nothing may change the HTML afterwards: the policy has hashes of it. */
export function finishPage(
  page: FinishedPageModel,
  { html, pieces }: Omit<RenderedPage, 'islands'>,
  basis: PolicyBasis,
  budget: HtmlBudget,
): FinishedPage {
  const { all, counted } = cutAtBoundaries(html)
  const hashes = joinHashes([inlineHashes(all, isPieceMark), ...pieces.map(piece => piece.hashes)])
  const policy = contentSecurityPolicy(basis, hashes, page.hasForm, 'meta')
  const place = placeOfPolicy(all)
  const tag = `<meta http-equiv="Content-Security-Policy" content="${policy}"/>`
  return {
    parts: partsOf(all.slice(0, place) + tag + all.slice(place), pieces),
    hashes,
    inspected: inspectHtml(all),
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
