// A prepared site, rendered: everything that it consists of.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TemplateBundle } from '../assets/index.ts'
import { type Diagnostic, hasErrors, type Outcome, ofBrand } from '../diagnostics/index.ts'
import type { OutputFile } from '../files/index.ts'
import type { Output } from '../output/index.ts'
import { checkLinks, renderSiteFiles } from '../render/index.ts'
import type { Page } from '../site/index.ts'
import type { KeptPages, RenderReason } from './kept-pages.ts'
import type { PreparedSite } from './prepare-brand.ts'
import { type PageFacts, renderPageFiles } from './render-page.ts'
import { type Timed, untimed } from './timed.ts'

/**
 * What a site needs besides its pages and what `PreparedSite` has: files for hosts and readers, scripts; links checked.
 * @param facts Of every page, in the order of the site's pages.
 */
export function completeSite(
  { site, bundle, files }: PreparedSite,
  facts: readonly PageFacts[],
  timed: Timed = untimed,
): Outcome<readonly OutputFile[]> {
  const { view, pages } = site
  const islands = new Set(facts.flatMap(page => page.islands))
  const rendered = pages.map((page, index) => ({ page, facts: facts[index] as PageFacts }))
  const made = [
    ...renderSiteFiles(
      site,
      rendered.map(({ page, facts: { hashes } }) => ({ page, hashes })),
    ),
    ...islandFiles(bundle, islands),
  ]
  const published = new Set([
    ...[...files, ...made].map(file => `/${file.path}`),
    ...facts.flatMap(page => (page.cardPath === undefined ? [] : `/${page.cardPath}`)),
  ])
  const links = rendered.map(({ page: { route }, facts: { inspected } }) => ({ route, inspected }))
  const broken = timed('judge', () => checkLinks(links, published, view, bundle.origin))
  return { value: made, diagnostics: ofBrand(view.brand.id, broken) }
}

/** Pages that are rendered before the event loop turns, so that signals are heard. Their share cards are drawn at once. */
const pagesPerTurn = 16

export interface RenderOptions {
  /** Results of earlier runs. */
  readonly kept: KeptPages
  /** Called with each page that is rendered because no result of an earlier run could be used. */
  readonly onRender?: ((page: Page, reason: RenderReason) => void) | undefined
  readonly timed?: Timed
  /** Stops between two pages. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Renders everything a site consists of and puts it out. Where there are errors, or the signal came, the output is not
 * complete and must be discarded.
 */
export async function renderSite(
  prepared: PreparedSite,
  output: Output,
  { kept, onRender, timed = untimed, signal }: RenderOptions,
): Promise<readonly Diagnostic[]> {
  const { pages } = prepared.site
  const put = (file: OutputFile) => timed('write', () => output.put(file))
  const renderOne = async (page: Page): Promise<Outcome<PageFacts | undefined>> => {
    const known = timed('write', () => kept.take(page, output))
    if (typeof known !== 'string') return { value: known, diagnostics: [] }
    onRender?.(page, known)
    const { value, diagnostics } = await renderPageFiles(prepared, page, timed)
    if (value === undefined) return { value, diagnostics }
    const { file, card, facts } = value
    const entries = [...(card ? [card] : []), file].map(put)
    // A page with problems is rendered in each build, so that each reports them.
    kept.add(page, diagnostics.length === 0 ? { facts, files: entries } : undefined)
    return { value: facts, diagnostics }
  }
  prepared.files.forEach(put)
  const rendered: Outcome<PageFacts | undefined>[] = []
  for (let next = 0; next < pages.length && !signal?.aborted; next += pagesPerTurn) {
    await nextTurn()
    const settled = await Promise.allSettled(pages.slice(next, next + pagesPerTurn).map(renderOne))
    // All have ended before the first failure is thrown: nothing is put out after the output is discarded.
    for (const page of settled) {
      if (page.status === 'rejected') throw page.reason
      rendered.push(page.value)
    }
  }
  const diagnostics = rendered.flatMap(page => page.diagnostics)
  if (signal?.aborted || hasErrors(diagnostics)) return diagnostics
  const facts = rendered.flatMap(({ value }) => value ?? [])
  const complete = timed('render', () => completeSite(prepared, facts, timed))
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
