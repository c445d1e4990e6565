// A command's findings for other programs: one writer for each format.

import {
  brandNames,
  compareText,
  counted,
  type Diagnostic,
  hasErrors,
  mergeBrands,
} from '../../diagnostics/index.ts'
import { escapeXml } from '../../html/index.ts'
import type { CheckReport } from './check-html.ts'

/** Version of the `--json` documents, raised when a reader of older ones would misunderstand new ones. */
export const reportVersion = 1

/** A command's result for programs. */
export interface ReportDocument extends CheckReport {
  readonly ok: boolean
  /** Further fields of a command's JSON document. */
  readonly [key: string]: unknown
}

/** A document as text that ends in a newline. */
export type DocumentWriter = (document: ReportDocument) => string

/** The formats of `build` and `check`. Only `check` also has an HTML page. */
export const formats = ['text', 'json', 'sarif', 'junit', 'github'] as const

/** The writer of a format; undefined for text, which is for people, and for unknown names. */
export async function documentWriter(format: string, version: string): Promise<DocumentWriter | undefined> {
  if (format === 'json') return jsonText
  if (format === 'sarif') return document => sarifText(document, version)
  if (format === 'junit') return junitText
  if (format === 'github') return githubText
  // Imported here, because it includes the content rules.
  if (format === 'html') return (await import('./check-html.ts')).reportHtml
  return undefined
}

function jsonText(document: ReportDocument): string {
  return `${JSON.stringify({ schema: reportVersion, ...document }, null, 2)}\n`
}

const sarifLevels = { error: 'error', warning: 'warning', info: 'note' } as const

/** SARIF 2.1.0: https://docs.oasis-open.org/sarif/sarif/v2.1.0/ */
export function sarifText({ diagnostics, waivers = [] }: ReportDocument, version: string): string {
  const codes = [...new Set(diagnostics.map(({ code }) => code))].sort(compareText)
  // In one run, either all results have this field, or none does (SARIF 3.27.23).
  const notSuppressed = waivers.length > 0 && { suppressions: [] }
  const suppressed = waivers.map(waiver => ({
    ruleId: `compliance/${waiver.rule}`,
    level: 'note',
    message: { text: `Waived for ${waiver.brand} by ${waiver.by} until ${waiver.until}: ${waiver.reason}` },
    locations: [sarifLocation(waiver.file, waiver.line, 1)],
    suppressions: [{ kind: 'inSource', status: 'accepted', justification: waiver.reason }],
  }))
  const results = diagnostics.map(({ severity, code, message, file, line, column, hint, ...rest }) => ({
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: sarifLevels[severity],
    message: { text: withHint(message, hint) },
    ...(file !== undefined && { locations: [sarifLocation(file, line ?? 1, column ?? 1)] }),
    properties: Object.fromEntries(Object.entries(rest).filter(([key]) => key !== 'fix')),
    ...notSuppressed,
  }))
  const rules = codes.map(code => {
    const found = diagnostics.find(problem => problem.code === code)
    return {
      id: code,
      ...(found?.basis !== undefined && { fullDescription: { text: found.basis } }),
      ...(found?.fix !== undefined && { help: { text: found.fix } }),
    }
  })
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Imprint', version, rules } },
        columnKind: 'utf16CodeUnits',
        results: [...results, ...suppressed],
      },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}

function sarifLocation(file: string, startLine: number, startColumn: number) {
  const uri = file.split('/').map(encodeURIComponent).join('/')
  return { physicalLocation: { artifactLocation: { uri }, region: { startLine, startColumn } } }
}

/**
 * JUnit's XML as Jenkins and GitLab read it: a suite for each brand, and one for problems of no particular brand. Each problem is
 * a test case that fails if the problem fails the run, and otherwise passes and contains its text. A brand without problems is
 * one passed test case.
 */
export function junitText({ ok, brands, diagnostics }: ReportDocument): string {
  const suites = brands.map(brand => {
    const { id, status } = brand as { readonly id: string; readonly status?: string }
    const own = diagnostics.filter(problem => problem.brand === id)
    return junitSuite(id, own, status === 'failed' && !hasErrors(own))
  })
  const ids = new Set(brands.map(brand => (brand as { readonly id: string }).id))
  const others = diagnostics.filter(({ brand }) => brand === undefined || !ids.has(brand))
  if (others.length > 0) suites.push(junitSuite('project', others, !ok && !hasErrors(diagnostics)))
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="imprint">\n${suites.join('')}</testsuites>\n`
}

/** `strict`: warnings fail, too. */
function junitSuite(name: string, problems: readonly Diagnostic[], strict: boolean): string {
  const fails = ({ severity }: Diagnostic) => severity === 'error' || (strict && severity === 'warning')
  const cases = problems.map(problem => {
    const { code, severity, message, hint, file, line, column } = problem
    const place = file === undefined ? '' : `${file}:${line}:${column}`
    const text = xmlText([place, `${severity}: ${withHint(message, hint)}`].filter(Boolean).join('\n'))
    const said = fails(problem)
      ? `<failure type="${xmlText(code)}" message="${xmlText(message)}">${text}</failure>`
      : `<system-out>${text}</system-out>`
    return `<testcase classname="${xmlText(file ?? name)}" name="${xmlText(`${code} ${place}`.trim())}">${said}</testcase>\n`
  })
  if (cases.length === 0) cases.push(`<testcase classname="${xmlText(name)}" name="no problems"/>\n`)
  const failures = problems.filter(fails).length
  return `<testsuite name="${xmlText(name)}" tests="${cases.length}" failures="${failures}" errors="0">\n${cases.join('')}</testsuite>\n`
}

/** Messages quote files, which may contain characters that XML does not allow. */
function xmlText(text: string): string {
  return escapeXml(text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd'))
}

/**
 * Workflow commands, with which GitHub Actions shows problems at their lines. A problem that several brands share is shown once.
 * See https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
 */
export function githubText({ diagnostics }: Pick<ReportDocument, 'diagnostics'>): string {
  const data = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
  return mergeBrands(diagnostics)
    .map(({ problem: { severity, code, message, hint, file, line, column }, brands }) => {
      const level = severity === 'info' ? 'notice' : severity
      const place = file === undefined ? '' : `file=${property(file)},line=${line ?? 1},col=${column ?? 1},`
      const about = brands.length === 0 ? '' : ` (${brandNames(brands)})`
      return `::${level} ${place}title=${property(code)}::${data(withHint(`${message}${about}`, hint))}\n`
    })
    .join('')
}

/**
 * Brands and problems as Markdown, for the summary of a run on GitHub Actions. The warnings of a build without errors are folded,
 * because a check before it has listed them.
 */
export function summaryMarkdown({ ok, brands, diagnostics }: ReportDocument): string {
  const cell = (text: unknown) =>
    String(text ?? '')
      .replace(/[\\|<>`*_[\]]/g, '\\$&')
      .replace(/\s+/g, ' ')
  const row = (cells: readonly unknown[]) => `| ${cells.map(cell).join(' | ')} |\n`
  const shown = (brands as readonly Readonly<Record<string, unknown>>[]).slice(0, mostSummaryRows)
  const problems = mergeBrands(diagnostics)
  const listed = problems.slice(0, mostSummaryRows)
  const rest = (all: number, some: number) => (all > some ? `\nand ${all - some} more\n` : '')
  const isFolded = ok && shown.length > 0 && listed.length > 0
  return [
    `### Imprint: ${ok ? 'done' : 'failed'}\n\n`,
    shown.length > 0 ? '| brand | result | pages | kB |\n| --- | --- | ---: | ---: |\n' : '',
    ...shown.map(({ id, status, pages, bytes }) =>
      row([id, status, pages, (Number(bytes ?? 0) / 1024).toFixed(1)]),
    ),
    rest(brands.length, shown.length),
    isFolded ? `\n<details><summary>${counted(problems.length, 'problem')}</summary>\n` : '',
    listed.length > 0 ? '\n| problem | where | brands | |\n| --- | --- | --- | --- |\n' : '',
    ...listed.map(({ problem: { severity, code, message, file, line }, brands: ids }) =>
      row([`${severity} ${code}`, file === undefined ? '' : `${file}:${line}`, ids.join(', '), message]),
    ),
    rest(problems.length, listed.length),
    isFolded ? '\n</details>\n' : '',
  ].join('')
}

const mostSummaryRows = 50

function withHint(message: string, hint: string | undefined): string {
  return hint === undefined ? message : `${message}\n${hint}`
}
