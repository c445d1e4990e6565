// `imprint release`.

import { join } from 'node:path'
import {
  counted,
  type Diagnostic,
  diagnostic,
  hasErrors,
  sortDiagnostics,
  tally,
} from '../../diagnostics/index.ts'
import {
  checkReleases,
  readManifest,
  readReleases,
  release,
  releaseFolder,
  shortId,
} from '../../output/index.ts'
import type { CommandRecord } from '../command-line/command.ts'
import { unknownEnvironments } from '../command-line/environments.ts'
import { exitCodes } from '../command-line/exit-codes.ts'
import { positiveInteger, waves } from '../command-line/flag-values.ts'
import { allowRemovals, environment, out, releases } from '../command-line/flags.ts'
import type { BrandsCommand, Selected } from '../command-line/select-brands.ts'
import { stateOf } from '../git.ts'
import { lostPages } from '../lost-pages.ts'
import {
  cannotBegin,
  codeOfErrors,
  inputFolders,
  outFolder,
  type Project,
  releasesFolder,
} from '../project.ts'
import { moverOf, type ReleasesFlags } from '../releases.ts'
import { type Reporter, table } from '../report/reporter.ts'
import { staleness } from '../runs/build-records.ts'
import { inputPaths, linkTargets } from '../runs/project-inputs.ts'
import { builtWithDrafts, unfinishedPages, unfinishedValues } from '../unfinished.ts'
import { verifyBrand } from './verify.ts'

export const releaseCommand: CommandRecord = {
  name: 'release',
  group: 'publish',
  summary: 'make the built sites live; a release can be rolled back',
  chapter: 'releases',
  flags: [
    { ...releases, name: '--to <folder>' },
    out,
    {
      ...environment,
      summary: 'release the sites of this environment, from dist-<name>/ into releases-<name>/',
    },
    {
      name: '--keep <number>',
      summary: 'how many releases to keep for each brand',
      default: 10,
      parse: positiveInteger,
    },
    {
      name: '--wave <sizes>',
      summary:
        'release in waves up to each of these totals, verify each wave, and stop at the first failure: "5,50,all" or "5%,all"',
      parse: waves,
    },
    {
      name: '--url <address>',
      summary: 'address at which to verify each brand of a wave, with {brand} in it (default: its siteUrl)',
    },
    {
      name: '--stale',
      summary: 'release sites even if the project has changed since their build; the history records this',
    },
    allowRemovals,
    { name: '--reason <text>', summary: 'reason to record in the history' },
  ],
  examples: [
    ['release aurora', 'make the site in dist/aurora live'],
    [
      'release --all --to /srv/sites --wave 5,50,all',
      'release to another folder in steps, and verify each step',
    ],
  ],
  exitCodes: ['failed', 'tryAgain'],
  on: 'brands',
}

interface ReleaseFlags extends Omit<ReleasesFlags, 'releases'> {
  readonly to?: string
  readonly out?: string
  readonly keep: number
  /** Also releases sites if the project has changed since they were built. */
  readonly stale: boolean
  readonly allowRemovals: boolean
  /** How many brands are live after each wave: `5`, `10%`, `all`. */
  readonly wave?: readonly string[]
  /** The address at which a brand is verified, with `{brand}`; default its siteUrl. */
  readonly url?: string
}

export const releaseBrands: BrandsCommand<ReleaseFlags> = async ({ project, brands }, flags, reporter) => {
  if (flags.url !== undefined && flags.wave === undefined) {
    const hint = 'Add "--wave all" to verify each brand once it is released, or run "imprint verify".'
    return cannotBegin(reporter, [
      diagnostic('usage/invalid', '--url verifies waves, but no --wave was given.', { hint }),
    ])
  }
  const unknown = await unknownEnvironments(project, brands, flags.env)
  if (unknown.length > 0) return cannotBegin(reporter, unknown)
  const folder = releasesFolder(project, { ...flags, releases: flags.to })
  const inputs = [...inputFolders(project.root), outFolder(project, flags)]
  const refused = checkReleases(folder, project.root, inputs)
  if (refused !== undefined) {
    reporter.usageError(refused)
    return exitCodes.usage
  }
  const released = await releaseInWaves({ project, brands }, folder, flags, reporter)
  const { rows, stopped, diagnostics } = released
  const remaining = brands.slice(rows.length)
  const isDone = stopped === undefined && !rows.some(({ result }) => result === 'failed')
  reporter.problems(diagnostics)
  reporter.result(releasedText(released, remaining, folder))
  reporter.document({
    ok: isDone,
    brands: [
      ...rows.map(row => ({ ...row, release: row.release ?? null })),
      ...remaining.map(id => ({ id, result: 'not reached', release: null })),
    ],
    diagnostics: sortDiagnostics(diagnostics),
  })
  return isDone ? exitCodes.done : codeOfErrors(diagnostics)
}

interface Released {
  /** The brands that were reached, in order. */
  readonly rows: readonly ReleasedBrand[]
  /** The brand that failed its release or `verify`, after which nothing else was released. */
  readonly stopped: string | undefined
  readonly diagnostics: readonly Diagnostic[]
}

interface ReleasedBrand {
  readonly id: string
  readonly result: string
  readonly release: string | undefined
}

/** Releases brands wave by wave, and stops after the first wave that has a failure. */
async function releaseInWaves(
  { project, brands }: Pick<Selected, 'project' | 'brands'>,
  folder: string,
  flags: ReleaseFlags,
  reporter: Reporter,
): Promise<Released> {
  const out = outFolder(project, flags)
  const releaseOne = releaser(project, folder, flags)
  const diagnostics: Diagnostic[] = []
  const rows: ReleasedBrand[] = []
  for (const wave of wavesOf(brands, flags.wave)) {
    const moved: string[] = []
    for (const id of wave) {
      const { value, diagnostics: problems } = await releaseOne(id)
      diagnostics.push(...problems)
      rows.push({ id, result: value?.result ?? 'failed', release: value?.id })
      if (value?.result === 'released') moved.push(id)
      reporter.progress(`${rows.length} of ${brands.length} brands`)
    }
    if (flags.wave === undefined) continue
    const failed = wave.find(id => rows.some(row => row.id === id && row.result === 'failed'))
    if (failed !== undefined) return { rows, stopped: failed, diagnostics }
    for (const id of moved) {
      const { diagnostics: problems } = await verifyBrand(project, id, {
        out,
        url: flags.url?.replaceAll('{brand}', id),
      })
      diagnostics.push(...problems)
      if (hasErrors(problems)) return { rows, stopped: id, diagnostics }
    }
  }
  return { rows, stopped: undefined, diagnostics }
}

/** Releases one brand after another, each if its site is up to date. */
function releaser(
  project: Project,
  folder: string,
  flags: ReleaseFlags,
): (id: string) => ReturnType<typeof release> {
  const out = outFolder(project, flags)
  const { commit = null, dirty = null } = stateOf(project.root, inputPaths, linkTargets(project)) ?? {}
  const record = { ...moverOf(flags), environment: flags.env ?? null, commit, dirty }
  const staleOf = staleness(project, out, flags.env)
  return async id => {
    const isForVisitors = flags.env === undefined
    const unfinished = isForVisitors ? unfinishedValues(project, id) : []
    if (unfinished.length > 0) return { value: undefined, diagnostics: unfinished }
    const { pin, live } = readReleases(folder, id)
    const isPinned = pin !== undefined
    const isBuilt = readManifest(join(out, id))?.environment === record.environment
    // Checked before staleness, because the hint for a stale site repeats the build's flags.
    const drafts = isForVisitors && isBuilt && !isPinned ? builtWithDrafts(out, id) : []
    if (drafts.length > 0) return { value: undefined, diagnostics: drafts }
    const stale = isBuilt && !isPinned ? await staleOf(id) : undefined
    if (stale !== undefined && !flags.stale) return { value: undefined, diagnostics: [stale] }
    const unwritten = isForVisitors && !isPinned ? unfinishedPages(join(out, id), id) : []
    if (unwritten.length > 0) return { value: undefined, diagnostics: unwritten }
    const keepsPages = isForVisitors && !isPinned && live !== undefined && !flags.allowRemovals
    const lost = keepsPages ? lostPages(project, id, releaseFolder(folder, id, live), out) : []
    if (lost.length > 0) return { value: undefined, diagnostics: lost }
    const { value, diagnostics } = await release(join(out, id), folder, id, {
      keep: flags.keep,
      record: { ...record, stale: stale !== undefined },
    })
    return { value, diagnostics: stale ? [{ ...stale, severity: 'warning' }, ...diagnostics] : diagnostics }
  }
}

/** The brands (if there are many, only those that need attention) and the totals. */
function releasedText({ rows, stopped }: Released, left: readonly string[], folder: string): string {
  const order = ['released', 'unchanged', 'pinned', 'failed']
  const totals = tally(order.flatMap(each => rows.flatMap(({ result }) => (result === each ? each : []))))
  const shown = rows.filter(({ result }) => rows.length <= 30 || result === 'pinned' || result === 'failed')
  const list = shown.map(row => [row.id, row.result, row.release === undefined ? '–' : shortId(row.release)])
  const number = counted(rows.length + left.length, 'brand')
  const end =
    stopped === undefined
      ? ''
      : `Stopped at ${stopped}; ${left.length} brands were not reached. Fix it, or run "imprint rollback ${stopped} --steps 1 --reason …".\n`
  return `${list.length > 0 ? table(['brand', 'result', 'release'], list) : ''}${totals} of ${number} in ${folder}\n${end}`
}

/** The brands of each wave: of 200 with `5,50,all` 5, then 45, then 150. */
export function wavesOf(brands: readonly string[], sizes: readonly string[] = ['all']): string[][] {
  const waves: string[][] = []
  let start = 0
  for (const size of [...sizes, 'all']) {
    const number = Number.parseInt(size, 10)
    const end =
      size === 'all' ? brands.length : size.endsWith('%') ? Math.ceil((brands.length * number) / 100) : number
    if (end <= start) continue
    waves.push(brands.slice(start, end))
    start = Math.min(end, brands.length)
  }
  return waves.filter(wave => wave.length > 0)
}
