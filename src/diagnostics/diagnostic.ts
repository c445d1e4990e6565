// Problems as data. A user's mistake is a `Diagnostic` that a stage returns with the good part of its work; a bug in Imprint is
// an exception. Nothing here knows about terminals, files or exit codes.

import { type DiagnosticCode, type Severity, severityOf } from './catalogue.ts'

/** A place in a file. Lines and columns are 1-based and counted from the file's first line. */
export interface Origin {
  /** Project-relative path with forward slashes. */
  readonly file: string
  readonly line: number
  readonly column: number
}

/** One problem, in the shape that `--json` prints; fields that do not apply are absent. */
export interface Diagnostic {
  readonly severity: Severity
  /** Permanent name, one of the catalogue's. */
  readonly code: DiagnosticCode
  /** One or two plain sentences: what happened and why. */
  readonly message: string
  readonly file?: string
  readonly line?: number
  readonly column?: number
  /** The brand concerned, unless it concerns every brand that reads the file. */
  readonly brand?: string
  /** What to do next. */
  readonly hint?: string
  /** The mistake that this one follows from. `foldConsequences` removes it before anything is reported. */
  readonly causedBy?: Origin
  /** For content rules: the first page that breaks the rule, and all of them, as routes. */
  readonly page?: string
  readonly pages?: readonly string[]
  /** The text that breaks the rule, as the page shows it. */
  readonly quote?: string
  /** The text around the quote, if it is part of a longer one. */
  readonly context?: string
  /** The correct value of a stated figure. */
  readonly computed?: string
  /** How it was found: by a phrase, arithmetic, or a model that is never certain. */
  readonly by?: 'phrase' | 'sum' | 'model'
  /** The words with the most weight in the model. */
  readonly because?: readonly string[]
  /** The law or rule behind it. */
  readonly basis?: string
  /** How to fix it. */
  readonly fix?: string
}

/** The result of a stage: the good part of the work, and everything that was wrong with the rest. */
export interface Outcome<T> {
  readonly value: T
  readonly diagnostics: readonly Diagnostic[]
}

interface DiagnosticDetails {
  readonly at?: Origin | undefined
  readonly brand?: string | undefined
  readonly hint?: string | undefined
  /** Default: the catalogue's severity of the code. */
  readonly severity?: Severity | undefined
  readonly causedBy?: Origin | undefined
}

/** Makes a diagnostic; severity comes from the catalogue unless `details` say otherwise. */
export function diagnostic(
  code: DiagnosticCode,
  message: string,
  details: DiagnosticDetails = {},
): Diagnostic {
  const { at, brand, hint, severity = severityOf(code), causedBy } = details
  return {
    severity,
    code,
    message,
    ...(at && { file: at.file, line: at.line, column: at.column }),
    ...(brand !== undefined && { brand }),
    ...(hint !== undefined && { hint }),
    ...(causedBy && { causedBy }),
  }
}

/** The first position of a file, for problems with the whole file. */
export function startOf(file: string): Origin {
  return { file, line: 1, column: 1 }
}

/** The same problem, but at most a warning, for files whose errors must not stop a site. */
export function asWarning(problem: Diagnostic): Diagnostic {
  return problem.severity === 'error' ? { ...problem, severity: 'warning' } : problem
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(problem => problem.severity === 'error')
}

/** Byte-wise order of two strings: the same in every locale, unlike `localeCompare`. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Sorted by file, line, column, code, message and brand, each identical problem once. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const sorted = [...diagnostics].sort(
    (a, b) =>
      compareText(a.file ?? '', b.file ?? '') ||
      (a.line ?? 0) - (b.line ?? 0) ||
      (a.column ?? 0) - (b.column ?? 0) ||
      compareText(a.code, b.code) ||
      compareText(a.message, b.message) ||
      compareText(a.brand ?? '', b.brand ?? ''),
  )
  return sorted.filter((problem, index) => {
    const previous = sorted[index - 1]
    return previous === undefined || JSON.stringify(problem) !== JSON.stringify(previous)
  })
}

/** The same problems, attributed to one brand. */
export function ofBrand(brand: string, diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.map(problem => ({ ...problem, brand }))
}

/** Gathers the problems of several steps. */
interface Collecting {
  readonly diagnostics: Diagnostic[]
  /** The value of a step; its problems are gathered. */
  take<Value>(outcome: Outcome<Value>): Value
}

export function collecting(): Collecting {
  const diagnostics: Diagnostic[] = []
  return {
    diagnostics,
    take(outcome) {
      diagnostics.push(...outcome.diagnostics)
      return outcome.value
    },
  }
}
