// `imprint disclosures pull` and `check`: the provider's legal texts, reviewed before any page shows them.

import { join } from 'node:path'
import {
  brandsFolder,
  type Disclosure,
  type DisclosureLock,
  disclosureLockName,
  loadBrand,
} from '../../brand/index.ts'
import { sentenceChanges } from '../../compare/index.ts'
import { type Diagnostic, diagnostic, hasErrors, sortDiagnostics } from '../../diagnostics/index.ts'
import { inParallel } from '../../files/index.ts'
import { replaceFile, writeFailure } from '../../output/index.ts'
import { type FetchedDisclosures, fetchDisclosures, lockFile } from '../../remote/index.ts'
import { providerOf } from '../../site/index.ts'
import type { CommandGroupRecord, CommandRecord, FlagRecord } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { days, webAddress } from '../flag-values.ts'
import { brandsArgument, environment, globalFlags, selectionFlags } from '../flags.ts'
import { cannotBegin } from '../project.ts'
import { type Reporter, table } from '../report/reporter.ts'
import type { BrandsCommand, Selected } from '../select-brands.ts'
import { today } from '../today.ts'

export const disclosuresGroup: CommandGroupRecord = {
  name: 'disclosures',
  group: 'publish',
  summary: 'compare or fetch the legal texts of the forms provider; uses the network',
}

const flags: readonly FlagRecord[] = [
  { ...environment, summary: 'the provider of an environment' },
  { name: '--from <url>', summary: 'fetch from this address instead of the provider’s', parse: webAddress },
  {
    name: '--into <id>',
    summary: 'brand or base whose folder gets the lock (default: where it is, else the brand)',
  },
]

export const checkDisclosuresCommand: CommandRecord = {
  name: 'disclosures check',
  group: 'publish',
  summary: 'compare the locks with what the providers serve',
  chapter: 'releases',
  arguments: [brandsArgument],
  flags: [
    { name: '--max-age <days>', summary: 'how old a lock may be: 30d', parse: days },
    ...flags,
    ...selectionFlags,
    ...globalFlags,
  ],
  examples: [
    ['disclosures check --all --max-age 30d', 'exit with 10 on a change or an old lock'],
    ['disclosures check aurora --json', 'one brand, for a script'],
  ],
  exitCodes: ['failed', 'network', 'changes'],
  on: 'brands',
}

export const pullDisclosuresCommand: CommandRecord = {
  name: 'disclosures pull',
  group: 'publish',
  summary: 'show what has changed, and write disclosures.lock.json',
  chapter: 'releases',
  arguments: [brandsArgument],
  flags: [...flags, ...selectionFlags, ...globalFlags],
  examples: [
    ['disclosures pull --all', 'show what changed, and write the locks'],
    ['disclosures pull aurora --into _house', 'one lock for the whole house'],
  ],
  exitCodes: ['failed', 'network'],
  on: 'brands',
}

interface DisclosuresFlags {
  readonly env?: string
  /** Days; a lock that is older is reported. */
  readonly maxAge?: number
  /** The folder in `brands/` that gets the lock; default the one whose lock the brand has now, else its own. */
  readonly into?: string
  /** An address to fetch from instead of the provider of the brand. */
  readonly from?: string
}

type State = 'same' | 'changed' | 'new' | 'failed'

interface Found {
  readonly id: string
  readonly state: State
  readonly diagnostics: readonly Diagnostic[]
  readonly fetched?: FetchedDisclosures
  readonly lock?: DisclosureLock
  /** Project-relative path of the lock that the brand has, or would get. */
  readonly path: string
}

/** Compares the locks of brands with what their providers serve; writes nothing. */
export const checkDisclosures: BrandsCommand<DisclosuresFlags> = async (selected, flags, reporter) => {
  const found = await look(selected, flags, reporter)
  if (typeof found === 'number') return found
  const now = Date.now()
  const tooOld = found.flatMap(({ id, lock, path }) => {
    const age = lock === undefined ? 0 : (now - Date.parse(lock.fetchedAt)) / 86_400_000
    if (lock === undefined || flags.maxAge === undefined || age <= flags.maxAge) return []
    const message = `${path} was fetched ${Math.floor(age)} days ago; at most ${flags.maxAge} are allowed.`
    return [
      diagnostic('disclosures/too-old', message, {
        brand: id,
        hint: `Run "imprint disclosures pull ${id}" and review the texts.`,
      }),
    ]
  })
  const changed = found.filter(({ state }) => state === 'changed' || state === 'new')
  const diagnostics = [
    ...found.flatMap(brand => brand.diagnostics),
    ...tooOld,
    ...changed.map(({ id, path, state }) =>
      diagnostic(
        'disclosures/changed',
        state === 'new'
          ? `"${id}" has no ${disclosureLockName}.`
          : `The provider's texts differ from ${path}.`,
        {
          brand: id,
          hint: `Run "imprint disclosures pull ${id}", read the difference, and commit the lock.`,
        },
      ),
    ),
  ]
  show(found, diagnostics, reporter)
  if (hasErrors(diagnostics)) return exitCodes.network
  return diagnostics.length > 0 ? exitCodes.changes : exitCodes.done
}

/** Writes what the providers serve into locks, each in one step, and shows what changes. A failure changes nothing. */
export const pullDisclosures: BrandsCommand<DisclosuresFlags> = async (selected, flags, reporter) => {
  const found = await look(selected, flags, reporter)
  if (typeof found === 'number') return found
  const diagnostics: Diagnostic[] = found.flatMap(brand => brand.diagnostics)
  const fetchedAt = today()
  // Brands may share the lock of their base: it is written once.
  const written = new Map<string, string>()
  for (const { id, fetched, path } of found) {
    if (fetched === undefined) continue
    const other = written.get(path)
    if (other !== undefined && other !== fetched.sha256) {
      const message = `The brands that share ${path} get other texts from their providers.`
      diagnostics.push(
        diagnostic('disclosures/unavailable', message, {
          brand: id,
          hint: `Give "${id}" a lock of its own: --into ${id}.`,
        }),
      )
      continue
    }
    written.set(path, fetched.sha256)
    // The same texts, too: the lock says when they were last seen.
    if (other !== undefined) continue
    try {
      replaceFile(join(selected.project.root, path), lockFile(fetched, fetchedAt))
    } catch (error) {
      diagnostics.push(writeFailure(path, error))
    }
  }
  show(found, diagnostics, reporter)
  if (!hasErrors(diagnostics)) return exitCodes.done
  return diagnostics.some(({ code }) => code === 'output/write-failed') ? exitCodes.failed : exitCodes.network
}

async function look(
  { project, brands }: Selected,
  flags: DisclosuresFlags,
  reporter: Reporter,
): Promise<number | readonly Found[]> {
  if (flags.into !== undefined && ![...project.brands.brands, ...project.brands.bases].includes(flags.into)) {
    return cannotBegin(reporter, [
      diagnostic('usage/unknown-brand', `There is no brand or base "${flags.into}".`),
    ])
  }
  // Most brands of a house have one provider.
  const asked = new Map<string, ReturnType<typeof fetchDisclosures>>()
  return inParallel(brands, 8, async (id): Promise<Found> => {
    const loaded = loadBrand(project.files, id, project.defaults, flags.env)
    const own = `${brandsFolder}/${flags.into ?? id}/${disclosureLockName}`
    if (loaded.value === undefined) return { id, state: 'failed', diagnostics: loaded.diagnostics, path: own }
    const lock = flags.into === undefined ? loaded.value.disclosureLock : undefined
    const path = lock?.path ?? own
    const address = providerOf(loaded.value).disclosureUrl
    const url = flags.from ?? address
    if (!asked.has(`${url} ${address}`)) asked.set(`${url} ${address}`, fetchDisclosures(id, url, address))
    const { value: fetched, diagnostics } = await (asked.get(`${url} ${address}`) as ReturnType<
      typeof fetchDisclosures
    >)
    const problems = diagnostics.map(problem => ({ ...problem, brand: id }))
    if (fetched === undefined)
      return { id, state: 'failed', diagnostics: problems, path, ...(lock && { lock }) }
    const state = lock === undefined ? 'new' : isSame(lock.entries, fetched.entries) ? 'same' : 'changed'
    return { id, state, diagnostics: problems, fetched, path, ...(lock && { lock }) }
  })
}

/** Order counts: pages show the texts in it. */
function isSame(a: readonly Disclosure[], b: readonly Disclosure[]): boolean {
  return (
    JSON.stringify(a.map(({ heading, text }) => [heading, text])) ===
    JSON.stringify(b.map(({ heading, text }) => [heading, text]))
  )
}

function show(brands: readonly Found[], diagnostics: readonly Diagnostic[], reporter: Reporter): void {
  reporter.problems(diagnostics)
  const told = new Set<string>()
  for (const { path, lock, fetched, state } of brands) {
    if (state !== 'changed' || fetched === undefined || told.has(path)) continue
    told.add(path)
    reporter.result(`${path}\n${difference(lock?.entries ?? [], fetched.entries)}`)
  }
  reporter.result(
    table(
      ['brand', 'disclosures', 'lock'],
      brands.map(({ id, state, path, lock }) => [
        id,
        state,
        `${path}${lock === undefined ? '' : `, fetched ${lock.fetchedAt}`}`,
      ]),
    ),
  )
  reporter.document({
    ok: !hasErrors(diagnostics),
    brands: brands.map(({ id, state, path, lock, fetched }) => ({
      id,
      state,
      lock: path,
      fetchedAt: lock?.fetchedAt ?? null,
      changes: fetched === undefined ? [] : changesOf(lock?.entries ?? [], fetched.entries),
    })),
    diagnostics: sortDiagnostics(diagnostics),
  })
}

function changesOf(before: readonly Disclosure[], after: readonly Disclosure[]) {
  const headings = [...new Set([...before, ...after].map(({ heading }) => heading))]
  const textOf = (list: readonly Disclosure[], heading: string) =>
    list.find(entry => entry.heading === heading)?.text ?? ''
  return headings
    .map(heading => ({ heading, ...sentenceChanges(textOf(before, heading), textOf(after, heading)) }))
    .filter(({ removed, added }) => removed.length + added.length > 0)
}

function difference(before: readonly Disclosure[], after: readonly Disclosure[]): string {
  const changes = changesOf(before, after)
  if (changes.length === 0) return '  the same texts in another order\n'
  return changes
    .map(({ heading, removed, added }) =>
      [
        `  ${heading}`,
        ...removed.map(sentence => `  - ${sentence}`),
        ...added.map(sentence => `  + ${sentence}`),
        '',
      ].join('\n'),
    )
    .join('')
}
