// Fetches and compares the providers' disclosures, which are reviewed before any page shows them.

import {
  brandsFolder,
  type Disclosure,
  type DisclosureLock,
  disclosureLockName,
  loadBrand,
} from '../brand/index.ts'
import { sentenceChanges } from '../compare/index.ts'
import { type Diagnostic, diagnostic } from '../diagnostics/index.ts'
import { inParallel } from '../files/index.ts'
import { type FetchedDisclosures, fetchDisclosures } from '../remote/index.ts'
import { providerOf } from '../site/index.ts'
import type { FlagRecord, FlagsOf } from './command-line/command.ts'
import { exitCodes } from './command-line/exit-codes.ts'
import { webAddress } from './command-line/flag-values.ts'
import { environment } from './command-line/flags.ts'
import type { Selected } from './command-line/select-brands.ts'
import { cannotBegin } from './project.ts'
import { type Reporter, table } from './report/reporter.ts'

/** The flags of both disclosures commands. */
export const disclosureFlags = [
  { ...environment, summary: 'use this environment’s provider' },
  { name: '--from <url>', summary: 'fetch from this address instead of the provider’s', parse: webAddress },
  {
    name: '--into <id>',
    summary:
      'brand or base whose folder contains disclosures.lock.json (default: the one that has it now; if none has it, the brand)',
  },
] as const satisfies readonly FlagRecord[]

export type DisclosuresFlags = FlagsOf<typeof disclosureFlags>

type State = 'same' | 'changed' | 'new' | 'failed'

interface Found {
  readonly id: string
  readonly state: State
  readonly diagnostics: readonly Diagnostic[]
  readonly fetched?: FetchedDisclosures
  readonly lock?: DisclosureLock
  /** Project-relative path of the brand's lock, existing or not. */
  readonly path: string
}

/** Fetches the disclosures of each brand. Reports an unknown `--into` and returns the exit code. */
export async function fetchAll(
  { project, brands }: Selected,
  flags: DisclosuresFlags,
  reporter: Reporter,
): Promise<number | readonly Found[]> {
  if (flags.into !== undefined && ![...project.brands.brands, ...project.brands.bases].includes(flags.into)) {
    return cannotBegin(reporter, [
      diagnostic('usage/unknown-brand', `There is no brand or base "${flags.into}".`),
    ])
  }
  // Most brands of a project have one provider.
  const requests = new Map<string, ReturnType<typeof fetchDisclosures>>()
  return inParallel(brands, 8, async (id): Promise<Found> => {
    const loaded = loadBrand(project.files, id, project.defaults, flags.env)
    const newPath = `${brandsFolder}/${flags.into ?? id}/${disclosureLockName}`
    if (loaded.value === undefined)
      return { id, state: 'failed', diagnostics: loaded.diagnostics, path: newPath }
    const lock = flags.into === undefined ? loaded.value.disclosureLock : undefined
    const path = lock?.path ?? newPath
    const address = providerOf(loaded.value).disclosureUrl
    const url = flags.from ?? address
    if (!requests.has(`${url} ${address}`))
      requests.set(`${url} ${address}`, fetchDisclosures(id, url, address))
    const { value: fetched, diagnostics } = await (requests.get(`${url} ${address}`) as ReturnType<
      typeof fetchDisclosures
    >)
    const problems = diagnostics.map(problem => ({ ...problem, brand: id }))
    if (fetched === undefined)
      return { id, state: 'failed', diagnostics: problems, path, ...(lock && { lock }) }
    const state = lock === undefined ? 'new' : isSame(lock.entries, fetched.entries) ? 'same' : 'changed'
    return { id, state, diagnostics: problems, fetched, path, ...(lock && { lock }) }
  })
}

/** The order matters: pages show the disclosures in it. */
function isSame(a: readonly Disclosure[], b: readonly Disclosure[]): boolean {
  return (
    JSON.stringify(a.map(({ heading, text }) => [heading, text])) ===
    JSON.stringify(b.map(({ heading, text }) => [heading, text]))
  )
}

/** The exit code of a run with errors: a lock that cannot be written or an invalid brand is not a failure of the network. */
export function codeOfFailure(diagnostics: readonly Diagnostic[]): number {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  return errors.every(({ code }) => code === 'disclosures/unavailable') ? exitCodes.network : exitCodes.failed
}

/** Prints the differences and a table of the brands. */
export function showDisclosures(
  brands: readonly Found[],
  diagnostics: readonly Diagnostic[],
  reporter: Reporter,
): void {
  reporter.problems(diagnostics)
  const shown = new Set<string>()
  for (const { path, lock, fetched, state } of brands) {
    if (state !== 'changed' || fetched === undefined || shown.has(path)) continue
    shown.add(path)
    reporter.result(`${path}\n${difference(lock?.entries ?? [], fetched.entries)}`)
  }
  const rows = brands.map(({ id, state, path, lock }) => [
    id,
    state,
    `${path}${lock === undefined ? '' : `, fetched ${lock.fetchedAt}`}`,
  ])
  reporter.result(table(['brand', 'disclosures', 'lock'], rows))
  reporter.document({
    brands: brands.map(({ id, state, path, lock, fetched }) => ({
      id,
      state,
      lock: path,
      fetchedAt: lock?.fetchedAt ?? null,
      changes: fetched === undefined ? [] : changesOf(lock?.entries ?? [], fetched.entries),
    })),
    diagnostics,
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
  if (changes.length === 0) return '  the same disclosures in a different order\n'
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
