// `imprint release`, `releases`, `rollback` and `unpin`: which site of each brand visitors get.

import { hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import { loadBrand } from '../../brand/index.ts'
import { counted, type Diagnostic, diagnostic, hasErrors, sortDiagnostics } from '../../diagnostics/index.ts'
import {
  type BrandReleases,
  type MoveRecord,
  readReleases,
  release,
  rollback,
  shortId,
  unpin,
} from '../../output/index.ts'
import type { CommandRecord, FlagRecord } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { positiveInteger, waves } from '../flag-values.ts'
import { brandsArgument, environment, globalFlags, out, releases, selectionFlags } from '../flags.ts'
import { stateOf } from '../git.ts'
import { cannotBegin, codeOfErrors, outFolder, type Project, releasesFolder } from '../project.ts'
import { inputPaths } from '../project-inputs.ts'
import { type Reporter, table } from '../report/reporter.ts'
import type { BrandsCommand, Selected } from '../select-brands.ts'
import { verifyBrand } from './verify.ts'

const ofEnvironment: FlagRecord = {
  ...environment,
  summary: 'the releases of an environment, in releases-<name>/',
}

export const releaseCommand: CommandRecord = {
  name: 'release',
  group: 'publish',
  summary: 'make the built sites live; a release can be rolled back',
  chapter: 'releases',
  arguments: [brandsArgument],
  flags: [
    { ...releases, name: '--to <folder>', summary: 'folder of the releases, same as --releases' },
    releases,
    out,
    {
      ...environment,
      summary: 'release the sites of an environment, from dist-<name>/ into releases-<name>/',
    },
    {
      name: '--keep <number>',
      summary: 'how many releases of a brand to keep',
      default: 10,
      parse: positiveInteger,
    },
    {
      name: '--wave <sizes>',
      summary:
        'release so many brands, verify them, then go on: "5,50,all" or "5%,all"; stops at the first that fails',
      parse: waves,
    },
    {
      name: '--url <address>',
      summary: 'where waves are verified, with {brand} in it (default: the siteUrl of each)',
    },
    { name: '--reason <text>', summary: 'why, for the history' },
    ...selectionFlags,
    ...globalFlags,
  ],
  examples: [
    ['release aurora', 'make the site in dist/aurora live'],
    ['release --all --to /srv/sites --wave 5,50,all', 'in steps that are verified, into another folder'],
  ],
  exitCodes: ['failed', 'tryAgain'],
  on: 'brands',
}

export const releasesCommand: CommandRecord = {
  name: 'releases',
  group: 'publish',
  summary: 'list the releases of brands, with the live and the pinned one',
  chapter: 'releases',
  arguments: [brandsArgument],
  flags: [releases, ofEnvironment, ...selectionFlags, ...globalFlags],
  examples: [
    ['releases aurora', 'its releases'],
    ['releases --all --json', 'those of every brand, with their history'],
  ],
  exitCodes: ['failed'],
  on: 'brands',
}

export const rollbackCommand: CommandRecord = {
  name: 'rollback',
  group: 'publish',
  summary: 'make an earlier (or later) release live, and pin it until "imprint unpin"',
  chapter: 'releases',
  arguments: [brandsArgument],
  flags: [
    { name: '--reason <text>', summary: 'why; "imprint status" shows it', isRequired: true },
    { name: '--to <release>', summary: 'its id or the beginning of it' },
    { name: '--steps <number>', summary: 'how many releases back', default: 1, parse: positiveInteger },
    releases,
    ofEnvironment,
    ...selectionFlags,
    ...globalFlags,
  ],
  examples: [
    ['rollback aurora --reason "wrong phone number"', 'the release before the live one'],
    ['rollback aurora --steps 2 --reason "wrong fee"', 'the one before that'],
  ],
  exitCodes: ['failed', 'tryAgain'],
  on: 'brands',
}

export const unpinCommand: CommandRecord = {
  name: 'unpin',
  group: 'publish',
  summary: 'let releases of a brand go live again after a rollback',
  chapter: 'releases',
  arguments: [brandsArgument],
  flags: [
    releases,
    ofEnvironment,
    { name: '--reason <text>', summary: 'why, for the history' },
    ...selectionFlags,
    ...globalFlags,
  ],
  examples: [
    ['unpin aurora', 'let its releases go live again'],
    ['unpin --all --reason "phone number fixed"', 'the same for every brand'],
  ],
  exitCodes: ['failed', 'tryAgain'],
  on: 'brands',
}

interface ReleasesFlags {
  /** The folder of releases; default `releases` in the project. */
  readonly releases?: string
  /** Releases of this environment have a folder of their own beside it. */
  readonly env?: string
  readonly reason?: string
}

interface ReleaseFlags extends ReleasesFlags {
  readonly to?: string
  readonly out?: string
  readonly keep: number
  /** How many brands are live after each wave: `5`, `10%`, `all`. */
  readonly wave?: readonly string[]
  /** Where a brand is verified, with `{brand}`; default its siteUrl. */
  readonly url?: string
}

export const releaseBrands: BrandsCommand<ReleaseFlags> = async ({ project, brands }, flags, reporter) => {
  if (flags.url !== undefined && flags.wave === undefined) {
    const hint = 'Add "--wave all" to verify each brand once it is released, or run "imprint verify".'
    return cannotBegin(reporter, [
      diagnostic('usage/invalid', '--url verifies waves, and no --wave was given.', { hint }),
    ])
  }
  const folder = releasesFolder(project, { ...flags, releases: flags.to ?? flags.releases })
  const out = outFolder(project, flags)
  const { commit = null, dirty = null } = stateOf(project.root, inputPaths) ?? {}
  const record = { ...moverOf(flags), environment: flags.env ?? null, commit, dirty }
  const diagnostics: Diagnostic[] = []
  const rows: { id: string; result: string; release: string | undefined }[] = []
  let stopped: string | undefined
  for (const wave of wavesOf(brands, flags.wave)) {
    const moved: string[] = []
    for (const id of wave) {
      const unfinished = flags.env === undefined ? placeholdersOf(project, id) : []
      if (unfinished.length > 0) {
        diagnostics.push(...unfinished)
        rows.push({ id, result: 'failed', release: undefined })
        continue
      }
      const { value, diagnostics: problems } = await release(join(out, id), folder, id, {
        keep: flags.keep,
        record,
      })
      diagnostics.push(...problems)
      rows.push({ id, result: value?.result ?? 'failed', release: value?.id })
      if (value?.result === 'released') moved.push(id)
      reporter.progress(`${rows.length} of ${brands.length} brands`)
    }
    if (flags.wave === undefined) continue
    stopped = wave.find(id => rows.some(row => row.id === id && row.result === 'failed'))
    for (const id of stopped === undefined ? moved : []) {
      const { diagnostics: problems } = await verifyBrand(project, id, {
        out,
        url: flags.url?.replaceAll('{brand}', id),
      })
      diagnostics.push(...problems)
      if (!hasErrors(problems)) continue
      stopped = id
      break
    }
    if (stopped !== undefined) break
  }
  const left = brands.slice(rows.length)
  const isDone = stopped === undefined && !rows.some(({ result }) => result === 'failed')
  reporter.problems(diagnostics)
  const count = (result: string) => rows.filter(row => row.result === result).length
  const totals = (['released', 'unchanged', 'pinned', 'failed'] as const)
    .map(result => [result, count(result)] as const)
    .filter(([, number]) => number > 0)
    .map(([result, number]) => `${number} ${result}`)
  const told = rows.filter(({ result }) => rows.length <= 30 || result === 'pinned' || result === 'failed')
  reporter.result(
    [
      ...(told.length > 0
        ? [
            table(
              ['brand', 'result', 'release'],
              told.map(row => [row.id, row.result, row.release === undefined ? '–' : shortId(row.release)]),
            ),
          ]
        : []),
      `${totals.join(', ')} of ${counted(brands.length, 'brand')} in ${folder}\n`,
      ...(stopped === undefined
        ? []
        : [
            `Stopped at ${stopped}; ${left.length} brands were not reached. Mend it, or "imprint rollback ${stopped} --steps 1 --reason …".\n`,
          ]),
    ].join(''),
  )
  reporter.document({
    ok: isDone,
    brands: [
      ...rows.map(row => ({ ...row, release: row.release ?? null })),
      ...left.map(id => ({ id, result: 'not reached', release: null })),
    ],
    diagnostics: sortDiagnostics(diagnostics),
  })
  return isDone ? exitCodes.done : codeOfErrors(diagnostics)
}

/** A site with a made-up phone number or address is not for visitors. */
function placeholdersOf({ files }: Project, id: string): Diagnostic[] {
  return loadBrand(files, id)
    .diagnostics.filter(({ code }) => code === 'brand/placeholder')
    .map(problem => ({ ...problem, severity: 'error', brand: id }))
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

export const listReleases: BrandsCommand<ReleasesFlags> = async (selected, flags, reporter) => {
  const folder = releasesFolder(selected.project, flags)
  const brands = selected.brands.map(id => ({ id, ...readReleases(folder, id) }))
  const rows = brands.flatMap(brand =>
    brand.releases.toReversed().map(id => {
      const record = brand.records.get(id)
      return [brand.id, shortId(id), record?.at ?? '–', record ? sourceText(record) : '–', marks(brand, id)]
    }),
  )
  const diagnostics = brands.flatMap(brand => brand.diagnostics)
  reporter.problems(diagnostics)
  reporter.result(
    rows.length === 0
      ? `There are no releases in ${folder}.\n`
      : table(['brand', 'release', 'made', 'from', ''], rows),
  )
  reporter.document({
    ok: true,
    brands: brands.map(({ id, releases, live, pin, records, history }) => {
      const { environment = null, commit = null, dirty = null } = records.get(live ?? '') ?? {}
      return { id, environment, commit, dirty, releases, live: live ?? null, pin: pin ?? null, history }
    }),
    diagnostics: sortDiagnostics(diagnostics),
  })
  return exitCodes.done
}

/** What a release was made from: `staging, 3f2a9c1d0b4e and changes without a commit`. */
export function sourceText({
  environment,
  commit,
  dirty,
  stale = false,
}: Pick<MoveRecord, 'environment' | 'commit' | 'dirty'> & { readonly stale?: boolean }): string {
  const state = `${shortId(commit ?? 'no commit')}${dirty ? ' + changes' : ''}`
  return [...(environment === null ? [] : [environment]), state, ...(stale ? ['stale'] : [])].join(', ')
}

/** Which release a brand is pinned to, and why. */
export function pinText({ release: id, reason }: NonNullable<BrandReleases['pin']>): string {
  return id === undefined ? 'pin.json cannot be read' : `${shortId(id)}: ${reason ?? 'no reason given'}`
}

function marks({ live, pin }: BrandReleases, id: string): string {
  return [
    ...(live === id ? ['live'] : []),
    ...(pin !== undefined && (pin.release ?? live) === id ? [`pinned: ${pin.reason ?? pinText(pin)}`] : []),
  ].join(', ')
}

interface RollbackFlags extends ReleasesFlags {
  readonly to?: string
  readonly steps: number
}

export const rollbackBrands: BrandsCommand<RollbackFlags> = (selected, flags, reporter) => {
  const wanted = flags.to === undefined ? { steps: flags.steps } : { to: flags.to }
  return changeEach(selected, flags, reporter, async (folder, id, mover) => {
    const { value, diagnostics } = await rollback(folder, id, wanted, mover)
    return { result: value === undefined ? 'failed' : `pinned to ${shortId(value)}`, diagnostics }
  })
}

export const unpinBrands: BrandsCommand<ReleasesFlags> = (selected, flags, reporter) => {
  return changeEach(selected, flags, reporter, async (folder, id, mover) => {
    const { value, diagnostics } = await unpin(folder, id, mover)
    return { result: value === undefined ? 'failed' : value ? 'unpinned' : 'was not pinned', diagnostics }
  })
}

async function changeEach(
  { project, brands }: Selected,
  flags: ReleasesFlags,
  reporter: Reporter,
  change: (
    folder: string,
    id: string,
    mover: Mover,
  ) => Promise<{ result: string; diagnostics: readonly Diagnostic[] }>,
): Promise<number> {
  const mover = moverOf(flags)
  const folder = releasesFolder(project, flags)
  const rows: { id: string; result: string }[] = []
  const diagnostics: Diagnostic[] = []
  for (const id of brands) {
    const { result, diagnostics: problems } = await change(folder, id, mover)
    rows.push({ id, result })
    diagnostics.push(...problems)
  }
  reporter.problems(diagnostics)
  reporter.result(
    table(
      ['brand', 'result'],
      rows.map(({ id, result }) => [id, result]),
    ),
  )
  const ok = !hasErrors(diagnostics)
  reporter.document({ ok, brands: rows, diagnostics })
  return ok ? exitCodes.done : codeOfErrors(diagnostics)
}

/** Who changes releases, when and why. */
type Mover = Pick<MoveRecord, 'at' | 'by' | 'reason'>

function moverOf({ reason = null }: { readonly reason?: string | null }): Mover {
  return { at: new Date().toISOString(), by: `${userInfo().username}@${hostname()}`, reason }
}
