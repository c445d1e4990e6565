// A prepared site, rendered: one page, or everything it consists of.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TemplateBundle } from '../assets/index.ts'
import { type Diagnostic, hasErrors, type Outcome } from '../diagnostics/index.ts'
import type { OutputFile } from '../files/index.ts'
import type { Output } from '../output/index.ts'
import {
  checkLinks,
  type HashedPage,
  inspectHtml,
  type PageHtml,
  type RenderedPage,
  renderPage,
  renderSiteFiles,
} from '../render/index.ts'
import type { Page } from '../site/index.ts'
import { type Clock, noClock } from './clock.ts'
import type { PreparedSite } from './prepare.ts'
import type { Workshop } from './workshop.ts'

/** A page in its final bytes, and the picture that a link to it shows. */
export interface RenderedFiles extends PageHtml {
  readonly card?: OutputFile
}

/** Renders one page. Undefined when its template throws. */
export async function renderPreparedPage(
  { site, bundle, assets, card: drawCard }: PreparedSite,
  page: Page,
  clock: Clock = noClock,
): Promise<Outcome<RenderedFiles | undefined>> {
  const card = await clock('assets', () => drawCard(page))
  const head =
    card === undefined ? assets.head : { ...assets.head, card: `${site.view.brand.basePath}/${card.path}` }
  const { value, diagnostics } = clock('render', () =>
    renderPage(page, site.view, bundle, head === assets.head ? assets : { ...assets, head }),
  )
  return { value: value && { ...value, ...(card && { card }) }, diagnostics }
}

// After this many pages the event loop has its turn, so that a signal, a request or another brand is not kept waiting.
const pagesPerTurn = 25

export interface RenderOptions {
  readonly clock?: Clock
  /** Stops between two pages. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Renders everything a site consists of and puts it out, a page at a time. Nothing but pages and what they refer to is
 * put out when there are errors, or when the signal came: the output is then to be discarded.
 */
export async function renderSite(
  workshop: Workshop,
  prepared: PreparedSite,
  output: Output,
  { clock = noClock, signal }: RenderOptions = {},
): Promise<readonly Diagnostic[]> {
  const { site, bundle } = prepared
  const { brand } = site.view
  const diagnostics: Diagnostic[] = []
  const published = new Set<string>()
  const put = (file: OutputFile): void => {
    published.add(`/${file.path}`)
    clock('write', () => output.put(file))
  }
  prepared.files.forEach(put)

  const pages: RenderedPage[] = []
  const hashed: HashedPage[] = []
  const islands = new Set<string>()
  const encoder = new TextEncoder()
  const budget = workshop.budget(bundle)
  for (const [index, page] of site.pages.entries()) {
    if (signal?.aborted) return diagnostics
    if (index % pagesPerTurn === pagesPerTurn - 1) await nextTurn()
    const { value, diagnostics: problems } = await renderPreparedPage(prepared, page, clock)
    diagnostics.push(...problems)
    if (value === undefined) continue
    if (value.card !== undefined) put(value.card)
    const bytes = encoder.encode(value.html)
    clock('render', () => {
      pages.push(inspectHtml(page.route, value.html))
      diagnostics.push(...budget.check(page, value).map(problem => ({ ...problem, brand: brand.id })))
    })
    hashed.push({ page, hashes: value.hashes })
    for (const name of value.islands.keys()) islands.add(name)
    clock('write', () => output.put({ path: page.outputPath, bytes }))
  }
  if (hasErrors(diagnostics)) return diagnostics
  for (const file of [...renderSiteFiles(site, hashed), ...islandFiles(bundle, islands)]) put(file)
  const broken = clock('render', () => checkLinks(pages, published, site.view, bundle.origin))
  return [...diagnostics, ...broken.map(problem => ({ ...problem, brand: brand.id }))]
}

/** The scripts that the site's pages can come to ask for, and no others. */
function islandFiles({ islands }: TemplateBundle, used: ReadonlySet<string>): OutputFile[] {
  const paths = new Set(
    [...used].flatMap(name => {
      const script = islands.islands.get(name)
      return script === undefined ? [] : [...script.eager, ...script.lazy]
    }),
  )
  return [...paths].flatMap(path => islands.files.get(path) ?? [])
}
