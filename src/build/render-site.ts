// A prepared site, rendered: everything that it consists of.

import type { TemplateBundle } from '../assets/index.ts'
import { type Diagnostic, hasErrors, type Outcome } from '../diagnostics/index.ts'
import type { OutputFile } from '../files/index.ts'
import type { Output } from '../output/index.ts'
import { checkLinks, renderSiteFiles } from '../render/index.ts'
import type { Page, Site } from '../site/index.ts'
import { type Clock, noClock } from './clock.ts'
import { type Hand, type PutPage, shareOut } from './hands.ts'
import type { KeptPages } from './kept-pages.ts'
import type { PageFacts } from './page-files.ts'
import type { PreparedSite } from './prepared-site.ts'

/**
 * What a site needs besides its pages and what `PreparedSite` has: files for hosts and readers, scripts; links checked.
 * @param facts Of every page, in the order of the site's pages.
 */
export function completeSite(
  { site, bundle, files }: PreparedSite,
  facts: readonly PageFacts[],
  clock: Clock = noClock,
): Outcome<readonly OutputFile[]> {
  const { view } = site
  const islands = new Set(facts.flatMap(page => page.islands))
  const made = [
    ...renderSiteFiles(
      site,
      site.pages.map((page, index) => ({ page, hashes: (facts[index] as PageFacts).hashes })),
    ),
    ...islandFiles(bundle, islands),
  ]
  const published = new Set([
    ...[...files, ...made].map(file => `/${file.path}`),
    ...facts.flatMap(page => (page.cardPath === undefined ? [] : `/${page.cardPath}`)),
  ])
  const links = facts.map(page => page.links)
  const broken = clock('judge', () => checkLinks(links, published, view, bundle.origin))
  return { value: made, diagnostics: broken.map(problem => ({ ...problem, brand: view.brand.id })) }
}

// Pages that one hand gets at a time. Large enough to be worth a message to another thread, where pages of one batch share
// what they have in common; small enough for hands to finish at the same time, and for a signal not to wait.
const pagesPerBatch = 16

export interface RenderOptions {
  readonly hands: readonly Hand[]
  /** What earlier runs found out about the pages. */
  readonly kept: KeptPages
  readonly clock?: Clock
  /** Stops between two batches of pages. */
  readonly signal?: AbortSignal | undefined
}

/** A text that was left for later has an error, or a link in it: the site is to be planned again, with all texts known. */
export class TextNotAsPlanned extends Error {}

/**
 * Renders everything a site consists of and puts it out, a few pages at a time. Where there are errors, or the signal came,
 * the output is not complete and is to be discarded.
 * @throws {TextNotAsPlanned}
 */
export async function renderSite(
  prepared: PreparedSite,
  output: Output,
  { hands, kept, clock = noClock, signal }: RenderOptions,
): Promise<readonly Diagnostic[]> {
  const put = (file: OutputFile): void => void clock('write', () => output.put(file))
  prepared.files.forEach(put)
  const renderBatch = async (
    hand: Hand,
    batch: readonly Page[],
  ): Promise<readonly Outcome<PageFacts | undefined>[]> => {
    const filled = (await prepared.fill(batch)).map(({ value: page, diagnostics }) => {
      if (page === undefined || hasErrors(diagnostics)) throw new TextNotAsPlanned()
      return { page, diagnostics, facts: clock('write', () => kept.take(page, output)) }
    })
    const changed = filled.flatMap(({ page, facts }) => (facts === undefined ? [page] : []))
    const rendered = changed.length === 0 ? [] : [...(await hand.render(prepared, changed, output))]
    return filled.map(({ page, diagnostics, facts }) => {
      if (facts !== undefined) return { value: facts, diagnostics }
      const { value, diagnostics: problems } = rendered.shift() as Outcome<PutPage | undefined>
      // What is to be said of a page is said by every build.
      if (value !== undefined && problems.length === 0) kept.add(page, value.facts, value.files)
      return { value: value?.facts, diagnostics: [...diagnostics, ...problems] }
    })
  }
  try {
    const pages = byTexts(prepared.site)
    const rendered = await shareOut(hands, pages, pagesPerBatch, renderBatch, signal)
    const diagnostics = rendered.flatMap(page => page.diagnostics)
    if (signal?.aborted || hasErrors(diagnostics)) return diagnostics
    const known = new Map(rendered.map(({ value }, index) => [pages[index], value]))
    const facts = prepared.site.pages.flatMap(page => known.get(page) ?? [])
    const complete = clock('render', () => completeSite(prepared, facts, clock))
    complete.value.forEach(put)
    return [...diagnostics, ...complete.diagnostics]
  } finally {
    for (const hand of hands) hand.forget(prepared)
  }
}

/** The pages of a site, those that wait for texts last and in nearly the order in which texts are parsed. */
function byTexts({ pages, unfilled }: Site): readonly Page[] {
  const waiting = new Map(pages.map(page => [page.route, page]))
  return [
    ...pages.filter(({ route }) => !unfilled.has(route)),
    ...[...unfilled.keys()].flatMap(route => waiting.get(route) ?? []),
  ]
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
