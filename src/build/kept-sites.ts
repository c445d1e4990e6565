// Sites of earlier runs that need not be made again: everything they depend on is the same, and what is published is what was
// written. Found out without parsing or rendering anything.

import { join } from 'node:path'
import { type Cache, clockTolerance } from '../cache/index.ts'
import {
  isWholeSite,
  lookAtSite,
  manifestSum,
  type SiteLook,
  stillLooksLike,
  unfinishedBrands,
} from '../output/index.ts'
import { type BrandResult, isRefused } from './build.ts'
import type { BrandInputs } from './inputs.ts'

export interface KeptSites {
  /** Hashes of the inputs of the brands that were asked for. */
  readonly inputs: ReadonlyMap<string, string>
  /** What a build of a brand would report that has nothing to do; undefined where it may have something to do. */
  take(id: string): Promise<BrandResult | undefined>
  /**
   * Ends a run: keeps what became of the brands that were built.
   * @returns Ids of those that were made of the inputs that the run began with.
   */
  end(results: readonly BrandResult[]): Promise<readonly string[]>
}

export interface KeptSitesOptions {
  readonly cache: Cache
  /** Absolute path of the folder that holds the brands' folders. */
  readonly out: string
  /** Opens a new reader: it sees the project as it is then. */
  readonly inputs: () => (id: string) => Promise<BrandInputs>
  /** A sum of what a brand's problems depend on besides its own inputs. Default: nothing. */
  readonly others?: () => string
  /** Warnings fail a brand too. */
  readonly strict: boolean
  /** A waiver that ends before this day makes a site be judged again. */
  readonly day: string
}

/** What is stored of a site. */
interface KeptSite {
  readonly inputs: string
  /** SHA-256 of its manifest. */
  readonly manifest: string
  /** What its folder looked like, and when it still looked the same. */
  readonly look: SiteLook
  readonly seenAt: number
  readonly result: Omit<BrandResult, 'look'>
}

const isDone = (status: BrandResult['status']): boolean => ['built', 'unchanged', 'restored'].includes(status)

/** In bytes: sites of brands that are built by turns stay within it. */
const unusedSites = 32 * 1024 * 1024

/** What the next build would not report again. */
const onceOnly: readonly string[] = ['output/recovered', 'output/lock-left']

export function openKeptSites({
  cache,
  out,
  inputs,
  others = () => '',
  strict,
  day,
}: KeptSitesOptions): KeptSites {
  const pack = cache.pack('sites', unusedSites)
  const readBefore = inputs()
  const fleet = others()
  const before = new Map<string, string>()
  const unfinished = unfinishedBrands(out)
  const targetOf = (id: string): string => join(out, id)
  /** Keeps a site, if its folder looks as it did when its bytes were known. */
  const keep = (target: string, site: Omit<KeptSite, 'seenAt'>): void => {
    if (stillLooksLike(target, site.look))
      pack?.set(target, JSON.stringify({ ...site, seenAt: Date.now() } satisfies KeptSite))
  }
  return {
    inputs: before,
    async take(id) {
      const start = performance.now()
      const { hash } = await readBefore(id)
      before.set(id, hash)
      const target = targetOf(id)
      const text = pack?.get(target)
      if (text === undefined || unfinished.has(id)) return undefined
      const { seenAt, ...site } = JSON.parse(text) as KeptSite
      const { result } = site
      if (site.inputs !== `${hash} ${fleet}` || isRefused(result.diagnostics, strict)) return undefined
      if (result.waivers.some(({ until }) => until < day)) return undefined
      // A write within a tick of the file system's clock would not show.
      const isSure = site.look.changedAt < seenAt - clockTolerance && stillLooksLike(target, site.look)
      if (!isSure) {
        const look = lookAtSite(target)
        if (look === undefined || !isWholeSite(target, site.manifest)) return undefined
        keep(target, { ...site, look })
      }
      const ms = Math.round(performance.now() - start)
      return { ...result, status: 'unchanged', ms }
    },
    async end(results) {
      const sure: string[] = []
      const readAfter = inputs()
      const fleetAfter = others()
      for (const { look, ...result } of results) {
        const { id, status, diagnostics } = result
        const target = targetOf(id)
        const manifest = manifestSum(target)
        if (!isDone(status) || manifest === undefined) continue
        // If files have changed meanwhile, the site may be made of either state.
        const { hash } = await readAfter(id)
        if (hash !== before.get(id) || fleetAfter !== fleet) continue
        sure.push(id)
        if (look === undefined || diagnostics.some(({ code }) => onceOnly.includes(code))) continue
        keep(target, { inputs: `${hash} ${fleet}`, manifest, look, result })
      }
      pack?.save()
      return sure
    },
  }
}

/** What a check found out about a brand, and what else that depends on. */
type KeptCheck = Pick<KeptSite, 'inputs' | 'manifest' | 'result'>

/**
 * The same for `check`, which takes over what a build or a check has found out.
 * @param allowRemovals Pages that would disappear are no errors.
 */
export function openKeptChecks({
  cache,
  out,
  inputs,
  others = () => '',
  strict,
  day,
  allowRemovals,
}: KeptSitesOptions & { readonly allowRemovals: boolean }): KeptSites {
  const pack = cache.pack('sites', unusedSites)
  const readBefore = inputs()
  const fleet = others()
  const before = new Map<string, string>()
  const keyOf = (target: string) => `check${allowRemovals ? ' with removals' : ''} ${target}`
  // Pages that are published must not disappear.
  const publishedAt = (target: string) => manifestSum(target) ?? 'none'
  return {
    inputs: before,
    async take(id) {
      const start = performance.now()
      const { hash } = await readBefore(id)
      before.set(id, hash)
      const target = join(out, id)
      const known = [keyOf(target), target].map(
        key => JSON.parse(pack?.get(key) ?? 'null') as KeptCheck | null,
      )
      const found = known.find(
        check => check?.inputs === `${hash} ${fleet}` && check.manifest === publishedAt(target),
      )
      // A build leaves out what is no error.
      if (!found || found.result.withheld > 0) return undefined
      if (found.result.waivers.some(({ until }) => until < day)) return undefined
      const diagnostics = found.result.diagnostics.filter(({ code }) => !code.startsWith('output/'))
      if (isRefused(diagnostics, strict)) return undefined
      const ms = Math.round(performance.now() - start)
      return { ...found.result, status: 'unchanged', diagnostics, ms }
    },
    async end(results) {
      if (pack === undefined) return []
      const readAfter = inputs()
      const fleetAfter = others()
      for (const { look: _, ...result } of results) {
        const { id, status } = result
        const { hash } = await readAfter(id)
        if (!isDone(status) || hash !== before.get(id) || fleetAfter !== fleet) continue
        const target = join(out, id)
        const check: KeptCheck = { inputs: `${hash} ${fleet}`, manifest: publishedAt(target), result }
        pack.set(keyOf(target), JSON.stringify(check))
      }
      pack.save()
      return []
    },
  }
}
