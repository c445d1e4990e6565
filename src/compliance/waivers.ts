// Waivers: a person sets a rule aside for some text, for a stated reason, until a given date. In Markdown they cover the block
// that follows; others are in brand.yaml.

import { type BrandConfig, isDay, yearAfter } from '../brand/index.ts'
import { type Diagnostic, diagnostic, didYouMean, type Origin } from '../diagnostics/index.ts'
import { originAt, rememberedWeakly, type SourceFile } from '../files/index.ts'
import { originOf } from '../yaml/index.ts'
import { ruleMeant } from './overlay.ts'
import type { RuleSet } from './rules.ts'
import type { PageFinding } from './verdict.ts'
import { shownText } from './words/text.ts'

export interface Waiver {
  readonly rule: string
  readonly reason: string
  readonly by: string
  readonly until: string
  readonly page?: string | undefined
  readonly quote?: string | undefined
  readonly at: Origin
  /** For a comment in Markdown, the start and end of the block that it covers. */
  readonly block?: { readonly start: Origin; readonly end: Origin }
}

/** A waiver, or a block of code, which contains no waivers. */
const comment = /^(`{3,}|~{3,})[\s\S]*?^\1|<!--\s*check-waive\s+([\s\S]*?)-->/gm

/**
 * The waivers in a Markdown file, or in a YAML file that contains Markdown. Brands share most files, so the waivers of each
 * are remembered.
 */
export const commentWaivers = rememberedWeakly((source: SourceFile): readonly Waiver[] => {
  if (!source.text.includes('check-waive')) return []
  return [...source.text.matchAll(comment)].flatMap(match => {
    const inner = match[2]
    if (inner === undefined) return []
    const value = (name: string): string =>
      new RegExp(`\\b${name}\\s*=\\s*"([^"]*)"`).exec(inner)?.[1]?.trim() ?? ''
    const after = match.index + match[0].length
    // Other comments and empty lines may come between them.
    const gap = /^(?:\s*<!--[\s\S]*?-->)*\s*/.exec(source.text.slice(after))?.[0].length ?? 0
    const start = after + gap
    const blank = source.text.slice(start).search(endOfBlock(source.text, start))
    const quote = value('quote')
    return {
      rule: /^([\w/-]+)/.exec(inner)?.[1] ?? '',
      reason: value('reason'),
      by: value('by'),
      until: value('until'),
      ...(quote !== '' && { quote }),
      at: originAt(source, match.index),
      block: {
        start: originAt(source, start),
        end: originAt(source, blank === -1 ? source.text.length : start + blank),
      },
    }
  })
})

/** Matches the empty line that ends a block. In a list, the next line must not belong to an item. */
function endOfBlock(text: string, start: number): RegExp {
  const item = '(?:[-*+]|\\d+[.)])\\s'
  if (!new RegExp(`^${item}`).test(text.slice(start, start + 12))) return /\n[^\S\n]*\n/
  const indent = text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
  return new RegExp(`\\n[^\\S\\n]*\\n(?!\\s*\\n|${indent}(?:[^\\S\\n]|${item}))`)
}

export function configWaivers({ values, located }: Pick<BrandConfig, 'values' | 'located'>): Waiver[] {
  return (values.waivers ?? []).map((waiver, index) => ({
    ...waiver,
    at: originOf(located, ['waivers', index]),
  }))
}

/** The problem with an invalid waiver, which then has no effect. */
export function waiverProblem(waiver: Waiver, rules: RuleSet, day: string): Diagnostic | undefined {
  const { rule, reason, by, until, at } = waiver
  const invalid = (message: string, hint: string | undefined): Diagnostic =>
    diagnostic('compliance/waiver-invalid', message, { at, hint })
  const info = rules.infos.get(rule)
  if (info === undefined)
    return invalid(`This waiver names an unknown rule: "${rule}".`, ruleMeant(rule, [...rules.infos.keys()]))
  if (!info.waivable)
    return diagnostic('compliance/waiver-refused', `The rule "${rule}" cannot be waived.`, {
      at,
      hint: `${info.fix} Then remove the waiver.`,
    })
  const missing = [
    ...(reason.length >= 15 ? [] : ['a reason of 15 characters or more']),
    ...(by === '' ? ['"by"'] : []),
    ...(isDay(until) ? [] : ['"until" as YYYY-MM-DD']),
  ].join(', ')
  if (missing !== '')
    return invalid(
      `The waiver of "${rule}" is incomplete. It lacks: ${missing}.`,
      'Write: rule reason="…" by="…" until="YYYY-MM-DD".',
    )
  if (until < day)
    return diagnostic('compliance/waiver-expired', `The waiver of "${rule}" ended on ${until}.`, {
      at,
      hint: 'Fix the text, or ask the person responsible for the waiver to renew it.',
    })
  const latest = yearAfter(day)
  if (until <= latest) return undefined
  return invalid(
    `The waiver of "${rule}" runs until ${until}, more than 12 months ahead.`,
    `Write ${latest} or an earlier date.`,
  )
}

/**
 * Reports a waiver that matches no finding.
 * @param routes The routes of the site's pages.
 */
export function unusedWaiver(
  { rule, at, page, quote, block }: Waiver,
  routes: readonly string[],
): Diagnostic {
  const ofPage = page !== undefined && !routes.includes(page) ? didYouMean(page, routes, 'Pages') : undefined
  const hint =
    quote !== undefined
      ? 'Remove it, or quote the text as it is now.'
      : block !== undefined || page !== undefined
        ? 'Remove it.'
        : 'Remove it, or specify the text as "quote" or the address of the page as "page".'
  const problem = `The waiver of "${rule}" matches nothing on this site.`
  return diagnostic('compliance/waiver-unused', problem, { at, hint: ofPage ?? hint })
}

/** Whether a place is in another file, or earlier in the same file. */
function isBefore(place: Origin, other: Origin): boolean {
  if (place.file !== other.file) return true
  return place.line < other.line || (place.line === other.line && place.column < other.column)
}

/** Whether a waiver covers a finding, which is on a page or about the whole brand. */
export function waives(
  waiver: Waiver,
  finding: Pick<PageFinding, 'rule' | 'quote' | 'context'>,
  route: string | undefined,
  place: Origin,
): boolean {
  if (waiver.rule !== finding.rule) return false
  const { block, page, quote } = waiver
  if (block !== undefined && (isBefore(place, block.start) || isBefore(block.end, place))) return false
  if (page !== undefined && page !== route) return false
  if (quote === undefined) return block !== undefined || finding.quote === undefined || page !== undefined
  const text = shownText(`${finding.quote ?? ''} ${finding.context ?? ''}`).toLowerCase()
  return text.includes(shownText(quote).toLowerCase())
}
