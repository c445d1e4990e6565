// Judges the pages of a brand. Many brands have the same page but for names and addresses: it is judged for one of them.

import { hash } from 'node:crypto'
import { once, rememberedWeakly } from '../files/index.ts'
import { contentsOf, type PagePart, type PartMemory } from './extract.ts'
import { type BrandNames, namesOf } from './names.ts'
import { createPageJudge } from './page.ts'
import { blockReader, type ParagraphMemory } from './paragraphs.ts'
import type { KeptReadings, RuleSet } from './rules.ts'
import { type JudgedBrand, type JudgedPage, judgedKeys, type PageVerdict } from './verdict.ts'

/** What was found out of pages, of all brands that have the same rules. */
export interface JudgeMemory {
  readonly paragraphs: ParagraphMemory
  /** Parts that pages share, by their HTML as it is judged: one for all brands. */
  readonly parts: Map<string, JudgedPart>
  readonly contents: PartMemory
  /** Verdicts with marks for the brand's names, by all that decides them. */
  readonly verdicts: Map<string, PageVerdict>
}

interface JudgedPart {
  readonly html: string
  readonly hash: string
}

export const createJudgeMemory = (kept?: KeptReadings): JudgeMemory => ({
  paragraphs: { languages: new Map(), kept },
  parts: new Map(),
  contents: new WeakMap(),
  verdicts: new Map(),
})

/** Verdicts to keep: hardly a kilobyte each. */
const verdictLimit = 50_000
/** Parts to keep, of a few kilobytes. */
const partLimit = 2_000

/**
 * A judge of one brand's pages that shares its verdicts with those of other brands.
 * @param rules Asked for when the first page is judged.
 * @returns a function of a page and its HTML in parts, with `null` at both ends of an article's own text
 */
export function createSharedPageJudge(
  rules: () => RuleSet,
  brand: JudgedBrand,
  memory: JudgeMemory,
): (page: JudgedPage, parts: readonly (PagePart | null)[]) => PageVerdict {
  const { verdicts } = memory
  const make = once(() => {
    const { read, isSilent } = blockReader(rules(), brand, memory.paragraphs)
    const names = namesOf(brand, isSilent)
    return {
      names,
      judgedParts: partReader(names, brand.view.brand.basePath, memory.parts),
      basis: basisOf(brand, names),
      judge: createPageJudge(rules(), brand, names, read),
    }
  })
  return ({ source: _, ...page }, parts) => {
    const { names, judgedParts, basis, judge } = make()
    const judged = judgedParts(parts)
    const items = judged.map(part => (typeof part === 'object' ? (part?.hash ?? '') : part))
    // Whatever the judge is given is in the key.
    const key = hash('sha256', [basis, JSON.stringify(page), ...items].join('\n'), 'base64url')
    let verdict = verdicts.get(key)
    if (verdict === undefined) {
      verdict = judge(page, contentsOf(judged, memory.contents))
      if (verdicts.size >= verdictLimit) verdicts.clear()
      verdicts.set(key, verdict)
    }
    return withTexts(verdict, names.restored)
  }
}

function withTexts(verdict: PageVerdict, change: (text: string) => string): PageVerdict {
  return {
    ...verdict,
    findings: verdict.findings.map(finding => ({
      ...finding,
      ...(finding.quote !== undefined && { quote: change(finding.quote) }),
      ...(finding.context !== undefined && { context: change(finding.context) }),
      problem: change(finding.problem),
    })),
    facts: verdict.facts.map(([fact, value, text]) => [fact, value, change(text)]),
  }
}

/** A hash of what is judged of a brand besides its pages. */
function basisOf({ view, values }: JudgedBrand, { neutral }: BrandNames): string {
  const { brand, strings, analytics, ...rest } = view
  const judged = [brand.locale, strings.states, strings.privacy, analytics !== undefined, rest]
  return hash('sha256', neutral(JSON.stringify([judged, judgedKeys.map(key => values[key])])))
}

/** Makes of the parts of a page what is judged of them: equal for brands that differ in nothing that is read. */
function partReader({ neutralHtml }: BrandNames, basePath: string, known: Map<string, JudgedPart>) {
  const withoutBasePath = basePath === '' ? (html: string) => html : linksFrom(basePath)
  const judgedHtml = (html: string): string => withoutBasePath(withoutLooks(neutralHtml(html)))
  const shared = rememberedWeakly((part: { readonly html: string }): JudgedPart => {
    const html = judgedHtml(part.html)
    const sum = hash('sha256', html)
    const found = known.get(sum) ?? { html, hash: sum }
    if (known.size >= partLimit) known.clear()
    known.set(sum, found)
    return found
  })
  return (parts: readonly (PagePart | null)[]): readonly (string | JudgedPart | null)[] =>
    parts.map((part, index) => {
      if (part === null) return null
      const before = parts[index - 1]
      // Nothing is read in styles.
      if (typeof before === 'string' && before.endsWith('<style>')) return ''
      return typeof part === 'object' ? shared(part) : judgedHtml(part)
    })
}

/** Which page of the site a link leads to is not read, so it does not matter where the site begins. */
function linksFrom(basePath: string): (html: string) => string {
  const written = ` href="${basePath}/`
  // In a text, it is no attribute: there, no "<" is open.
  const isInTag = (html: string, at: number): boolean => html.lastIndexOf('<', at) > html.lastIndexOf('>', at)
  return html => html.replaceAll(written, (link, at: number) => (isInTag(html, at) ? ' href="/' : link))
}

/** HTML without what differs from brand to brand and is not read: addresses of pages and images, colours, data of islands. */
function withoutLooks(html: string): string {
  return withoutAddresses(html).replace(looks, match =>
    match.startsWith(' data-form-id=') ? ' data-form-id=""' : '',
  )
}

/** Of the structured data, only texts are read. */
function withoutAddresses(html: string): string {
  const [before = '', ...rest] = html.split(structuredData)
  const read = rest.map(data => data.replace(/^[^<]*/, json => json.replace(addresses, '$1""')))
  return rest.length === 0 ? html : [before, ...read].join(structuredData)
}

const addresses = /("(?:image|logo)":)"[^"]*"|"https:\/\/[^"\s\\]*"/g
const structuredData = '<script type="application/ld+json">'

/** Of the form, only its place is read. In a text, quotation marks are no attributes: there, no "<" is open. */
const looks =
  /<link (?![^>]*stylesheet)[^>]*>|<meta (?:name="theme-color"|property="og:(?:image[^"]*|url)"|name="twitter:image[^"]*")[^>]*>|(?: data-[a-z-]+="[^"]*"| (?:src|srcset|poster)="\/(?!\/)[^"]*"| (?:width|height)="\d+")(?<=<[^<>]*)/g
