// `imprint build` and `imprint check`.

import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { unreadTemplates } from '../../assets/index.ts'
import { brandsFolder, hostLimit, readFleet } from '../../brand/index.ts'
import type { BrandResult, BuildOptions, BuildReport, Phase, SharedWork } from '../../build/index.ts'
import { type MakeOnce, openCache } from '../../cache/index.ts'
import { sharedFolders, unreadFiles } from '../../content/index.ts'
import { inParallel, snapshot } from '../../files/index.ts'
import { checkOut, folderStore } from '../../output/index.ts'
import {
  type KeptSites,
  type KeptSitesOptions,
  openKeptChecks,
  openKeptSites,
  requestsAtOnce,
  type StoredSites,
} from '../../reuse/index.ts'
import type { CommandRecord } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { folder } from '../flag-values.ts'
import { brandsArgument, format, globalFlags, out, shardFlags, siteFlags } from '../flags.ts'
import { httpStore } from '../http-store.ts'
import type { SharedBuild } from '../processes/child-builds.ts'
import { mergeReports } from '../processes/shards.ts'
import { stopOnSignal } from '../processes/signals.ts'
import { cacheOf, outFolder, type Project, type ProjectFlags, packageRoot } from '../project.ts'
import { lazyTemplates, otherBrands, projectSum, readInputs } from '../project-inputs.ts'
import { concludeBuild } from '../report/build-result.ts'
import { formats } from '../report/formats.ts'
import { openProgress } from '../report/progress.ts'
import { collectRenderReasons } from '../report/render-reasons.ts'
import type { Reporter } from '../report/reporter.ts'
import { collectTimings } from '../report/timings.ts'
import { openBrands, type SelectionFlags } from '../select-brands.ts'

export const buildCommand: CommandRecord = {
  name: 'build',
  group: 'build',
  summary: 'build brands into dist/<brand>/',
  chapter: 'build',
  arguments: [brandsArgument],
  flags: [
    ...siteFlags,
    out,
    {
      name: '--store <folder or address>',
      summary: 'take sites that another machine has built from the same inputs',
      parse: folder,
    },
    {
      name: '--store-mode <mode>',
      summary: 'read the store, write to it, or both',
      choices: ['read', 'write', 'both'],
      default: 'read',
    },
    { name: '--timings', summary: 'print how long each phase took' },
    { name: '--why', summary: 'print why pages were rendered instead of reused from the last build' },
    format(formats),
    ...shardFlags,
    ...globalFlags,
  ],
  examples: [
    ['build aurora', 'build one brand into dist/aurora'],
    ['build --all --strict', 'build every brand; warnings fail it'],
    ['build aurora --host nginx --why', 'for nginx; say why pages were rendered'],
  ],
  exitCodes: ['failed', 'brandInvalid', 'tryAgain', 'interrupted', 'terminated'],
}

export const checkCommand: CommandRecord = {
  name: 'check',
  group: 'build',
  summary: 'check what build checks, and what the texts claim; writes no site',
  note: 'The content rules are a lint, not legal advice: no findings does not mean that a page is lawful.',
  chapter: 'compliance',
  arguments: [brandsArgument],
  flags: [
    ...siteFlags,
    format([...formats, 'html']),
    { name: '--checklist', summary: 'print what no check of texts can see, with places for owner and date' },
    { name: '--waivers', summary: 'print how often each content rule is waived and why, and what ends next' },
    ...shardFlags,
    ...globalFlags,
  ],
  examples: [
    ['check --all', 'check every brand; write no site'],
    ['check aurora --format html > aurora.html', 'one page of findings for those who answer for the texts'],
  ],
  exitCodes: ['failed', 'brandInvalid', 'interrupted', 'terminated'],
}

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

const stages = () => import('../processes/stages.ts')

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
  const cache = flags.cache ? { cacheFolder: cacheOf(project) } : {}
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
  return run({ command: 'build', flags, opened, out, work, kept, openStored: stored }, reporter)
}

/** Where sites are found that need not be made or checked again. */
function keptIn(
  { project, options: { files } }: Opened,
  flags: BuildFlags,
  out: string,
  templates: SharedWork['templates'],
): KeptSitesOptions {
  const cacheFolder = flags.cache ? cacheOf(project) : undefined
  const stateOf = (when: 'seen' | 'end') => (when === 'seen' ? files : project.files)
  const inputs: KeptSitesOptions['inputs'] = when =>
    readInputs(project, flags, brand => templates(files, brand), stateOf(when))
  // A brand's problems also depend on what the others are called.
  const others: KeptSitesOptions['others'] = when => otherBrands(project, stateOf(when))
  return { cache: openCache(cacheFolder), out, inputs, others, strict: flags.strict, day: flags.asOf }
}

interface CheckFlags extends BuildFlags {
  /** Print what no check can see, and check nothing. */
  readonly checklist?: boolean
  /** Print how often each rule is waived, and what ends next. */
  readonly waivers?: boolean
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
  const cache = flags.cache ? { cacheFolder: cacheOf(opened.project) } : {}
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
  return run({ command: 'check', flags, opened, work, kept }, reporter)
}

/** The brands of one process, and what to call with their results. */
type Part = Pick<
  BuildOptions,
  'brands' | 'onBrand' | 'onPhase' | 'onRender' | 'onUnexpected' | 'makeOnce' | 'helperThread'
>

interface Run {
  readonly command: 'build' | 'check'
  readonly flags: CheckFlags
  readonly opened: Opened
  /** Folder of the sites; absent for a check. */
  readonly out?: string | undefined
  /** Does one process's part of the work. */
  readonly work: (signal: AbortSignal, part: Part) => Promise<BuildReport>
  readonly kept: KeptSites | undefined
  readonly openStored?: (signal: AbortSignal) => Promise<StoredSites | undefined>
}

/** Runs a build or a check in one process or several, and reports. */
async function run(
  { command, flags, opened, out, work, kept, openStored }: Run,
  reporter: Reporter,
): Promise<number> {
  const { project, diagnostics, shard, options } = opened
  const { brands, files } = options
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
  const code = concludeBuild(
    {
      project,
      flags,
      report,
      before: [...diagnostics, ...unread, ...hostLimit(readFleet(files)), ...(stored?.diagnostics ?? [])],
      out,
      stopped: stop.code(),
      inputs: kept?.inputs,
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
  const names = [brandsFolder, ...sharedFolders]
  const own = ['bin', 'lib', 'src', 'node_modules']
  return [...names.map(name => join(root, name)), ...[...names, ...own].map(name => join(packageRoot, name))]
}
