// One page of a prepared site: rendered, then judged as it will be written.

import { type Outcome, ofBrand } from '../diagnostics/index.ts'
import type { OutputFile } from '../files/index.ts'
import { finishPage, type InlineHashes, type InspectedHtml } from '../render/index.ts'
import type { Page } from '../site/index.ts'
import type { PreparedSite } from './prepare-brand.ts'
import { type Timed, untimed } from './timed.ts'

/** What the rest of a site needs to know of a rendered page. Plain data: it is kept on disk. */
export interface PageFacts {
  readonly hashes: InlineHashes
  /** Names of the islands on it. */
  readonly islands: readonly string[]
  /** Links and ids of the page's own HTML, then of each piece that it shares with other pages: one object for all of them. */
  readonly inspected: readonly InspectedHtml[]
  /** Output path of its share card. */
  readonly cardPath?: string
}

/** A page in its final bytes. */
export interface PageFiles {
  readonly file: OutputFile
  /** The picture that a link to the page shows. */
  readonly card?: OutputFile
  readonly facts: PageFacts
}

/** Renders one page and finishes it. Undefined when its template throws. */
export async function renderPageFiles(
  site: PreparedSite,
  page: Page,
  timed: Timed = untimed,
): Promise<Outcome<PageFiles | undefined>> {
  const { view, renderer, budget, scripts } = site
  const { brand } = view
  const card = await timed('assets', () => site.card(page))
  return timed('render', () => {
    const rendered = renderer.render(page, card && `${brand.basePath}/${card.path}`)
    if (rendered.value === undefined) return { value: undefined, diagnostics: rendered.diagnostics }
    const { islands } = rendered.value
    const { bytes, hashes, inspected, diagnostics } = finishPage(rendered.value, view, budget)
    const overBudget = timed('judge', () => scripts.check(page.route, islands))
    const [own, ...shared] = inspected
    return {
      value: {
        file: { path: page.outputPath, bytes },
        ...(card && { card }),
        facts: {
          hashes,
          islands: [...islands.keys()],
          inspected: [...(own ? [detached(own)] : []), ...shared],
          ...(card && { cardPath: card.path }),
        },
      },
      diagnostics: [...rendered.diagnostics, ...ofBrand(brand.id, [...overBudget, ...diagnostics])],
    }
  })
}

/** V8 keeps the whole of a string in memory for as long as a part of it is in use; a copy keeps nothing but itself. */
function detached(inspected: InspectedHtml): InspectedHtml {
  return JSON.parse(JSON.stringify(inspected))
}
