// Printed at the end of a build or check: problems, brands, totals, the exit code.

import { join, relative, sep } from 'node:path'
import { type BrandResult, type BuildReport, isRefused } from '../../build/index.ts'
import {
  counted,
  countProblems,
  type Diagnostic,
  hasErrors,
  listOf,
  ofBrand,
  sortDiagnostics,
  tally,
  withoutRepeats,
} from '../../diagnostics/index.ts'
import { exitCodes, worstOf } from '../command-line/exit-codes.ts'
import { codeOfErrors, type Project, shownPath, sourceReader } from '../project.ts'
import { mostRows, nextChanges, type Reporter, table } from './reporter.ts'
import { overviewText, waiverLines, waiverOverview } from './waivers.ts'

interface EndedBuild {
  readonly project: Project
  readonly flags: { readonly strict: boolean; readonly quiet?: boolean; readonly waivers?: boolean }
  readonly report: BuildReport
  /** Problems with the project as a whole, and with the command line. */
  readonly before: readonly Diagnostic[]
  /** Folder of the sites; absent for a check. */
  readonly out: string | undefined
  /** The exit code of the signal that stopped it. */
  readonly stopped: number | undefined
  /** By brand id. */
  readonly inputs: ReadonlyMap<string, { readonly hash: string }> | undefined
  /** Additional fields of the document. */
  readonly details: object
}

/** Prints the result of a build or check. Returns the exit code. */
export function concludeBuild(
  { project, flags, report, before, out, stopped, inputs, details }: EndedBuild,
  reporter: Reporter,
): number {
  const diagnostics = withoutRepeats(sortDiagnostics([...before, ...report.diagnostics]))
  const worst = worstOf([
    ...report.brands.map(exitCodeOf),
    isRefused(before, flags.strict) ? exitCodes.failed : exitCodes.done,
  ])
  const code = stopped ?? worst
  const folder = (id: string) => (out === undefined ? '' : shownPath(project, join(out, id)))
  const isLarge = report.brands.length > mostRows
  // With many brands, problems are printed last, where they are noticed, with the number of brands that have them.
  const shared = () =>
    withoutRepeats(report.brands.flatMap(({ id, diagnostics }) => ofBrand(id, diagnostics)))
  const tell = () =>
    reporter.problems(isLarge ? [...before, ...shared()] : diagnostics, sourceReader(project))
  if (!isLarge) tell()
  const shown: readonly Shown[] = isLarge ? worthTelling(report.brands, flags.quiet ?? false) : report.brands
  if (shown.length > 0) reporter.result(summary(shown, folder, out === undefined))
  reporter.result(nextChanges(shown))
  if (isLarge) {
    tell()
    reporter.result(`${totals(report.brands, out === undefined)}\n`)
    const notReached = report.brands.flatMap(({ id, status }) => (status === 'not reached' ? id : []))
    if (notReached.length > 0)
      reporter.result(`Not reached: ${listOf(notReached, 10)}. Run the same command to continue with them.\n`)
  }
  const waivers = report.brands.flatMap(({ id, waivers: own }) =>
    own.map(waiver => ({ brand: id, ...waiver })),
  )
  const overview = flags.waivers ? waiverOverview(waivers) : undefined
  if (out === undefined) reporter.result(overview ? overviewText(overview) : waiverLines(waivers))
  const problems = countProblems(diagnostics)
  if (problems !== '' || stopped !== undefined) {
    const strict = flags.strict && worst !== exitCodes.done && !hasErrors(diagnostics)
    const note =
      stopped !== undefined
        ? `Stopped. ${out === undefined ? '' : 'Brands that were not reached are still published as before. '}`
        : strict
          ? 'Warnings count as failures with --strict: '
          : ''
    reporter.result(`\n${note}${problems}\n`)
  } else if (out === undefined) {
    const found =
      diagnostics.length === 0
        ? 'No findings'
        : `${counted(diagnostics.length, 'note')} and no other findings`
    reporter.result(`\n${found}. "imprint check --checklist" lists problems that no text check can find.\n`)
  }
  reporter.document({
    ok: code === exitCodes.done,
    brands: report.brands.map(({ id, status, pages, files, bytes, ms, nextChange, expired }) => ({
      id,
      status,
      out: out === undefined ? null : relative(project.root, join(out, id)).split(sep).join('/'),
      pages,
      files,
      bytes,
      ms,
      ...(inputs?.has(id) && { inputs: inputs.get(id)?.hash }),
      ...(nextChange && { nextChange }),
      ...(expired && { expired }),
    })),
    diagnostics,
    ...(out === undefined && { waivers }),
    ...(overview && { waiverOverview: overview }),
    ...details,
  })
  return code
}

function exitCodeOf({ status, configInvalid, diagnostics }: BrandResult): number {
  if (status !== 'failed') return exitCodes.done
  if (configInvalid) return exitCodes.brandInvalid
  return codeOfErrors(diagnostics)
}

/** A brand of the summary. */
interface Shown extends BrandResult {
  /** Number of further brands that failed with the same errors. */
  readonly more?: number
}

/** For many brands: the failed ones, grouped by equal errors, then, if wanted, some of those that changed. */
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
