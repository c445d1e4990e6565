// Shared by the release commands: their flags, who changes a release, and how releases are described.

import { hostname, userInfo } from 'node:os'
import { type Diagnostic, hasErrors } from '../diagnostics/index.ts'
import { type BrandReleases, type MoveRecord, shortId } from '../output/index.ts'
import type { FlagRecord, FlagsOf } from './command-line/command.ts'
import { unknownEnvironments } from './command-line/environments.ts'
import { exitCodes } from './command-line/exit-codes.ts'
import { environment, type releases } from './command-line/flags.ts'
import type { Selected } from './command-line/select-brands.ts'
import { cannotBegin, codeOfErrors, releasesFolder } from './project.ts'
import { type Reporter, table } from './report/reporter.ts'

export const ofEnvironment = {
  ...environment,
  summary: 'use the releases of this environment, in releases-<name>/',
} as const satisfies FlagRecord

export type ReleasesFlags = FlagsOf<[typeof releases, typeof ofEnvironment]> & { readonly reason?: string }

/** Who changes releases, when and why. */
type Mover = Pick<MoveRecord, 'at' | 'by' | 'reason'>

export function moverOf({ reason = null }: { readonly reason?: string | null }): Mover {
  return { at: new Date().toISOString(), by: `${userInfo().username}@${hostname()}`, reason }
}

/** Changes the releases of each brand, and reports the results. Resolves to the exit code. */
export async function changeEach(
  { project, brands }: Selected,
  flags: ReleasesFlags,
  reporter: Reporter,
  change: (
    folder: string,
    id: string,
    mover: Mover,
  ) => Promise<{ result: string; diagnostics: readonly Diagnostic[] }>,
): Promise<number> {
  const unknown = await unknownEnvironments(project, brands, flags.env)
  if (unknown.length > 0) return cannotBegin(reporter, unknown)
  const mover = moverOf(flags)
  const folder = releasesFolder(project, flags)
  const rows: { id: string; result: string }[] = []
  const diagnostics: Diagnostic[] = []
  for (const id of brands) {
    const { result, diagnostics: problems } = await change(folder, id, mover)
    rows.push({ id, result })
    diagnostics.push(...problems)
  }
  const shown = table(
    ['brand', 'result'],
    rows.map(({ id, result }) => [id, result]),
  )
  reporter.conclude(shown, { brands: rows, diagnostics })
  return hasErrors(diagnostics) ? codeOfErrors(diagnostics) : exitCodes.done
}

/** The state of the project that a release was made from: `staging, 3f2a9c1d0b4e and changes without a commit`. */
export function sourceText({
  environment,
  commit,
  dirty,
  stale = false,
}: Pick<MoveRecord, 'environment' | 'commit' | 'dirty'> & { readonly stale?: boolean }): string {
  const state = `${shortId(commit ?? 'no commit')}${dirty ? ' + changes' : ''}`
  return [...(environment === null ? [] : [environment]), state, ...(stale ? ['stale'] : [])].join(', ')
}

/** The release that a brand is pinned to, and the reason. */
export function pinText({ release: id, reason }: NonNullable<BrandReleases['pin']>): string {
  return id === undefined ? 'pin.json cannot be read' : `${shortId(id)}: ${reason ?? 'no reason given'}`
}
