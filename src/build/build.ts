// The table of contents of Imprint: runs the stages for one brand, and the same for several. Brands share
// nothing but what is computed from shared files; one brand's fault never reaches another.

import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type ByteCache,
  bundleTemplates,
  byteCache,
  type CacheFolder,
  collectAssets,
  drawBrandImages,
  prepareFonts,
  prepareImages,
  type TemplateBundle,
} from '../assets/index.ts'
import { type BrandConfig, brandsFolder, loadBrand } from '../brand/index.ts'
import {
  type ContentOwner,
  type ContentSet,
  createParseCache,
  loadContent,
  type ParseCache,
} from '../content/index.ts'
import {
  asWarning,
  type Diagnostic,
  diagnostic,
  hasErrors,
  type Outcome,
  sortDiagnostics,
  startOf,
} from '../diagnostics/index.ts'
import { type Files, type OutputFile, snapshot } from '../files/index.ts'
import { directoryOutput, type Output, WriteError } from '../output/index.ts'
import {
  type BudgetChecker,
  budgetChecker,
  checkLinks,
  type HashedPage,
  inspectHtml,
  type RenderedPage,
  renderPage,
  renderSiteFiles,
} from '../render/index.ts'
import { planSite, type Site } from '../site/index.ts'

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
  /** Stops the build between two pages; nothing more is published, staging is removed. */
  readonly signal?: AbortSignal
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
  const files = snapshot(options.files)
  const shared: Shared = {
    ...options,
    files,
    defaults: snapshot(options.defaults),
    cache: createParseCache(),
    templates: once(() => bundleTemplates(files, options.defaults)),
    images: byteCache(options.cacheFolder),
    budget: oncePer((bundle: TemplateBundle) => budgetChecker(bundle.islands, bundle.origin)),
  }
  const results = new Map<string, BrandResult>()
  const waiting = [...options.brands]
  const worker = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined && !options.signal?.aborted; id = waiting.shift()) {
      const result = await buildBrand(shared, id)
      results.set(id, result)
      options.onBrand?.(result, results.size, options.brands.length)
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, options.concurrency) }, worker))
  const brands = options.brands.flatMap(id => results.get(id) ?? [])
  return { brands, diagnostics: sortDiagnostics(brands.flatMap(result => result.diagnostics)) }
}

interface Shared extends BuildOptions {
  readonly cache: ParseCache
  readonly templates: () => ReturnType<typeof bundleTemplates>
  /** Encoded images. */
  readonly images: ByteCache
  readonly budget: (bundle: TemplateBundle) => BudgetChecker
}

// After this many pages the event loop has its turn, so that a signal or another brand is not kept waiting.
const pagesPerTurn = 25

async function buildBrand(shared: Shared, id: string): Promise<BrandResult> {
  const start = performance.now()
  const diagnostics: Diagnostic[] = []
  const take = <Value>({ value, diagnostics: problems }: Outcome<Value>): Value => {
    diagnostics.push(...problems.map(problem => ownedBy(problem, id)))
    return value
  }
  let output: Output | undefined
  let pages = 0
  const end = (
    status: BrandResult['status'],
    counts = { files: 0, bytes: 0 },
    configInvalid = false,
  ): BrandResult => ({
    id,
    status,
    pages: status === 'failed' ? 0 : pages,
    files: counts.files,
    bytes: counts.bytes,
    ms: Math.round(performance.now() - start),
    diagnostics,
    configInvalid,
  })
  try {
    const brand = take(loadBrand(shared.files, id, shared.defaults))
    // Content is checked even for a brand that cannot be built: all problems come out in one run.
    const owner = brand ?? ownerOf(id)
    const content = take(
      loadContent(shared.files, shared.defaults, owner, { drafts: shared.drafts }, shared.cache),
    )
    if (brand === undefined) return end('failed', undefined, true)
    const bundle = take(await shared.templates())
    if (content === undefined || bundle === undefined) return end('failed')
    const planned = planSite(brand, content)
    const site = take({
      value: planned.value,
      diagnostics: planned.diagnostics.map(problem => ({ ...problem, brand: id })),
    })
    if (site === undefined) return end('failed')
    output = take(await shared.openOutput(id))
    if (output === undefined) return end('failed')
    for (const problem of await renderSite(shared, site, bundle, output)) diagnostics.push(problem)
    pages = site.pages.length
    if (isRefused(diagnostics, shared.strict) || shared.signal?.aborted) {
      output.discard()
      return end('failed')
    }
    const published = output.commit()
    diagnostics.push(...published.diagnostics)
    return end(published.status, published)
  } catch (error) {
    output?.discard()
    // Even a bug of ours in one brand must not take the others down.
    if (!(error instanceof WriteError)) shared.onUnexpected?.(error)
    diagnostics.push({ ...(error instanceof WriteError ? error.diagnostic : unexpected(error)), brand: id })
    return end('failed')
  }
}

/** Renders everything a site consists of and puts it out, a page at a time. */
async function renderSite(
  shared: Shared,
  site: Site,
  bundle: TemplateBundle,
  output: Output,
): Promise<readonly Diagnostic[]> {
  const diagnostics: Diagnostic[] = []
  const { basePath } = site.view.brand
  const templateAssets = collectAssets([bundle.assets], basePath)
  const images = await prepareImages(shared.files, site.images, basePath, shared.images)
  const brandImages = await drawBrandImages(shared.files, site, shared.images)
  const fonts = await prepareFonts(shared.files, shared.defaults, site, shared.images)
  for (const prepared of [templateAssets, images, brandImages, fonts])
    diagnostics.push(...prepared.diagnostics)
  const assets = {
    urls: templateAssets.value.urls,
    images: images.value.images,
    head: { ...brandImages.value.images, fonts: fonts.value.preload },
    fontCss: fonts.value.css,
  }
  const assetFiles = [
    ...templateAssets.value.files,
    ...images.value.files,
    ...brandImages.value.files,
    ...fonts.value.files,
  ]
  for (const file of assetFiles) output.put(file)

  const links: RenderedPage[] = []
  const rendered: HashedPage[] = []
  const islands = new Set<string>()
  const encoder = new TextEncoder()
  for (const [index, page] of site.pages.entries()) {
    if (shared.signal?.aborted) return diagnostics
    if (index % pagesPerTurn === pagesPerTurn - 1) await nextTurn()
    const { value, diagnostics: problems } = renderPage(page, site.view, bundle, assets)
    diagnostics.push(...problems)
    if (value === undefined) continue
    links.push(inspectHtml(page.route, value.html))
    rendered.push({ page, hashes: value.hashes })
    for (const name of value.islands.keys()) islands.add(name)
    diagnostics.push(
      ...shared
        .budget(bundle)
        .check(page, value)
        .map(problem => ({ ...problem, brand: site.view.brand.id })),
    )
    output.put({ path: page.outputPath, bytes: encoder.encode(value.html) })
  }
  if (hasErrors(diagnostics)) return diagnostics
  const files = [...renderSiteFiles(site, rendered), ...islandFiles(bundle, islands)]
  for (const file of files) output.put(file)
  const routes = new Set([...assetFiles, ...files].map(file => `/${file.path}`))
  const broken = checkLinks(links, routes, basePath, bundle.origin)
  return [...diagnostics, ...broken.map(problem => ({ ...problem, brand: site.view.brand.id }))]
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

function unexpected(error: unknown): Diagnostic {
  const message = error instanceof Error ? error.message : String(error)
  return diagnostic('internal/unexpected', `Imprint failed in a way it should not: ${message}`, {
    hint: 'Run the command again with --debug for details, and please report it.',
  })
}

/** The one gate between a site and its visitors. */
function isRefused(diagnostics: readonly Diagnostic[], strict: boolean): boolean {
  return diagnostics.some(
    problem => problem.severity === 'error' || (strict && problem.severity === 'warning'),
  )
}

/** Stands for a brand whose config is broken: its own content over the shared one, nothing left out. */
function ownerOf(id: string): ContentOwner {
  const located = {
    kind: 'map',
    origin: startOf(`${brandsFolder}/${id}/brand.yaml`),
    entries: new Map(),
  } as const
  return { chain: [id], located, values: { articles: {} } }
}

/** Problems in a brand's own files are that brand's; those in shared files belong to nobody in particular. */
function ownedBy(problem: Diagnostic, id: string): Diagnostic {
  return problem.file?.startsWith(`${brandsFolder}/${id}/`) ? { ...problem, brand: id } : problem
}

function once<Value>(work: () => Value): () => Value {
  let result: { readonly value: Value } | undefined
  return () => {
    result ??= { value: work() }
    return result.value
  }
}

function oncePer<Key extends object, Value>(work: (key: Key) => Value): (key: Key) => Value {
  const results = new WeakMap<Key, Value>()
  return key => {
    const value = results.get(key) ?? work(key)
    results.set(key, value)
    return value
  }
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
