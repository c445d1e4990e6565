// A prepared site, rendered: its pages, and everything else it consists of.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { type TemplateBundle, templateOrigin } from '../assets/index.ts'
import type { SiteJudgement } from '../compliance/index.ts'
import { counted, type Diagnostic, faultIn, naming, type Outcome, ofBrand } from '../diagnostics/index.ts'
import type { OutputFile } from '../files/index.ts'
import { inFolder, type ManifestEntry, type Output } from '../output/index.ts'
import {
  checkLinks,
  finishPage,
  type HtmlPart,
  hostFiles,
  type InspectedHtml,
  type LinkedSite,
  leaksOn,
  piecesOf,
  type RenderedPage,
  renderSiteFiles,
} from '../render/index.ts'
import { type Page, routeOf, siteFolder } from '../site/index.ts'
import type { CachedPages, PageFacts, RenderReason } from './cached-pages.ts'
import type { Helper, HelperPage, HelperResult } from './helper.ts'
import { judgedPage } from './judging.ts'
import type { PreparedSite } from './prepare-brand.ts'
import { type Timed, untimed } from './timed.ts'

/** A page in its final bytes. */
export interface PageFiles {
  readonly file: OutputFile
  /** The picture that a link to the page shows. */
  readonly card?: OutputFile
  readonly facts: PageFacts
}

/** Renders one page. Undefined when its template throws. */
export async function renderPageFiles(
  site: PreparedSite,
  page: Page,
): Promise<Outcome<PageFiles | undefined>> {
  const { value, diagnostics } = await renderPage(site, page, untimed)
  if (value === undefined) return { value, diagnostics }
  const { bytes, ...finished } = finishHere(site, { page, parts: value.rendered.parts }, untimed)
  return {
    value: {
      file: { path: page.outputPath, bytes },
      ...(value.card && { card: value.card }),
      facts: factsOf(value, finished),
    },
    diagnostics: [...diagnostics, ...ofBrand(site.view.brand.id, finished.diagnostics)],
  }
}

/** A page that is not finished yet. */
interface UnfinishedPage {
  readonly rendered: RenderedPage
  readonly card?: OutputFile
}

async function renderPage(
  { view, renderer, scripts, mentions, card: drawCard }: PreparedSite,
  page: Page,
  timed: Timed,
): Promise<Outcome<UnfinishedPage | undefined>> {
  const { brand } = view
  const card = await drawCard(page, work => timed('cards', work))
  return timed('render', () => {
    const { value: rendered, diagnostics } = renderer.render(page, card && `${brand.basePath}/${card.path}`)
    if (rendered === undefined) return { value: undefined, diagnostics }
    const tooMuchScript = timed('check', () => scripts.check(page, rendered.islands))
    const leaks = mentions.length === 0 ? [] : leaksOn(htmlOf(rendered.parts), mentions, brand.id)
    return {
      value: { rendered, ...(card && { card }) },
      diagnostics: [...diagnostics, ...ofBrand(brand.id, tooMuchScript), ...leaks],
    }
  })
}

function htmlOf(parts: readonly HtmlPart[]): string {
  return parts.map(part => (typeof part === 'string' ? part : (part?.html ?? ''))).join('')
}

function factsOf(
  { rendered: { islands, parts }, card }: UnfinishedPage,
  { hashes, inspected, verdict }: Pick<HelperResult, 'hashes' | 'inspected' | 'verdict'>,
): PageFacts {
  return {
    hashes,
    islands: [...islands.keys()],
    inspected: [inspected, ...piecesOf(parts).map(piece => piece.links)],
    ...(card && { cardPath: card.path }),
    verdict,
  }
}

/** V8 keeps the whole of a string in memory for as long as a part of it is in use; a copy keeps nothing but itself. */
function detached(inspected: InspectedHtml): InspectedHtml {
  return JSON.parse(JSON.stringify(inspected))
}

/** What a site needs besides its pages, and what was found out about the whole of it. */
interface CompleteSite extends Outcome<readonly OutputFile[]> {
  /** Files for the host that it is made for, by their paths in the output; those of `value` have their paths in the site. */
  readonly hostFiles?: readonly OutputFile[]
  /** What the content rules say of the whole. */
  readonly judgement: Omit<SiteJudgement, 'diagnostics'>
}

/**
 * What a site needs besides its pages and what `PreparedSite` has: files for hosts and readers, scripts; links checked.
 * @param facts Of every page, in the order of the site's pages.
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
  const made = [...renderSiteFiles(site), ...forAny, ...islandFiles(bundle, islands)]
  const published = new Set([
    ...[...files, ...made].flatMap(file => [`/${file.path}`, routeOf(file.path)]),
    // Read at the root of a host alone.
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

/** Pages that are rendered before the event loop turns, so that signals are heard. Their share cards are drawn at once. */
const pagesPerTurn = 16
/** Pages from which on sending them to the helper pays: fewer are rendered again where nearly nothing has changed. */
const worthSending = 4
/** Tasks that the helper is given before this thread finishes pages itself. */
const helperTasks = 4

export interface RenderOptions {
  /** Results of earlier runs. */
  readonly cached: CachedPages
  /** Finishes and writes pages while this thread renders others. */
  readonly helper?: Helper | undefined
  /** Called with each page that is rendered because no result of an earlier run could be used. */
  readonly onRender?: ((page: Page, reason: RenderReason) => void) | undefined
  readonly timed?: Timed
  /** Stops between two pages. */
  readonly signal?: AbortSignal | undefined
}

/** What was found out while a site was rendered. */
type RenderedSite = Pick<CompleteSite, 'diagnostics' | 'judgement'>

/**
 * Renders everything a site consists of and puts it out. Where there are errors, or the signal came, the output is not
 * complete and must be discarded.
 */
export async function renderSite(
  prepared: PreparedSite,
  whole: Output,
  options: RenderOptions,
): Promise<RenderedSite> {
  const { timed = untimed, signal } = options
  const { pages, host, view } = prepared.site
  const output = inFolder(whole, siteFolder(host, view.brand.basePath))
  const put = (file: OutputFile) => timed('write', () => output.put(file))
  prepared.files.forEach(put)
  const batches: Promise<readonly Outcome<PageFacts | undefined>[]>[] = []
  for (let next = 0; next < pages.length && !signal?.aborted; next += pagesPerTurn) {
    await nextTurn()
    const rendered = await renderBatch(prepared, pages.slice(next, next + pagesPerTurn), output, options)
    const finished = finishBatch(prepared, rendered, output, options)
    // Reported below, when all batches have ended.
    finished.catch(() => undefined)
    batches.push(finished)
  }
  // All have ended before the first failure is thrown: nothing is put out after the output is discarded.
  await Promise.allSettled(batches)
  const results = (await Promise.all(batches)).flat()
  const diagnostics = joinFailures(results.flatMap(page => page.diagnostics))
  const facts = results.flatMap(({ value }) => value ?? [])
  // With a page missing, every link to it would be reported too.
  if (signal?.aborted || facts.length < pages.length)
    return { diagnostics, judgement: { waivers: [], withheld: 0 } }
  const complete = timed('render', () => completeSite(prepared, facts, timed))
  complete.value.forEach(put)
  for (const file of complete.hostFiles ?? []) timed('write', () => whole.put(file))
  return { diagnostics: [...diagnostics, ...complete.diagnostics], judgement: complete.judgement }
}

/** A page of a batch: taken over from an earlier run, or rendered. */
type BatchPage =
  | { readonly page: Page; readonly known: PageFacts }
  | { readonly page: Page; readonly unfinished: Outcome<UnfinishedPage | undefined> }

async function renderBatch(
  prepared: PreparedSite,
  pages: readonly Page[],
  output: Output,
  { cached, onRender, timed = untimed }: RenderOptions,
): Promise<readonly BatchPage[]> {
  const settled = await Promise.allSettled(
    pages.map(async (page): Promise<BatchPage> => {
      const known = timed('write', () => cached.take(page, output))
      if (typeof known !== 'string') return { page, known }
      onRender?.(page, known)
      const unfinished = renderPage(prepared, page, timed)
      return {
        page,
        unfinished: await unfinished.catch(error => Promise.reject(faultIn(page.source, error))),
      }
    }),
  )
  return settled.map(result => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}

/** Finishes and judges a page in this thread. */
function finishHere(
  { view, budget, judge }: PreparedSite,
  { page, parts }: Pick<HelperPage, 'page' | 'parts'>,
  timed: Timed,
) {
  return naming(page.source, () => {
    const finished = timed('render', () => finishPage(page, parts, view, budget))
    const verdict = timed('compliance', () => judge.page(judgedPage(page), parts))
    return { ...finished, inspected: detached(finished.inspected), verdict }
  })
}

/** Finishes the pages of a batch and writes them, in the helper if it has time. */
async function finishBatch(
  prepared: PreparedSite,
  batch: readonly BatchPage[],
  output: Output,
  { cached, helper, timed = untimed }: RenderOptions,
): Promise<readonly Outcome<PageFacts | undefined>[]> {
  const { view, bundle, judge } = prepared
  const unfinished = batch.flatMap(item => {
    const value = 'unfinished' in item ? item.unfinished.value : undefined
    return value === undefined ? [] : { page: item.page, parts: value.rendered.parts }
  })
  const { stage } = output
  const isSent = stage && helper && helper.pending < helperTasks && unfinished.length >= worthSending
  const sent =
    isSent && helper.finish({ stage, view, origins: bundle.origins, judging: judge.basis }, unfinished)
  const finished: HelperResult[] = sent
    ? [...(await sent.catch(error => Promise.reject(output.explain?.(error) ?? error)))]
    : unfinished.map(item => {
        const { bytes, ...finished } = finishHere(prepared, item, timed)
        return { ...finished, entry: timed('write', () => output.put({ path: item.page.outputPath, bytes })) }
      })
  if (isSent) for (const { entry } of finished) output.record?.(entry)
  return batch.map(item => {
    if ('known' in item) return { value: item.known, diagnostics: [] }
    const { value, diagnostics } = item.unfinished
    if (value === undefined) return { value, diagnostics }
    const result = finished.shift() as HelperResult
    const { card } = value
    const facts = factsOf(value, result)
    const files: ManifestEntry[] = [...(card ? [timed('write', () => output.put(card))] : []), result.entry]
    const problems = [...diagnostics, ...ofBrand(view.brand.id, result.diagnostics)]
    // A page with problems is rendered in each build, so that each reports them.
    cached.add(item.page, problems.length === 0 ? { facts, files } : undefined)
    return { value: facts, diagnostics: problems }
  })
}

/** A template that fails in one place for one reason, on however many pages, is one problem: that of the first page, with their number. */
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
