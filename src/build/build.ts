// Runs the stages of a build, for one brand or for several. Brands share only work on shared files; one brand's fault never
// affects another.

import { join } from 'node:path'
import { type PageText, pageTexts, removals } from '../compare/index.ts'
import type { SiteJudgement } from '../compliance/index.ts'
import {
  type Diagnostic,
  FaultInFile,
  foldConsequences,
  type Outcome,
  sortDiagnostics,
  unexpected,
} from '../diagnostics/index.ts'
import { type Files, snapshot } from '../files/index.ts'
import {
  directoryOutput,
  noOutput,
  type Output,
  readManifest,
  type SiteLook,
  WriteError,
} from '../output/index.ts'
import type { Page, Site } from '../site/index.ts'
import { cachedPages, type RenderReason } from './cached-pages.ts'
import type { SiteJudge } from './judging.ts'
import type { BrandOptions } from './plan-brand.ts'
import { prepareBrand } from './prepare-brand.ts'
import { type RenderOptions, renderSite } from './render-site.ts'
import { openSharedWork, type SharedWork, type SharedWorkOptions } from './shared-work.ts'
import { type Phase, type Timed, timedBy, untimed } from './timed.ts'

/** The input and strictness of a build. Frozen; made by `cli/`. */
export interface BuildOptions
  extends Omit<BrandOptions, 'withoutTags'>,
    Omit<SharedWorkOptions, 'keepTexts'> {
  /** The project. */
  readonly files: Files
  /** Ids of existing brand folders. */
  readonly brands: readonly string[]
  /** Opens the output of a brand's site. */
  readonly openOutput: (brand: string) => Promise<Outcome<Output | undefined>>
  /** Whether warnings also make a brand fail. */
  readonly strict: boolean
  /** Called with each brand's result, in completion order. */
  readonly onBrand?: (result: BrandResult, done: number, total: number) => void
  /** Called with errors that are bugs of Imprint. */
  readonly onUnexpected?: (error: unknown) => void
  /** Called with the duration of each part of a phase, in milliseconds. */
  readonly onPhase?: ((phase: Phase, ms: number) => void) | undefined
  /** Called with each page that is rendered, and the reason why no earlier result could be used. */
  readonly onRender?: ((brand: string, route: string, reason: RenderReason) => void) | undefined
  /** Publishes even if pages that visitors have now disappear. Default: no. */
  readonly allowRemovals?: boolean | undefined
  /** Stops the build between two pages; nothing more is published, and staging is removed. */
  readonly signal?: AbortSignal
}

export interface BrandResult extends Omit<SiteJudgement, 'diagnostics'> {
  readonly id: string
  /** `not reached`: the run was stopped before this brand. */
  readonly status: 'built' | 'failed' | 'unchanged' | 'restored' | 'not reached'
  /** HTML pages. */
  readonly pages: number
  /** All files, including pages and manifest. */
  readonly files: number
  readonly bytes: number
  /** Milliseconds. */
  readonly ms: number
  readonly diagnostics: readonly Diagnostic[]
  /** Whether the brand's own config has errors. */
  readonly configInvalid: boolean
  /** The state of its published folder; absent if unknown. */
  readonly look?: SiteLook | undefined
  /** The next date on which an article of the site appears or expires, `YYYY-MM-DD`. */
  readonly nextChange?: string | undefined
  /** Routes of expired articles, whose removal their author planned. */
  readonly expired?: readonly string[] | undefined
  /** The text of its pages, for comparison with that of other brands. */
  readonly texts?: readonly PageText[] | undefined
}

/** The result of a run. */
export interface BuildReport {
  /** In the order in which the brands were named. */
  readonly brands: readonly BrandResult[]
  /** The problems of all brands, sorted, each once. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Builds every named brand. Never throws for a user's mistake; a failing brand does not stop the others. */
export async function buildBrands(options: BuildOptions): Promise<BuildReport> {
  const { signal } = options
  const timed = options.onPhase === undefined ? untimed : timedBy(options.onPhase)
  const files = snapshot(options.files)
  const shared = openSharedWork({ ...options, keepTexts: true, isForOne: options.brands.length === 1 })
  const run: Run = { ...options, files, shared, timed }
  const brands: BrandResult[] = []
  for (const id of options.brands) {
    const result = signal?.aborted ? emptyResult(id, 'not reached') : await buildBrand(run, id)
    brands.push(result)
    options.onBrand?.(result, brands.length, options.brands.length)
  }
  shared.save()
  return { brands, diagnostics: sortDiagnostics(brands.flatMap(result => result.diagnostics)) }
}

/** For a brand that was not built. */
export function emptyResult(
  id: string,
  status: 'failed' | 'not reached',
  diagnostics: readonly Diagnostic[] = [],
): BrandResult {
  const nothing = { pages: 0, files: 0, bytes: 0, ms: 0, configInvalid: false, waivers: [], withheld: 0 }
  return { id, status, ...nothing, diagnostics }
}

/** Routes of articles that are left out because they have expired. */
const expiredRoutes = ({ leftOut }: Site): readonly string[] =>
  [...leftOut].flatMap(([route, { reason }]) => (reason === 'expired' ? [route] : []))

interface Run extends BuildOptions {
  readonly shared: SharedWork
  readonly timed: Timed
}

/** @param faults Bugs that articles or pages trigger: the site is built without these articles and pages. */
async function buildBrand(run: Run, id: string, faults: readonly FaultInFile[] = []): Promise<BrandResult> {
  const { shared, files, timed, signal } = run
  const start = performance.now()
  const diagnostics: Diagnostic[] = []
  let output: Output | undefined
  let site: Site | undefined
  let judge: SiteJudge | undefined
  let result = emptyResult(id, 'failed')
  const end = (status: BrandResult['status']): BrandResult => ({
    ...result,
    status,
    ms: Math.round(performance.now() - start),
    diagnostics: foldConsequences(diagnostics),
  })
  try {
    const brand = await unlessStopped(prepareBrand(shared, files, id, { ...run, faults }, timed), signal)
    if (brand === undefined) return end('not reached')
    diagnostics.push(...brand.diagnostics)
    const { prepared, configInvalid, nextChange } = brand
    result = { ...result, configInvalid, ...(nextChange && { nextChange }) }
    if (prepared === undefined) return end('failed')
    site = prepared.site
    judge = prepared.judge
    const expired = expiredRoutes(site)
    result = { ...result, texts: pageTexts(site), ...(expired.length > 0 && { expired }) }
    const opened = await timed('publish', () => run.openOutput(id))
    diagnostics.push(...opened.diagnostics)
    output = opened.value
    if (output === undefined) return end('failed')
    const { published: before } = output
    if (before && !run.allowRemovals) diagnostics.push(...removals(before, prepared.site))
    const cached = cachedPages(shared.cache, prepared)
    const onRender: RenderOptions['onRender'] = ({ route }, reason) => run.onRender?.(id, route, reason)
    const rendered = await renderSite(prepared, output, { cached, onRender, timed, signal })
    diagnostics.push(...rendered.diagnostics)
    const { waivers, withheld } = rendered.judgement
    result = { ...result, waivers, withheld }
    if (isRefused(diagnostics, run.strict) || signal?.aborted) {
      output.discard()
      return end(isRefused(diagnostics, run.strict) ? 'failed' : 'not reached')
    }
    const target = output
    const { host, view } = prepared.site
    const published = timed('publish', () =>
      target.commit({ basePath: view.brand.basePath, host, environment: view.environment }),
    )
    cached.save()
    diagnostics.push(...published.diagnostics)
    const { files: count, bytes, look } = published
    result = { ...result, pages: site.pages.length, files: count, bytes, ...(look && { look }) }
    return end(published.status)
  } catch (error) {
    output?.discard()
    // Not even a bug of Imprint in one brand may stop the others.
    if (!(error instanceof WriteError)) run.onUnexpected?.(error)
    if (error instanceof FaultInFile && site?.pages.some(page => isArticleOrPage(page, error.file)))
      return buildBrand(run, id, [...faults, error])
    diagnostics.push({ ...(error instanceof WriteError ? error.diagnostic : unexpected(error)), brand: id })
    return end('failed')
  } finally {
    judge?.close()
  }
}

/** A site can be published without one of its articles or pages. */
function isArticleOrPage({ kind, source }: Page, file: string): boolean {
  return source === file && (kind === 'article' || kind === 'page')
}

/** Undefined as soon as the signal is aborted: the results of running encoders are no longer needed. */
async function unlessStopped<Value>(work: Promise<Value>, signal?: AbortSignal): Promise<Value | undefined> {
  let stop = (): void => undefined
  const stopped = new Promise<undefined>(resolve => {
    stop = () => resolve(undefined)
  })
  signal?.addEventListener('abort', stop)
  try {
    return await Promise.race([work, stopped])
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

/** The only gate between a site and its visitors. */
export function isRefused(diagnostics: readonly Diagnostic[], strict: boolean): boolean {
  return diagnostics.some(
    problem => problem.severity === 'error' || (strict && problem.severity === 'warning'),
  )
}

/** Opens the output of a brand's site. */
type OpenOutput = BuildOptions['openOutput']

/**
 * Outputs for folders below `out`, each named after its brand.
 * @param signal Aborts the wait for another build.
 * @param changesTo A folder of other sites, from which only differences are written.
 */
export function directoryOutputs(out: string, signal?: AbortSignal, changesTo?: string): OpenOutput {
  return brand =>
    directoryOutput({
      target: join(out, brand),
      brand,
      changesTo: changesTo && join(changesTo, brand),
      signal,
    })
}

/**
 * Writes nothing: for a check, which is a build that discards its sites.
 * @param out The folder that a build would write to: its published pages that would disappear are reported.
 */
export function noOutputs(out?: string): OpenOutput {
  return async brand => ({
    value: noOutput(brand, out === undefined ? undefined : readManifest(join(out, brand))),
    diagnostics: [],
  })
}
