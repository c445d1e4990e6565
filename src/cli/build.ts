// `imprint build` and `imprint check`.

import { availableParallelism } from 'node:os'
import { join, relative, resolve, sep } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { unreadTemplates } from '../assets/index.ts'
import {
  type BrandResult,
  type BuildOptions,
  type BuildReport,
  isRefused,
  type Phase,
  phases,
  type SharedWork,
} from '../build/index.ts'
import { type MakeOnce, openCache } from '../cache/index.ts'
import type { ReportedWaiver } from '../check/index.ts'
import { unreadFiles } from '../content/index.ts'
import {
  brandNames,
  countProblems,
  type Diagnostic,
  hasErrors,
  listOf,
  ofBrand,
  sortDiagnostics,
  tally,
} from '../diagnostics/index.ts'
import { inParallel, snapshot } from '../files/index.ts'
import { checkOut, folderStore } from '../output/index.ts'
import {
  type KeptSites,
  type KeptSitesOptions,
  openKeptChecks,
  openKeptSites,
  requestsAtOnce,
  type StoredSites,
} from '../reuse/index.ts'
import type { SharedBuild } from './child-builds.ts'
import { exitCodes, worstOf } from './exit-codes.ts'
import { httpStore } from './http-store.ts'
import { openProgress } from './progress.ts'
import {
  codeOfErrors,
  outFolder,
  type Project,
  type ProjectFlags,
  packageRoot,
  shownPath,
  sourceReader,
} from './project.ts'
import { lazyTemplates, otherBrands, projectSum, readInputs } from './project-inputs.ts'
import { collectRenderReasons } from './render-reasons.ts'
import { mostRows, nextChanges, type Reporter, table } from './report.ts'
import { openBrands, type SelectionFlags } from './select-brands.ts'
import { mergeReports } from './shards.ts'
import { stopOnSignal } from './signals.ts'

export interface BuildFlags extends ProjectFlags, SelectionFlags {
  readonly out?: string
  readonly strict: boolean
  readonly drafts: boolean
  /** The day whose articles are there. */
  readonly asOf: string
  /** Publish also where pages disappear that visitors have now. */
  readonly allowRemovals: boolean
  /** A folder or an address where sites are kept for all machines. */
  readonly store?: string
  readonly storeMode?: 'read' | 'write' | 'both'
  /** How many processes may share the work. Default: one for each core. */
  readonly concurrency?: number
  readonly json: boolean
  readonly quiet?: boolean
  readonly debug: boolean
  /** False with `--no-cache`. */
  readonly cache: boolean
  /** Tell how long each phase took. */
  readonly timings?: boolean
  /** Tell why pages were rendered. */
  readonly why?: boolean
  /** A folder of sites: only what differs from them is written, and nothing is kept of the result. */
  readonly changesTo?: string
  /** Report to the process that started this one, which shares its work among several. */
  readonly child: boolean
}

const stages = () => import('./stages.ts')

/** Builds the named brands and reports. Resolves to the exit code. */
export async function build(
  named: readonly string[],
  flags: BuildFlags,
  reporter: Reporter,
): Promise<number> {
  const opened = await open(named, flags, reporter)
  if (typeof opened === 'number') return opened
  const { project } = opened
  const out = outFolder(project, flags)
  const refused = checkOut(out, project.root, inputFolders(project.root))
  if (refused !== undefined) {
    reporter.usageError(refused)
    return exitCodes.usage
  }
  const cache = cacheOf(project, flags)
  const templates = lazyTemplates({ defaults: project.defaults, ...cache })
  const isPlain = !flags.child && flags.changesTo === undefined
  const kept = isPlain ? openKeptSites(keptIn(opened, flags, out, templates)) : undefined
  const work = async (signal: AbortSignal, part: Part): Promise<BuildReport> => {
    const { buildBrands, directoryOutputs } = await stages()
    const openOutput = directoryOutputs(out, signal, flags.changesTo)
    return buildBrands({ ...opened.options, ...cache, ...part, templates, openOutput, signal })
  }
  const stored = async (signal: AbortSignal): Promise<StoredSites | undefined> => {
    if (flags.store === undefined || flags.child) return undefined
    const { directoryOutputs, openStoredSites } = await stages()
    return openStoredSites({
      store: /^https?:/.test(flags.store)
        ? httpStore(flags.store, {
            token: process.env.IMPRINT_STORE_TOKEN,
            signal,
            // What building takes is the measure of what a store may take.
            budget: 30_000 + 1_000 * opened.options.brands.length,
          })
        : folderStore(resolve(flags.store)),
      name: flags.store,
      openOutput: directoryOutputs(out, signal),
      signal,
      target: id => join(out, id),
      strict: flags.strict,
      allowRemovals: flags.allowRemovals,
    })
  }
  return run('build', flags, reporter, opened, out, work, kept, stored)
}

/** Where sites are found that need not be made or checked again. */
function keptIn(
  { project, options: { files } }: Opened,
  flags: BuildFlags,
  out: string,
  templates: SharedWork['templates'],
): KeptSitesOptions {
  const { cacheFolder } = cacheOf(project, flags)
  const stateOf = (when: 'seen' | 'end') => (when === 'seen' ? files : project.files)
  const inputs: KeptSitesOptions['inputs'] = when =>
    readInputs(project, flags, brand => templates(files, brand), stateOf(when))
  // A brand's problems also depend on what the others are called.
  const others: KeptSitesOptions['others'] = when => otherBrands(project, stateOf(when))
  return { cache: openCache(cacheFolder), out, inputs, others, strict: flags.strict, day: flags.asOf }
}

export interface CheckFlags extends BuildFlags {
  /** Print what no check can see, and check nothing. */
  readonly checklist?: boolean
}

/** Checks the named brands and reports. Resolves to the exit code. */
export async function check(
  named: readonly string[],
  flags: CheckFlags,
  reporter: Reporter,
): Promise<number> {
  if (flags.checklist) {
    const { checklist, checklistText } = await stages()
    reporter.result(checklistText())
    reporter.document({ ok: true, brands: [], diagnostics: [], checklist })
    return exitCodes.done
  }
  const opened = await open(named, flags, reporter)
  if (typeof opened === 'number') return opened
  const cache = cacheOf(opened.project, flags)
  const out = outFolder(opened.project, flags)
  const templates = lazyTemplates({ defaults: opened.project.defaults, ...cache })
  const { allowRemovals = false } = flags
  const kept = flags.child
    ? undefined
    : openKeptChecks({ ...keptIn(opened, flags, out, templates), allowRemovals })
  const work = async (signal: AbortSignal, part: Part): Promise<BuildReport> => {
    const { checkBrands } = await stages()
    return checkBrands({ ...opened.options, ...cache, ...part, templates, signal }, out)
  }
  return run('check', flags, reporter, opened, undefined, work, kept)
}

/** The brands of one process, and what to call with their results. */
type Part = Pick<
  BuildOptions,
  'brands' | 'onBrand' | 'onPhase' | 'onRender' | 'onUnexpected' | 'makeOnce' | 'helperThread'
>

/** Runs a build or a check in one process or several, and reports. */
async function run(
  command: 'build' | 'check',
  flags: BuildFlags,
  reporter: Reporter,
  { project, diagnostics, shard, options: { brands, files } }: Opened,
  out: string | undefined,
  work: (signal: AbortSignal, part: Part) => Promise<BuildReport>,
  kept?: KeptSites,
  openStored?: (signal: AbortSignal) => Promise<StoredSites | undefined>,
): Promise<number> {
  const stop = stopOnSignal()
  const timings = flags.timings ? collectTimings() : undefined
  const why = flags.why ? collectRenderReasons() : undefined
  const onUnexpected = (error: unknown): void => {
    if (flags.debug) reporter.note(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
  if (flags.child) {
    const parent = (await stages()).reportToParent(stop.abort)
    const { onBrand, makeOnce } = parent
    await work(stop.signal, {
      brands,
      onUnexpected,
      onBrand,
      makeOnce,
      onPhase: timings?.add,
      onRender: why?.add,
    })
    await parent.end({ phases: timings?.sums() ?? [], why: why?.groups() ?? [] })
    stop.forget()
    return stop.signal.aborted ? exitCodes.interrupted : exitCodes.done
  }
  const folders =
    brands.length === project.brands.brands.length ? undefined : [...brands, ...project.brands.bases]
  const unread = [...unreadFiles(files, folders), ...unreadTemplates(files, project.defaults, folders)]
  reporter.progress(`${brands.length} brands  looking for what has changed`)
  /** The failures among them are those of the last run. */
  const unchanged: BrandResult[] = []
  const changed: string[] = []
  for (const id of brands) {
    const result = await kept?.take(id)
    if (result === undefined) changed.push(id)
    else unchanged.push(result)
  }
  const { storeMode = 'read' } = flags
  const stored = await openStored?.(stop.signal)
  const makeOnce: MakeOnce | undefined =
    stored &&
    (async (name, make) => {
      const found = storeMode === 'write' ? undefined : await stored.restoreResult(name)
      if (found !== undefined) return found
      const made = await make()
      if (storeMode !== 'read') await stored.addResult(name, made)
      return made
    })
  const restored: BrandResult[] = []
  await inParallel(stored === undefined || storeMode === 'write' ? [] : changed, requestsAtOnce, async id => {
    const result = stop.signal.aborted ? undefined : await stored?.restore(id, kept?.inputs.get(id) ?? '')
    if (result !== undefined) restored.push(result)
  })
  const done = new Set(restored.map(({ id }) => id))
  const left = changed.filter(id => !done.has(id))
  const progress = openProgress(reporter, brands.length, brands.length - left.length)
  const onPhase = (phase: Phase, ms: number): void => {
    progress.phase(phase)
    timings?.add(phase, ms)
  }
  const shared: SharedBuild = {
    brands: left,
    articles: files.list('content/articles').value.length,
    concurrency: flags.concurrency ?? availableParallelism(),
    isShard: shard !== undefined,
    words: [command, ...childFlags(flags, project, out)],
    signal: stop.signal,
    makeOnce,
    build: ({ alone, ...part }) =>
      work(stop.signal, {
        ...part,
        onUnexpected,
        // To measure costs a little, and without a terminal the phase is not shown.
        onPhase: reporter.isLive || timings !== undefined ? onPhase : undefined,
        onRender: why?.add,
        helperThread: alone ? new URL('./helper-thread.js', import.meta.url) : undefined,
      }),
    onBrand: progress.brand,
    onPhase: timings?.add,
    onReasons: why?.merge,
  }
  const nothing: BuildReport = { brands: [], diagnostics: [] }
  const built = left.length === 0 ? nothing : await (await stages()).buildInProcesses(shared)
  // A timer that a template left behind is heard before anything is reported.
  if (left.length > 0) await delay(1)
  const sure = new Set(await kept?.end([...restored, ...built.brands]))
  if (storeMode !== 'read' && !stop.signal.aborted) {
    const fresh = built.brands.filter(({ id }) => sure.has(id))
    await inParallel(fresh, requestsAtOnce, async result =>
      stored?.add(result, kept?.inputs.get(result.id) ?? ''),
    )
  }
  const known = [...unchanged, ...restored]
  const report = mergeReports(
    [{ brands: known, diagnostics: known.flatMap(brand => brand.diagnostics) }, built],
    brands,
  )
  stop.forget()
  const code = conclude(
    project,
    report,
    [...diagnostics, ...unread, ...(stored?.diagnostics ?? [])],
    flags,
    reporter,
    out,
    stop.code(),
    {
      inputs: kept?.inputs,
      ...(shard && { shard, project: projectSum(project) }),
      ...(timings && { timings: timings.milliseconds() }),
      ...(why && { rendered: why.groups() }),
    },
  )
  for (const details of [timings, why]) {
    if (details !== undefined && !flags.json) reporter.note(`\n${details.table().trimEnd()}`)
  }
  return code
}

/** The flags with which another process does the same for other brands. */
function childFlags(flags: BuildFlags, project: Project, out: string | undefined): string[] {
  const given: Readonly<Record<string, string | boolean | undefined>> = {
    '--root': project.root,
    '--out': out,
    '--env': flags.env,
    '--host': flags.host,
    '--as-of': flags.asOf,
    '--strict': flags.strict,
    '--drafts': flags.drafts,
    '--allow-removals': flags.allowRemovals,
    '--changes-to': flags.changesTo,
    '--debug': flags.debug,
    '--no-cache': !flags.cache,
    '--timings': flags.timings,
    '--why': flags.why,
  }
  return [
    ...(flags.allowLinks ?? []).flatMap(folder => ['--allow-links', folder]),
    ...Object.entries(given).flatMap(([flag, value]) =>
      typeof value === 'string' ? [flag, value] : value ? [flag] : [],
    ),
  ]
}

function cacheOf(project: Project, flags: BuildFlags) {
  return flags.cache
    ? { cacheFolder: { path: join(project.root, '.imprint', 'cache'), readOnly: false } }
    : {}
}

type Opened = Exclude<Awaited<ReturnType<typeof open>>, number>

async function open(named: readonly string[], flags: BuildFlags, reporter: Reporter) {
  const opened = await openBrands(named, flags, reporter)
  if (typeof opened === 'number') return opened
  const { project, diagnostics, shard, brands } = opened
  const { strict, drafts, asOf, allowRemovals, env: environment, host } = flags
  return {
    project,
    diagnostics,
    shard,
    options: {
      // One state of the project for all that looks at it.
      files: snapshot(project.files),
      defaults: project.defaults,
      brands,
      strict,
      drafts,
      asOf,
      environment,
      host,
      allowRemovals,
    },
  }
}

/** What a build reads, of the project and of the package, and must never write into. */
function inputFolders(root: string): string[] {
  const names = ['brands', 'content', 'templates', 'public']
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
  { inputs, ...details }: { readonly inputs?: ReadonlyMap<string, string> | undefined },
): number {
  const diagnostics = sortDiagnostics([...before, ...report.diagnostics])
  const worst = worstOf([
    ...report.brands.map(exitCodeOf),
    isRefused(before, flags.strict) ? exitCodes.failed : exitCodes.done,
  ])
  const code = stopped ?? worst
  const folder = (id: string) => (out === undefined ? '' : shownPath(project, join(out, id)))
  const isLarge = report.brands.length > mostRows
  // Of many brands, what has to be done stands where the eye is at the end, with the number of brands that have it.
  const shared = () => report.brands.flatMap(({ id, diagnostics }) => ofBrand(id, diagnostics))
  const tell = () =>
    reporter.problems(isLarge ? [...before, ...shared()] : diagnostics, sourceReader(project))
  if (!isLarge) tell()
  const shown: readonly Shown[] = isLarge ? worthTelling(report.brands, flags.quiet ?? false) : report.brands
  if (shown.length > 0) reporter.result(summary(shown, folder, out === undefined))
  reporter.result(nextChanges(shown))
  if (isLarge) {
    tell()
    reporter.result(`${totals(report.brands, out === undefined)}\n`)
    const left = report.brands.flatMap(({ id, status }) => (status === 'not reached' ? id : []))
    if (left.length > 0)
      reporter.result(`Not reached: ${listOf(left, 10)}. The same command goes on with them.\n`)
  }
  const waivers = report.brands.flatMap(({ id, waivers: own }) =>
    own.map(waiver => ({ brand: id, ...waiver })),
  )
  if (out === undefined) reporter.result(waiverLines(waivers))
  const problems = countProblems(diagnostics)
  if (problems !== '' || stopped !== undefined) {
    const strict = flags.strict && worst !== exitCodes.done && !hasErrors(diagnostics)
    const note =
      stopped !== undefined
        ? `Stopped. ${out === undefined ? '' : 'Brands that were not reached are published as before. '}`
        : strict
          ? 'Warnings count as failures with --strict: '
          : ''
    reporter.result(`\n${note}${problems}\n`)
  } else if (out === undefined)
    reporter.result('\nNo findings. What no check of texts can see: "imprint check --checklist".\n')
  reporter.document({
    ok: code === exitCodes.done,
    brands: report.brands.map(({ id, status, pages, files, bytes, ms, nextChange }) => ({
      id,
      status,
      out: out === undefined ? null : relative(project.root, join(out, id)).split(sep).join('/'),
      pages,
      files,
      bytes,
      ms,
      ...(inputs?.has(id) && { inputs: inputs.get(id) }),
      ...(nextChange && { nextChange }),
    })),
    diagnostics,
    ...(out === undefined && { waivers }),
    ...details,
  })
  return code
}

/** The waivers that hold, each once, with the brands that have it. */
function waiverLines(waivers: readonly ReportedWaiver[]): string {
  const brands = new Map<string, string[]>()
  for (const { brand, rule, reason, by, until, file, line } of waivers) {
    const said = `Waived: ${rule}, by ${by} until ${until}: ${reason} (${file}:${line})`
    brands.set(said, [...(brands.get(said) ?? []), brand])
  }
  return [...brands].map(([said, ids]) => `${said} (${brandNames(ids)})\n`).join('')
}

function exitCodeOf({ status, configInvalid, diagnostics }: BrandResult): number {
  if (status !== 'failed') return exitCodes.done
  if (configInvalid) return exitCodes.brandInvalid
  return codeOfErrors(diagnostics)
}

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
    sums: () => [...sums],
    /** By phase, of all processes; `total` is the time that has passed. */
    milliseconds,
    table: () =>
      table(
        ['phase', 'time'],
        Object.entries(milliseconds()).map(([name, ms]) => [name, `${ms} ms`]),
        [1],
      ),
  }
}

/** A brand of the summary. */
interface Shown extends BrandResult {
  /** How many more failed with the same errors. */
  readonly more?: number
}

/** Of many brands, those that failed, with the same errors as one, and, unless that is unwanted, some of those that changed. */
function worthTelling(brands: readonly BrandResult[], quiet: boolean): readonly Shown[] {
  const failed = new Map<string, Shown>()
  for (const brand of brands.filter(({ status }) => status === 'failed')) {
    const errors = brand.diagnostics.filter(({ severity }) => severity === 'error')
    const key = JSON.stringify(ofBrand('', errors))
    const first = failed.get(key)
    failed.set(key, first === undefined ? brand : { ...first, more: (first.more ?? 0) + 1 })
  }
  const changed = brands.filter(({ status }) => status === 'built' || status === 'restored')
  return [...failed.values(), ...(quiet ? [] : changed.slice(0, Math.max(0, mostRows - failed.size)))]
}

/** `200 brands: 3 built, 196 unchanged, 1 failed` */
function totals(brands: readonly BrandResult[], checkOnly: boolean): string {
  const names = brands.map(({ status }) =>
    checkOnly && (status === 'built' || status === 'unchanged') ? 'ok' : status,
  )
  return `${brands.length} brands: ${tally(names)}`
}

function summary(brands: readonly Shown[], folder: (id: string) => string, checkOnly: boolean): string {
  const rows = brands.map(({ id, more = 0, status, pages, bytes, ms, diagnostics }) => {
    const isDone = status !== 'failed' && status !== 'not reached'
    const isReached = status !== 'not reached'
    return [
      more > 0 ? `${id} and ${more} more` : id,
      isDone && checkOnly ? 'ok' : status,
      isDone ? String(pages) : '–',
      isDone ? `${(bytes / 1024).toFixed(1)} kB` : '–',
      isReached && more === 0 ? `${ms} ms` : '–',
      countProblems(diagnostics) || (isReached ? 'none' : '–'),
      checkOnly || !isReached || more > 0 ? '' : folder(id),
    ]
  })
  return table(
    ['brand', 'result', 'pages', 'size', 'time', 'problems', checkOnly ? '' : 'folder'],
    rows,
    [2, 3, 4],
  )
}
