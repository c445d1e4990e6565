// A prepared site, rendered: everything that it consists of.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TemplateBundle } from '../assets/index.ts'
import { type Diagnostic, hasErrors, type Outcome } from '../diagnostics/index.ts'
import type { OutputFile } from '../files/index.ts'
import type { Output } from '../output/index.ts'
import { checkLinks, renderSiteFiles } from '../render/index.ts'
import type { Page } from '../site/index.ts'
import { type Clock, noClock } from './clock.ts'
import { type Hand, shareOut } from './hands.ts'
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

/**
 * Renders everything a site consists of and puts it out, a few pages at a time. Where there are errors, or the signal came,
 * the output is not complete and is to be discarded.
 */
export async function renderSite(
  prepared: PreparedSite,
  output: Output,
  { hands, kept, clock = noClock, signal }: RenderOptions,
): Promise<readonly Diagnostic[]> {
  const put = (file: OutputFile): void => void clock('write', () => output.put(file))
  prepared.files.forEach(put)
  try {
    const known = new Map<Page, PageFacts>()
    for (const [index, page] of prepared.site.pages.entries()) {
      if (index % pagesPerBatch === 0) await nextTurn()
      const facts = clock('write', () => kept.take(page, output))
      if (facts !== undefined) known.set(page, facts)
    }
    const changed = prepared.site.pages.filter(page => !known.has(page))
    const rendered = await shareOut(
      hands,
      changed,
      pagesPerBatch,
      (hand, batch) => hand.render(prepared, batch, output),
      signal,
    )
    const diagnostics = rendered.flatMap(page => page.diagnostics)
    for (const [index, { value, diagnostics: problems }] of rendered.entries()) {
      const page = changed[index] as Page
      if (value === undefined) continue
      known.set(page, value.facts)
      // What is to be said of a page is said by every build.
      if (problems.length === 0) kept.add(page, value.facts, value.files)
    }
    const facts = prepared.site.pages.flatMap(page => known.get(page) ?? [])
    if (signal?.aborted || hasErrors(diagnostics)) return diagnostics
    const complete = clock('render', () => completeSite(prepared, facts, clock))
    complete.value.forEach(put)
    return [...diagnostics, ...complete.diagnostics]
  } finally {
    for (const hand of hands) hand.forget(prepared)
  }
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
