// Judges the pages of a brand. Many brands have the same page but for names and addresses: it is judged for one of them.

import { hash } from 'node:crypto'
import { rememberedWeakly } from '../files/index.ts'
import { contentsOf, type PagePart, type PartMemory } from './extract.ts'
import { type BrandNames, namesOf } from './names.ts'
import { createPageJudge } from './page.ts'
import { blockReader, type ParagraphMemory } from './paragraphs.ts'
import type { KeptReadings, RuleSet } from './rules.ts'
import { type JudgedBrand, type JudgedPage, judgedKeys, type PageVerdict } from './verdict.ts'

/** What was found out of pages, of all brands that have the same rules. */
export interface JudgeMemory {
  readonly paragraphs: ParagraphMemory
  /** Verdicts with marks for the brand's names, by all that decides them. */
  readonly verdicts: Map<string, PageVerdict>
}

export const createJudgeMemory = (kept?: KeptReadings): JudgeMemory => ({
  paragraphs: { languages: new Map(), kept },
  verdicts: new Map(),
})

/** Verdicts to keep: hardly a kilobyte each. */
const verdictLimit = 50_000

/**
 * A judge of one brand's pages that shares its verdicts with those of other brands.
 * @param rules Asked for when the first page is judged.
 * @returns a function of a page and its HTML in parts, with `null` at both ends of an article's own text
 */
export function createSharedPageJudge(
  rules: () => RuleSet,
  brand: JudgedBrand,
  { paragraphs, verdicts }: JudgeMemory,
): (page: JudgedPage, parts: readonly (PagePart | null)[]) => PageVerdict {
  const pieces: PartMemory = new WeakMap()
  let made: ReturnType<typeof make> | undefined
  const make = () => {
    const { read, isSilent } = blockReader(rules(), brand, paragraphs)
    const names = namesOf(brand, isSilent)
    return { names, keyOf: pageKeys(brand, names), judge: createPageJudge(rules(), brand, names, read) }
  }
  return (page, parts) => {
    made ??= make()
    const { names, keyOf, judge } = made
    const key = keyOf(page, parts)
    let verdict = verdicts.get(key)
    if (verdict === undefined) {
      // Links have the names as they are.
      verdict = withTexts(judge(page, contentsOf(parts, pieces, names.neutral)), names.neutral)
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

/** Keys of pages: equal for two brands only if the verdicts on both pages are, but for the brands' names. */
function pageKeys({ view, values }: JudgedBrand, { neutral, neutralHtml }: BrandNames) {
  const { brand, strings, analytics, ...rest } = view
  const judged = [brand.locale, strings.states, strings.privacy, analytics !== undefined, rest]
  const basis = hash('sha256', neutral(JSON.stringify([judged, judgedKeys.map(key => values[key])])))
  const withoutBasePath = brand.basePath === '' ? (html: string) => html : linksFrom(brand.basePath)
  const judgedHtml = (html: string): string => withoutBasePath(withoutLooks(neutralHtml(html)))
  const pieceKey = rememberedWeakly((piece: { readonly html: string }) =>
    hash('sha256', judgedHtml(piece.html)),
  )
  return ({ source: _, ...page }: JudgedPage, parts: readonly (PagePart | null)[]): string => {
    const items = parts.map((part, index) => {
      if (part === null) return ''
      const before = parts[index - 1]
      // Nothing is read in styles.
      if (typeof before === 'string' && before.endsWith('<style>')) return ''
      return typeof part === 'object' ? pieceKey(part) : judgedHtml(part)
    })
    return hash('sha256', [basis, JSON.stringify(page), ...items].join('\n'), 'base64url')
  }
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
  return withoutAddresses(html).replace(looks, match => (match.startsWith(formId) ? formId : ''))
}

/** Of the structured data, only texts are read. */
function withoutAddresses(html: string): string {
  const [before = '', ...rest] = html.split(structuredData)
  const read = rest.map(data => data.replace(/^[^<]*/, json => json.replace(addresses, '')))
  return rest.length === 0 ? html : [before, ...read].join(structuredData)
}

const addresses = /"(?:image|logo)":"[^"]*"|"https:\/\/[^"\s\\]*"/g
const structuredData = '<script type="application/ld+json">'

/** That an element has one is read. */
const formId = ' data-form-id="'

/** In a text, quotation marks are no attributes: there, no "<" is open. */
const looks =
  /<link (?![^>]*stylesheet)[^>]*>|<meta (?:name="theme-color"|property="og:(?:image[^"]*|url)"|name="twitter:image[^"]*")[^>]*>|(?: data-[a-z-]+="[^"]*"| (?:src|srcset|poster)="\/(?!\/)[^"]*"| (?:width|height)="\d+")(?<=<[^<>]*)/g
