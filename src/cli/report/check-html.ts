// The result of a check, for the people who are responsible for the content: one HTML page, and the list of what no automatic
// check can find.

import { type ActiveWaiver, packagedRules } from '../../compliance/index.ts'
import { compareText, counted, type Diagnostic, grouped } from '../../diagnostics/index.ts'
import { escapeHtml, htmlPage } from '../../html/index.ts'

/** The findings of a command. */
export interface CheckReport {
  /** Objects with `id` and `status` for a check, or only ids. */
  readonly brands: readonly unknown[]
  readonly diagnostics: readonly Diagnostic[]
  readonly waivers?: readonly ReportedWaiver[]
}

/** A waiver in force, of one brand. */
export interface ReportedWaiver extends ActiveWaiver {
  readonly brand: string
}

/** What no automatic check can find. */
export const checklist: readonly string[] = packagedRules.statements.unseen

/** The same as plain text, with blanks for an owner and a date. */
export function checklistText(): string {
  const items = checklist.map(item => `[ ] ${item}\n    Owner: ______________  Date: __________\n`)
  return `Problems that no text check can find. A person must be responsible for each item.\n\n${items.join('\n')}`
}

/** One self-contained page: for each brand and page, what was found, where, why, and how to fix it. */
export function reportHtml({ brands, diagnostics, waivers = [] }: CheckReport): string {
  const reported = brands as readonly { readonly id: string; readonly status: string }[]
  // If there is no brand to report on, something is wrong with the project or the command.
  const alone =
    reported.length === 0 && diagnostics.length > 0 ? [{ id: 'The project', status: 'failed' }] : []
  const sections = [...reported, ...alone].map(({ id, status }) => {
    const own = diagnostics.filter(({ brand }) => brand === id || brand === undefined || alone.length > 0)
    const pages = grouped(own.map(problem => [problem.page ?? '', problem] as const))
    const parts = [...pages]
      .sort(([a], [b]) => compareText(a, b))
      .map(
        ([page, problems]) =>
          `<h3>${page === '' ? 'The brand as a whole' : escapeHtml(page)}</h3>${problems.map(findingHtml).join('')}`,
      )
    const waived = waivers.filter(({ brand }) => brand === id)
    return `<section><h2>${escapeHtml(id)} <small>${escapeHtml(status)}, ${count(own)}</small></h2>${
      parts.join('') || '<p>No findings.</p>'
    }${waived.length === 0 ? '' : `<h3>Waivers</h3>${waived.map(waiverHtml).join('')}`}</section>`
  })
  const unseen = checklist.map(item => `<li>${escapeHtml(item)}<br>Owner: ____________ Date: ________</li>`)
  const title = 'Content rule findings'
  const head = `<style>
body{max-width:60rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif;color:#1a2233;background:#fff}
article{margin:1rem 0;padding:.75rem 1rem;border:1px solid #d5dbe7;border-left:.4rem solid #5b6478}
article.error{border-left-color:#b3261e}article.warning{border-left-color:#8a5a00}
blockquote{margin:.5rem 0;padding-left:1rem;border-left:2px solid #d5dbe7}
h4{margin:0;font-size:1rem}dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;margin:.5rem 0 0}dd{margin:0;overflow-wrap:anywhere}
small{font-weight:400}mark{background:#fff3b0}
</style>
`
  const body = `<h1>${title}</h1>
<p>This is a linter, not legal advice. It finds missing or risky text so that a person can review it before publication. A page without findings may still be unlawful.</p>
${sections.join('\n')}
<section><h2>What this check cannot find</h2><ul>${unseen.join('')}</ul></section>`
  return htmlPage({ title, head, body })
}

function count(problems: readonly Diagnostic[]): string {
  const kinds = [
    ['error', 'error'],
    ['warning', 'warning'],
    ['info', 'note'],
  ]
  const counts = kinds.flatMap(([severity, noun = '']) => {
    const { length } = problems.filter(problem => problem.severity === severity)
    return length === 0 ? [] : counted(length, noun)
  })
  return counts.join(', ') || 'no findings'
}

function findingHtml({
  severity,
  code,
  message,
  file,
  line,
  column,
  quote,
  context = quote,
  computed,
  basis,
  hint,
  pages,
}: Diagnostic): string {
  const rows: [string, string | undefined][] = [
    // Messages for a terminal end with the basis, which has its own row here.
    ['What', basis === undefined ? message : message.replace(` [${basis}]`, '').replace(/: “.*”\.$/, '.')],
    ['Computed', computed],
    ['Basis', basis],
    ['Fix', hint],
    ['Pages', pages !== undefined && pages.length > 1 ? pages.join(', ') : undefined],
    ['Source', file === undefined ? undefined : `${file}:${line}:${column}`],
  ]
  return `<article class="${severity}"><h4>${severity}: ${escapeHtml(code)}</h4>${
    quote === undefined || context === undefined
      ? ''
      : `<blockquote>${context
          .split(quote)
          .map(escapeHtml)
          .join(`<mark>${escapeHtml(quote)}</mark>`)}</blockquote>`
  }<dl>${rowsHtml(rows)}</dl></article>`
}

function waiverHtml({ rule, reason, by, until, file, line, quote, pages }: ReportedWaiver): string {
  const rows: [string, string | undefined][] = [
    ['Reason', reason],
    ['By', by],
    ['Until', until],
    ['Pages', pages.join(', ')],
    ['Source', `${file}:${line}`],
  ]
  return `<article><h4>waived: ${escapeHtml(rule)}</h4>${
    quote === undefined ? '' : `<blockquote>${escapeHtml(quote)}</blockquote>`
  }<dl>${rowsHtml(rows)}</dl></article>`
}

function rowsHtml(rows: readonly (readonly [string, string | undefined])[]): string {
  return rows
    .map(([name, value]) => (value === undefined ? '' : `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`))
    .join('')
}
