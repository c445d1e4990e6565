// Results of earlier runs for whole sites: where they are, and whether they still apply to the published site.

import { join } from 'node:path'
import { clockTolerance, type Pack } from '../cache/index.ts'
import { attempt } from '../files/index.ts'
import {
  isWholeSite,
  lookAtSite,
  manifestSum,
  type SiteLook,
  stillLooksLike,
  unfinishedBrands,
} from '../output/index.ts'
import type { BrandResult } from './build.ts'
import { isCachedCheck, isCachedFailure, isCachedSite } from './stored-result.ts'

/** A result and what it was made from. */
export interface CachedResult {
  /** The hash of the brand's inputs. */
  readonly inputs: string
  /** The hash of what brands know about each other. */
  readonly fleet: string
  readonly result: Omit<BrandResult, 'look'>
}

/** A result with the manifest of the site that was published at the time. */
interface CachedCheck extends CachedResult {
  /** SHA-256. */
  readonly manifest: string
}

interface CachedSite extends CachedCheck {
  /** The state of its folder, and when it was last seen in that state. */
  readonly look: SiteLook
  readonly seenAt: number
}

/** Where a command finds a brand's results, and how it caches them. */
interface ResultCache {
  /** @param renewed The result to cache from now on; undefined if it is out of date. */
  find(
    id: string,
    renewed: (cached: CachedResult) => Promise<CachedResult | undefined>,
  ): Promise<CachedResult['result'] | undefined>
  /** @returns Whether the target contains a site. */
  add(id: string, made: CachedResult, look: SiteLook | undefined): boolean
}

/** Problems that the next build would not report again. */
const onceOnly: readonly string[] = ['output/recovered', 'output/lock-left']

/** The results for a build: the site must still be as it was published. */
export function cachedSites(pack: Pack | undefined, out: string, allowRemovals = false): ResultCache {
  const failureOf = (target: string) => `failed${allowRemovals ? ' with removals' : ''} ${target}`
  const unfinished = unfinishedBrands(out)
  /** Remembers a site if its folder is still as it was when its bytes were known. */
  const remember = (target: string, site: Omit<CachedSite, 'seenAt'>): void => {
    if (stillLooksLike(target, site.look))
      pack?.set(target, JSON.stringify({ ...site, seenAt: Date.now() } satisfies CachedSite))
  }
  return {
    async find(id, renewed) {
      const target = join(out, id)
      const failure = parsed<CachedResult>(pack?.get(failureOf(target)), isCachedFailure)
      const failed = failure && (await renewed(failure))
      if (failed) return failed.result
      const cached = parsed<CachedSite>(pack?.get(target), isCachedSite)
      if (cached === undefined || unfinished.has(id)) return undefined
      const made = await renewed(cached)
      if (made === undefined) return undefined
      const { manifest, look, seenAt } = cached
      // A write within one tick of the file system's clock would go unnoticed.
      const isSure = look.changedAt < seenAt - clockTolerance && stillLooksLike(target, look)
      if (!isSure) {
        const current = lookAtSite(target)
        if (current === undefined || !isWholeSite(target, manifest)) return undefined
        remember(target, { ...made, manifest, look: current })
      } else if (made.fleet !== cached.fleet)
        pack?.set(target, JSON.stringify({ ...made, manifest, look, seenAt } satisfies CachedSite))
      return made.result
    },
    add(id, made, look) {
      const target = join(out, id)
      if (made.result.status === 'failed') {
        pack?.set(failureOf(target), JSON.stringify(made satisfies CachedResult))
        return false
      }
      const manifest = manifestSum(target)
      if (manifest === undefined) return false
      if (look !== undefined && !made.result.diagnostics.some(({ code }) => onceOnly.includes(code)))
        remember(target, { ...made, manifest, look })
      return true
    },
  }
}

/** The results for a check: those of checks and of builds. */
export function cachedChecks(pack: Pack | undefined, out: string, allowRemovals = false): ResultCache {
  const keyOf = (target: string) => `check${allowRemovals ? ' with removals' : ''} ${target}`
  // Published pages must not disappear.
  const publishedAt = (target: string) => manifestSum(target) ?? 'none'
  return {
    async find(id, renewed) {
      const target = join(out, id)
      for (const [key, isRight] of [
        [keyOf(target), isCachedCheck],
        [target, isCachedSite],
      ] as const) {
        const check = parsed<CachedCheck>(pack?.get(key), isRight)
        if (check?.manifest !== publishedAt(target) || (await renewed(check)) === undefined) continue
        const { result } = check
        // A build leaves out findings that are not errors.
        if (result.withheld > 0) return undefined
        const diagnostics = result.diagnostics.filter(({ code }) => !code.startsWith('output/'))
        return { ...result, diagnostics }
      }
      return undefined
    },
    add(id, made) {
      const target = join(out, id)
      pack?.set(
        keyOf(target),
        JSON.stringify({ ...made, manifest: publishedAt(target) } satisfies CachedCheck),
      )
      return true
    },
  }
}

/** The cached value, if it has the right shape. */
function parsed<Value>(text: string | undefined, isRight: (value: unknown) => boolean): Value | undefined {
  return attempt(() => {
    const value: unknown = JSON.parse(text ?? 'null')
    return isRight(value) ? (value as Value) : undefined
  })
}
