// `imprint release`.

import { join } from 'node:path'
import { counted, type Diagnostic, hasErrors, listOf, tally } from '../../diagnostics/index.ts'
import { checkReleases, readReleases, release, shortId } from '../../output/index.ts'
import type { CommandRecord, FlagsOf } from '../command-line/command.ts'
import { unknownEnvironments } from '../command-line/environments.ts'
import { exitCodes } from '../command-line/exit-codes.ts'
import { positiveInteger, waves } from '../command-line/flag-values.ts'
import { allowRemovals, environment, out, releases } from '../command-line/flags.ts'
import type { BrandsCommand, Selected } from '../command-line/select-brands.ts'
import { stateOf } from '../git.ts'
import {
  cannotBegin,
  codeOfErrors,
  inputFolders,
  mistake,
  outFolder,
  type ProjectFlags,
  releasesFolder,
} from '../project.ts'
import { releaseProblems } from '../release-problems.ts'
import { moverOf } from '../releases.ts'
import { type Reporter, table } from '../report/reporter.ts'
import { inputPaths, linkTargets } from '../runs/project-inputs.ts'
import { commandToBuild } from '../runs/stale-sites.ts'
import { verifyBrand } from './verify.ts'

export const releaseCommand = {
  name: 'release',
  group: 'publish',
  summary: 'make the built sites live, as releases that can be rolled back',
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
      summary: 'number of releases to keep for each brand',
      default: 10,
      parse: positiveInteger,
    },
    {
      name: '--wave <sizes>',
      summary:
        'release in waves: "5,50,all" first releases 5 brands, then up to 50, then all; check each wave before and after it, and stop at the first failure',
      parse: waves,
    },
    {
      name: '--url <address>',
      summary:
        'address at which to verify each brand in a wave, with {brand} in place of its id (default: its siteUrl)',
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
      'release to another folder in waves, and verify each wave',
    ],
  ],
  exitCodes: ['failed', 'tryAgain'],
  on: 'brands',
} as const satisfies CommandRecord

type ReleaseFlags = FlagsOf<typeof releaseCommand.flags> & ProjectFlags

export const releaseBrands: BrandsCommand<ReleaseFlags> = async ({ project, brands }, flags, reporter) => {
  if (flags.url !== undefined && flags.wave === undefined) {
    const hint = 'Add "--wave all" to verify each brand once it is released, or run "imprint verify".'
    return cannotBegin(reporter, [mistake('--url works only with --wave.', hint)])
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
  const { rows, stopped } = released
  const reached = new Set(rows.map(({ id }) => id))
  const remaining = brands.filter(id => !reached.has(id))
  const isDone = stopped === undefined && !rows.some(({ result }) => result === 'failed')
  const unbuilt = released.diagnostics.flatMap(({ code, brand }) =>
    code === 'release/not-built' && brand !== undefined ? brand : [],
  )
  const hint = `Run "${commandToBuild(unbuilt, flags)}" first.`
  const diagnostics = released.diagnostics.map(problem =>
    problem.code === 'release/not-built' ? { ...problem, hint } : problem,
  )
  reporter.conclude(releasedText(released, remaining, folder), {
    ok: isDone,
    brands: [
      ...rows.map(row => ({ ...row, release: row.release ?? null })),
      ...remaining.map(id => ({ id, result: 'not reached', release: null })),
    ],
    diagnostics,
  })
  return isDone ? exitCodes.done : codeOfErrors(diagnostics)
}

interface Released {
  /** The brands that were reached. */
  readonly rows: readonly ReleasedBrand[]
  /** Why nothing else was released, and what to do. */
  readonly stopped?: string
  readonly diagnostics: readonly Diagnostic[]
}

interface ReleasedBrand {
  readonly id: string
  readonly result: string
  readonly release: string | undefined
}

/** Releases brands wave by wave, and stops at the first wave that has a failure. */
async function releaseInWaves(
  { project, brands }: Pick<Selected, 'project' | 'brands'>,
  folder: string,
  flags: ReleaseFlags,
  reporter: Reporter,
): Promise<Released> {
  const out = outFolder(project, flags)
  const { commit = null, dirty = null } = stateOf(project.root, inputPaths, linkTargets(project)) ?? {}
  const record = { ...moverOf(flags), environment: flags.env ?? null, commit, dirty }
  const problemsOf = releaseProblems({ project, brands }, folder, flags)
  const diagnostics: Diagnostic[] = []
  const rows: ReleasedBrand[] = []
  const failed = (id: string): ReleasedBrand => ({ id, result: 'failed', release: undefined })
  for (const wave of wavesOf(brands, flags.wave)) {
    const found = await problemsOf(wave)
    diagnostics.push(...[...found.values()].flat())
    const refused = wave.filter(id => hasErrors(found.get(id) ?? []))
    if (flags.wave !== undefined && refused.length > 0) {
      const stopped = `No brand in this wave was released, because ${listOf(refused, 5)} cannot be released. Fix the problems, then release again.`
      return { rows: [...rows, ...refused.map(failed)], stopped, diagnostics }
    }
    const live: string[] = []
    for (const id of wave) {
      const stale = found.get(id)?.some(({ code }) => code === 'release/stale') ?? false
      const { value, diagnostics: problems } = refused.includes(id)
        ? { value: undefined, diagnostics: [] }
        : await release(join(out, id), folder, id, { keep: flags.keep, record: { ...record, stale } })
      diagnostics.push(...problems)
      rows.push(value === undefined ? failed(id) : { id, result: value.result, release: value.id })
      if (value !== undefined && value.result !== 'pinned') live.push(id)
      reporter.progress(`${rows.length} of ${brands.length} brands`)
    }
    if (flags.wave === undefined) continue
    const failure = rows.find(({ result }) => result === 'failed')
    if (failure !== undefined)
      return { rows, stopped: `Stopped at ${failure.id}. Fix the problem, then release again.`, diagnostics }
    // Even if a release was live before: the check of its wave may have failed then.
    for (const id of live) {
      const url = flags.url?.replaceAll('{brand}', id)
      const { diagnostics: problems } = await verifyBrand(project, id, { out, url })
      diagnostics.push(...problems)
      if (!hasErrors(problems)) continue
      const { releases, live: now } = readReleases(folder, id)
      // A first release has none before it.
      const remedy =
        releases[0] === now
          ? 'Fix the problem, then release again.'
          : `Run "imprint rollback ${id} --steps 1 --reason …", or fix the problem and release again.`
      return { rows, stopped: `Stopped at ${id}. ${remedy}`, diagnostics }
    }
  }
  return { rows, diagnostics }
}

/** The brands (if there are many, only those that need attention) and the totals. */
function releasedText({ rows, stopped }: Released, remaining: readonly string[], folder: string): string {
  const order = ['released', 'unchanged', 'pinned', 'failed']
  const totals = tally(order.flatMap(each => rows.flatMap(({ result }) => (result === each ? each : []))))
  const shown = rows.filter(({ result }) => rows.length <= 30 || result === 'pinned' || result === 'failed')
  const list = shown.map(row => [row.id, row.result, row.release === undefined ? '–' : shortId(row.release)])
  const number = counted(rows.length + remaining.length, 'brand')
  const left = remaining.length === 0 ? '' : ` Not reached: ${counted(remaining.length, 'brand')}.`
  const end = stopped === undefined ? '' : `${stopped}${left}\n`
  return `${list.length > 0 ? table(['brand', 'result', 'release'], list) : ''}${totals} of ${number} in ${folder}\n${end}`
}

/** The brands of each wave: with `5,50,all`, 200 brands are released as 5, then 45, then 150. */
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
