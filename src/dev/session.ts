// Watch mode without its watcher and without its server: the state of every brand, brought up to date by `look`. The
// stages are those of a build; speed comes from remembering what depends on files that did not change, and from
// rendering a page when it is asked for. All pages are rendered in the background too, since only that finds out
// whether a build would go through; a site that would not is not shown, and the last good one stays.

import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import { listBrands } from '../brand/index.ts'
import {
  brandPreparer,
  completeSite,
  isRefused,
  openSharedWork,
  type PageFacts,
  type PageFiles,
  type PreparedBrand,
  type PreparedSite,
  renderPageFiles,
  type SharedWorkOptions,
  unexpected,
} from '../build/index.ts'
import { type Diagnostic, hasErrors, type Outcome, sortDiagnostics } from '../diagnostics/index.ts'
import {
  type Files,
  type FileWork,
  type OutputFile,
  rememberByAnswers,
  trackedFiles,
} from '../files/index.ts'
import { type ManifestEntry, manifestBuilder, manifestEntry } from '../output/index.ts'
import type { Page } from '../site/index.ts'
import { sameData } from './same-data.ts'

export interface SessionOptions extends SharedWorkOptions {
  /** The project on the disk. */
  readonly files: Files
  /** Ids, or all that there are at any time. */
  readonly brands: readonly string[] | 'all'
  readonly drafts: boolean
  /** Warnings count as failures. */
  readonly strict: boolean
  /** Of a server that takes the provider's place. */
  readonly providerOrigin?: string | undefined
  /** Told of every change, when it can be seen. */
  readonly onChange?: (change: Change) => void
  /** Told of errors that are bugs of ours. */
  readonly onUnexpected?: (error: unknown) => void
}

/** What a look at the files brought. */
export interface Change {
  /** Project-relative paths of files and folders that changed. */
  readonly paths: readonly string[]
  /** Brands that are affected, in order. */
  readonly brands: readonly { readonly id: string; readonly pages: ChangedPages }[]
  /** From the look to the state that can be seen, in milliseconds. */
  readonly ms: number
}

/** Routes of pages that differ from before; `all` where something changed that every page has. */
export type ChangedPages = readonly string[] | 'all'

export interface BrandState {
  readonly id: string
  /** Grows with everything that can be seen: another site, other problems. */
  readonly version: number
  /** What to show; absent while there has been nothing good yet. */
  readonly site?: PreparedSite
  readonly problems: readonly Diagnostic[]
  /** A build would fail, and `site`, if any, is the last good one. */
  readonly failed: boolean
  /** Every page has been rendered and all problems are known. */
  readonly checked: boolean
}

export interface Session {
  /** Brands in order. */
  brands(): readonly BrandState[]
  brand(id: string): BrandState | undefined
  /** Problems of the project as a whole, besides those of its brands. */
  problems(): readonly Diagnostic[]
  /** Calls the listener whenever a brand's version has grown, or brands came or went. Gives the way to stop that. */
  subscribe(listener: () => void): () => void
  /**
   * Looks at the files and brings every state up to date. Calls that come while one is under way are joined to one more.
   * @param how See `TrackedFiles.refresh`.
   */
  look(how: 'changed' | 'everything'): Promise<void>
  /** Resolves when nothing is under way: every brand is up to date and checked. */
  settled(): Promise<void>
  /**
   * One page of what a brand shows, and its problems; where its template throws, the page as it was when last all was
   * good. Undefined when there is neither.
   */
  render(id: string, page: Page): Promise<PageFiles | undefined>
  /** The picture that a link to a page shows, by its output path, once the check has come to know it. */
  card(id: string, path: string): Promise<OutputFile | undefined>
  /** What a build would write, by its manifest; undefined where it would fail or the check is still under way. */
  manifest(id: string): OutputFile | undefined
  close(): void
}

/** Open pages ask for themselves as soon as they are told of a change; all else lets them go first, in milliseconds. */
const headStart = 50
/** How long the background work may keep everything else waiting, in milliseconds. */
const longestStretch = 8

interface Brand {
  readonly id: string
  readonly prepare: FileWork<Promise<PreparedBrand>>
  version: number
  result?: PreparedBrand
  /** Of `result`, as the check finds them out. */
  found: readonly Diagnostic[]
  checked: boolean
  /** Stops the check of a result that is out of date. */
  stop: AbortController
  good?: PreparedSite
  manifest?: OutputFile
  /** What the last check that came to its end learned of each page. */
  learned?: Learned
}

interface Learned {
  readonly prepared: PreparedSite
  readonly pages: ReadonlyMap<string, CheckedPage>
}

interface CheckedPage {
  readonly page: Page
  readonly facts: PageFacts
  /** Of the page and its card. */
  readonly entries: readonly ManifestEntry[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Starts with nothing known; the first `look` reads the project. */
export function startSession(options: SessionOptions): Session {
  const tracked = trackedFiles(options.files)
  const shared = openSharedWork(options)
  const brands = new Map<string, Brand>()
  const listeners = new Set<() => void>()
  let projectProblems: readonly Diagnostic[] = []
  let order: readonly string[] = []
  let looking: Promise<void> | undefined
  let next: { how: 'changed' | 'everything'; readonly done: Promise<void> } | undefined
  let checking: Promise<void> | undefined
  let closed = false

  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  const report = (error: unknown): Diagnostic => {
    options.onUnexpected?.(error)
    return unexpected(error)
  }

  const wantedIds = (files: Files): readonly string[] => {
    if (options.brands !== 'all') return options.brands
    const { value, diagnostics } = listBrands(files)
    projectProblems = diagnostics
    return value.brands
  }
  const brandOf = (id: string): Brand => {
    const known = brands.get(id)
    if (known !== undefined) return known
    const prepare = brandPreparer(shared, id, options)
    const brand: Brand = {
      id,
      prepare: rememberByAnswers(files =>
        prepare(files).catch(error => ({
          diagnostics: [{ ...report(error), brand: id }],
          configInvalid: false,
          textsKnown: false,
        })),
      ),
      version: 0,
      found: [],
      checked: false,
      stop: new AbortController(),
    }
    brands.set(id, brand)
    return brand
  }

  const update = async (how: 'changed' | 'everything', first: boolean): Promise<void> => {
    const start = performance.now()
    const paths = tracked.refresh(how)
    if (paths.length === 0 && !first) return
    const files = tracked.current
    const ids = wantedIds(files)
    order = ids
    const gone = [...brands.keys()].filter(id => !ids.includes(id))
    for (const id of gone) {
      brands.get(id)?.stop.abort()
      brands.delete(id)
    }
    const changed: { brand: Brand; before: PreparedBrand | undefined }[] = []
    for (const id of ids) {
      const brand = brandOf(id)
      const before = brand.result
      const result = await brand.prepare(files)
      if (closed) return
      if (result === before) continue
      brand.stop.abort()
      brand.stop = new AbortController()
      brand.result = result
      brand.found = []
      brand.checked = false
      brand.version++
      delete brand.manifest
      changed.push({ brand, before })
      // Whoever looks at this brand need not wait for the others.
      tell()
    }
    if (gone.length > 0) tell()
    const ms = performance.now() - start
    checking ??= checkAll().finally(() => {
      checking = undefined
    })
    // The first look finds a whole project, and no change.
    if (paths.length === 0) return
    void describe(changed).then(described => {
      if (!closed) options.onChange?.({ paths, brands: described, ms })
    })
  }

  const checkAll = async (): Promise<void> => {
    const waiting = () => [...brands.values()].find(brand => brand.result !== undefined && !brand.checked)
    await delay(headStart)
    for (let brand = waiting(); brand !== undefined && !closed; brand = waiting()) {
      const { signal } = brand.stop
      const problems = await check(brand, signal)
      if (signal.aborted) continue
      brand.found = problems
      brand.checked = true
      const prepared = brand.result?.prepared
      if (prepared !== undefined && !isFailed(brand)) brand.good = prepared
      brand.version++
      tell()
    }
  }

  /** Renders everything as a build does and throws it away; pages that cannot differ from last time are not rendered. */
  const check = async (brand: Brand, signal: AbortSignal): Promise<readonly Diagnostic[]> => {
    const prepared = brand.result?.prepared
    if (prepared === undefined) return []
    const { learned } = brand
    const known = learned && sameSurroundings(learned.prepared, prepared) ? learned.pages : undefined
    const manifest = manifestBuilder(brand.id)
    const pages = new Map<string, CheckedPage>()
    const found: Diagnostic[] = []
    const breathe = breather()
    try {
      for (const file of prepared.files) manifest.add(file)
      for (const page of prepared.site.pages) {
        await breathe()
        // A look waits for esbuild, which asks for one file after the other; each answer would wait for a stretch of this.
        while (looking !== undefined) await looking
        if (signal.aborted) return []
        const last = known?.get(page.route)
        const checked = last && sameData(last.page, page) ? last : await checkPage(prepared, page, found)
        if (checked === undefined) continue
        found.push(...checked.diagnostics)
        for (const entry of checked.entries) manifest.record(entry)
        pages.set(page.route, checked)
      }
      brand.learned = { prepared, pages }
      // As in a build: with a page missing, every link to it would be reported too.
      if (hasErrors(found)) return found
      const complete = completeSite(
        prepared,
        [...pages.values()].map(page => page.facts),
      )
      found.push(...complete.diagnostics)
      for (const file of complete.value) manifest.add(file)
      brand.manifest = manifest.file(prepared.site.view.brand.basePath)
    } catch (error) {
      found.push({ ...report(error), brand: brand.id })
    }
    return found
  }

  const checkPage = async (
    prepared: PreparedSite,
    page: Page,
    found: Diagnostic[],
  ): Promise<CheckedPage | undefined> => {
    const { value, diagnostics } = await renderPageFiles(prepared, page)
    if (value === undefined) {
      found.push(...diagnostics)
      return undefined
    }
    const files = value.card === undefined ? [value.file] : [value.card, value.file]
    return { page, facts: value.facts, entries: files.map(manifestEntry), diagnostics }
  }

  const isFailed = (brand: Brand): boolean => {
    const { result } = brand
    return (
      result !== undefined &&
      (result.prepared === undefined || isRefused([...result.diagnostics, ...brand.found], options.strict))
    )
  }
  const stateOf = (brand: Brand): BrandState => {
    const failed = isFailed(brand)
    const site = failed ? brand.good : brand.result?.prepared
    return {
      id: brand.id,
      version: brand.version,
      ...(site && { site }),
      problems: sortDiagnostics([...(brand.result?.diagnostics ?? []), ...brand.found]),
      failed,
      checked: brand.checked,
    }
  }

  return {
    brands: () => order.flatMap(id => brands.get(id) ?? []).map(stateOf),
    brand(id) {
      const brand = brands.get(id)
      return brand && stateOf(brand)
    },
    problems: () => projectProblems,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    look(how) {
      if (closed) return Promise.resolve()
      if (looking !== undefined) {
        if (how === 'everything' && next !== undefined) next.how = how
        next ??= { how, done: looking.then(() => begin(next?.how ?? how)) }
        return next.done
      }
      return begin(how)
    },
    async settled() {
      while (!closed && (looking !== undefined || next !== undefined || checking !== undefined)) {
        await (next?.done ?? looking ?? checking)
      }
    },
    async render(id, page) {
      const brand = brands.get(id)
      const site = brand && stateOf(brand).site
      if (brand === undefined || site === undefined) return undefined
      const { value } = await attempt(() => renderPageFiles(site, page))
      if (value !== undefined) return value
      const { good } = brand
      const before = good?.site.pages.find(({ route }) => route === page.route)
      if (good === undefined || good === site || before === undefined) return undefined
      return (await attempt(() => renderPageFiles(good, before))).value
    },
    async card(id, path) {
      const learned = brands.get(id)?.learned
      const found = [...(learned?.pages.values() ?? [])].find(({ facts }) => facts.cardPath === path)
      return found && learned?.prepared.card(found.page)
    },
    manifest(id) {
      const brand = brands.get(id)
      return brand?.checked && !isFailed(brand) ? brand.manifest : undefined
    },
    close() {
      closed = true
      for (const brand of brands.values()) brand.stop.abort()
      listeners.clear()
    },
  }

  function begin(how: 'changed' | 'everything'): Promise<void> {
    next = undefined
    const run = update(how, brands.size === 0)
      .catch(error => void report(error))
      .finally(() => {
        if (looking === run) looking = undefined
      })
    looking = run
    return run
  }

  /** The check says what went wrong; whoever asks for the page gets the one before. */
  async function attempt<Value>(
    work: () => Promise<Outcome<Value | undefined>>,
  ): Promise<Outcome<Value | undefined>> {
    try {
      return await work()
    } catch (error) {
      return { value: undefined, diagnostics: [report(error)] }
    }
  }
}

/** Whether two sites differ in nothing but their lists of pages. */
function sameSurroundings(a: PreparedSite, b: PreparedSite): boolean {
  return a.bundle === b.bundle && sameData(a.assets, b.assets) && sameData(a.site.view, b.site.view)
}

/** Which pages of each brand differ from before. Compares them all, so it takes its time. */
async function describe(
  changed: readonly { readonly brand: Brand; readonly before: PreparedBrand | undefined }[],
): Promise<Change['brands']> {
  await delay(headStart)
  const breathe = breather()
  const described: Change['brands'][number][] = []
  for (const { brand, before } of changed) {
    const [old, now] = [before?.prepared, brand.result?.prepared]
    if (now === undefined) described.push({ id: brand.id, pages: [] })
    else if (old === undefined || !sameSurroundings(old, now)) described.push({ id: brand.id, pages: 'all' })
    else {
      const known = new Map(old.site.pages.map(page => [page.route, page]))
      const pages: string[] = []
      for (const page of now.site.pages) {
        await breathe()
        if (!sameData(known.get(page.route), page)) pages.push(page.route)
      }
      described.push({ id: brand.id, pages })
    }
  }
  return described
}

/** To be awaited often in long work: gives requests and signals their turn whenever enough time has passed. */
function breather(): () => Promise<void> {
  let turn = performance.now()
  return async () => {
    if (performance.now() - turn < longestStretch) return
    await nextTurn()
    turn = performance.now()
  }
}
