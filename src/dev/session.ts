// Watch mode without its watcher and server: the state of every brand, updated by `look`. The stages are those of a build. Speed
// comes from remembering what depends on unchanged files, and from rendering a page when it is requested. In the background,
// every page is rendered as well, because only that shows whether a build would succeed. While it would fail, the last good site
// is shown. With many brands, each is prepared when it is first opened; until then, only its config is known.

import { isDeepStrictEqual } from 'node:util'
import { unreadFiles } from '../assets/index.ts'
import { type BrandConfig, hostLimit, listBrands, loadBrand } from '../brand/index.ts'
import {
  type BrandOptions,
  brandPreparer,
  isRefused,
  openSharedWork,
  ownedBy,
  type PageFiles,
  type PreparedBrand,
  type PreparedSite,
  renderPageFiles,
  type SharedWorkOptions,
} from '../build/index.ts'
import { removals } from '../compare/index.ts'
import {
  type Diagnostic,
  foldConsequences,
  type Outcome,
  sortDiagnostics,
  unexpected,
} from '../diagnostics/index.ts'
import { type Files, type FileWork, rememberByAnswers, trackedFiles } from '../files/index.ts'
import type { Manifest } from '../output/index.ts'
import { basePathOf, type Page, type Site } from '../site/index.ts'
import { afterOpenPages, regularYield } from './background.ts'
import { type Change, describeChanges, type SiteChange } from './changes.ts'
import { coalesced } from './coalesced.ts'
import { checkSite, type SiteCheck, type SiteOutput } from './site-check.ts'

export interface SessionOptions
  extends SharedWorkOptions,
    Pick<BrandOptions, 'drafts' | 'environment' | 'providerOrigin' | 'withoutTags'> {
  /** The project on the disk. */
  readonly files: Files
  /** Ids, or `all` for whatever brands the project has at any time. */
  readonly brands: readonly string[] | 'all'
  /**
   * The date that articles are shown for, `YYYY-MM-DD`, determined at each look, because it changes. Default: all articles are
   * shown.
   */
  readonly day?: (() => string) | undefined
  /** Warnings count as failures. */
  readonly strict: boolean
  /**
   * The manifest of a brand's published site, read at each look; the same object while it is unchanged. Default: there is none.
   */
  readonly published?: ((brand: string) => Manifest | undefined) | undefined
  /** Called for every change once its pages can be served. */
  readonly onChange?: (change: Change) => void
  /** Called for exceptions, which are bugs. */
  readonly onUnexpected?: (error: unknown) => void
}

/** `changed` trusts the modification times of files, `everything` reads them all; see `TrackedFiles.refresh`. */
export type LookDepth = 'changed' | 'everything'

export interface BrandState {
  readonly id: string
  /** The id, until a readable config provides the name. */
  readonly name: string
  /** Path of the site on its host; empty for the root. */
  readonly basePath: string
  /** Whether the brand is prepared. If not, its problems are only those of its config. */
  readonly opened: boolean
  /** Grows with every visible change to the site or its problems. */
  readonly version: number
  /** The site to show: the last good one if a build would fail; absent until there is a good one. */
  readonly site?: PreparedSite
  /** What a build of `site` would write; absent until every page of it is checked. */
  readonly output?: SiteOutput
  readonly problems: readonly Diagnostic[]
  /** Whether a build would fail. */
  readonly failed: boolean
  /** Whether `site` is the last good one, because the project is not a complete site now. */
  readonly outdated: boolean
  /** Whether every page has been rendered and all problems are known. */
  readonly checked: boolean
}

interface Brand {
  readonly id: string
  readonly load: FileWork<Outcome<BrandConfig | undefined>>
  prepare: FileWork<Promise<PreparedBrand>>
  /** The last one without errors. */
  config?: BrandConfig
  configProblems: readonly Diagnostic[]
  /** Grows with each request for the brand; absent if it need not be prepared yet. */
  asked?: number
  version: number
  result?: PreparedBrand
  /** Whether `result` has been checked. */
  checked: boolean
  /** The last complete check; it may be of an earlier result. */
  check?: SiteCheck
  /** The last check after which a build would have succeeded. */
  good?: SiteCheck
  /** Problems that the check of `result` found. */
  found: readonly Diagnostic[]
  /** Published pages that the site of `result` lacks. */
  lost: readonly Diagnostic[]
  /** The input of the comparison that found `lost`. */
  compared?: { readonly site: Site | undefined; readonly published: Manifest | undefined }
  /** Whether a request waits for the check. */
  urgent: boolean
  /** Stops the check of a result that is out of date. */
  stop: AbortController
}

/** Up to this number, all brands are prepared at once. */
const mostAtOnce = 12

/** Knows nothing at first: the first `look` reads the project. */
export class Session {
  readonly #options: SessionOptions
  readonly #tracked
  readonly #shared
  readonly #listeners = new Set<() => void>()
  #brands: ReadonlyMap<string, Brand> = new Map()
  #projectProblems: readonly Diagnostic[] = []
  #depth: LookDepth = 'changed'
  #asked = 0
  #updating = false
  #closed = false
  #day: string | undefined

  constructor(options: SessionOptions) {
    this.#options = options
    this.#tracked = trackedFiles(options.files)
    this.#shared = openSharedWork(options)
  }

  /** Brands in order. */
  brands(): readonly BrandState[] {
    return [...this.#brands.values()].map(brand => this.#stateOf(brand))
  }

  brand(id: string): BrandState | undefined {
    const brand = this.#brands.get(id)
    return brand && this.#stateOf(brand)
  }

  /** Problems with the whole project, in addition to those of its brands. */
  problems(): readonly Diagnostic[] {
    return this.#projectProblems
  }

  /** Whether some of the brands are already up to date with the last change, and others may not be. */
  updating(): boolean {
    return this.#updating
  }

  /** Calls the listener whenever a brand's version has grown, brands came or went, or an update ended. Returns a function that stops this. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Looks at the files and updates every state. Calls made during a look share one more look after it. */
  look(depth: LookDepth): Promise<void> {
    if (this.#closed) return Promise.resolve()
    if (depth === 'everything') this.#depth = depth
    return this.#looks.run()
  }

  /** Resolves when no work is in progress: every opened brand is up to date and checked. */
  async settled(): Promise<void> {
    while (!this.#closed) {
      const running = this.#looks.running ?? this.#checks.running
      if (running === undefined) return
      await running
    }
  }

  /** Called when a browser opens a brand, which is then built before the others. Resolves when the brand is prepared, or gone. */
  async open(id: string): Promise<void> {
    const brand = this.#brands.get(id)
    if (brand === undefined) return
    brand.asked = ++this.#asked
    if (brand.result !== undefined) return
    void this.look('changed')
    await this.#until(id, ({ result }) => result !== undefined)
  }

  /** Resolves when a brand is checked, or gone. The brand is checked before the others. */
  checked(id: string): Promise<void> {
    return this.#until(id, brand => {
      brand.urgent = !brand.checked
      return brand.checked
    })
  }

  /** Resolves when a condition is true for a brand, or the brand is gone. */
  #until(id: string, isTrue: (brand: Brand) => boolean): Promise<void> {
    return new Promise(resolve => {
      const listener = (): void => {
        const brand = this.#brands.get(id)
        if ((brand === undefined || isTrue(brand)) && this.#listeners.delete(listener)) resolve()
      }
      this.#listeners.add(listener)
      listener()
    })
  }

  /**
   * Renders one page of the site that a brand shows. If its template throws, the last good site's page is returned; undefined if
   * that has no such page either.
   */
  async render(id: string, page: Page): Promise<PageFiles | undefined> {
    const brand = this.#brands.get(id)
    const site = brand && this.#stateOf(brand).site
    if (brand === undefined || site === undefined) return undefined
    const rendered = await this.#tryRender(site, page)
    if (rendered !== undefined) return rendered
    const good = brand.good?.prepared
    const before = good?.site.pages.find(({ route }) => route === page.route)
    return good === undefined || good === site || before === undefined
      ? undefined
      : this.#tryRender(good, before)
  }

  close(): void {
    this.#closed = true
    for (const brand of this.#brands.values()) brand.stop.abort()
    this.#listeners.clear()
  }

  readonly #looks = coalesced(async () => {
    const depth = this.#depth
    this.#depth = 'changed'
    try {
      await this.#update(depth)
    } catch (error) {
      this.#report(error)
    }
    if (!this.#updating) return
    this.#updating = false
    this.#notify()
  })

  async #update(depth: LookDepth): Promise<void> {
    const start = performance.now()
    const paths = this.#tracked.refresh(depth)
    const files = this.#tracked.current
    const day = this.#options.day?.()
    const isNextDay = day !== this.#day
    this.#day = day
    const isNews = paths.length > 0 || isNextDay || this.#brands.size === 0
    if (isNextDay) for (const brand of this.#brands.values()) brand.prepare = this.#preparer(brand.id)
    this.#updating = isNews
    if (isNews) this.#updateBrandList(files)
    const changes: SiteChange[] = []
    for (const brand of this.#opened()) {
      const before = brand.result
      const result = isNews || before === undefined ? await brand.prepare(files) : before
      if (this.#closed) return
      if (result === before) {
        if (this.#compare(brand)) this.#notify()
        continue
      }
      brand.stop.abort()
      Object.assign(brand, { result, found: [], checked: false, stop: new AbortController() })
      this.#compare(brand)
      brand.version++
      changes.push({ id: brand.id, before: before?.prepared, after: result.prepared })
      // Open pages of this brand need not wait for the others.
      this.#notify()
    }
    const ms = performance.now() - start
    void this.#checks.run()
    // The first look reads the project; it finds no change.
    if (paths.length === 0) return
    void describeChanges(changes).then(brands => {
      if (!this.#closed) this.#options.onChange?.({ paths, brands, ms })
    })
  }

  /** Compares a brand's site with the published one. Returns whether the set of lost pages has changed. */
  #compare(brand: Brand): boolean {
    const site = brand.result?.prepared?.site
    const published = this.#options.published?.(brand.id)
    if (brand.compared?.site === site && brand.compared?.published === published) return false
    const lost = site && published ? removals(published, site) : []
    const isNews = !isDeepStrictEqual(lost, brand.lost)
    Object.assign(brand, { compared: { site, published }, lost, version: brand.version + (isNews ? 1 : 0) })
    this.#keepGood(brand)
    return isNews
  }

  /** The brand that was requested last comes first. */
  #opened(): readonly Brand[] {
    return [...this.#brands.values()]
      .filter(({ asked }) => asked !== undefined)
      .sort((a, b) => (b.asked ?? 0) - (a.asked ?? 0))
  }

  #updateBrandList(files: Files): void {
    const { value: found, diagnostics } = listBrands(files)
    const { brands, defaults } = this.#options
    const isAll = brands === 'all'
    const ids = isAll ? found.brands : brands
    const folders = isAll ? undefined : [...brands, ...found.bases]
    const unread = unreadFiles(files, defaults, folders)
    const limit = hostLimit(this.#shared.fleet(files))
    const problems = [...(isAll ? diagnostics : []), ...unread, ...limit]
    let isNews = !isDeepStrictEqual(problems, this.#projectProblems)
    this.#projectProblems = problems
    const before = this.#brands
    const isFew = ids.length <= mostAtOnce
    this.#brands = new Map(ids.map(id => [id, before.get(id) ?? this.#newBrand(id, isFew)]))
    for (const brand of this.#brands.values()) {
      const { value: config, diagnostics } = brand.load(files)
      if (config !== undefined) brand.config = config
      const configProblems = diagnostics.map(problem => ownedBy(problem, brand.id))
      if (isDeepStrictEqual(brand.configProblems, configProblems)) continue
      Object.assign(brand, { configProblems, version: brand.version + 1 })
      isNews = true
    }
    const gone = [...before.values()].filter(({ id }) => !this.#brands.has(id))
    for (const brand of gone) brand.stop.abort()
    if (gone.length > 0 || isNews) this.#notify()
  }

  #newBrand(id: string, isOpened: boolean): Brand {
    const { defaults, environment } = this.#options
    return {
      id,
      load: rememberByAnswers(files => loadBrand(files, id, defaults, environment, this.#shared.fleet)),
      configProblems: [],
      ...(isOpened && { asked: 0 }),
      prepare: this.#preparer(id),
      version: 0,
      checked: false,
      found: [],
      lost: [],
      urgent: false,
      stop: new AbortController(),
    }
  }

  #preparer(id: string): Brand['prepare'] {
    const prepare = brandPreparer(this.#shared, id, { ...this.#options, asOf: this.#day })
    return rememberByAnswers(files =>
      prepare(files).catch(error => ({
        diagnostics: [{ ...this.#report(error), brand: id }],
        configInvalid: false,
      })),
    )
  }

  readonly #checks = coalesced(async () => {
    await afterOpenPages()
    while (!this.#closed) {
      const waiting = [...this.#brands.values()].filter(({ result, checked }) => result && !checked)
      const brand = waiting.find(({ urgent }) => urgent) ?? waiting[0]
      if (brand === undefined) return
      await this.#check(brand)
    }
  })

  async #check(brand: Brand): Promise<void> {
    const { signal } = brand.stop
    const prepared = brand.result?.prepared
    const yieldNow = regularYield()
    const proceed = async (): Promise<boolean> => {
      await yieldNow()
      // A look waits for esbuild, which requests one file after another; this work would delay the result of each request.
      while (this.#looks.running !== undefined) await this.#looks.running
      return !signal.aborted
    }
    let check: SiteCheck | undefined
    let found: readonly Diagnostic[] = []
    try {
      check = prepared && (await checkSite(prepared, brand.check, proceed))
      found = check?.problems ?? []
    } catch (error) {
      found = [{ ...this.#report(error), brand: brand.id }]
    }
    if (signal.aborted) return
    Object.assign(brand, { found, checked: true, urgent: false })
    if (check !== undefined) brand.check = check
    this.#keepGood(brand)
    brand.version++
    this.#notify()
  }

  /**
   * Whether the last good site is to be shown: there is no other, that one must not be published, or a mistake removes one of the
   * published pages from it. Pages that are lost for other reasons were removed on purpose.
   */
  #isOutdated({ result, found, configProblems, lost, good }: Brand): boolean {
    if (result === undefined) return isRefused(configProblems, this.#options.strict)
    const site = result.prepared?.site
    if (site === undefined || isRefused([...result.diagnostics, ...found], this.#options.strict)) return true
    const broken = lost.flatMap(({ causedBy }) => causedBy?.file ?? [])
    const isBroken = ({ route }: Page) => broken.includes(site.leftOut.get(route)?.file ?? '')
    return good?.prepared.site.pages.some(isBroken) ?? false
  }

  /** Remembers a checked site that a later mistake must not replace. */
  #keepGood(brand: Brand): void {
    const { check, checked, result } = brand
    if (check === undefined || !checked || check.prepared !== result?.prepared) return
    if (!this.#isOutdated(brand)) brand.good = check
  }

  #stateOf(brand: Brand): BrandState {
    const { id, version, result, checked, check, good, found, lost, config } = brand
    const outdated = this.#isOutdated(brand)
    const site = outdated ? good?.prepared : result?.prepared
    const output = [good, check].find(known => known !== undefined && known.prepared === site)?.output
    return {
      id,
      name: site?.view.brand.name ?? config?.values.name ?? id,
      basePath: site?.view.brand.basePath ?? (config ? basePathOf(config.values.siteUrl) : ''),
      opened: result !== undefined,
      version,
      ...(site && { site }),
      ...(output && { output }),
      problems: sortDiagnostics(
        foldConsequences([...(result?.diagnostics ?? brand.configProblems), ...lost, ...found]),
      ),
      failed: outdated || lost.length > 0,
      outdated,
      checked,
    }
  }

  /** Undefined if the template throws; the check reports why. */
  async #tryRender(site: PreparedSite, page: Page): Promise<PageFiles | undefined> {
    try {
      return (await renderPageFiles(site, page)).value
    } catch (error) {
      this.#report(error)
      return undefined
    }
  }

  #report(error: unknown): Diagnostic {
    this.#options.onUnexpected?.(error)
    return unexpected(error)
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}
