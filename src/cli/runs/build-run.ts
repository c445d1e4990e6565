// A run of `build` or `check` over the selected brands: unchanged ones are left out, the others are divided among processes, and
// the results are reported as one.

import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { unreadFiles } from '../../assets/index.ts'
import { hostLimit } from '../../brand/index.ts'
import type {
  BrandResult,
  BuildOptions,
  BuildReport,
  Decisions,
  Phase,
  SiteStore,
} from '../../build/index.ts'
import { nearDuplicates } from '../../compare/index.ts'
import type { Diagnostic } from '../../diagnostics/index.ts'
import { exitCodes } from '../command-line/exit-codes.ts'
import type { SharedBuild } from '../processes/child-builds.ts'
import { mergeReports } from '../processes/shards.ts'
import { stopOnSignal } from '../processes/signals.ts'
import { concludeBuild } from '../report/build-result.ts'
import { openProgress } from '../report/progress.ts'
import { collectRenderReasons } from '../report/render-reasons.ts'
import type { Reporter } from '../report/reporter.ts'
import { collectTimings } from '../report/timings.ts'
import { recordBuilds } from './build-records.ts'
import { projectSum } from './project-inputs.ts'
import { childFlags, type OpenedRun, type RunFlags } from './run-setup.ts'

/** The brands of one process, and the callbacks for their results. */
export type Part = Pick<
  BuildOptions,
  'brands' | 'onBrand' | 'onPhase' | 'onRender' | 'onUnexpected' | 'makeOnce' | 'judgeInThread'
>

interface Run {
  readonly command: 'build' | 'check'
  readonly flags: RunFlags
  readonly opened: OpenedRun
  /** Folder of the sites; absent for a check. */
  readonly out?: string | undefined
  /** Does one process's part of the work. */
  readonly work: (signal: AbortSignal, part: Part) => Promise<BuildReport>
  readonly decisions: Decisions | undefined
  readonly openStore?: (signal: AbortSignal) => Promise<SiteStore | undefined>
}

/** Runs a build or a check in one process or several, and reports. Resolves to the exit code. */
export async function runOnBrands(run: Run, reporter: Reporter): Promise<number> {
  const { command, flags, opened, out, decisions, openStore } = run
  const { project, diagnostics, shard, options } = opened
  const stop = stopOnSignal()
  const notes = {
    timings: flags.timings ? collectTimings() : undefined,
    why: flags.why ? collectRenderReasons() : undefined,
  }
  if (flags.child) return workForParent(run, stop, notes, reporter)
  const { brands } = options
  const unread = unreadIn(opened)
  reporter.progress(`${brands.length} brands  looking for changes`)
  /** The results of unchanged brands; their failures are from the last run. */
  const unchanged: BrandResult[] = []
  const changed: string[] = []
  for (const id of brands) {
    const result = await decisions?.unchanged(id)
    if (result === undefined) changed.push(id)
    else unchanged.push(result)
  }
  const store = await openStore?.(stop.signal)
  const restored = (await store?.restore(changed)) ?? []
  const done = new Set(restored.map(({ id }) => id))
  const remaining = changed.filter(id => !done.has(id))
  const built = await buildLeft(run, remaining, stop.signal, store, notes, reporter)
  const sure = new Set(await decisions?.end([...restored, ...built.brands]))
  await store?.add(built.brands.filter(({ id }) => sure.has(id)))
  const unrecorded = recordSites(run, unchanged, sure)
  const skipped = [...unchanged, ...restored]
  const report = mergeReports(
    [{ brands: skipped, diagnostics: skipped.flatMap(brand => brand.diagnostics) }, built],
    brands,
  )
  stop.forget()
  const { timings, why } = notes
  const code = concludeBuild(
    {
      project,
      flags,
      report,
      before: [
        ...diagnostics,
        ...unread,
        ...hostLimit(await opened.facts.fleet(options.files)),
        ...(store?.diagnostics ?? []),
        ...(command === 'check'
          ? nearDuplicates(report.brands, path => options.files.readBytes(path).value)
          : []),
        ...unrecorded,
      ],
      out,
      stopped: stop.code(),
      inputs: decisions?.inputs,
      details: {
        ...(shard && { shard, project: projectSum(project) }),
        ...(timings && { timings: timings.milliseconds() }),
        ...(why && { rendered: why.groups() }),
      },
    },
    reporter,
  )
  for (const details of [timings, why]) {
    if (details !== undefined && !flags.json) reporter.note(`\n${details.table().trimEnd()}`)
  }
  return code
}

/** Records the inputs of a build's sites. */
function recordSites(
  { flags, out, decisions }: Run,
  unchanged: readonly BrandResult[],
  sure: ReadonlySet<string>,
): readonly Diagnostic[] {
  if (out === undefined || decisions === undefined) return []
  const published = unchanged.filter(({ status }) => status !== 'failed').map(({ id }) => id)
  return recordBuilds(out, decisions.inputs, flags, { unchanged: published, made: [...sure] })
}

/** The data of `--timings` and `--why`. */
interface Notes {
  readonly timings: ReturnType<typeof collectTimings> | undefined
  readonly why: ReturnType<typeof collectRenderReasons> | undefined
}

/** Does a child's part, and sends its results to the process that started it. */
async function workForParent(
  { flags, opened, work }: Run,
  stop: ReturnType<typeof stopOnSignal>,
  { timings, why }: Notes,
  reporter: Reporter,
): Promise<number> {
  const parent = (await import('../processes/stages.ts')).reportToParent(stop.abort)
  const { onBrand, makeOnce } = parent
  await work(stop.signal, {
    brands: opened.options.brands,
    onUnexpected: stackPrinter(flags, reporter),
    onBrand,
    makeOnce,
    onPhase: timings?.add,
    onRender: why?.add,
  })
  await parent.end({ phases: timings?.sums() ?? [], why: why?.groups() ?? [] })
  stop.forget()
  return stop.signal.aborted ? exitCodes.interrupted : exitCodes.done
}

/** Builds or checks the remaining brands, in as many processes as are worthwhile. */
async function buildLeft(
  { command, flags, opened, out, work }: Run,
  left: readonly string[],
  signal: AbortSignal,
  store: SiteStore | undefined,
  { timings, why }: Notes,
  reporter: Reporter,
): Promise<BuildReport> {
  const { project, shard, options } = opened
  const { brands, files } = options
  const progress = openProgress(reporter, brands.length, brands.length - left.length)
  const onPhase = (phase: Phase, ms: number): void => {
    progress.phase(phase)
    timings?.add(phase, ms)
  }
  if (left.length === 0) return { brands: [], diagnostics: [] }
  const shared: SharedBuild = {
    brands: left,
    articles: files.list('content/articles').value.length,
    concurrency: flags.concurrency ?? availableParallelism(),
    isShard: shard !== undefined,
    words: [command, ...childFlags(flags, project, out)],
    signal,
    makeOnce: store?.makeOnce,
    build: part =>
      work(signal, {
        ...part,
        onUnexpected: stackPrinter(flags, reporter),
        // Measuring costs a little, and without a terminal the phase is not shown.
        onPhase: reporter.isLive || timings !== undefined ? onPhase : undefined,
        onRender: why?.add,
      }),
    onBrand: progress.brand,
    onPhase: timings?.add,
    onReasons: why?.merge,
  }
  const built = await (await import('../processes/stages.ts')).buildInProcesses(shared)
  // This way, an error in a timer that a template left behind is noticed before anything is reported.
  await delay(1)
  return built
}

/** Prints the stack of an unexpected error, with `--debug`. */
function stackPrinter({ debug }: RunFlags, reporter: Reporter) {
  return (error: unknown): void => {
    if (debug) reporter.note(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
}

/** Warnings about files of the project that nothing reads. */
function unreadIn({ project, options: { brands, files } }: OpenedRun): readonly Diagnostic[] {
  const folders =
    brands.length === project.brands.brands.length ? undefined : [...brands, ...project.brands.bases]
  return unreadFiles(files, project.defaults, folders)
}
