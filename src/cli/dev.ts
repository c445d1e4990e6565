// `imprint dev`.

import { join } from 'node:path'
import { type BrandState, type Change, type DevServer, startDev } from '../dev/index.ts'
import { sortDiagnostics } from '../diagnostics/index.ts'
import { cannotBegin, chooseBrands, openProject, type Project, sourceReader } from './project.ts'
import { countProblems, type Reporter, table } from './report.ts'
import { openInBrowser, unexpectedNote, untilSignal } from './serving.ts'

export interface DevFlags {
  readonly root?: string
  readonly all: boolean
  readonly strict: boolean
  readonly drafts: boolean
  readonly port?: number
  readonly host?: string
  readonly open: boolean
  readonly poll: boolean
  /** False with `--no-stub-provider`. */
  readonly stubProvider: boolean
  readonly debug: boolean
  /** False with `--no-cache`. */
  readonly cache: boolean
}

/** Serves brands from memory and keeps them up to date until a signal comes. Resolves to the exit code. */
export async function dev(named: readonly string[], flags: DevFlags, reporter: Reporter): Promise<number> {
  const start = performance.now()
  const opened = openProject(flags)
  if (opened.value === undefined) return cannotBegin(reporter, opened.diagnostics)
  const project = opened.value
  const chosen = chooseBrands(project, named, flags.all)
  if (chosen.value === undefined) return cannotBegin(reporter, chosen.diagnostics, project)

  const stopped = untilSignal()
  const { strict, drafts, port, host, poll } = flags
  let announced = false
  const started = await startDev({
    root: project.root,
    files: project.files,
    defaults: project.defaults,
    // With --all, brands that come later are served too.
    brands: flags.all ? 'all' : chosen.value,
    strict,
    drafts,
    port,
    host,
    poll,
    standIn: flags.stubProvider,
    ...(flags.cache && { cacheFolder: { path: join(project.root, '.imprint', 'cache'), readOnly: false } }),
    onChange: change => {
      if (announced) reporter.result(changeLine(change))
    },
    onPolling: why =>
      reporter.note(`Changes are looked for every moment, since the system tells of none: ${why}`),
    onUnexpected: error => reporter.note(unexpectedNote(error, flags.debug)),
  })
  if (started.value === undefined) return cannotBegin(reporter, started.diagnostics, project)
  const running = started.value
  reporter.problems([...chosen.diagnostics, ...started.diagnostics])
  reporter.result(welcome(running, Math.round(performance.now() - start)))
  announced = true
  reporter.document({
    ok: true,
    brands: running.session.brands().map(({ id }) => ({ id, url: running.url(id) })),
    diagnostics: sortDiagnostics([...chosen.diagnostics, ...started.diagnostics]),
  })
  reportProblems(running, project, reporter)
  if (flags.open) await openInBrowser(running.index, reporter)
  const code = await stopped
  await running.close()
  return code
}

function welcome({ session, url, index, provider }: DevServer, ms: number): string {
  const brands = session.brands()
  const rows = brands.map(({ id }) => [`  ${id}`, url(id)])
  const several = [['  side by side', index]]
  const standIn =
    provider === undefined ? [] : [['  forms', `${provider.origin} (stand-in for the providers)`]]
  const [first, ...rest] = [...rows, ...several, ...standIn] as [string[], ...string[][]]
  const count = brands.length === 1 ? '1 brand' : `${brands.length} brands`
  return `Ready in ${ms} ms: ${count}. Ctrl-C stops it.\n\n${table(first, rest)}\n`
}

/** One calm line: what changed, which brands and pages, how long it took. */
function changeLine({ paths, brands, ms }: Change): string {
  const what = listOf(paths, 3)
  const pages = brands.reduce(
    (sum, brand) => (brand.pages === 'all' ? Number.NaN : sum + brand.pages.length),
    0,
  )
  const [only] = brands.length === 1 ? brands : []
  const which =
    only !== undefined && only.pages !== 'all' && only.pages.length > 0 && only.pages.length <= 3
      ? only.pages.join(', ')
      : Number.isNaN(pages)
        ? 'all pages'
        : `${pages} ${pages === 1 ? 'page' : 'pages'}`
  const effect =
    brands.length === 0
      ? 'nothing to show'
      : `${listOf(
          brands.map(({ id }) => id),
          4,
        )}: ${which}`
  return `${what} → ${effect}  ${Math.round(ms)} ms\n`
}

/** `a, b, c and 4 more` */
function listOf(names: readonly string[], most: number): string {
  const more = names.length - most
  return more > 0 ? `${names.slice(0, most).join(', ')} and ${more} more` : names.join(', ')
}

/** Prints problems when they are all known and differ from those printed last. */
function reportProblems({ session }: DevServer, project: Project, reporter: Reporter): void {
  let printed = '[]'
  const report = (): void => {
    const states = session.brands()
    if (!states.every((state: BrandState) => state.checked)) return
    const problems = sortDiagnostics([...session.problems(), ...states.flatMap(state => state.problems)])
    const now = JSON.stringify(problems)
    if (now === printed) return
    printed = now
    reporter.problems(problems, sourceReader(project))
    const failed = states.filter(state => state.failed).map(({ id }) => id)
    const shown =
      failed.length === 0 ? '' : ` A build of ${failed.join(', ')} would fail; the last good pages are shown.`
    reporter.result(
      problems.length === 0 ? 'No problems any more.\n' : `${countProblems(problems)}.${shown}\n`,
    )
  }
  session.subscribe(report)
  report()
}
