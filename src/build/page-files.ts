// One page of a prepared site: rendered, then judged as it will be written.

import type { Diagnostic, Outcome } from '../diagnostics/index.ts'
import type { OutputFile } from '../files/index.ts'
import {
  encodedPiece,
  type FinalPage,
  finishPage,
  type InlineHashes,
  type PageHtml,
  type PageLinks,
} from '../render/index.ts'
import type { Page } from '../site/index.ts'
import { type Clock, noClock } from './clock.ts'
import type { PageMakings } from './prepared-site.ts'

/** What of a rendered page matters when all of a site's are put together. Plain data. */
export interface PageFacts {
  readonly hashes: InlineHashes
  /** Names of the islands on it. */
  readonly islands: readonly string[]
  readonly links: PageLinks
  /** Output path of its card. */
  readonly cardPath?: string
}

/** A page that is rendered, but not finished. */
export interface DrawnPage {
  readonly html: PageHtml
  /** The picture that a link to the page shows. */
  readonly card?: OutputFile
}

/** A page in its final bytes. */
export interface RenderedFiles {
  readonly file: OutputFile
  readonly card?: OutputFile
  readonly facts: PageFacts
}

/** Renders one page. Undefined when its template throws. */
export async function drawPage(
  { view, renderer, scripts, card: drawCard }: PageMakings,
  page: Page,
  clock: Clock = noClock,
): Promise<Outcome<DrawnPage | undefined>> {
  const { brand } = view
  const card = await clock('assets', () => drawCard(page))
  return clock('render', () => {
    const { value, diagnostics } = renderer.render(page, card && `${brand.basePath}/${card.path}`)
    if (value === undefined) return { value, diagnostics }
    const overBudget = clock('judge', () => scripts.check(page.route, value.islands))
    return {
      value: { html: value, ...(card && { card }) },
      diagnostics: [...diagnostics, ...ofBrand(brand.id, overBudget)],
    }
  })
}

/** Renders one page and finishes it. Undefined when its template throws. */
export async function renderPageFiles(
  makings: PageMakings,
  page: Page,
  clock: Clock = noClock,
): Promise<Outcome<RenderedFiles | undefined>> {
  const { value, diagnostics } = await drawPage(makings, page, clock)
  if (value === undefined) return { value, diagnostics }
  const { text, pieces } = value.html
  const final = clock('render', () =>
    finishPage(text, pieces.map(encodedPiece), makings.view, makings.budget, makings.texts, work =>
      clock('judge', work),
    ),
  )
  return {
    value: {
      file: { path: page.outputPath, bytes: final.bytes },
      ...(value.card && { card: value.card }),
      facts: factsOf(value, final),
    },
    diagnostics: [...diagnostics, ...ofBrand(makings.view.brand.id, final.diagnostics)],
  }
}

export function factsOf(
  { html, card }: DrawnPage,
  { hashes, inspected }: Pick<FinalPage, 'hashes' | 'inspected'>,
): PageFacts {
  return {
    hashes,
    islands: [...html.islands.keys()],
    links: { route: html.text.route, inspected: [inspected, ...html.pieces.map(piece => piece.links)] },
    ...(card && { cardPath: card.path }),
  }
}

/** Problems of a page belong to its brand. */
export function ofBrand(brand: string, diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.map(problem => ({ ...problem, brand }))
}
