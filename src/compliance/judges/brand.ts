// Findings from brand.yaml alone: what it leaves open, what it promises, and who approved the provider's disclosures.

import { approvalDays, approvalDue, type BrandConfig, isPlaceholder, yearAfter } from '../../brand/index.ts'
import { sha256Of } from '../../files/index.ts'
import { Passage } from '../pages/passages.ts'
import type { RuleSet } from '../rules.ts'
import type { PageFinding } from '../verdict.ts'
import { readText } from '../words/text.ts'
import { channelFindings } from './channels.ts'

export interface JudgedConfig {
  readonly brand: BrandConfig
  readonly rules: RuleSet
  /** The current date for waivers and reviews, `YYYY-MM-DD`. */
  readonly day: string
}

type Values = BrandConfig['values']
const atName = { at: { brand: ['name'] } } as const

export function* brandFindings({ brand, rules, day }: JudgedConfig): Generator<PageFinding> {
  const { values, disclosures } = brand
  const missing = (['legalName', 'address'] as const).filter(key => values[key] === undefined)
  if (missing.length > 0)
    yield {
      ...atName,
      rule: 'id/contact',
      // A brand that has neither key was written before they existed; one that has only one of them is incomplete.
      severity: missing.length === 2 ? 'warning' : 'error',
      problem: `has no ${missing.map(key => `"${key}"`).join(' and no ')} in brand.yaml`,
    }
  if (values.leadBuyers === undefined)
    yield {
      ...atName,
      rule: 'id/data-sharing',
      severity: 'warning',
      problem: 'does not say in brand.yaml who receives the data ("leadBuyers: lenders-only" or "partners")',
    }
  yield* reviewFindings(values, rules, day)
  yield* nameFindings(values.name, rules)
  yield* channelFindings(values)
  yield* approvalFindings(brand, day)
  const [first] = disclosures ?? []
  if (first === undefined || disclosures?.some(({ heading }) => heading === 'Advertiser Disclosure')) return
  const { heading } = first
  yield {
    rule: 'disc/complete',
    severity: 'warning',
    quote: heading,
    problem: `leaves the disclosure "${heading}" out of the footer, because no disclosure has the heading "Advertiser Disclosure"`,
  }
}

/** Whether the list of states was reviewed, by whom and when. */
function* reviewFindings(values: Values, rules: RuleSet, day: string): Generator<PageFinding> {
  const rule = 'states/reviewed'
  const { reviewedBy, reviewedOn } = values.states ?? {}
  if (reviewedBy === undefined || reviewedOn === undefined) {
    const served = rules.advisoryStates.filter(state => !values.unavailableStates.includes(state)).join(', ')
    const listed = `; it serves ${served}, which secondary lists name as states that prohibit short-term loans or cap their rates`
    const problem = 'has a list of states that nobody has signed off ("states: {reviewedBy, reviewedOn}")'
    yield { rule, at: { brand: ['unavailableStates'] }, problem: served === '' ? problem : problem + listed }
  } else if (!isPlaceholder(reviewedBy) && yearAfter(reviewedOn) <= day) {
    const problem = `has a list of states that was last reviewed on ${reviewedOn}`
    yield { rule, at: { brand: ['states', 'reviewedOn'] }, problem }
  }
}

function* nameFindings(name: string, rules: RuleSet): Generator<PageFinding> {
  const rule = 'claim/brand-name'
  const claims = rules
    .reader()(new Passage(readText(`${name}.`)))
    .claims.filter(({ by }) => by === 'phrase')
  for (const claim of claims)
    if (rules.infos.get(claim.rule)?.severity === 'error')
      yield { ...atName, rule, quote: name, problem: `has a name that is a claim (${claim.rule})` }
  const problem = 'has a name that sounds like a lender, a promise or an authority'
  if (claims.length === 0 && promisingName.test(name) && !matchingName.test(name))
    yield { ...atName, rule, quote: name, problem }
}

const promisingName =
  /\b(?:direct lending|bank|guarantee[ds]?|instant (?:cash|loan|approval)s?|government|federal|lenders?)\b/i
const matchingName = /\b(?:match|finder|compare|connect|find|search|guide|to lenders?)\b/i

/** Whether someone approved the provider's current disclosures recently enough. */
function* approvalFindings({ disclosures, values }: BrandConfig, day: string): Generator<PageFinding> {
  if (disclosures === undefined) return
  const sha256 = sha256Of(new TextEncoder().encode(JSON.stringify(disclosures)))
  const rule = 'disc/approved'
  if (values.disclosures === undefined) {
    const problem = `shows the provider's disclosures, but brand.yaml does not say who approved them (sha256: ${sha256})`
    return yield { ...atName, rule, computed: sha256, problem }
  }
  const { approvedBy, approvedOn, sha256: approved } = values.disclosures
  if (approved !== sha256)
    yield {
      rule,
      severity: 'error',
      at: { brand: ['disclosures', 'sha256'] },
      computed: sha256,
      problem: `shows disclosures that differ from those that ${approvedBy} approved on ${approvedOn} (their sha256 is now ${sha256})`,
    }
  else if (approvalDue(approvedOn) <= day) {
    const problem = `shows disclosures that were last approved on ${approvedOn}, more than ${approvalDays} days ago`
    yield { rule, at: { brand: ['disclosures', 'approvedOn'] }, problem }
  }
}
