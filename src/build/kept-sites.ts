// Sites of earlier runs that need not be made again: everything they depend on is the same, and what is published is what was
// written. Found out without parsing or rendering anything.

import { join } from 'node:path'
import { type Cache, clockTolerance, type Pack } from '../cache/index.ts'
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

/** How a command finds its result for a brand, and how it keeps one. */
interface Keeping {
  find(target: string, inputs: string, id: string): KeptSite['result'] | undefined
  /** @returns Whether the target holds a site. */
  keep(target: string, inputs: string, result: KeptSite['result'], look: SiteLook | undefined): boolean
}

function openKept(
  { cache, out, inputs, others = () => '', strict, day }: KeptSitesOptions,
  keeping: (pack: Pack | undefined) => Keeping,
): KeptSites {
  const pack = cache.pack('sites', unusedSites)
  const { find, keep } = keeping(pack)
  const readBefore = inputs()
  const fleet = others()
  const before = new Map<string, string>()
  return {
    inputs: before,
    async take(id) {
      const start = performance.now()
      const { hash } = await readBefore(id)
      before.set(id, hash)
      const result = find(join(out, id), `${hash} ${fleet}`, id)
      if (result === undefined || isRefused(result.diagnostics, strict)) return undefined
      if (result.waivers.some(({ until }) => until < day)) return undefined
      return { ...result, status: 'unchanged', ms: Math.round(performance.now() - start) }
    },
    async end(results) {
      const sure: string[] = []
      const readAfter = inputs()
      const fleetAfter = others()
      for (const { look, ...result } of results) {
        const { id, status } = result
        if (!isDone(status)) continue
        // If files have changed meanwhile, the result may be of either state.
        const { hash } = await readAfter(id)
        if (hash !== before.get(id) || fleetAfter !== fleet) continue
        if (keep(join(out, id), `${hash} ${fleet}`, result, look)) sure.push(id)
      }
      pack?.save()
      return sure
    },
  }
}

export function openKeptSites(options: KeptSitesOptions): KeptSites {
  const unfinished = unfinishedBrands(options.out)
  return openKept(options, pack => {
    /** Keeps a site, if its folder looks as it did when its bytes were known. */
    const keep = (target: string, site: Omit<KeptSite, 'seenAt'>): void => {
      if (stillLooksLike(target, site.look))
        pack?.set(target, JSON.stringify({ ...site, seenAt: Date.now() } satisfies KeptSite))
    }
    return {
      find(target, inputs, id) {
        const text = pack?.get(target)
        if (text === undefined || unfinished.has(id)) return undefined
        const { seenAt, ...site } = JSON.parse(text) as KeptSite
        if (site.inputs !== inputs) return undefined
        // A write within a tick of the file system's clock would not show.
        const isSure = site.look.changedAt < seenAt - clockTolerance && stillLooksLike(target, site.look)
        if (!isSure) {
          const look = lookAtSite(target)
          if (look === undefined || !isWholeSite(target, site.manifest)) return undefined
          keep(target, { ...site, look })
        }
        return site.result
      },
      keep(target, inputs, result, look) {
        const manifest = manifestSum(target)
        if (manifest === undefined) return false
        if (look !== undefined && !result.diagnostics.some(({ code }) => onceOnly.includes(code)))
          keep(target, { inputs, manifest, look, result })
        return true
      },
    }
  })
}

/** What a check found out about a brand, and what else that depends on. */
type KeptCheck = Pick<KeptSite, 'inputs' | 'manifest' | 'result'>

/**
 * The same for `check`, which takes over what a build or a check has found out.
 * @param allowRemovals Pages that would disappear are no errors.
 */
export function openKeptChecks(options: KeptSitesOptions & { readonly allowRemovals: boolean }): KeptSites {
  const keyOf = (target: string) => `check${options.allowRemovals ? ' with removals' : ''} ${target}`
  // Pages that are published must not disappear.
  const publishedAt = (target: string) => manifestSum(target) ?? 'none'
  return openKept(options, pack => ({
    find(target, inputs) {
      const found = [keyOf(target), target]
        .map(key => JSON.parse(pack?.get(key) ?? 'null') as KeptCheck | null)
        .find(check => check?.inputs === inputs && check.manifest === publishedAt(target))
      // A build leaves out what is no error.
      if (!found || found.result.withheld > 0) return undefined
      const { result } = found
      return {
        ...result,
        diagnostics: result.diagnostics.filter(({ code }) => !code.startsWith('output/')),
      }
    },
    keep(target, inputs, result) {
      const check: KeptCheck = { inputs, manifest: publishedAt(target), result }
      pack?.set(keyOf(target), JSON.stringify(check))
      return true
    },
  }))
}
