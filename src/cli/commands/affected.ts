// `imprint affected`: the brands whose sites may differ from those of a commit or of an earlier run, and why.

import type { BrandInputs } from '../../build/index.ts'
import { type Diagnostic, grouped, type Outcome } from '../../diagnostics/index.ts'
import { attempt } from '../../files/index.ts'
import type { CommandRecord, FlagsOf } from '../command-line/command.ts'
import { exitCodes } from '../command-line/exit-codes.ts'
import { allFlag, brandsFromFlag, drafts, environment, exitCode, host } from '../command-line/flags.ts'
import { jsonIn, selectBrands } from '../command-line/select-brands.ts'
import { cannotBegin, mistake, type Project, sourceReader } from '../project.ts'
import { mostRows, type Reporter } from '../report/reporter.ts'
import { affectedSince, readInputs } from '../runs/project-inputs.ts'

export const affectedCommand = {
  name: 'affected',
  group: 'machines',
  summary: 'list the brands whose sites may have changed since a commit or an earlier run',
  chapter: 'many-brands',
  arguments: [{ name: '[brand...]', summary: 'brand ids (default: all)' }],
  flags: [
    {
      name: '--since <commit>',
      summary:
        'compare with a commit, or with the saved output of an earlier "imprint inputs --all --files --json" or "imprint build --json"',
      isRequired: true,
    },
    { name: '--why', summary: 'name the files that caused each brand to be listed' },
    drafts,
    environment,
    host,
    { ...exitCode, summary: 'exit with code 10 if a brand is affected' },
    allFlag,
    brandsFromFlag,
  ],
  examples: [
    ['affected --since main --why', 'list the brands whose sites may have changed since main, and why'],
    [
      'affected --since inputs.json --exit-code',
      'compare with the saved output of "inputs --all --files --json"',
    ],
  ],
  exitCodes: ['failed', 'changes'],
  on: 'project',
} as const satisfies CommandRecord

type AffectedFlags = FlagsOf<typeof affectedCommand.flags>

interface AffectedBrand {
  readonly id: string
  readonly inputs: string
  /** The paths that caused it; undefined if the earlier inputs are unknown. */
  readonly because: readonly string[] | undefined
}

export async function affected(
  project: Project,
  named: readonly string[],
  flags: AffectedFlags,
  reporter: Reporter,
): Promise<number> {
  const all = flags.all || (named.length === 0 && flags.brandsFrom === undefined)
  const { since, ...selection } = flags
  const selected = await selectBrands(project, named, { ...selection, all })
  if (selected.value === undefined) return cannotBegin(reporter, selected.diagnostics, sourceReader(project))
  const { brands } = selected.value
  const affected = since.endsWith('.json')
    ? await affectedSinceReport(project, brands, flags)
    : await affectedSinceCommit(project, brands, flags)
  if (affected.value === undefined) return cannotBegin(reporter, affected.diagnostics, sourceReader(project))
  reporter.result(
    flags.why ? reasonsText(affected.value) : affected.value.map(({ id }) => `${id}\n`).join(''),
  )
  reporter.note(`${affected.value.length} of ${brands.length} brands may differ from ${since}.`)
  reporter.document({
    brands: affected.value.map(({ because, ...brand }) => ({ ...brand, because: because ?? null })),
  })
  return flags.exitCode && affected.value.length > 0 ? exitCodes.changes : exitCodes.done
}

/** Each brand with its changes. If there are many, brands with the same reasons share a line. */
function reasonsText(affected: readonly AffectedBrand[]): string {
  const reasonsOf = ({ because = ['its earlier state is unknown'] }: AffectedBrand): string =>
    because.map(path => `  ${path}\n`).join('')
  if (affected.length <= mostRows) return affected.map(brand => `${brand.id}\n${reasonsOf(brand)}`).join('')
  const groups = grouped(affected.map(brand => [reasonsOf(brand), brand.id] as const))
  return [...groups].map(([reasons, ids]) => `${ids.join(' ')}\n${reasons}`).join('')
}

async function affectedSinceCommit(
  project: Project,
  brands: readonly string[],
  flags: AffectedFlags,
): Promise<Outcome<readonly AffectedBrand[] | undefined>> {
  const { value, diagnostics } = await affectedSince(project, brands, flags.since, flags)
  return {
    value: value?.map(({ id, now, then }) => ({
      id,
      inputs: now.hash,
      because: then && differing(then.files, now.files),
    })),
    diagnostics,
  }
}

/** The content of a report of `inputs` or `build`; a brand that is missing in it counts as affected. */
interface InputsReport {
  readonly brands: readonly {
    readonly id: string
    readonly inputs: string
    /** The files that `inputs --files` lists. In the report of a build, their number. */
    readonly files?: BrandInputs['files'] | number
  }[]
}

async function affectedSinceReport(
  project: Project,
  brands: readonly string[],
  flags: AffectedFlags,
): Promise<Outcome<readonly AffectedBrand[] | undefined>> {
  const report = reportIn(flags.since)
  if (report === undefined) {
    const problem: Diagnostic = mistake(
      `"${flags.since}" is not a report from "imprint inputs --json" or "imprint build --json".`,
      'To create one, run "imprint inputs --all --files --json > inputs.json".',
    )
    return { value: undefined, diagnostics: [problem] }
  }
  const before = new Map(report.brands.map(brand => [brand.id, brand]))
  const read = readInputs(project, flags)
  const found: AffectedBrand[] = []
  for (const id of brands) {
    const { hash, files } = await read(id)
    const old = before.get(id)
    if (old?.inputs === hash) continue
    const then = old?.files
    found.push({ id, inputs: hash, because: typeof then === 'object' ? differing(then, files) : undefined })
  }
  return { value: found, diagnostics: [] }
}

function reportIn(path: string): InputsReport | undefined {
  return attempt(() => {
    const report = jsonIn(path) as InputsReport
    return report.brands.every(brand => typeof brand.id === 'string' && typeof brand.inputs === 'string')
      ? report
      : undefined
  })
}

/** Paths that were added, removed or changed, sorted. */
function differing(before: BrandInputs['files'], after: BrandInputs['files']): readonly string[] {
  const old = new Map(before.map(({ path, sha256 }) => [path, sha256]))
  const now = new Map(after.map(({ path, sha256 }) => [path, sha256]))
  return [...new Set([...old.keys(), ...now.keys()])].filter(path => old.get(path) !== now.get(path)).sort()
}
