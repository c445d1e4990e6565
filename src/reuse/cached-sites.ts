// Sites of earlier runs that need not be made again: everything they depend on is the same, and what is published is what was
// written. Found out without parsing or rendering anything.

import { join } from 'node:path'
import { changedBrands, type FleetBrand } from '../brand/index.ts'
import { type BrandResult, isRefused } from '../build/index.ts'
import { type Cache, clockTolerance, type Pack } from '../cache/index.ts'
import type { Diagnostic } from '../diagnostics/index.ts'
import { remembered } from '../files/index.ts'
import {
  isWholeSite,
  lookAtSite,
  manifestSum,
  type SiteLook,
  stillLooksLike,
  unfinishedBrands,
} from '../output/index.ts'
import { knownFacts } from './file-facts.ts'
import type { BrandInputs } from './inputs.ts'
import { isCachedCheck, isCachedFailure, isCachedSite } from './stored-result.ts'

export interface CachedSites {
  /** The inputs of the brands that were asked for. */
  readonly inputs: ReadonlyMap<string, BrandInputs>
  /** What a build of a brand would report that has nothing to do, or fails as before; undefined if it may have something to do. */
  take(id: string): Promise<BrandResult | undefined>
  /**
   * Ends a run: stores the results of the brands that were built.
   * @returns Ids of those that were made of the inputs that the run began with.
   */
  end(results: readonly BrandResult[]): Promise<readonly string[]>
}

export interface CachedSitesOptions {
  readonly cache: Cache
  /** Absolute path of the folder that holds the brands' folders. */
  readonly out: string
  /** Opens a reader: of what the run sees of the project, or of the project as it is at the end. */
  readonly inputs: (when: 'seen' | 'end', facts: Pack | undefined) => (id: string) => Promise<BrandInputs>
  /** What brands know of each other, on which their problems depend too. Default: nothing. */
  readonly others?: ((when: 'seen' | 'end') => OtherBrands) | undefined
  /** Warnings fail a brand too. */
  readonly strict: boolean
  /** A waiver that ends before this day makes a site be judged again. */
  readonly day: string
}

/** A state of what brands know of each other. */
export interface OtherBrands {
  /** The same as long as that is. */
  readonly sum: string
  /** Asked for only where the sum is another than before. */
  readonly fleet: () => Promise<readonly FleetBrand[]>
  /** The text of an input; undefined if it cannot be told. */
  readonly text: (path: string) => string | undefined
}

/** What is stored of a site. */
interface CachedSite {
  readonly inputs: string
  /** The sum of the other brands. */
  readonly others: string
  /** SHA-256 of its manifest. */
  readonly manifest: string
  /** What its folder looked like, and when it still looked the same. */
  readonly look: SiteLook
  readonly seenAt: number
  readonly result: Omit<BrandResult, 'look'>
}

const isDone = (status: BrandResult['status']): boolean => ['built', 'unchanged', 'restored'].includes(status)

/** Whether only the inputs caused a failure, not the machine, the published site or a template. */
const isFailed = ({ status, diagnostics }: BrandResult): boolean =>
  status === 'failed' && !diagnostics.some(({ code }) => otherFaults.test(code))
const otherFaults = /^(?:image|internal|machine|output|template)\/|^site\/would-disappear$/

/** In bytes: sites of brands that are built by turns stay within it. */
const unusedSites = 32 * 1024 * 1024

/** What the next build would not report again. */
const onceOnly: readonly string[] = ['output/recovered', 'output/lock-left']

/** How a command finds its result for a brand, and how it keeps one. */
interface Keeping {
  /** @param still What a result would be cached with now; undefined if it does not hold any more. */
  find(
    target: string,
    still: (cached: Made) => Promise<Made | undefined>,
    id: string,
  ): Promise<CachedSite['result'] | undefined>
  /** @returns Whether the target holds a site. */
  remember(target: string, made: Made, look: SiteLook | undefined): boolean
}

/** A result, and what it was made of. */
type Made = Pick<CachedSite, 'inputs' | 'others' | 'result'>

function openCached(
  { cache, out, inputs, others = () => noOthers, strict, day }: CachedSitesOptions,
  keeping: (pack: Pack | undefined) => Keeping,
): CachedSites {
  const pack = cache.pack('sites', unusedSites)
  const { find, remember } = keeping(pack)
  const facts = knownFacts(cache)
  const readBefore = inputs('seen', facts)
  const fleet = others('seen')
  const concerns = fleetChanges(fleet, sum => pack?.get(`fleet ${sum}`))
  const before = new Map<string, BrandInputs>()
  return {
    inputs: before,
    async take(id) {
      const start = performance.now()
      const own = await readBefore(id)
      before.set(id, own)
      const still = async (cached: Made): Promise<Made | undefined> =>
        cached.inputs === own.hash && !(await concerns(cached, own))
          ? { inputs: own.hash, others: fleet.sum, result: cached.result }
          : undefined
      const result = await find(join(out, id), still, id)
      if (result === undefined || result.waivers.some(({ until }) => until < day)) return undefined
      const status = result.status === 'failed' ? 'failed' : 'unchanged'
      if (isRefused(result.diagnostics, strict) !== (status === 'failed')) return undefined
      return { ...result, status, ms: Math.round(performance.now() - start) }
    },
    async end(results) {
      const sure: string[] = []
      const made = results.filter(result => isDone(result.status) || isFailed(result))
      const readAfter = made.length > 0 ? inputs('end', facts) : readBefore
      const fleetAfter = made.length > 0 ? others('end') : fleet
      for (const { look, ...result } of made) {
        const { id } = result
        // If files have changed meanwhile, the result may be of either state.
        const { hash } = await readAfter(id)
        if (hash !== before.get(id)?.hash || fleetAfter.sum !== fleet.sum) continue
        if (remember(join(out, id), { inputs: hash, others: fleet.sum, result }, look)) sure.push(id)
      }
      // Each cached result names the state of the other brands that it was made with.
      const state = `fleet ${fleet.sum}`
      if (pack?.get(state) === undefined && fleetAfter.sum === fleet.sum)
        pack?.set(state, JSON.stringify(await fleet.fleet()))
      pack?.save()
      facts?.save()
      return sure
    },
  }
}

const noOthers: OtherBrands = { sum: '', fleet: async () => [], text: () => undefined }

/**
 * Whether what a brand is told may be another, because brands have other names, addresses or the like than when its site was
 * cached: where it was told of another brand, or has a text that may name one of those that changed.
 */
function fleetChanges(now: OtherBrands, cachedFleet: (sum: string) => string | undefined) {
  const changesSince = remembered(async (sum: string) => {
    const before = cachedFleet(sum)
    if (before === undefined) return undefined
    // Takes long to load, and few runs need it.
    const { mayMention } = await import('../render/index.ts')
    const mentions = mayMention(changedBrands(JSON.parse(before) as FleetBrand[], await now.fleet()))
    const inFile = remembered((path: string) => {
      const text = now.text(path)
      return text === undefined || mentions(text)
    })
    // A shared value is in its message: brands that came to have it, or had it, are found there.
    const inProblem = ({ code, message }: Diagnostic): boolean =>
      code === 'fleet/shared-value'
        ? mentions(message)
        : /^(?:fleet|brand\/(?:alternate|canonical))/.test(code)
    return { inFile, inProblem }
  })
  return async ({ others, result }: Made, inputs: BrandInputs): Promise<boolean> => {
    if (others === now.sum) return false
    const changes = await changesSince(others)
    if (changes === undefined) return true
    return result.diagnostics.some(changes.inProblem) || inputs.files.some(({ path }) => changes.inFile(path))
  }
}

export function openCachedSites(options: CachedSitesOptions): CachedSites {
  const unfinished = unfinishedBrands(options.out)
  return openCached(options, pack => {
    /** Remembers a site, if its folder looks as it did when its bytes were known. */
    const rememberSite = (target: string, site: Omit<CachedSite, 'seenAt'>): void => {
      if (stillLooksLike(target, site.look))
        pack?.set(target, JSON.stringify({ ...site, seenAt: Date.now() } satisfies CachedSite))
    }
    return {
      async find(target, still, id) {
        const failure = parsed<Made>(pack?.get(`failed ${target}`), isCachedFailure)
        const failed = failure && (await still(failure))
        if (failed) return failed.result
        const cached = parsed<CachedSite>(pack?.get(target), isCachedSite)
        if (cached === undefined || unfinished.has(id)) return undefined
        const { seenAt, ...before } = cached
        const made = await still(before)
        if (made === undefined) return undefined
        const site = { ...before, ...made }
        // A write within a tick of the file system's clock would not show.
        const isSure = site.look.changedAt < seenAt - clockTolerance && stillLooksLike(target, site.look)
        if (!isSure) {
          const look = lookAtSite(target)
          if (look === undefined || !isWholeSite(target, site.manifest)) return undefined
          rememberSite(target, { ...site, look })
        } else if (site.others !== before.others) pack?.set(target, JSON.stringify({ ...site, seenAt }))
        return site.result
      },
      remember(target, made, look) {
        if (made.result.status === 'failed') {
          pack?.set(`failed ${target}`, JSON.stringify(made satisfies Made))
          return false
        }
        const manifest = manifestSum(target)
        if (manifest === undefined) return false
        if (look !== undefined && !made.result.diagnostics.some(({ code }) => onceOnly.includes(code)))
          rememberSite(target, { ...made, manifest, look })
        return true
      },
    }
  })
}

/** What the cache has, if it has the right form. */
function parsed<Value>(text: string | undefined, isRight: (value: unknown) => boolean): Value | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isRight(value) ? (value as Value) : undefined
  } catch {
    return undefined
  }
}

/** What a check found out about a brand, and what else that depends on. */
type CachedCheck = Made & Pick<CachedSite, 'manifest'>

/**
 * The same for `check`, which takes over what a build or a check has found out.
 * @param allowRemovals Pages that would disappear are no errors.
 */
export function openCachedChecks(
  options: CachedSitesOptions & { readonly allowRemovals: boolean },
): CachedSites {
  const keyOf = (target: string) => `check${options.allowRemovals ? ' with removals' : ''} ${target}`
  // Pages that are published must not disappear.
  const publishedAt = (target: string) => manifestSum(target) ?? 'none'
  return openCached(options, pack => ({
    async find(target, still) {
      for (const [key, isRight] of [
        [keyOf(target), isCachedCheck],
        [target, isCachedSite],
      ] as const) {
        const check = parsed<CachedCheck>(pack?.get(key), isRight)
        if (check?.manifest !== publishedAt(target) || (await still(check)) === undefined) continue
        const { result } = check
        // A build leaves out what is no error.
        if (result.withheld > 0) return undefined
        const diagnostics = result.diagnostics.filter(({ code }) => !code.startsWith('output/'))
        return { ...result, diagnostics }
      }
      return undefined
    },
    remember(target, made) {
      const check: CachedCheck = { ...made, manifest: publishedAt(target) }
      pack?.set(keyOf(target), JSON.stringify(check))
      return true
    },
  }))
}
