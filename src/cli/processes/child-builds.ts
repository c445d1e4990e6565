// A large build is divided among processes: this one, and children that run the same command for some of the brands and send
// their results back.

import { fork } from 'node:child_process'
import { type BrandResult, type BuildReport, emptyResult, type Phase } from '../../build/index.ts'
import type { MakeOnce } from '../../cache/index.ts'
import { sortDiagnostics, unexpected } from '../../diagnostics/index.ts'
import type { ReasonGroup } from '../report/render-reasons.ts'
import { mergeReports, shardBrands } from './shards.ts'

/**
 * Pages for each process. Starting and warming up another process costs as much CPU time as a few hundred pages. That is
 * worthwhile for an idle core; with a shard, other shards may use the cores.
 */
const pagesPerProcess = { alone: 400, shard: 1000 } as const
/** Pages of a site in addition to its articles. */
const fixedPages = 5

/** The messages of a child. */
type Message = { readonly brand: BrandResult } | CommonResult | Details

/**
 * A result that several processes need, such as an image. A child asks for it by name. The response contains the bytes; if it
 * has none, the child must make them and send them, or `failed` if it cannot.
 */
interface CommonResult {
  readonly common: string
  readonly bytes?: Uint8Array
  readonly failed?: true
}

/** Sent by a child at its end: for `--timings` and `--why`. */
interface Details {
  readonly phases: Phases
  readonly why: readonly ReasonGroup[]
}

/** Milliseconds by phase. */
type Phases = readonly (readonly [Phase, number])[]

/** Asks a child to stop between two pages. */
const stop = 'stop'

export interface SharedBuild {
  readonly brands: readonly string[]
  /** How many articles a brand may have. */
  readonly articles: number
  /** Whether other commands build the other brands. */
  readonly isShard: boolean
  /** Largest number of processes. */
  readonly concurrency: number
  /** The command line of a child, without its brands. */
  readonly words: readonly string[]
  /** Does this process's part of the work. */
  readonly build: (part: {
    readonly brands: readonly string[]
    readonly onBrand: (result: BrandResult) => void
    readonly makeOnce?: MakeOnce | undefined
    /** Whether there is an idle core that can judge pages. */
    readonly judgeInThread?: boolean
  }) => Promise<BuildReport>
  readonly signal: AbortSignal
  /** Given if other machines may already have the results that several processes need. */
  readonly makeOnce?: MakeOnce | undefined
  /** Called with each brand's result. */
  readonly onBrand: () => void
  /** Called with the duration of the children's phases. */
  readonly onPhase?: ((phase: Phase, ms: number) => void) | undefined
  /** Called with the reasons for which children rendered pages. */
  readonly onReasons?: ((groups: readonly ReasonGroup[]) => void) | undefined
}

/** Builds brands in several processes if there are enough cores and pages. The result is the same as with one process. */
export async function buildInProcesses(shared: SharedBuild): Promise<BuildReport> {
  const { brands, articles, concurrency, isShard } = shared
  const enough = pagesPerProcess[isShard ? 'shard' : 'alone']
  const worthwhile = Math.floor((brands.length * (articles + fixedPages)) / enough)
  const count = Math.max(1, Math.min(concurrency, brands.length, worthwhile))
  const { onBrand } = shared
  if (count === 1) {
    const judgeInThread = brands.length === 1 && concurrency > 1 && !isShard
    return shared.build({ brands, onBrand, makeOnce: shared.makeOnce, judgeInThread })
  }
  const [own = [], ...others] = shardBrands(brands, count)
  const makeOnce = commonResults(count, shared.makeOnce)
  const children = others.map(shard => buildInChild(shared, shard, onBrand, makeOnce))
  const reports = await Promise.all([shared.build({ brands: own, onBrand, makeOnce }), ...children])
  return mergeReports(reports, brands)
}

/** Stores each result until all processes have asked for it. */
function commonResults(processes: number, makeOnce: MakeOnce = (_, make) => make()): MakeOnce {
  const results = new Map<string, { readonly bytes: Promise<Uint8Array>; asked: number }>()
  return (name, make) => {
    const result = results.get(name) ?? { bytes: makeOnce(name, make), asked: 0 }
    results.set(name, result)
    if (++result.asked === processes) results.delete(name)
    return result.bytes
  }
}

/** Has a child build some brands. Brands that it has not reported when it ends have failed. */
function buildInChild(
  { words: [command = '', ...flags], signal, onPhase, onReasons }: SharedBuild,
  brands: readonly string[],
  onBrand: () => void,
  makeOnce: MakeOnce,
): Promise<BuildReport> {
  const results = new Map<string, BrandResult>()
  const child = fork(process.argv[1] as string, [command, ...brands, ...flags, '--child'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // To send bytes.
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
    // If another process failed to make it, this one tries and finds out why.
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
      else if (failed) isMaking.get(common)?.reject(new Error('It failed in a child process.'))
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
    child.on('error', error => end(`A build process could not be started: ${error.message}`))
    // Comes after the last message.
    child.on('close', (code, killedBy) =>
      end(`A build process exited before its work was done (${killedBy ?? `exit code ${code}`}).`),
    )
  })
}

function failedBrand(id: string, why: string): BrandResult {
  return emptyResult(id, 'failed', [{ ...unexpected(new Error(why)), brand: id }])
}

/**
 * Sends a child's results to its parent. The child stops when the parent asks it to or is gone.
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
  // A parent that is gone does not respond.
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
      const result = await make()
      send({ common: name, bytes: result })
      return result
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
