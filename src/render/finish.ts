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

/** Gives memory of a size, which may hold anything. */
export interface PageMemory {
  /** For the page's own HTML; used no longer than the page is finished. */
  readonly own: (size: number) => Buffer
  /** For the bytes of the whole page. */
  readonly whole: (size: number) => Buffer
}

const newMemory: PageMemory = { own: Buffer.allocUnsafe, whole: Buffer.allocUnsafe }

/**
 * Gives a page its policy, judges its size and puts it together.
 * @param judge Told of the judging, which takes longest.
 * @param memory Default: new memory for each page.
 */
export function finishPage(
  { route, own: text, form }: RenderedText,
  pieces: readonly FinishedPiece[],
  basis: PolicyBasis,
  budget: HtmlBudget,
  pool: TextPool,
  judge: <Value>(work: () => Value) => Value,
  memory: PageMemory = newMemory,
): FinalPage {
  const hashes = joinHashes([inlineHashes(text, isPieceMark), ...pieces.map(piece => piece.hashes)])
  const policy = contentSecurityPolicy(basis, hashes, form, 'meta')
  const place = placeOfPolicy(text)
  const own = encodeParts(
    [
      text.slice(0, place),
      `<meta http-equiv="Content-Security-Policy" content="${policy}"/>`,
      text.slice(place),
    ],
    memory.own,
  )
  const { inspected, diagnostics } = judge(() => ({
    inspected: inspectHtml(text, pool),
    diagnostics: budget.check(route, own, pieces),
  }))
  return { bytes: putTogether(own, pieces, memory.whole), hashes, inspected, diagnostics }
}

/** Behind the declaration of the encoding; without `<Document>`, at the start of the head or of the document. */
function placeOfPolicy(html: string): number {
  for (const mark of ['<meta charSet="utf-8"/>', '<head>', '<!DOCTYPE html>']) {
    const start = html.indexOf(mark)
    if (start !== -1) return start + mark.length
  }
  return 0
}

/** Texts one after the other in UTF-8, without ever being one text. */
function encodeParts(parts: readonly string[], allocate: (size: number) => Buffer): Buffer {
  const most = 3 * parts.reduce((length, part) => length + part.length, 0)
  const memory = allocate(most)
  let end = 0
  for (const part of parts) end += memory.write(part, end)
  return memory.subarray(0, end)
}
