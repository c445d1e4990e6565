// A large build is shared among processes: this one, and children that run the same command for some of the brands and send
// their results back.

import { fork } from 'node:child_process'
import { type BrandResult, type BuildReport, mergeReports, type Phase, shardBrands } from '../build/index.ts'
import { sortDiagnostics, unexpected } from '../diagnostics/index.ts'
import type { ReasonGroup } from './render-reasons.ts'

/**
 * Pages from which on another process pays: it takes a third of a second of computing to start, in which one process
 * renders some hundreds of pages.
 */
const pagesPerProcess = 400
/** Pages of a site besides its articles. */
const fixedPages = 5

/** What a child sends. */
type Message = { readonly brand: BrandResult } | Details

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
  /** At most so many processes. */
  readonly concurrency: number
  /** The command line of a child, without its brands. */
  readonly words: readonly string[]
  /** Does this process's part of the work. */
  readonly build: (part: {
    readonly brands: readonly string[]
    readonly onBrand: (result: BrandResult) => void
    /** No other process works on this build, though there are cores for one. */
    readonly alone: boolean
  }) => Promise<BuildReport>
  readonly signal: AbortSignal
  /** Told of each brand as it ends. */
  readonly onBrand: (result: BrandResult, done: number, total: number) => void
  /** Told how long the phases of children took. */
  readonly onPhase?: ((phase: Phase, ms: number) => void) | undefined
  /** Told why children rendered pages. */
  readonly onReasons?: ((groups: readonly ReasonGroup[]) => void) | undefined
}

/** Builds brands in as many processes as there are cores, and pages enough. The result is that of one process. */
export async function buildInProcesses(shared: SharedBuild): Promise<BuildReport> {
  const { brands, articles, concurrency } = shared
  const worthwhile = Math.floor((brands.length * (articles + fixedPages)) / pagesPerProcess)
  const count = Math.max(1, Math.min(concurrency, brands.length, worthwhile))
  let done = 0
  const onBrand = (result: BrandResult): void => shared.onBrand(result, ++done, brands.length)
  if (count === 1) return shared.build({ brands, onBrand, alone: concurrency > 1 })
  const [own = [], ...others] = shardBrands(brands, count)
  const children = others.map(shard => buildInChild(shared, shard, onBrand))
  const reports = await Promise.all([shared.build({ brands: own, onBrand, alone: false }), ...children])
  return mergeReports(reports, brands)
}

/** Has a child build some brands. Those that it has not reported when it ends have failed. */
function buildInChild(
  { words: [command = '', ...flags], signal, onPhase, onReasons }: SharedBuild,
  brands: readonly string[],
  onBrand: (result: BrandResult) => void,
): Promise<BuildReport> {
  const results = new Map<string, BrandResult>()
  const child = fork(process.argv[1] as string, [command, ...brands, ...flags, '--child'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const sendStop = (): void => void (child.connected && child.send(stop, () => undefined))
  signal.addEventListener('abort', sendStop)
  child.on('message', (message: Message) => {
    if ('phases' in message) {
      for (const [phase, ms] of message.phases) onPhase?.(phase, ms)
      onReasons?.(message.why)
    } else {
      results.set(message.brand.id, message.brand)
      onBrand(message.brand)
    }
  })
  return new Promise(resolve => {
    const end = (why: string): void => {
      signal.removeEventListener('abort', sendStop)
      const missing = signal.aborted ? [] : brands.filter(id => !results.has(id))
      const all = [...results.values(), ...missing.map(id => failedBrand(id, why))]
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
  const diagnostics = [{ ...unexpected(new Error(why)), brand: id }]
  return { id, status: 'failed', pages: 0, files: 0, bytes: 0, ms: 0, diagnostics, configInvalid: false }
}

/**
 * How a child sends its results to its parent. The child stops when the parent says so or is gone.
 * @param abort Stops the child's build between two pages.
 */
export function reportToParent(abort: () => void) {
  const send = (message: Message): void => void process.send?.(message, () => undefined)
  process.on('message', message => {
    if (message === stop) abort()
  })
  process.on('disconnect', abort)
  return {
    onBrand: (brand: BrandResult) => send({ brand }),
    /** Sends the details, and lets the process end. */
    end(details: Details): void {
      send(details)
      process.off('disconnect', abort)
      process.disconnect?.()
    },
  }
}
