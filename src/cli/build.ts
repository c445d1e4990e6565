// `imprint build` and `imprint check`.

import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import {
  type BrandResult,
  type BuildReport,
  buildBrands,
  directoryOutputs,
  type Phase,
  phases,
} from '../build/index.ts'
import { checkBrands } from '../check/index.ts'
import { type Diagnostic, hasErrors, sortDiagnostics } from '../diagnostics/index.ts'
import { checkOut } from '../output/index.ts'
import { exitCodes } from './exit-codes.ts'
import {
  cannotBegin,
  chooseBrands,
  openProject,
  type Project,
  packageRoot,
  shownPath,
  sourceReader,
} from './project.ts'
import { countProblems, type Reporter, table } from './report.ts'

export interface BuildFlags {
  readonly root?: string
  readonly out?: string
  readonly all: boolean
  readonly strict: boolean
  readonly drafts: boolean
  readonly concurrency: number
  /** At most; default: one for each core. */
  readonly threads?: number
  readonly json: boolean
  readonly debug: boolean
  /** False with `--no-cache`. */
  readonly cache: boolean
  /** Tell how long each phase took. */
  readonly timings?: boolean
}

/** Builds the named brands and reports. Resolves to the exit code. */
export async function build(
  named: readonly string[],
  flags: BuildFlags,
  reporter: Reporter,
): Promise<number> {
  const opened = open(named, flags, reporter)
  if (typeof opened === 'number') return opened
  const { project } = opened
  const out = resolve(flags.out ?? join(project.root, 'dist'))
  const refused = checkOut(out, project.root, inputFolders(project.root))
  if (refused !== undefined) {
    reporter.usageError(refused)
    return exitCodes.usage
  }
  const timings = flags.timings ? collectTimings() : undefined
  const stop = stopOnSignal()
  const report = await buildBrands({
    ...opened.options,
    ...cacheOf(project, flags, false),
    openOutput: directoryOutputs(out, stop.signal),
    signal: stop.signal,
    ...(timings && { onPhase: timings.add }),
  })
  stop.forget()
  const code = conclude(project, report, opened.diagnostics, flags, reporter, out, stop.code(), timings)
  if (timings !== undefined && !flags.json) reporter.note(`\n${timings.table().trimEnd()}`)
  return code
}

/** Checks the named brands and reports. Resolves to the exit code. */
export async function check(
  named: readonly string[],
  flags: BuildFlags,
  reporter: Reporter,
): Promise<number> {
  const opened = open(named, flags, reporter)
  if (typeof opened === 'number') return opened
  const stop = stopOnSignal()
  const report = await checkBrands({
    ...opened.options,
    ...cacheOf(opened.project, flags, true),
    signal: stop.signal,
  })
  stop.forget()
  return conclude(opened.project, report, opened.diagnostics, flags, reporter, undefined, stop.code())
}

function cacheOf(project: Project, flags: BuildFlags, readOnly: boolean) {
  return flags.cache ? { cacheFolder: { path: join(project.root, '.imprint', 'cache'), readOnly } } : {}
}

function open(named: readonly string[], flags: BuildFlags, reporter: Reporter) {
  const opened = openProject(flags)
  if (opened.value === undefined) return cannotBegin(reporter, opened.diagnostics)
  const project = opened.value
  const brands = chooseBrands(project, named, flags.all)
  if (brands.value === undefined) return cannotBegin(reporter, brands.diagnostics, project)
  const { strict, drafts, concurrency } = flags
  return {
    project,
    diagnostics: brands.diagnostics,
    options: {
      files: project.files,
      defaults: project.defaults,
      brands: brands.value,
      strict,
      drafts,
      concurrency,
      threads: {
        finish: new URL('./finish-thread.js', import.meta.url),
        render: new URL('./render-thread.js', import.meta.url),
        count: (flags.threads ?? availableParallelism()) - 1,
      },
      onUnexpected: (error: unknown) => {
        if (flags.debug)
          reporter.note(error instanceof Error ? (error.stack ?? error.message) : String(error))
      },
      onBrand: (result: BrandResult, done: number, total: number) =>
        reporter.progress(`${done} of ${total}  ${result.id}`),
    },
  }
}

/** What a build reads, of the project and of the package, and must never write into. */
function inputFolders(root: string): string[] {
  const names = ['brands', 'content', 'templates']
  const own = ['bin', 'lib', 'src', 'node_modules']
  return [...names.map(name => join(root, name)), ...[...names, ...own].map(name => join(packageRoot, name))]
}

function conclude(
  project: Project,
  report: BuildReport,
  before: readonly Diagnostic[],
  flags: BuildFlags,
  reporter: Reporter,
  out: string | undefined,
  stopped: number | undefined,
  timings?: Timings,
): number {
  const diagnostics = sortDiagnostics([...before, ...report.diagnostics])
  const codes = report.brands.map(brand =>
    brand.status !== 'failed'
      ? exitCodes.done
      : brand.configInvalid
        ? exitCodes.brandInvalid
        : exitCodes.failed,
  )
  const worst = Math.max(exitCodes.done, ...codes, hasErrors(before) ? exitCodes.failed : exitCodes.done)
  const code = stopped ?? worst
  const folder = (id: string) => (out === undefined ? '' : shownPath(project, join(out, id)))
  reporter.problems(diagnostics, sourceReader(project))
  reporter.result(summary(report.brands, folder, out === undefined))
  const problems = countProblems(diagnostics)
  if (problems !== '' || stopped !== undefined) {
    const strict = flags.strict && worst !== exitCodes.done && !hasErrors(diagnostics)
    const note =
      stopped !== undefined ? 'Stopped. ' : strict ? 'Warnings count as failures with --strict: ' : ''
    reporter.result(`\n${note}${problems}\n`)
  }
  reporter.document({
    ok: code === exitCodes.done,
    brands: report.brands.map(({ id, status, pages, files, bytes, ms }) => ({
      id,
      status,
      out: out === undefined ? null : folder(id),
      pages,
      files,
      bytes,
      ms,
    })),
    diagnostics,
    ...(timings && { timings: timings.milliseconds() }),
  })
  return code
}

type Timings = ReturnType<typeof collectTimings>

/** Adds up what the phases of a build take. */
function collectTimings() {
  const start = performance.now()
  const sums = new Map<Phase, number>(phases.map(phase => [phase, 0]))
  const milliseconds = (): Record<string, number> =>
    Object.fromEntries(
      [...sums, ['total', performance.now() - start]].map(([name, ms]) => [name, Math.round(ms as number)]),
    )
  return {
    add: (phase: Phase, ms: number) => void sums.set(phase, (sums.get(phase) ?? 0) + ms),
    /** By phase; `total` is the time that has passed, which phases of brands under way at once share. */
    milliseconds,
    table: () =>
      table(
        ['phase', 'time'],
        Object.entries(milliseconds()).map(([name, ms]) => [name, `${ms} ms`]),
        [1],
      ),
  }
}

function summary(brands: readonly BrandResult[], folder: (id: string) => string, checkOnly: boolean): string {
  const rows = brands.map(({ id, status, pages, bytes, ms, diagnostics }) => [
    id,
    status === 'failed' ? 'failed' : checkOnly ? 'ok' : status,
    status === 'failed' ? '–' : String(pages),
    status === 'failed' ? '–' : `${(bytes / 1024).toFixed(1)} kB`,
    `${ms} ms`,
    countProblems(diagnostics) || 'none',
    checkOnly ? '' : folder(id),
  ])
  return table(
    ['brand', 'result', 'pages', 'size', 'time', 'problems', checkOnly ? '' : 'folder'],
    rows,
    [2, 3, 4],
  )
}

/** Lets a build end cleanly on Ctrl-C and its like; a second signal ends it at once. */
function stopOnSignal() {
  const controller = new AbortController()
  let code: number | undefined
  const signals = { SIGINT: exitCodes.interrupted, SIGTERM: exitCodes.terminated, SIGHUP: 129 } as const
  const listeners = Object.entries(signals).map(([signal, exitCode]) => {
    const listener = (): void => {
      if (code !== undefined) process.exit(exitCode)
      code = exitCode
      controller.abort()
    }
    process.on(signal, listener)
    return () => process.off(signal, listener)
  })
  return {
    signal: controller.signal,
    code: () => code,
    forget: () => {
      for (const forget of listeners) forget()
    },
  }
}
