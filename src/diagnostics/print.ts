// Diagnostics as text for people: one line each, a code frame, and the hint.

import { createColors } from 'picocolors'
import type { Severity } from './catalogue.ts'
import { compareText, type Diagnostic, sortDiagnostics } from './diagnostic.ts'
import { counted } from './words.ts'

/** The files that problems refer to. */
export interface ProblemFiles {
  /** The text of a file by its project-relative path, for code frames; undefined if it cannot be shown. */
  readonly source: (file: string) => string | undefined
  /** Whether the file belongs to the package and not to the project. */
  readonly isPackaged?: (file: string) => boolean
}

interface PrintOptions extends ProblemFiles {
  readonly color: boolean
}

const tabWidth = 2
const frameWidth = 100
/** Up to this many brands are named one by one. */
const mostNames = 8

/**
 * All problems as text, sorted by file, line and column. A problem that several brands share is printed once, with their names or
 * their number. Ends in a newline unless there is nothing to print.
 */
export function printDiagnostics(diagnostics: readonly Diagnostic[], options: PrintOptions): string {
  return mergeBrands(sortDiagnostics(diagnostics))
    .map(({ problem, brands }, index, all) => {
      const text = printDiagnostic(problem, brands, options)
      const { file } = problem
      // Problems are sorted by file, so once is enough.
      if (file === undefined || file === all[index - 1]?.problem.file || !options.isPackaged?.(file))
        return text
      // The names that `files/packaged.ts` gives contain those of the project's own files.
      const own = visible(file).replace(/^imprint\//, '')
      return `${text}    ${visible(file)} is part of Imprint; ${own} in your project overrides it.\n`
    })
    .join('\n')
}

function printDiagnostic(problem: Diagnostic, brands: readonly string[], options: PrintOptions): string {
  const colors = createColors(options.color)
  const paint: Record<Severity, (text: string) => string> = {
    error: colors.red,
    warning: colors.yellow,
    info: colors.cyan,
  }
  // File names and other quoted parts of a message may contain anything.
  const place =
    problem.file === undefined ? '' : `${visible(problem.file)}:${problem.line}:${problem.column}  `
  const about = brands.length === 0 ? '' : colors.dim(` (${brandNames(brands)})`)
  const severity = paint[problem.severity](problem.severity)
  const lines = [
    `${colors.bold(place)}${severity}  ${problem.code}  ${visibleLines(problem.message)}${about}`,
  ]
  const text = problem.file === undefined ? undefined : options.source(problem.file)
  if (text !== undefined)
    lines.push(...codeFrame(text, problem.line ?? 1, problem.column ?? 1).map(colors.dim))
  if (problem.hint !== undefined) lines.push(`  ${colors.green('→')} ${visibleLines(problem.hint)}`)
  return `${lines.join('\n')}\n`
}

/** The last text that was requested: problems in one file follow each other, and there may be thousands. */
let last: { readonly text: string; readonly lines: readonly string[] } = { text: '', lines: [''] }

/** The line and the one before it, with a caret under the column. */
function codeFrame(text: string, line: number, column: number): string[] {
  if (last.text !== text) last = { text, lines: text.split(/\r\n|\r|\n/) }
  const { lines } = last
  const current = lines[line - 1]
  if (current === undefined || text === '') return []
  const from = Math.max(0, column - 1 - (frameWidth - 20))
  const show = (source: string) => visible(source.slice(from, from + frameWidth))
  // A file that is not text, such as a photo.
  const shown = show(current)
  const unreadable = shown.split('\ufffd').length - 1
  if (unreadable > 2 && unreadable * 4 > shown.length) return []
  const gutter = String(line).length
  const frame: string[] = []
  const previous = lines[line - 2]
  if (previous !== undefined && previous.trim() !== '') {
    frame.push(`  ${String(line - 1).padStart(gutter)} | ${show(previous)}`)
  }
  frame.push(`  ${line} | ${shown}`)
  frame.push(`  ${' '.repeat(gutter)} | ${' '.repeat(visible(current.slice(from, column - 1)).length)}^`)
  return frame
}

/** Tabs become two spaces, and characters that would confuse a terminal become `�`. */
function visible(text: string): string {
  return text
    .replaceAll('\t', ' '.repeat(tabWidth))
    .replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
}

function visibleLines(text: string): string {
  return text.split('\n').map(visible).join('\n')
}

/** Each problem once, in the order given, with the brands that have it. */
export function mergeBrands(sorted: readonly Diagnostic[]): { problem: Diagnostic; brands: string[] }[] {
  const merged = new Map<string, { problem: Diagnostic; brands: string[] }>()
  for (const problem of sorted) {
    const { brand, file, line, column, severity, code, message, hint } = problem
    // The other fields of a finding, such as the pages of each brand, are not printed.
    const key = JSON.stringify([file, line, column, severity, code, message, hint])
    const entry = merged.get(key) ?? { problem, brands: [] }
    if (brand !== undefined && !entry.brands.includes(brand)) entry.brands.push(brand)
    merged.set(key, entry)
  }
  for (const entry of merged.values()) entry.brands.sort(compareText)
  return [...merged.values()]
}

/** `a, b`, or `in 196 brands` */
export function brandNames(brands: readonly string[]): string {
  return brands.length > mostNames ? `in ${brands.length} brands` : brands.join(', ')
}

/** `2 errors, 1 warning`, or the empty string if there are none. */
export function countProblems(diagnostics: readonly Diagnostic[]): string {
  const count = (severity: Severity) =>
    mergeBrands(diagnostics.filter(problem => problem.severity === severity)).length
  return (['error', 'warning'] as const)
    .flatMap(severity => (count(severity) === 0 ? [] : counted(count(severity), severity)))
    .join(', ')
}
