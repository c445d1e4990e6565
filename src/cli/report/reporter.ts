// The output of a command. Results go to stdout, progress and diagnostics to stderr. With a format, exactly one document goes to
// stdout, whatever happens; with `--json`, nothing else is printed.

import { sep } from 'node:path'
import {
  compareText,
  type Diagnostic,
  hasErrors,
  type ProblemFiles,
  printDiagnostics,
  sortDiagnostics,
} from '../../diagnostics/index.ts'
import { type DocumentWriter, githubText, type ReportDocument } from './formats.ts'

/** Up to this many brands, each has a row. */
export const mostRows = 30

interface ReporterOptions {
  /** Prints nothing but the document and notes. */
  readonly documentOnly: boolean
  /** Writes the document for programs, which replaces results on stdout. By default, there is no document. */
  readonly write?: DocumentWriter | undefined
  /** Gets the document, whether it is printed or not. */
  readonly onDocument?: ((document: ReportDocument) => void) | undefined
  readonly quiet: boolean
  readonly color: boolean
  /** Whether lines can be redrawn: true on a terminal, false in a CI log. */
  readonly live: boolean
  /** Width of the terminal; 80 by default, and for 0, which some terminals report. */
  readonly columns?: number | undefined
  /** Whether problems are also written as annotations for GitHub Actions, to show them at their lines. */
  readonly annotations?: boolean
  readonly stdout: (text: string) => void
  readonly stderr: (text: string) => void
}

export interface Reporter {
  /** Whether `progress` shows anything. */
  readonly isLive: boolean
  /** A line that replaces the previous one, on terminals only. */
  progress(text: string): void
  /** A line on stderr, even with `--json` and `--quiet`. */
  note(text: string): void
  /** A result for people; ignored if a document is written. */
  result(text: string): void
  /** Diagnostics for people, with code frames; ignored with `--json`, whose document contains them. */
  problems(diagnostics: readonly Diagnostic[], files?: ProblemFiles): void
  /**
   * Writes the document for programs, once. By default, it has no brands and no diagnostics, and it is `ok` if there are no
   * errors.
   */
  document(content: Partial<ReportDocument>): void
  /** The end of most commands: the problems and the result for people, and the document for programs. */
  conclude(result: string, content?: Partial<ReportDocument>, files?: ProblemFiles): void
  /**
   * From now on, messages name files of this project by their paths in it, so that they are the same wherever the project is.
   * Hints keep absolute paths, because their commands may be run in any folder.
   */
  within(root: string): void
  /** A mistake in the command line itself, as text or as the document. */
  usageError(problem: Diagnostic): void
}

export function createReporter(options: ReporterOptions): Reporter {
  let shown = false
  let written = false
  let root: string | undefined
  const named = (diagnostics: readonly Diagnostic[]) =>
    root === undefined ? diagnostics : diagnostics.map(problem => relativeTo(`${root}${sep}`, problem))
  const clear = (): void => {
    if (shown) options.stderr('\r\x1b[K')
    shown = false
  }
  const problems: Reporter['problems'] = (diagnostics, files = { source: () => undefined }) => {
    clear()
    if (options.documentOnly) return
    const wanted = named(diagnostics).filter(({ severity }) => !options.quiet || severity === 'error')
    const text = printDiagnostics(wanted, { color: options.color, ...files })
    if (text !== '') options.stderr(`${text}\n`)
    if (options.annotations) options.stderr(githubText({ diagnostics: wanted }))
  }
  const document: Reporter['document'] = ({ diagnostics: found = [], ...content }) => {
    clear()
    if (written) return
    written = true
    const diagnostics = sortDiagnostics(named(found))
    const whole = { ok: !hasErrors(diagnostics), brands: [], diagnostics, ...content }
    if (options.write !== undefined) options.stdout(options.write(whole))
    options.onDocument?.(whole)
  }
  const result: Reporter['result'] = text => {
    clear()
    if (options.write === undefined) options.stdout(text)
  }
  const isLive = options.live && !options.quiet && !options.documentOnly
  return {
    isLive,
    progress(text) {
      if (!isLive) return
      clear()
      // A line that wraps cannot be cleared.
      options.stderr(text.slice(0, (options.columns || 80) - 1))
      shown = true
    },
    note(text) {
      clear()
      options.stderr(`${text}\n`)
    },
    result,
    problems,
    document,
    conclude(text, content = {}, files) {
      problems(content.diagnostics ?? [], files)
      result(text)
      document(content)
    },
    within(folder) {
      root = folder
    },
    usageError(problem) {
      problems([problem])
      document({ diagnostics: [problem] })
    },
  }
}

/** The problem, with the paths in its message relative to a folder. */
function relativeTo(folder: string, problem: Diagnostic): Diagnostic {
  if (!problem.message.includes(folder)) return problem
  // Not in "/srv/app/dist" if the folder is "/app/".
  const joined = (before: string, after: string) =>
    /[\w./-]$/.test(before) ? `${before}${folder}${after}` : `${before}${after}`
  return { ...problem, message: problem.message.split(folder).reduce(joined) }
}

/** Formats rows as columns of text, left-aligned except for the columns in `rightAligned`. */
export function table(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  rightAligned: readonly number[] = [],
): string {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map(row => row[column]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) =>
        rightAligned.includes(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd()
  return `${[header, ...rows].map(line).join('\n')}\n`
}

/** The next date on which a site changes without an edit, so that it can be built on that date. */
export function nextChanges(
  brands: readonly { readonly id: string; readonly nextChange?: string | undefined }[],
): string {
  const days = brands.flatMap(({ nextChange }) => nextChange ?? []).sort(compareText)
  const [day] = days
  if (day === undefined) return ''
  const ids = brands.filter(({ nextChange }) => nextChange === day).map(({ id }) => id)
  const who = ids.length > 5 ? `${ids.length} brands` : ids.join(', ')
  return `\nThe next articles appear or expire on ${day} (${who}).\n`
}
