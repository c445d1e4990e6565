// The one decision for a brand, before any of it is parsed: either there is nothing to do, because everything it depends on and
// the published site are unchanged; or it is built, and then each page is reused or rendered (`cached-pages.ts`).

import { changedBrands, type FleetBrand } from '../brand/index.ts'
import type { Cache } from '../cache/index.ts'
import { type Diagnostic, timedOut } from '../diagnostics/index.ts'
import { once, remembered, sumOf } from '../files/index.ts'
import { type BrandResult, isRefused } from './build.ts'
import { type CachedResult, cachedChecks, cachedSites } from './cached-sites.ts'
import type { BrandInputs } from './site-inputs.ts'

/** A state of the project that results depend on. */
export interface ProjectState {
  inputs(id: string): Promise<BrandInputs>
  /** What brands know about each other: their problems depend on it, but their sites do not. */
  fleet(): Promise<readonly FleetBrand[]>
  /** The text of an input; undefined if unknown. */
  text(path: string): string | undefined
}

interface DecisionOptions {
  /** `check` reuses the result of a build or a check; a build also needs the published site. */
  readonly command: 'build' | 'check'
  readonly cache: Cache
  /** Absolute path of the folder that contains the brands' folders. */
  readonly out: string
  /** The project as the run sees it, or as it is when the run ends. */
  readonly state: (when: 'seen' | 'end') => ProjectState
  /** Whether warnings also make a brand fail. */
  readonly strict: boolean
  /** If a waiver has ended before this date, the site is judged again. */
  readonly day: string
  /** Whether pages that would disappear are allowed. */
  readonly allowRemovals?: boolean | undefined
  /** Whether only the sites matter. Then a site is unchanged even if other brands may have changed its problems. */
  readonly sitesOnly?: boolean | undefined
}

export interface Decisions {
  /** The inputs of the requested brands. */
  readonly inputs: ReadonlyMap<string, BrandInputs>
  /** The result of a brand for which there is nothing to do, or that fails as before; undefined if it has to be built. */
  unchanged(id: string): Promise<BrandResult | undefined>
  /**
   * Ends a run: caches the results of the brands that were built.
   * @returns Ids of those that were built from the inputs at the start of the run.
   */
  end(results: readonly BrandResult[]): Promise<readonly string[]>
}

/** In bytes; enough for the sites of brands that are built alternately. */
const unusedSites = 32 * 1024 * 1024

export function openDecisions(options: DecisionOptions): Decisions {
  const { command, cache, out, state, strict, day, allowRemovals, sitesOnly } = options
  const pack = cache.pack('sites', unusedSites)
  const results =
    command === 'build' ? cachedSites(pack, out, allowRemovals) : cachedChecks(pack, out, allowRemovals)
  const before = state('seen')
  const sumOfFleet = once(async () => sumOf(await before.fleet()))
  const mayDiffer = fleetChanges(before, sum => pack?.get(`fleet ${sum}`))
  const inputs = new Map<string, BrandInputs>()
  return {
    inputs,
    async unchanged(id) {
      const start = performance.now()
      const own = await before.inputs(id)
      inputs.set(id, own)
      const fleet = await sumOfFleet()
      const result = await results.find(id, async cached => {
        if (cached.inputs !== own.hash) return undefined
        if (sitesOnly && cached.result.status !== 'failed') return cached
        if (cached.fleet !== fleet && (await mayDiffer(cached, own))) return undefined
        return { inputs: own.hash, fleet, result: cached.result }
      })
      if (result === undefined || result.waivers.some(({ until }) => until < day)) return undefined
      if (result.diagnostics.some(({ code }) => code === timedOut)) return undefined
      const status = result.status === 'failed' ? 'failed' : 'unchanged'
      if (isRefused(result.diagnostics, strict) !== (status === 'failed')) return undefined
      return { ...result, status, ms: Math.round(performance.now() - start) }
    },
    async end(ended) {
      const made = ended.filter(result => isDone(result.status) || failedByInputs(result))
      const sure: string[] = []
      const now = made.length > 0 ? state('end') : before
      const fleet = await sumOfFleet()
      // If files have changed meanwhile, a result may belong to either state.
      if (sumOf(await now.fleet()) === fleet) {
        for (const { look, ...result } of made) {
          const { id } = result
          const { hash } = await now.inputs(id)
          if (hash !== inputs.get(id)?.hash) continue
          if (results.add(id, { inputs: hash, fleet, result }, look)) sure.push(id)
        }
        // Each cached result names the fleet that it was made with.
        pack?.set(`fleet ${fleet}`, JSON.stringify(await before.fleet()))
      }
      pack?.save()
      return sure
    },
  }
}

const isDone = (status: BrandResult['status']): boolean => ['built', 'unchanged', 'restored'].includes(status)

/** Whether only the inputs caused a failure, not the machine, the published site or a template. */
const failedByInputs = ({ status, diagnostics }: BrandResult): boolean =>
  status === 'failed' && !diagnostics.some(({ code }) => otherFaults.test(code))
const otherFaults = /^(?:image|internal|machine|output|template)\/|^site\/would-disappear$/

/**
 * Whether a brand's cached problems may have changed because other brands' names, addresses or the like have: if one of the
 * problems was about another brand, or the brand's text may name a changed brand.
 */
function fleetChanges(now: ProjectState, cachedFleet: (sum: string) => string | undefined) {
  const changesSince = remembered(async (sum: string) => {
    const before = cachedFleet(sum)
    if (before === undefined) return undefined
    // Slow to load, and few runs need it.
    const { mayMention } = await import('../render/index.ts')
    const mentions = mayMention(changedBrands(JSON.parse(before) as FleetBrand[], await now.fleet()))
    const inFile = remembered((path: string) => {
      const text = now.text(path)
      return text === undefined || mentions(text)
    })
    // The message contains the shared value, so brands that gained or lost it are found there.
    const inProblem = ({ code, message }: Diagnostic): boolean =>
      code === 'fleet/shared-value'
        ? mentions(message)
        : /^(?:fleet|brand\/(?:alternate|canonical))/.test(code)
    return { inFile, inProblem }
  })
  return async ({ fleet, result }: CachedResult, inputs: BrandInputs): Promise<boolean> => {
    const changes = await changesSince(fleet)
    if (changes === undefined) return true
    return result.diagnostics.some(changes.inProblem) || inputs.files.some(({ path }) => changes.inFile(path))
  }
}
