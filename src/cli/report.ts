// The output of a command. Results go to stdout, progress and diagnostics to stderr; with `--json`, exactly one document
// goes to stdout, whatever happens.

import {
  compareText,
  countProblems,
  type Diagnostic,
  type PrintOptions,
  printDiagnostics,
} from '../diagnostics/index.ts'

/** Of the documents of `--json`: raised when a reader of older ones would misread them. */
export const reportVersion = 1

export interface ReporterOptions {
  readonly json: boolean
  readonly quiet: boolean
  readonly color: boolean
  /** Whether lines can be redrawn: true on a terminal, false in a CI log. */
  readonly live: boolean
  /** Whether problems are also written as GitHub Actions reads them, to show them at their lines. */
  readonly annotations?: boolean
  readonly stdout: (text: string) => void
  readonly stderr: (text: string) => void
}

export interface Reporter {
  /** A line that replaces the previous one, on terminals only. */
  progress(text: string): void
  /** A line on stderr, also with `--json` and `--quiet`. */
  note(text: string): void
  /** A result for people; ignored with `--json`. */
  result(text: string): void
  /** Diagnostics for people, with code frames; ignored with `--json`, whose document contains them. */
  problems(diagnostics: readonly Diagnostic[], source?: PrintOptions['source']): void
  /** The document for programs, once; ignored without `--json`. */
  document(document: object): void
  /** A mistake in the command line itself, as text or as the document. */
  usageError(problem: Diagnostic): void
}

export function createReporter(options: ReporterOptions): Reporter {
  let shown = false
  let written = false
  const clear = (): void => {
    if (shown) options.stderr('\r\x1b[K')
    shown = false
  }
  const problems: Reporter['problems'] = (diagnostics, source = () => undefined) => {
    clear()
    if (options.json) return
    const wanted = options.quiet ? diagnostics.filter(problem => problem.severity === 'error') : diagnostics
    const text = printDiagnostics(wanted, { color: options.color, source })
    if (text !== '') options.stderr(`${text}\n`)
    if (options.annotations) options.stderr(wanted.map(annotation).join(''))
  }
  const document: Reporter['document'] = content => {
    clear()
    if (options.json && !written)
      options.stdout(`${JSON.stringify({ schema: reportVersion, ...content }, null, 2)}\n`)
    written = true
  }
  return {
    progress(text) {
      if (!options.live || options.quiet || options.json) return
      clear()
      options.stderr(text)
      shown = true
    },
    note(text) {
      clear()
      options.stderr(`${text}\n`)
    },
    result(text) {
      clear()
      if (!options.json) options.stdout(text)
    },
    problems,
    document,
    usageError(problem) {
      problems([problem])
      document({ ok: false, brands: [], diagnostics: [problem] })
    },
  }
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

/**
 * A problem as a workflow command of GitHub Actions.
 * See https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
 */
function annotation({ severity, code, message, hint, file, line, column }: Diagnostic): string {
  const data = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
  const level = severity === 'info' ? 'notice' : severity
  const place = file === undefined ? '' : `file=${property(file)},line=${line ?? 1},col=${column ?? 1},`
  return `::${level} ${place}title=${property(code)}::${data(hint === undefined ? message : `${message}\n${hint}`)}\n`
}

export { countProblems }

/** When what is there changes by itself, so that sites are built again that day. */
export function nextChanges(
  brands: readonly { readonly id: string; readonly nextChange?: string | undefined }[],
): string {
  const days = brands.flatMap(({ nextChange }) => nextChange ?? []).sort(compareText)
  const [day] = days
  if (day === undefined) return ''
  const ids = brands.filter(({ nextChange }) => nextChange === day).map(({ id }) => id)
  const who = ids.length > 5 ? `${ids.length} brands` : ids.join(', ')
  return `\nThe next day on which articles come or go is ${day} (${who}).\n`
}
