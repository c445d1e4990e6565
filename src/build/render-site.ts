// A prepared site, rendered: one page, or everything it consists of.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TemplateBundle } from '../assets/index.ts'
import { type Diagnostic, hasErrors, type Outcome } from '../diagnostics/index.ts'
import type { OutputFile } from '../files/index.ts'
import type { Output } from '../output/index.ts'
import { checkLinks, type PageHtml, type PageLinks, renderSiteFiles } from '../render/index.ts'
import type { Page } from '../site/index.ts'
import { type Clock, noClock } from './clock.ts'
import type { PreparedSite } from './prepare.ts'
import type { Workshop } from './workshop.ts'

/** What of a rendered page matters when all of a site's are put together. */
export interface PageFacts {
  readonly page: Page
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
  workshop: Workshop,
  { site, bundle, renderer, card: drawCard }: PreparedSite,
  page: Page,
  clock: Clock = noClock,
): Promise<Outcome<RenderedFiles | undefined>> {
  const { brand } = site.view
  const card = await clock('assets', () => drawCard(page))
  return clock('render', () => {
    const rendered = renderer.render(page, card && `${brand.basePath}/${card.path}`)
    const { value } = rendered
    if (value === undefined) return { value: undefined, diagnostics: rendered.diagnostics }
    const overBudget = clock('judge', () => workshop.budget(bundle).check(page, value))
    const facts = {
      page,
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

/** What a site needs besides its pages and what `PreparedSite` has: files for hosts and readers, scripts; links checked. */
export function completeSite(
  { site, bundle, files }: PreparedSite,
  pages: readonly PageFacts[],
  clock: Clock = noClock,
): Outcome<readonly OutputFile[]> {
  const { view } = site
  const islands = new Set(pages.flatMap(page => page.islands))
  const made = [...renderSiteFiles(site, pages), ...islandFiles(bundle, islands)]
  const published = new Set([
    ...[...files, ...made].map(file => `/${file.path}`),
    ...pages.flatMap(page => (page.cardPath === undefined ? [] : `/${page.cardPath}`)),
  ])
  const links = pages.map(page => page.links)
  const broken = clock('judge', () => checkLinks(links, published, view, bundle.origin))
  return { value: made, diagnostics: broken.map(problem => ({ ...problem, brand: view.brand.id })) }
}

// After this many pages the event loop has its turn, so that a signal or another brand is not kept waiting.
const pagesPerTurn = 25

export interface RenderOptions {
  readonly clock?: Clock
  /** Stops between two pages. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Renders everything a site consists of and puts it out, a page at a time. Where there are errors, or the signal came,
 * the output is not complete and is to be discarded.
 */
export async function renderSite(
  workshop: Workshop,
  prepared: PreparedSite,
  output: Output,
  { clock = noClock, signal }: RenderOptions = {},
): Promise<readonly Diagnostic[]> {
  const diagnostics: Diagnostic[] = []
  const put = (file: OutputFile): void => clock('write', () => output.put(file))
  prepared.files.forEach(put)
  const pages: PageFacts[] = []
  for (const [index, page] of prepared.site.pages.entries()) {
    if (signal?.aborted) return diagnostics
    if (index % pagesPerTurn === pagesPerTurn - 1) await nextTurn()
    const { value, diagnostics: problems } = await renderPageFiles(workshop, prepared, page, clock)
    diagnostics.push(...problems)
    if (value === undefined) continue
    if (value.card !== undefined) put(value.card)
    put(value.file)
    pages.push(value.facts)
  }
  if (hasErrors(diagnostics)) return diagnostics
  const complete = clock('render', () => completeSite(prepared, pages, clock))
  complete.value.forEach(put)
  return [...diagnostics, ...complete.diagnostics]
}

/** The scripts that a site's pages can come to ask for, and no others. */
function islandFiles({ islands }: TemplateBundle, used: ReadonlySet<string>): OutputFile[] {
  const paths = new Set(
    [...used].flatMap(name => {
      const script = islands.islands.get(name)
      return script === undefined ? [] : [...script.eager, ...script.lazy]
    }),
  )
  return [...paths].flatMap(path => islands.files.get(path) ?? [])
}
