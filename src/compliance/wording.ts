// Turns a finding into a diagnostic.

import {
  type Diagnostic,
  diagnostic,
  type Origin,
  type RuleCode,
  type Severity,
} from '../diagnostics/index.ts'
import type { RuleSet } from './rules.ts'
import type { JudgedPage, PageFinding } from './verdict.ts'

export interface SiteFinding extends PageFinding {
  readonly pages: readonly JudgedPage[]
  readonly level: Severity
}

/** The diagnostic for a finding at one of its places. */
export function diagnosticOf(finding: SiteFinding, at: Origin, rules: RuleSet): Diagnostic {
  const { rule, problem, quote, context = '', computed, by, because, pages, level } = finding
  const { basis = '', fix = '' } = rules.infos.get(rule) ?? {}
  const routes = pages.map(({ route }) => route)
  const verb = routes.length > 1 ? problem.replace(/^\w+/, pluralOf) : problem
  const said = quote === undefined || problem.includes(quote) ? '' : `: “${shortened(quote)}”`
  return {
    ...diagnostic(`compliance/${rule}` as RuleCode, `${subjectOf(routes)} ${verb}${said}. [${basis}]`, {
      at,
      hint: fix,
      severity: level,
    }),
    ...(routes[0] !== undefined && { page: routes[0], pages: routes }),
    ...(quote !== undefined && { quote }),
    ...(quote !== undefined &&
      context !== quote &&
      context.includes(quote) && { context: around(quote, context) }),
    ...(computed !== undefined && { computed }),
    ...(by !== undefined && { by }),
    ...(because !== undefined && { because }),
    basis,
    fix,
  }
}

function subjectOf([first, second, ...others]: readonly string[]): string {
  if (first === undefined) return 'The brand'
  if (second === undefined) return `"${first}"`
  return others.length === 0 ? `"${first}" and "${second}"` : `"${first}" and ${others.length + 1} more pages`
}

/** Problems begin with a verb that ends in "s". */
function pluralOf(verb: string): string {
  return verb === 'has' ? 'have' : verb.replace(/(?<=ss|[cs]h|[xo])es$|s$/, '')
}

/** The quote with some of the text around it. */
function around(quote: string, context: string): string {
  const at = context.indexOf(quote)
  const start = Math.max(0, at - 300)
  const end = at + quote.length + 300
  return `${start > 0 ? '… ' : ''}${context.slice(start, end)}${end < context.length ? ' …' : ''}`
}

function shortened(text: string): string {
  return text.length <= 160 ? text : `${text.slice(0, 157).replace(/\s+\S*$/, '')} …`
}
