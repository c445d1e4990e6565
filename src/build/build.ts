// The table of contents of Imprint: runs the stages for one brand, and the same for several. Brands share
// nothing but what is computed from shared files; one brand's fault never reaches another.

import { join } from 'node:path'
import type { CacheFolder } from '../assets/index.ts'
import { type BrandConfig, loadBrand } from '../brand/index.ts'
import { type ContentSet, createParseCache, loadContent } from '../content/index.ts'
import {
  asWarning,
  type Diagnostic,
  diagnostic,
  type Outcome,
  sortDiagnostics,
} from '../diagnostics/index.ts'
import { type Files, openPack, snapshot } from '../files/index.ts'
import { directoryOutput, type Output, WriteError } from '../output/index.ts'
import { type Clock, noClock, type Phase, tellingClock } from './clock.ts'
import { openFinishThread } from './finish-remotely.ts'
import { type Hand, ownHand } from './hands.ts'
import { keptPages } from './kept-pages.ts'
import { type TextParser, textParser } from './kept-texts.ts'
import { worthAsking } from './parse-ahead.ts'
import { type PreparedBrand, prepareBrand } from './prepare.ts'
import { renderSite, TextNotAsPlanned } from './render-site.ts'
import { openThreads } from './render-threads.ts'
import { openWorkshop, type Workshop } from './workshop.ts'

/** What the build reads and how it judges. Frozen; made by `cli/`. */
export interface BuildOptions {
  /** The project. */
  readonly files: Files
  /** The package's own templates and content, used where the project has none. */
  readonly defaults: Files
  /** Ids of existing brand folders. */
  readonly brands: readonly string[]
  /** Where a brand's site goes. */
  readonly openOutput: (brand: string) => Promise<Outcome<Output | undefined>>
  /** Warnings fail a brand too. */
  readonly strict: boolean
  /** Show articles marked as drafts. */
  readonly drafts: boolean
  /** Where encoded images are kept between runs; without one, only within this run. */
  readonly cacheFolder?: CacheFolder
  /** How many brands are under way at once. */
  readonly concurrency: number
  /** Told of each brand as it ends, in the order in which they end. */
  readonly onBrand?: (result: BrandResult, done: number, total: number) => void
  /** Told of errors that are bugs of ours, with their stacks. */
  readonly onUnexpected?: (error: unknown) => void
  /** Told how long each part of a phase took, in milliseconds; phases of brands that are under way at once overlap. */
  readonly onPhase?: (phase: Phase, ms: number) => void
  /** Of a server that takes the provider's place; default: each brand's own provider. */
  readonly providerOrigin?: string | undefined
  /** Other threads to share the work with, where there is enough of it; without, this one does it all. */
  readonly threads?: ThreadChoice | undefined
  /** Stops the build between two batches of pages; nothing more is published, staging is removed. */
  readonly signal?: AbortSignal
}

export interface ThreadChoice {
  /** `finish-thread.ts`, compiled. */
  readonly finish: URL
  /** `render-thread.ts`, compiled. */
  readonly render: URL
  /** How many at most, besides this one. */
  readonly count: number
}

/** What became of one brand. */
export interface BrandResult {
  readonly id: string
  readonly status: 'built' | 'failed' | 'unchanged'
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
}

/** What became of a run. */
export interface BuildReport {
  /** In the order in which the brands were named. */
  readonly brands: readonly BrandResult[]
  /** Of all brands, sorted, each once. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Builds every named brand. Never throws for what a user can get wrong; a failing brand does not stop the others. */
export async function buildBrands(options: BuildOptions): Promise<BuildReport> {
  const clock = options.onPhase === undefined ? noClock : tellingClock(options.onPhase)
  const files = snapshot(options.files)
  const crew = gatherCrew(options, files, clock)
  const { hands } = crew
  const workshop = openWorkshop({ ...options, severalBrands: options.brands.length > 1 })
  const keptTexts = options.cacheFolder && openPack(options.cacheFolder, 'texts')
  const texts = textParser(workshop.parse, keptTexts, crew.parsers)
  const shared: Shared = { ...options, files, workshop, clock, hands, texts }
  const results = new Map<string, BrandResult>()
  let grown = false
  const waiting = [...options.brands]
  const worker = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined && !options.signal?.aborted; id = waiting.shift()) {
      const result = await buildBrand(shared, id, () => {
        grown = true
      })
      results.set(id, result)
      options.onBrand?.(result, results.size, options.brands.length)
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.max(1, options.concurrency) }, worker))
  } finally {
    await crew.close()
  }
  grown = keptTexts?.save() || grown
  workshop.bytes.trim(grown)
  const brands = options.brands.flatMap(id => results.get(id) ?? [])
  return { brands, diagnostics: sortDiagnostics(brands.flatMap(result => result.diagnostics)) }
}

/** Pages from which on a thread pays that finishes them: it is ready at once and does two fifths of the work. */
const worthFinishing = 300
/**
 * Pages for each thread that renders. V8 compiles React and the templates for each thread anew, which costs it a second of
 * computing; with fewer pages it would not win that back.
 */
const pagesPerThread = 2500
/**
 * Batches that are under way at once in this thread: it renders while the pages of others are finished elsewhere, and has two
 * more than are taken there, so that it finishes pages itself rather than wait.
 */
const ownBatches = 8
/** Pages of a site besides its articles. */
const fixedPages = 5

/** Who works on a build. Threads that render are started at once: they get ready while the first brand is read. */
function gatherCrew(options: BuildOptions, files: Files, clock: Clock) {
  const { threads, brands, cacheFolder, onPhase } = options
  const articles = files.list('content/articles').value.length
  const pages = brands.length * (articles + fixedPages)
  if (threads === undefined || threads.count < 1 || pages < worthFinishing) {
    return { hands: [ownHand(clock)], parsers: [], close: async () => undefined }
  }
  const finishing = openFinishThread({
    script: threads.finish,
    parses: articles >= worthAsking,
    onPhase,
    clock,
  })
  // Nothing is kept, so there are pages to come: it gets ready while the first brand is read.
  if (cacheFolder === undefined) finishing.start()
  const own = ownHand(clock, finishing.finisher)
  const count = Math.max(0, Math.min(threads.count - 1, Math.floor(pages / pagesPerThread) - 1))
  const rendering = openThreads({ script: threads.render, count, cacheFolder, onPhase, clock })
  return {
    hands: [...Array.from({ length: ownBatches }, () => own), ...rendering.hands],
    parsers: [finishing.parser, ...rendering.hands],
    close: async () => void (await Promise.all([finishing.close(), rendering.close()])),
  }
}

interface Shared extends BuildOptions {
  readonly workshop: Workshop
  readonly clock: Clock
  readonly hands: readonly Hand[]
  readonly texts: TextParser
}

async function buildBrand(shared: Shared, id: string, onCacheGrown: () => void): Promise<BrandResult> {
  const start = performance.now()
  const { workshop, files, clock, signal } = shared
  const prepare = (textsLater: boolean) => prepareBrand(workshop, files, id, { ...shared, textsLater }, clock)
  // What was found out when the output was opened is found out but once.
  const opening: Diagnostic[] = []
  const build = (textsLater: boolean) => tryBrand(shared, id, prepare(textsLater), opening, onCacheGrown)
  // Texts are nearly always good: while some are still parsed, pages of others are rendered.
  const { textsKnown, ...result } = (await build(true)) ?? ((await build(false)) as TriedBrand)
  const diagnostics = [...result.diagnostics, ...opening]
  const brand = { ...result, id, diagnostics, ms: Math.round(performance.now() - start) }
  if (textsKnown || signal?.aborted) return brand
  // Whatever made it fail, what is wrong with its texts is to be said too.
  const whole = await prepare(false).catch(() => result)
  return { ...brand, diagnostics: sortDiagnostics([...diagnostics, ...whole.diagnostics]) }
}

interface TriedBrand extends Omit<BrandResult, 'id' | 'ms'> {
  /** Whether all of its texts were parsed, so that `diagnostics` has all that is wrong with them. */
  readonly textsKnown: boolean
}

/**
 * @param opening Takes what was said when the output was opened.
 * @returns Undefined where the site is to be planned again, because a text that was left for later is not good.
 */
async function tryBrand(
  shared: Shared,
  id: string,
  preparing: Promise<PreparedBrand>,
  opening: Diagnostic[],
  onCacheGrown: () => void,
): Promise<TriedBrand | undefined> {
  const { clock, hands, signal } = shared
  const diagnostics: Diagnostic[] = []
  let output: Output | undefined
  let pages = 0
  let textsKnown = false
  const end = (
    status: BrandResult['status'],
    counts = { files: 0, bytes: 0 },
    configInvalid = false,
  ): TriedBrand => ({
    status,
    pages: status === 'failed' ? 0 : pages,
    files: counts.files,
    bytes: counts.bytes,
    diagnostics,
    configInvalid,
    textsKnown,
  })
  try {
    const { prepared, configInvalid, ...known } = await preparing
    diagnostics.push(...known.diagnostics)
    textsKnown = known.textsKnown
    if (prepared === undefined) return end('failed', undefined, configInvalid)
    const opened = await clock('publish', () => shared.openOutput(id))
    opening.push(...opened.diagnostics)
    const target = opened.value
    output = target
    if (target === undefined) return end('failed')
    const kept = keptPages(shared.cacheFolder, prepared)
    diagnostics.push(...(await renderSite(prepared, target, { hands, kept, clock, signal })))
    textsKnown = true
    pages = prepared.site.pages.length
    if (isRefused([...diagnostics, ...opening], shared.strict) || signal?.aborted) {
      target.discard()
      return end('failed')
    }
    const published = clock('publish', () => target.commit())
    if (kept.save()) onCacheGrown()
    diagnostics.push(...published.diagnostics)
    return end(published.status, published)
  } catch (error) {
    output?.discard()
    if (error instanceof TextNotAsPlanned) return signal?.aborted ? end('failed') : undefined
    // Even a bug of ours in one brand must not take the others down.
    if (!(error instanceof WriteError)) shared.onUnexpected?.(error)
    diagnostics.push({ ...(error instanceof WriteError ? error.diagnostic : unexpected(error)), brand: id })
    return end('failed')
  }
}

/** What to say of an error that is a bug of ours. */
export function unexpected(error: unknown): Diagnostic {
  const message = error instanceof Error ? error.message : String(error)
  return diagnostic('internal/unexpected', `Imprint failed in a way it should not: ${message}`, {
    hint: 'Run the command again with --debug for details, and please report it.',
  })
}

/** The one gate between a site and its visitors. */
export function isRefused(diagnostics: readonly Diagnostic[], strict: boolean): boolean {
  return diagnostics.some(
    problem => problem.severity === 'error' || (strict && problem.severity === 'warning'),
  )
}

/** Outputs for folders below `out`, each named after its brand. The signal ends the wait for another build. */
export function directoryOutputs(out: string, signal?: AbortSignal): BuildOptions['openOutput'] {
  return brand => directoryOutput({ target: join(out, brand), brand, signal })
}

/** A brand with its content, for commands that only look: `explain`, `list`. */
export function loadBrandWithContent(
  files: Files,
  defaults: Files,
  id: string,
): Outcome<{ readonly brand: BrandConfig; readonly content: ContentSet | undefined } | undefined> {
  const brand = loadBrand(files, id, defaults)
  if (brand.value === undefined) return { value: undefined, diagnostics: brand.diagnostics }
  const content = loadContent(files, defaults, brand.value, { drafts: true }, createParseCache())
  return {
    value: { brand: brand.value, content: content.value },
    diagnostics: [...brand.diagnostics, ...content.diagnostics.map(asWarning)],
  }
}
