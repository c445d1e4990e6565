// The table of contents of Imprint: runs the stages for one brand, and the same for several. Brands share nothing but work
// on shared files; one brand's fault never reaches another.

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
import type { BrandOptions } from './plan-brand.ts'
import { prepareBrand } from './prepare-brand.ts'
import { type RenderOptions, renderSite } from './render-site.ts'
import { openSharedWork, type SharedWork, type SharedWorkOptions } from './shared-work.ts'
import { type Phase, type Timed, timedBy, untimed } from './timed.ts'

/** What the build reads and how it judges. Frozen; made by `cli/`. */
export interface BuildOptions
  extends Omit<BrandOptions, 'withoutTags'>,
    Omit<SharedWorkOptions, 'keepTexts'> {
  /** The project. */
  readonly files: Files
  /** Ids of existing brand folders. */
  readonly brands: readonly string[]
  /** Where a brand's site goes. */
  readonly openOutput: (brand: string) => Promise<Outcome<Output | undefined>>
  /** Warnings fail a brand too. */
  readonly strict: boolean
  /** Called with each brand's result, in the order in which they end. */
  readonly onBrand?: (result: BrandResult, done: number, total: number) => void
  /** Told of errors that are bugs of Imprint, with their stacks. */
  readonly onUnexpected?: (error: unknown) => void
  /** Told how long each part of a phase took, in milliseconds. */
  readonly onPhase?: ((phase: Phase, ms: number) => void) | undefined
  /** Told of each page that is rendered, and why no result of an earlier run could be used. */
  readonly onRender?: ((brand: string, route: string, reason: RenderReason) => void) | undefined
  /** Publishes also where pages disappear that visitors have now. Default: no. */
  readonly allowRemovals?: boolean | undefined
  /** Stops the build between two pages; nothing more is published, staging is removed. */
  readonly signal?: AbortSignal
}

/** The result of one brand. */
export interface BrandResult extends Omit<SiteJudgement, 'diagnostics'> {
  readonly id: string
  /** `not reached`: the run was stopped before. */
  readonly status: 'built' | 'failed' | 'unchanged' | 'restored' | 'not reached'
  /** HTML pages. */
  readonly pages: number
  /** All files, pages and manifest included. */
  readonly files: number
  readonly bytes: number
  /** Milliseconds. */
  readonly ms: number
  readonly diagnostics: readonly Diagnostic[]
  /** The brand's own config is what failed. */
  readonly configInvalid: boolean
  /** What its published folder looks like; absent if that cannot be told. */
  readonly look?: SiteLook | undefined
  /** The next day on which something of the site comes or goes, `YYYY-MM-DD`. */
  readonly nextChange?: string | undefined
  /** Routes of articles that have expired: their author said when they go. */
  readonly expired?: readonly string[] | undefined
  /** The texts of its pages, to be compared with those of other brands. */
  readonly texts?: readonly PageText[] | undefined
}

/** The result of a run. */
export interface BuildReport {
  /** In the order in which the brands were named. */
  readonly brands: readonly BrandResult[]
  /** Of all brands, sorted, each once. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Builds every named brand. Never throws for what a user can get wrong; a failing brand does not stop the others. */
export async function buildBrands(options: BuildOptions): Promise<BuildReport> {
  const { signal } = options
  const timed = options.onPhase === undefined ? untimed : timedBy(options.onPhase)
  const files = snapshot(options.files)
  const shared = openSharedWork({ ...options, keepTexts: true })
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

/** Routes of what was left out because it has expired. */
const expiredRoutes = ({ leftOut }: Site): readonly string[] =>
  [...leftOut].flatMap(([route, { reason }]) => (reason === 'expired' ? [route] : []))

interface Run extends BuildOptions {
  readonly shared: SharedWork
  readonly timed: Timed
}

/** @param faults Bugs that articles or pages have brought to light: the site is built without these. */
async function buildBrand(run: Run, id: string, faults: readonly FaultInFile[] = []): Promise<BrandResult> {
  const { shared, files, timed, signal } = run
  const start = performance.now()
  const diagnostics: Diagnostic[] = []
  let output: Output | undefined
  let site: Site | undefined
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
    // Even a bug of Imprint in one brand must not take the others down.
    if (!(error instanceof WriteError)) run.onUnexpected?.(error)
    if (error instanceof FaultInFile && site?.pages.some(page => isArticleOrPage(page, error.file)))
      return buildBrand(run, id, [...faults, error])
    diagnostics.push({ ...(error instanceof WriteError ? error.diagnostic : unexpected(error)), brand: id })
    return end('failed')
  }
}

/** Of these a site can do without one. */
function isArticleOrPage({ kind, source }: Page, file: string): boolean {
  return source === file && (kind === 'article' || kind === 'page')
}

/** Undefined as soon as the signal comes: what encoders are at is of no use any more. */
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

/** The one gate between a site and its visitors. */
export function isRefused(diagnostics: readonly Diagnostic[], strict: boolean): boolean {
  return diagnostics.some(
    problem => problem.severity === 'error' || (strict && problem.severity === 'warning'),
  )
}

/** Opens where a brand's site goes. */
type OpenOutput = BuildOptions['openOutput']

/**
 * Outputs for folders below `out`, each named after its brand.
 * @param signal Ends the wait for another build.
 * @param changesTo A folder of other sites, to which only the differences are written.
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
 * Writes nothing: for a check, which is a build whose sites are thrown away.
 * @param out The folder that a build would write to: pages that are published there and would disappear are reported.
 */
export function noOutputs(out?: string): OpenOutput {
  return async brand => ({
    value: noOutput(brand, out === undefined ? undefined : readManifest(join(out, brand))),
    diagnostics: [],
  })
}
