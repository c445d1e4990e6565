// One page of a prepared site, in its final bytes.

import type { Outcome } from '../diagnostics/index.ts'
import type { OutputFile } from '../files/index.ts'
import type { PageHtml, PageLinks } from '../render/index.ts'
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

/** A page in its final bytes. */
export interface RenderedFiles {
  readonly file: OutputFile
  /** The picture that a link to the page shows. */
  readonly card?: OutputFile
  readonly facts: PageFacts
}

/** Renders one page and judges it. Undefined when its template throws. */
export async function renderPageFiles(
  { view, renderer, budget, card: drawCard }: PageMakings,
  page: Page,
  clock: Clock = noClock,
): Promise<Outcome<RenderedFiles | undefined>> {
  const { brand } = view
  const card = await clock('assets', () => drawCard(page))
  return clock('render', () => {
    const rendered = renderer.render(page, card && `${brand.basePath}/${card.path}`)
    const { value } = rendered
    if (value === undefined) return { value: undefined, diagnostics: rendered.diagnostics }
    const overBudget = clock('judge', () => budget.check(page, value))
    const facts: PageFacts = {
      hashes: value.hashes,
      islands: [...value.islands.keys()],
      links: value.links,
      ...(card && { cardPath: card.path }),
    }
    const file = { path: page.outputPath, bytes: value.bytes }
    return {
      value: { file, facts, ...(card && { card }) },
      diagnostics: [...rendered.diagnostics, ...overBudget.map(problem => ({ ...problem, brand: brand.id }))],
    }
  })
}
