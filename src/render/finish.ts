// Turns a rendered page into its final bytes.

import type { TemplateOrigins } from '../assets/index.ts'
import type { Diagnostic } from '../diagnostics/index.ts'
import type { WakeCause } from '../kit/index.ts'
import type { Page } from '../site/index.ts'
import { htmlProblems } from './budget.ts'
import type { InspectedHtml } from './inspect.ts'
import { type HtmlPart, inspectParts, pageBytes } from './pieces.ts'
import { contentSecurityPolicy, type InlineHashes, type PolicyBasis } from './policy.ts'

/** A page as its template rendered it. */
export interface RenderedPage {
  /** Without a policy. */
  readonly parts: readonly HtmlPart[]
  /** The islands on it, each with all the ways it wakes. */
  readonly islands: ReadonlyMap<string, ReadonlySet<WakeCause>>
}

/** A page in its final form, with the facts that the rest of the site needs. */
interface FinishedPage {
  readonly bytes: Buffer
  readonly hashes: InlineHashes
  /** For the page's own HTML; each of its pieces has its own. */
  readonly inspected: InspectedHtml
  /** Whether it is too large. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Adds a page's policy and checks its size. Nothing may change the HTML afterwards: the policy contains its hashes. */
export function finishPage(
  page: Page,
  parts: readonly HtmlPart[],
  basis: PolicyBasis,
  origins: TemplateOrigins,
): FinishedPage {
  const { own, hashes } = inspectParts(parts)
  const policy = contentSecurityPolicy(basis, hashes, page.hasForm, 'meta')
  const [start, ...rest] = parts
  const whole = [withPolicy(typeof start === 'string' ? start : '', policy), ...rest]
  return {
    bytes: pageBytes(whole),
    hashes,
    inspected: own,
    diagnostics: htmlProblems(page, whole, origins),
  }
}

/** @param start The beginning of a page's HTML. */
function withPolicy(start: string, policy: string): string {
  const place = placeOfPolicy(start)
  const tag = `<meta http-equiv="Content-Security-Policy" content="${policy}"/>`
  return start.slice(0, place) + tag + start.slice(place)
}

/** After the encoding declaration; without `<Document>`, at the start of the head or the document. */
function placeOfPolicy(html: string): number {
  for (const mark of ['<meta charset="utf-8"/>', '<head>', '<!DOCTYPE html>']) {
    const start = html.indexOf(mark)
    if (start !== -1) return start + mark.length
  }
  return 0
}
