// Judges one rendered page: what it claims, what it must say, what it says a loan costs. The verdict is plain data, kept with the
// page; `site.ts` finds the sources, applies waivers and makes diagnostics of it.

import type { Severity } from '../diagnostics/index.ts'
import type { Claim } from './claims.ts'
import type { PageContents } from './extract.ts'
import { judgeCopy } from './judge-copy.ts'
import { judgeFrame } from './judge-frame.ts'
import { judgePrices } from './judge-prices.ts'
import { judgeStatements } from './judge-statements.ts'
import { judgeStates } from './judge-states.ts'
import type { BrandNames } from './names.ts'
import type { BlockReader, ReadBlock } from './paragraphs.ts'
import { isAboutOthers } from './prices.ts'
import type { RuleSet } from './rules.ts'
import { wordsOf } from './text.ts'
import type { Add, JudgedBrand, JudgedPage, PageFinding, PageVerdict } from './verdict.ts'

/** What a page says, with marks for the brand's names. */
type Judge = (page: JudgedPage, contents: PageContents) => PageVerdict

/** A judge of one brand's pages, from the rules alone. */
export function createPageJudge(
  rules: RuleSet,
  brand: JudgedBrand,
  names: BrandNames,
  read: BlockReader['read'],
): Judge {
  const { values, view } = brand
  const amounts = { minimum: values.minAmount ?? 100, maximum: maximumOf(values) }
  const states = new Set(view.unavailableStates)
  const withOwn = ownWording(rules, values, names.neutral)
  return (page, contents) => {
    const findings: PageFinding[] = []
    const add: Add = finding => void findings.push(finding)
    const blocks = read(contents.blocks).map(withOwn)
    const speaking = blocks.filter(({ said }) => said.words !== '' || said.statements.length > 0)
    const isForm = contents.formAt !== undefined
    const isCall = isForm || contents.links.some(({ href }) => href.endsWith('#form'))
    judgeClaims(page, blocks, brand, rules, add)
    judgeCopy(page, blocks, brand, add)
    judgePrices(page, blocks, add, amounts)
    judgeStates(page, blocks, states, isCall, isForm, add)
    if (isCall) judgeStatements(page, speaking, isForm, rules, values.leadBuyers, add)
    judgeFrame(page, contents, brand, names, isForm, isCall, add)
    judgeChannels(contents.blocks, brand, isForm, add)
    return {
      findings,
      says: [...new Set(speaking.flatMap(({ said }) => said.statements))],
      asks: isCall,
      facts: factsOf(speaking),
    }
  }
}

/** The largest loan that pages may speak of. Members of the OLA offer no more than $1,000. */
function maximumOf({ maxAmount = 1000, channels }: JudgedBrand['values']): number {
  return channels?.includes('ola') ? Math.min(maxAmount, 1000) : maxAmount
}

/** Adds to what a block says the required statements that the brand words in its own, approved way. */
function ownWording(
  rules: RuleSet,
  { name, statements = {} }: JudgedBrand['values'],
  neutral: (text: string) => string,
): (block: ReadBlock) => ReadBlock {
  const own = rules.statements.flatMap(({ id, statement }) => {
    const text = statement === undefined ? undefined : statements[statement]
    return text === undefined ? [] : { id, words: wordsOf(neutral(text.replaceAll('{name}', name))) }
  })
  return item => {
    if (own.length === 0) return item
    const shown = wordsOf(item.block.text)
    const ids = own.filter(({ words }) => shown.includes(words)).map(({ id }) => id)
    const { said } = item
    return ids.length === 0 ? item : { ...item, said: { ...said, statements: [...said.statements, ...ids] } }
  }
}

/** What the channels where a brand buys visitors ask of its pages; `site.ts` has what they ask of its loans. */
function judgeChannels(
  blocks: PageContents['blocks'],
  { values: { channels = [], terms, maxApr }, view: { costExample } }: JudgedBrand,
  isForm: boolean,
  add: Add,
): void {
  if (channels.includes('meta')) {
    const named = blocks.filter(({ text, whole }) => !whole && /\bpayday\b|\bd[ií]as? de pago\b/i.test(text))
    for (const text of new Set(named.map(block => block.text)))
      add({ rule: 'channel/meta', quote: text, context: text, problem: 'speaks of payday loans' })
  }
  // Advertisements lead to the page with the form.
  if (!channels.includes('google-ads') || !isForm) return
  const shown = blocks.filter(({ visible, closed, whole }) => visible && !closed && !whole)
  const shows = (...figures: readonly string[]): boolean =>
    shown.some(({ text }) => figures.every(figure => new RegExp(`(?<![\\d.,])${figure}(?!\\d)`).test(text)))
  const missing = [
    ...(terms !== undefined && shows(`${terms.minDays}`, `${terms.maxDays}`)
      ? []
      : ['the shortest and longest term ("terms" of brand.yaml)']),
    ...(maxApr !== undefined && shows(`${maxApr}\\s?%`) ? [] : ['the highest APR ("maxApr" of brand.yaml)']),
    ...(shown.some(({ text }) => text.includes(costExample.apr)) ? [] : ['the representative example']),
  ]
  if (missing.length > 0)
    add({
      rule: 'channel/google-ads',
      at: { strings: 'footer.representativeExample' },
      problem: `does not show ${missing.join(', ')}, as Google Ads asks of the page that an advertisement leads to`,
    })
}

function judgeClaims(
  page: JudgedPage,
  blocks: readonly ReadBlock[],
  brand: JudgedBrand,
  rules: RuleSet,
  add: Add,
): void {
  // The same text as title and as og:title is one.
  const seen = new Set<string>()
  let visibleWords: string | undefined
  for (const { block, said } of blocks) {
    if (said.claims.length === 0) continue
    for (const claim of said.claims) {
      const key = `${claim.rule}\0${claim.sentence}`
      if (seen.has(key)) continue
      seen.add(key)
      if (block.tag === '@json') {
        // The answers of a FAQ stand in the page too, with their lists.
        visibleWords ??= wordsShown(blocks)
        if (visibleWords.includes(wordsOf(claim.sentence).trim())) continue
      }
      const severity = severityOfClaim(claim, page, brand, rules)
      if (severity === 'off') continue
      add({
        rule: claim.rule,
        ...(severity !== undefined && { severity }),
        quote: claim.sentence,
        context: block.text,
        problem: `says "${claim.words}"`,
      })
    }
  }
}

function wordsShown(blocks: readonly ReadBlock[]): string {
  return blocks
    .filter(({ block }) => !block.tag.startsWith('@') && !block.whole)
    .map(({ block }) => wordsOf(block.text))
    .join('')
    .replace(/ +/g, ' ')
}

function severityOfClaim(
  claim: Claim,
  page: JudgedPage,
  { values }: JudgedBrand,
  rules: RuleSet,
): Severity | 'off' | undefined {
  const info = rules.infos.get(claim.rule)
  if (info?.when === 'not-lenders-only' && values.leadBuyers === 'lenders-only') return 'off'
  if (info?.when === 'unsubstantiated' && values.substantiation?.some(({ rule }) => rule === claim.rule))
    return 'off'
  if (info?.when === 'no-badge-record' && (values.badges ?? []).length > 0) return 'off'
  if (info?.when === 'usual-maximum' && maximumOf(values) > 1000) return 'off'
  if (page.audience === 'educational' && claim.rule.startsWith('claim/'))
    return info?.severity === 'error' ? 'warning' : 'info'
  return undefined
}

/** Facts that must be the same on every page. */
function factsOf(blocks: readonly ReadBlock[]): [string, string, string][] {
  const facts = new Map<string, [string, string, string]>()
  for (const { said, block } of blocks) {
    if (said.prices === undefined || block.whole || block.tag.startsWith('@')) continue
    const { words } = said
    const range =
      / (?:loan|loans|borrow|ask for|cash|request|prestamos?)(?: [a-z]+){0,4} \$(\d+) to \$(\d+) /.exec(words)
    if (range !== null && !isAboutOthers(words))
      facts.set(`range ${range[1]} ${range[2]}`, ['amounts', `$${range[1]} to $${range[2]}`, block.text])
    const minutes = / (?:decision|approv\w*|answer|lender approval)(?: [a-z]+){0,6} (\d+) minutes /.exec(
      words,
    )
    if (minutes !== null)
      facts.set(`minutes ${minutes[1]}`, ['time to a decision', `${minutes[1]} minutes`, block.text])
  }
  return [...facts.values()]
}
