// One page of a prepared site: rendered, then judged as it will be written.

import type { Diagnostic, Outcome } from '../diagnostics/index.ts'
import type { OutputFile } from '../files/index.ts'
import { type PageHtml, type PageLinks, putTogether } from '../render/index.ts'
import type { Page } from '../site/index.ts'
import { type Clock, noClock } from './clock.ts'
import type { PageMakings } from './prepared-site.ts'

/** What of a rendered page matters when all of a site's are put together. Plain data. */
export interface PageFacts {
  readonly hashes: PageHtml['hashes']
  /** Names of the islands on it. */
  readonly islands: readonly string[]
  readonly links: PageLinks
  /** Output path of its card. */
  readonly cardPath?: string
}

/** A page that is yet to be judged by its size, and put together. */
export interface DrawnPage {
  readonly html: Pick<PageHtml, 'own' | 'pieces'>
  /** The picture that a link to the page shows. */
  readonly card?: OutputFile
  readonly facts: PageFacts
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
    const facts: PageFacts = {
      hashes: value.hashes,
      islands: [...value.islands.keys()],
      links: value.links,
      ...(card && { cardPath: card.path }),
    }
    return {
      value: { html: value, facts, ...(card && { card }) },
      diagnostics: [...diagnostics, ...ofBrand(brand.id, overBudget)],
    }
  })
}

/** Renders one page and judges it. Undefined when its template throws. */
export async function renderPageFiles(
  makings: PageMakings,
  page: Page,
  clock: Clock = noClock,
): Promise<Outcome<RenderedFiles | undefined>> {
  const { value, diagnostics } = await drawPage(makings, page, clock)
  if (value === undefined) return { value, diagnostics }
  const { html, ...rest } = value
  const own = Buffer.from(html.own)
  const overBudget = clock('judge', () => makings.html.check(page.route, own, html.pieces))
  const file = { path: page.outputPath, bytes: putTogether(own, html.pieces) }
  return {
    value: { ...rest, file },
    diagnostics: [...diagnostics, ...ofBrand(makings.view.brand.id, overBudget)],
  }
}

/** Problems of a page belong to its brand. */
export function ofBrand(brand: string, diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.map(problem => ({ ...problem, brand }))
}
