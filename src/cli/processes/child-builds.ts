// A large build is shared among processes: this one, and children that run the same command for some of the brands and send
// their results back.

import { fork } from 'node:child_process'
import { type BrandResult, type BuildReport, emptyResult, type Phase } from '../../build/index.ts'
import type { MakeOnce } from '../../cache/index.ts'
import { sortDiagnostics, unexpected } from '../../diagnostics/index.ts'
import type { ReasonGroup } from '../report/render-reasons.ts'
import { mergeReports, shardBrands } from './shards.ts'

/**
 * Pages for each process. To start and warm up another one takes as much computing as some hundreds of pages. An idle core is worth
 * that; beside a shard, other shards use the cores.
 */
const pagesPerProcess = { alone: 400, shard: 1000 } as const
/** Pages of a site besides its articles. */
const fixedPages = 5

/** What a child sends. */
type Message = { readonly brand: BrandResult } | CommonResult | Details

/**
 * A result that several processes need, such as an image: a child asks for it by its name. The answer is the bytes, or
 * none, and then it is to make and send them; `failed` if it cannot.
 */
interface CommonResult {
  readonly common: string
  readonly bytes?: Uint8Array
  readonly failed?: true
}

/** What a child sends at its end: for `--timings` and `--why`. */
interface Details {
  readonly phases: Phases
  readonly why: readonly ReasonGroup[]
}

/** Milliseconds by phase. */
type Phases = readonly (readonly [Phase, number])[]

/** What a child is sent: that it should stop between two pages. */
const stop = 'stop'

export interface SharedBuild {
  readonly brands: readonly string[]
  /** How many articles a brand may have. */
  readonly articles: number
  /** Whether other commands build the other brands. */
  readonly isShard: boolean
  /** At most so many processes. */
  readonly concurrency: number
  /** The command line of a child, without its brands. */
  readonly words: readonly string[]
  /** Does this process's part of the work. */
  readonly build: (part: {
    readonly brands: readonly string[]
    readonly onBrand: (result: BrandResult) => void
    readonly makeOnce?: MakeOnce | undefined
    /** No other process works on this build, though there are cores for one. */
    readonly alone: boolean
  }) => Promise<BuildReport>
  readonly signal: AbortSignal
  /** Where other machines may have made what several processes need. */
  readonly makeOnce?: MakeOnce | undefined
  /** Called with each brand's result. */
  readonly onBrand: () => void
  /** Told how long the phases of children took. */
  readonly onPhase?: ((phase: Phase, ms: number) => void) | undefined
  /** Told why children rendered pages. */
  readonly onReasons?: ((groups: readonly ReasonGroup[]) => void) | undefined
}

/** Builds brands in as many processes as there are cores, and pages enough. The result is that of one process. */
export async function buildInProcesses(shared: SharedBuild): Promise<BuildReport> {
  const { brands, articles, concurrency, isShard } = shared
  const enough = pagesPerProcess[isShard ? 'shard' : 'alone']
  const worthwhile = Math.floor((brands.length * (articles + fixedPages)) / enough)
  const count = Math.max(1, Math.min(concurrency, brands.length, worthwhile))
  const { onBrand } = shared
  if (count === 1) return shared.build({ brands, onBrand, makeOnce: shared.makeOnce, alone: concurrency > 1 })
  const [own = [], ...others] = shardBrands(brands, count)
  const makeOnce = commonResults(count, shared.makeOnce)
  const children = others.map(shard => buildInChild(shared, shard, onBrand, makeOnce))
  const reports = await Promise.all([
    shared.build({ brands: own, onBrand, makeOnce, alone: false }),
    ...children,
  ])
  return mergeReports(reports, brands)
}

/** Keeps each result until as many processes have asked for it as there are. */
function commonResults(processes: number, makeOnce: MakeOnce = (_, make) => make()): MakeOnce {
  const known = new Map<string, { readonly bytes: Promise<Uint8Array>; asked: number }>()
  return (name, make) => {
    const found = known.get(name) ?? { bytes: makeOnce(name, make), asked: 0 }
    known.set(name, found)
    if (++found.asked === processes) known.delete(name)
    return found.bytes
  }
}

/** Has a child build some brands. Those that it has not reported when it ends have failed. */
function buildInChild(
  { words: [command = '', ...flags], signal, onPhase, onReasons }: SharedBuild,
  brands: readonly string[],
  onBrand: () => void,
  makeOnce: MakeOnce,
): Promise<BuildReport> {
  const results = new Map<string, BrandResult>()
  const child = fork(process.argv[1] as string, [command, ...brands, ...flags, '--child'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // For bytes.
    serialization: 'advanced',
  })
  const send = (message: typeof stop | CommonResult): void =>
    void (child.connected && child.send(message, () => undefined))
  const sendStop = (): void => send(stop)
  const isMaking = new Map<string, { resolve(bytes: Uint8Array): void; reject(error: Error): void }>()
  const answer = async (name: string): Promise<void> => {
    const make = () =>
      new Promise<Uint8Array>((resolve, reject) => {
        isMaking.set(name, { resolve, reject })
        send({ common: name })
      })
    // Where another process failed, this one finds out why.
    const bytes = await makeOnce(name, make).catch(() => undefined)
    if (!isMaking.delete(name)) send({ common: name, ...(bytes && { bytes }) })
  }
  signal.addEventListener('abort', sendStop)
  child.on('message', (message: Message) => {
    if ('phases' in message) {
      for (const [phase, ms] of message.phases) onPhase?.(phase, ms)
      onReasons?.(message.why)
    } else if ('common' in message) {
      const { common, bytes, failed } = message
      if (bytes !== undefined) isMaking.get(common)?.resolve(bytes)
      else if (failed) isMaking.get(common)?.reject(new Error('It failed in a child.'))
      else void answer(common)
    } else {
      results.set(message.brand.id, message.brand)
      onBrand()
    }
  })
  return new Promise(resolve => {
    const end = (why: string): void => {
      signal.removeEventListener('abort', sendStop)
      for (const { reject } of isMaking.values()) reject(new Error(why))
      const missing = brands
        .filter(id => !results.has(id))
        .map(id => (signal.aborted ? emptyResult(id, 'not reached') : failedBrand(id, why)))
      const all = [...results.values(), ...missing]
      resolve({ brands: all, diagnostics: sortDiagnostics(all.flatMap(brand => brand.diagnostics)) })
    }
    child.on('error', error => end(`A process of the build could not be started: ${error.message}`))
    // Comes after the last message.
    child.on('close', (code, killedBy) =>
      end(`A process of the build ended before its work was done (${killedBy ?? `exit code ${code}`}).`),
    )
  })
}

function failedBrand(id: string, why: string): BrandResult {
  return emptyResult(id, 'failed', [{ ...unexpected(new Error(why)), brand: id }])
}

/**
 * How a child sends its results to its parent. The child stops when the parent says so or is gone.
 * @param abort Stops the child's build between two pages.
 */
export function reportToParent(abort: () => void) {
  const send = (message: Message): void => void process.send?.(message, () => undefined)
  const waiting = new Map<string, (bytes: Uint8Array | undefined) => void>()
  process.on('message', (message: typeof stop | CommonResult) => {
    if (message === stop) abort()
    else waiting.get(message.common)?.(message.bytes)
  })
  process.on('disconnect', abort)
  // No answer comes from a parent that is gone.
  process.on('disconnect', () => {
    for (const answer of waiting.values()) answer(undefined)
  })
  const makeOnce: MakeOnce = async (name, make) => {
    const bytes = await new Promise<Uint8Array | undefined>(resolve => {
      waiting.set(name, resolve)
      send({ common: name })
    })
    waiting.delete(name)
    if (bytes !== undefined) return bytes
    try {
      const made = await make()
      send({ common: name, bytes: made })
      return made
    } catch (error) {
      send({ common: name, failed: true })
      throw error
    }
  }
  return {
    makeOnce,
    onBrand: (brand: BrandResult) => send({ brand }),
    /** Sends the details, and lets the process end. */
    async end(details: Details): Promise<void> {
      process.off('disconnect', abort)
      await new Promise<void>(resolve => {
        if (process.send === undefined) resolve()
        else process.send(details, () => resolve())
      })
      process.disconnect?.()
    },
  }
}
