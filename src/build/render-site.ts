// Renders a prepared site: its pages, and everything else that it consists of.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { islandFiles, type TemplateBundle, templateOrigin } from '../assets/index.ts'
import type { SiteJudgement } from '../compliance/index.ts'
import { counted, type Diagnostic, faultIn, type Outcome, ofBrand } from '../diagnostics/index.ts'
import type { OutputFile } from '../files/index.ts'
import { inFolder, type Output } from '../output/index.ts'
import {
  checkLinks,
  finishPage,
  type HtmlPart,
  hostFiles,
  type InspectedHtml,
  type LinkedSite,
  leaksOn,
  piecesOf,
  renderSiteFiles,
  scriptProblems,
} from '../render/index.ts'
import { type Page, routeOf, siteFolder } from '../site/index.ts'
import type { CachedPages, PageFacts, RenderReason } from './cached-pages.ts'
import { judgedPage } from './judging.ts'
import type { PreparedSite } from './prepare-brand.ts'
import { type Timed, untimed } from './timed.ts'

/** A page in its final bytes. */
export interface PageFiles {
  readonly file: OutputFile
  /** The page's share card. */
  readonly card?: OutputFile
  readonly facts: PageFacts
}

/** Renders one page and judges it. Undefined if its template throws. */
export async function renderPageFiles(
  site: PreparedSite,
  page: Page,
  timed: Timed = untimed,
): Promise<Outcome<PageFiles | undefined>> {
  try {
    const card = await site.card(page, work => timed('cards', work))
    return await renderWithCard(site, page, card, timed)
  } catch (error) {
    throw faultIn(page.source, error)
  }
}

async function renderWithCard(
  { view, bundle, render, mentions, judge }: PreparedSite,
  page: Page,
  card: OutputFile | undefined,
  timed: Timed,
): Promise<Outcome<PageFiles | undefined>> {
  const { id, basePath } = view.brand
  const { value: rendered, diagnostics } = timed('render', () =>
    render(page, card && `${basePath}/${card.path}`),
  )
  if (rendered === undefined) return { value: undefined, diagnostics }
  const { parts, islands } = rendered
  const tooMuchScript = timed('check', () => scriptProblems(page, islands, bundle))
  const leaks = mentions.length === 0 ? [] : leaksOn(htmlOf(parts), mentions, id)
  const finished = timed('render', () => finishPage(page, parts, view, bundle.origins))
  const judged = judgedPage(page)
  const verdict =
    (await judge.pageInThread(judged, parts)) ?? timed('compliance', () => judge.page(judged, parts))
  const facts: PageFacts = {
    hashes: finished.hashes,
    islands: [...islands.keys()],
    inspected: [detached(finished.inspected), ...piecesOf(parts).map(piece => piece.links)],
    ...(card && { cardPath: card.path }),
    verdict,
  }
  return {
    value: { file: { path: page.outputPath, bytes: finished.bytes }, ...(card && { card }), facts },
    diagnostics: [
      ...diagnostics,
      ...ofBrand(id, tooMuchScript),
      ...leaks,
      ...ofBrand(id, finished.diagnostics),
    ],
  }
}

function htmlOf(parts: readonly HtmlPart[]): string {
  return parts.map(part => (typeof part === 'string' ? part : (part?.html ?? ''))).join('')
}

/** V8 keeps a whole string in memory as long as a part of it is in use; a copy avoids that. */
function detached(inspected: InspectedHtml): InspectedHtml {
  return JSON.parse(JSON.stringify(inspected))
}

/** The parts of a site apart from its pages, and the results for the site as a whole. */
interface CompleteSite extends Outcome<readonly OutputFile[]> {
  /** Files for its host, by their paths in the output; those of `value` have their paths in the site. */
  readonly hostFiles?: readonly OutputFile[]
  /** The result of the content rules for the whole site. */
  readonly judgement: Omit<SiteJudgement, 'diagnostics'>
}

/**
 * The parts of a site apart from its pages and the files in `PreparedSite`: files for hosts and readers, scripts. Links are
 * checked.
 * @param facts The facts about every page, in the order of the site's pages.
 */
export function completeSite(
  { site, bundle, files, judge }: PreparedSite,
  facts: readonly PageFacts[],
  timed: Timed = untimed,
): CompleteSite {
  const { view, pages } = site
  const islands = new Set(facts.flatMap(page => page.islands))
  const rendered = pages.map((page, index) => ({ page, facts: facts[index] as PageFacts }))
  const forHost = hostFiles(
    site,
    rendered.map(({ page, facts: { hashes } }) => ({ page, hashes })),
  )
  const forAny = site.host === undefined ? forHost.value : []
  const made = [...renderSiteFiles(site), ...forAny, ...usedIslandFiles(bundle, islands)]
  const published = new Set([
    ...[...files, ...made].flatMap(file => [`/${file.path}`, routeOf(file.path)]),
    // This file is read only at the root of a host.
    ...(view.brand.basePath === '' ? ['/robots.txt'] : []),
    ...facts.flatMap(page => (page.cardPath === undefined ? [] : `/${page.cardPath}`)),
  ])
  const linked: LinkedSite = {
    pages: rendered.map(({ page, facts: { inspected } }) => ({
      route: page.route,
      template: templateOrigin(bundle.origins, page),
      inspected,
    })),
    files: published,
    view,
    contentLinks: site.links,
  }
  const broken = timed('check', () => checkLinks(linked))
  const judged = timed('compliance', () => judge.site(facts.map(({ verdict }) => verdict)))
  return {
    value: made,
    ...(site.host && { hostFiles: forHost.value }),
    diagnostics: [...ofBrand(view.brand.id, broken), ...judged.diagnostics, ...forHost.diagnostics],
    judgement: judged,
  }
}

/** Only the scripts that the site's pages may load. */
function usedIslandFiles({ islands }: TemplateBundle, used: ReadonlySet<string>): OutputFile[] {
  const paths = new Set(
    [...used].flatMap(name => {
      const script = islands.islands[name]
      return script === undefined ? [] : [...script.eager, ...script.lazy]
    }),
  )
  return [...paths].flatMap(path => islandFiles(islands).get(path) ?? [])
}

/**
 * Number of pages that are rendered before the event loop gets a turn, so that signals are noticed. Their share cards are drawn
 * concurrently.
 */
const pagesPerTurn = 16

export interface RenderOptions {
  /** Results of earlier runs. */
  readonly cached: CachedPages
  /** Called with each page that is rendered, and the reason why no earlier result could be used. */
  readonly onRender?: ((page: Page, reason: RenderReason) => void) | undefined
  readonly timed?: Timed
  /** Stops between two pages. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Renders and outputs everything that a site consists of. If there are errors, or the signal was aborted, the output is
 * incomplete and must be discarded.
 */
export async function renderSite(
  prepared: PreparedSite,
  whole: Output,
  options: RenderOptions,
): Promise<Pick<CompleteSite, 'diagnostics' | 'judgement'>> {
  const { timed = untimed, signal } = options
  const { pages, host, view } = prepared.site
  const output = inFolder(whole, siteFolder(host, view.brand.basePath))
  const put = (file: OutputFile) => timed('write', () => output.put(file))
  prepared.files.forEach(put)
  const results: Outcome<PageFacts | undefined>[] = []
  let failed: PromiseRejectedResult | undefined
  const collect = (batch: readonly PromiseSettledResult<Outcome<PageFacts | undefined>>[]): void => {
    for (const page of batch) {
      if (page.status === 'fulfilled') results.push(page.value)
      else failed ??= page
    }
  }
  // A batch may wait for the thread that judges its pages; the next one is rendered meanwhile.
  let batch = settled([])
  for (let next = 0; next < pages.length && !signal?.aborted && failed === undefined; next += pagesPerTurn) {
    await nextTurn()
    const started = settled(
      pages.slice(next, next + pagesPerTurn).map(page => putPage(prepared, page, output, options)),
    )
    collect(await batch)
    batch = started
  }
  // All must end before a failure is thrown, so that nothing is written after the output is discarded.
  collect(await batch)
  if (failed !== undefined) throw failed.reason
  const diagnostics = joinFailures(results.flatMap(page => page.diagnostics))
  const facts = results.flatMap(({ value }) => value ?? [])
  // If a page is missing, every link to it would be reported too.
  if (signal?.aborted || facts.length < pages.length)
    return { diagnostics, judgement: { waivers: [], withheld: 0 } }
  const complete = timed('render', () => completeSite(prepared, facts, timed))
  complete.value.forEach(put)
  for (const file of complete.hostFiles ?? []) timed('write', () => whole.put(file))
  return { diagnostics: [...diagnostics, ...complete.diagnostics], judgement: complete.judgement }
}

const settled = (batch: readonly Promise<Outcome<PageFacts | undefined>>[]) => Promise.allSettled(batch)

/** Reuses a page from an earlier run, or renders it. */
async function putPage(
  prepared: PreparedSite,
  page: Page,
  output: Output,
  { cached, onRender, timed = untimed }: RenderOptions,
): Promise<Outcome<PageFacts | undefined>> {
  const known = timed('write', () => cached.take(page, output))
  if (typeof known !== 'string') return { value: known, diagnostics: [] }
  onRender?.(page, known)
  const { value, diagnostics } = await renderPageFiles(prepared, page, timed)
  if (value === undefined) return { value, diagnostics }
  const { file, card, facts } = value
  const files = timed('write', () => [...(card ? [card] : []), file].map(each => output.put(each)))
  // A page with problems is rendered in each build, so that each reports them.
  cached.add(page, diagnostics.length === 0 ? { facts, files } : undefined)
  return { value: facts, diagnostics }
}

/**
 * A template that fails at one place for one reason is one problem, however many pages have it: the first page's problem, with
 * the number of pages.
 */
export function joinFailures(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const failures = new Map<string, { first: Diagnostic; more: number }>()
  const others = diagnostics.filter(problem => {
    if (problem.code !== 'template/throws') return true
    const { message, ...place } = problem
    const key = JSON.stringify([place, message.replace(/"[^"]*"/, '')])
    const known = failures.get(key)
    failures.set(key, known === undefined ? { first: problem, more: 0 } : { ...known, more: known.more + 1 })
    return false
  })
  const joined = [...failures.values()].map(({ first, more }) => {
    const pages = counted(more, 'more page')
    return more === 0 ? first : { ...first, message: first.message.replace(/"[^"]*"/, `$& and ${pages}`) }
  })
  return [...others, ...joined]
}
