// The waivers in a check's output: all of them, how often each rule is waived, and which waivers end next.

import { brandNames, compareText, grouped } from '../../diagnostics/index.ts'
import type { ReportedWaiver } from './check-html.ts'

/** A waiver with all brands that have it. */
interface SharedWaiver extends Pick<ReportedWaiver, 'rule' | 'reason' | 'by' | 'until' | 'file' | 'line'> {
  readonly brands: readonly string[]
}

/** The document of `check --waivers`. */
interface WaiverOverview {
  /** Most frequently waived rule first. */
  readonly rules: readonly {
    readonly rule: string
    /** Once for each brand that has a waiver. */
    readonly times: number
    readonly waivers: readonly Omit<SharedWaiver, 'rule'>[]
  }[]
  /** The one that ends next comes first. */
  readonly ends: readonly Pick<SharedWaiver, 'until' | 'rule' | 'file' | 'line'>[]
}

function sharedWaivers(waivers: readonly ReportedWaiver[]): readonly SharedWaiver[] {
  const shared = new Map<string, SharedWaiver & { readonly brands: string[] }>()
  for (const { brand, rule, reason, by, until, file, line } of waivers) {
    const waiver = { rule, reason, by, until, file, line }
    const key = JSON.stringify(waiver)
    const same = shared.get(key) ?? { ...waiver, brands: [] }
    same.brands.push(brand)
    shared.set(key, same)
  }
  return [...shared.values()]
}

/** A line for each waiver in force. */
export function waiverLines(waivers: readonly ReportedWaiver[]): string {
  return sharedWaivers(waivers)
    .map(
      ({ rule, reason, by, until, file, line, brands }) =>
        `Waived: ${rule}, by ${by} until ${until}: ${reason} (${file}:${line}) (${brandNames(brands)})\n`,
    )
    .join('')
}

/** How often each rule is waived and why, and which waivers end next. */
export function waiverOverview(waivers: readonly ReportedWaiver[]): WaiverOverview {
  const shared = sharedWaivers(waivers)
  const byRule = grouped(shared.map(({ rule, ...waiver }) => [rule, waiver] as const))
  const rules = [...byRule].map(([rule, own]) => ({
    rule,
    times: own.reduce((sum, { brands }) => sum + brands.length, 0),
    waivers: own,
  }))
  return {
    rules: rules.sort((a, b) => b.times - a.times || compareText(a.rule, b.rule)),
    ends: shared
      .map(({ until, rule, file, line }) => ({ until, rule, file, line }))
      .sort((a, b) => compareText(a.until, b.until) || compareText(a.rule, b.rule)),
  }
}

/** The same as text. */
export function overviewText({ rules, ends }: WaiverOverview): string {
  if (rules.length === 0) return 'No rules are waived.\n'
  const lines = rules.map(({ rule, times, waivers }) => {
    const reasons = waivers.map(
      ({ reason, by, until, file, line, brands }) =>
        `  ${reason}, by ${by} until ${until} (${file}:${line}) (${countOf(brands)})\n`,
    )
    return `${rule} is waived ${times === 1 ? 'once' : `${times} times`}:\n${reasons.join('')}`
  })
  const next = ends.map(({ until, rule, file, line }) => `  ${until}  ${rule} (${file}:${line})\n`)
  return `${lines.join('')}Ends next:\n${next.join('')}`
}

function countOf({ length }: readonly string[]): string {
  return length === 1 ? '1 brand' : `${length} brands`
}
