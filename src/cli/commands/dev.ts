// `imprint dev`.

import { join } from 'node:path'
import { type BrandState, type Change, type DevServer, startDev } from '../../dev/index.ts'
import {
  counted,
  countProblems,
  type Diagnostic,
  inAnyBrand,
  listOf,
  sortDiagnostics,
  withoutRepeats,
} from '../../diagnostics/index.ts'
import { manifestReader } from '../../output/index.ts'
import type { CommandRecord, FlagsOf } from '../command-line/command.ts'
import { day, hostAddress } from '../command-line/flag-values.ts'
import {
  asOf,
  cache,
  drafts,
  environment,
  type GlobalFlags,
  open,
  port,
  strict,
  strictPort,
} from '../command-line/flags.ts'
import { openBrands, type SelectionFlags } from '../command-line/select-brands.ts'
import { openInEditor } from '../processes/editor.ts'
import { openInBrowser, unexpectedNote } from '../processes/serving.ts'
import { untilSignal } from '../processes/signals.ts'
import { cacheOf, cannotBegin, outFolder, type Project, sourceReader } from '../project.ts'
import { mostRows, type Reporter, table } from '../report/reporter.ts'
import { today } from '../today.ts'

export const devCommand = {
  name: 'dev',
  group: 'build',
  summary: 'serve brands and update their pages as you edit; a single brand is served at /',
  chapter: 'build',
  flags: [
    strict,
    drafts,
    // By default, today's date whenever it is needed.
    { name: asOf.name, summary: asOf.summary, defaultText: 'today in UTC', parse: day },
    environment,
    cache,
    port,
    strictPort,
    {
      name: '--host <address>',
      summary: 'address to listen on (by default, only this machine can connect)',
      parse: hostAddress,
    },
    open,
    {
      name: '--list-problems',
      summary:
        'after each change, print all problems instead of only new ones, so that an editor can list them',
    },
    {
      name: '--poll',
      summary:
        'check for changes at regular intervals instead of waiting for file events, which network drives may not send',
    },
    {
      name: '--no-stub-provider',
      summary: 'use the providers’ real forms instead of a stand-in on this machine',
    },
  ],
  examples: [
    ['dev --all', 'serve every brand, with live reload'],
    [
      'dev aurora --port 8080 --strict-port --open',
      'serve one brand on exactly this port, and open it in the browser',
    ],
  ],
  exitCodes: ['failed', 'interrupted', 'terminated'],
  scope: 'brands',
} as const satisfies CommandRecord

type DevFlags = FlagsOf<typeof devCommand.flags> & Omit<SelectionFlags, 'host'> & GlobalFlags

/** Serves brands and keeps them up to date until the process receives a signal. Resolves to the exit code. */
export async function dev(named: readonly string[], flags: DevFlags, reporter: Reporter): Promise<number> {
  const start = performance.now()
  const { host: address, asOf = today(), ...selection } = flags
  const opened = await openBrands(named, { ...selection, asOf }, reporter)
  if (typeof opened === 'number') return opened
  const { project, brands } = opened
  const stopped = untilSignal()
  const out = outFolder(project, flags)
  const readManifest = manifestReader()
  const { strict, drafts, env: environment, port, strictPort, poll } = flags
  let running: DevServer | undefined
  const announced = new Set<string>()
  const started = await startDev({
    root: project.root,
    files: project.files,
    defaults: project.defaults,
    // With --all, brands added later are served too.
    brands: flags.all && flags.shard === undefined && flags.since === undefined ? 'all' : brands,
    strict,
    drafts,
    day: () => flags.asOf ?? today(),
    environment,
    published: id => readManifest(join(out, id)),
    port,
    strictPort,
    host: address,
    poll,
    standIn: flags.stubProvider,
    ...(flags.cache && { cacheFolder: cacheOf(project) }),
    onChange: change => {
      if (running === undefined) return
      reporter.result(changeLine(change, running.session.brands()))
      reporter.result(newAddresses(running, announced))
    },
    openInEditor: ({ file, line, column }) =>
      openInEditor(`${join(project.root, file)}:${line}:${column}`, reporter),
    onPolling: why => reporter.note(`The file system does not report changes, so files are polled: ${why}`),
    onUnexpected: error => reporter.note(unexpectedNote(error, flags.debug)),
  })
  if (started.value === undefined) return cannotBegin(reporter, started.diagnostics, sourceReader(project))
  reporter.problems([...opened.diagnostics, ...started.diagnostics])
  reporter.result(welcome(started.value, Math.round(performance.now() - start)))
  running = started.value
  newAddresses(running, announced)
  const { session, url } = running
  reporter.document({
    ok: true,
    brands: session.brands().map(({ id }) => ({ id, url: url(id) })),
    diagnostics: [...opened.diagnostics, ...started.diagnostics],
  })
  if (flags.listProblems) listProblems(running, project, reporter)
  else reportProblems(running, project, reporter)
  if (flags.open) await openInBrowser(running.index, reporter)
  const code = await stopped
  await running.close()
  return code
}

function welcome({ session, url, index, provider }: DevServer, ms: number): string {
  const brands = session.brands()
  const rows = brands.length > mostRows ? [] : brands.map(({ id }) => [`  ${id}`, url(id)])
  const several = [['  side by side', index]]
  const standIn =
    provider === undefined ? [] : [['  forms', `${provider.origin} (stand-in for the providers)`]]
  const [first, ...rest] = [...rows, ...several, ...standIn] as [string[], ...string[][]]
  const lazily = brands.some(({ opened }) => !opened)
    ? 'So far, only the config of each brand has been checked. The rest is checked when you open a brand. "imprint check --all" checks everything.\n\n'
    : ''
  return `Ready in ${ms} ms: ${counted(brands.length, 'brand')}. Press Ctrl-C to stop.\n\n${table(first, rest)}\n${lazily}`
}

/** The addresses of brands that were added since the last call, which `announced` remembers. */
function newAddresses({ session, url }: DevServer, announced: Set<string>): string {
  const added = session.brands().filter(({ id }) => !announced.has(id))
  for (const { id } of added) announced.add(id)
  return added.map(({ id }) => `${id} is at ${url(id)}\n`).join('')
}

/** What changed, which brands and pages are affected, how long it took: `content/faq.yaml → acme: /faq/  12 ms` */
function changeLine({ paths, brands, ms }: Change, states: readonly BrandState[]): string {
  const ids = brands.map(({ id }) => id)
  const none = states.every(({ opened }) => opened) ? 'no page changed' : 'no opened brand changed'
  const effect = brands.length === 0 ? none : `${listOf(ids, 4)}: ${changedPages(brands)}`
  return `${listOf(paths, 3)} → ${effect}  ${Math.round(ms)} ms\n`
}

/** The routes of up to three pages of one brand, otherwise the number of pages. */
function changedPages(brands: Change['brands']): string {
  const pages = brands.flatMap(brand => brand.pages)
  if (pages.includes('all')) return 'all pages'
  if (brands.length === 1 && pages.length > 0 && pages.length <= 3) return pages.join(', ')
  return counted(pages.length, 'page')
}

/** Prints all problems whenever they change, between two lines that an editor's task recognizes. */
function listProblems({ session }: DevServer, project: Project, reporter: Reporter): void {
  let listed: string | undefined
  const list = (): void => {
    if (session.updating()) return
    const states = session.brands()
    if (!states.every(({ opened, checked }) => checked || !opened)) return
    const problems = problemsOf(session, states)
    const now = problems.map(problem => JSON.stringify(problem)).join()
    if (now === listed) return
    listed = now
    reporter.result('Problems:\n')
    reporter.problems(problems, sourceReader(project))
    reporter.result(problems.length === 0 ? 'No problems.\n' : `${countProblems(problems)}.\n`)
  }
  session.subscribe(list)
  list()
}

function problemsOf(session: DevServer['session'], states: readonly BrandState[]): Diagnostic[] {
  return withoutRepeats(sortDiagnostics([...session.problems(), ...states.flatMap(state => state.problems)]))
}

/**
 * Prints the errors that prevent a page as they are found, and everything else once all pages are checked, so that a problem names
 * all its brands. Each problem is printed once, and again only if it comes back.
 */
function reportProblems({ session }: DevServer, project: Project, reporter: Reporter): void {
  let reported = ''
  let printed: ReadonlySet<string> = new Set()
  const report = (): void => {
    if (session.updating()) return
    const states = session.brands()
    const isComplete = states.every(({ opened, checked }: BrandState) => checked || !opened)
    const problems = problemsOf(session, states)
    const unchecked = states.filter(({ checked }) => !checked)
    const early = (): Diagnostic[] =>
      problemsOf(session, unchecked).filter(({ severity }) => severity === 'error')
    const added = (isComplete ? problems : early()).filter(problem => !printed.has(inAnyBrand(problem)))
    reporter.problems(added, sourceReader(project))
    const current = problems.map(inAnyBrand)
    // Until all pages are rendered again, earlier problems on them are unknown, not gone.
    printed = isComplete ? new Set(current) : new Set([...printed, ...added.map(inAnyBrand)])
    const now = current.join()
    if (!isComplete || now === reported) return
    reported = now
    const failed = states.filter(state => state.failed).map(({ id }) => id)
    const pages = states.some(({ outdated }) => outdated) ? '; the last good pages are shown.' : '.'
    const shown = failed.length === 0 ? '' : ` A build of ${listOf(failed, 8)} would fail${pages}`
    reporter.result(problems.length === 0 ? 'No more problems.\n' : `${countProblems(problems)}.${shown}\n`)
  }
  session.subscribe(report)
  report()
}
