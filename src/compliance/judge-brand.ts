// What brand.yaml alone tells: what it leaves open, what it promises, who approved the provider's texts.

import type { BrandConfig } from '../brand/index.ts'
import { sha256Of } from '../files/index.ts'
import { alone, claimsOf } from './claims.ts'
import { aprOf } from './cost.ts'
import type { KeptReadings, RuleSet } from './rules.ts'
import { readSentences } from './text.ts'
import type { PageFinding } from './verdict.ts'

export interface JudgedConfig {
  readonly brand: BrandConfig
  readonly rules: RuleSet
  /** Default: everything is read anew. */
  readonly kept?: KeptReadings | undefined
  /** The day for dates of waivers and reviews, `YYYY-MM-DD`. */
  readonly day: string
}

export function* brandFindings({
  brand,
  rules,
  day,
  kept = (_, read) => read(),
}: JudgedConfig): Generator<PageFinding> {
  const { values } = brand
  const missing = [
    ...(values.legalName === undefined ? ['"legalName"'] : []),
    ...(values.address === undefined ? ['"address"'] : []),
  ]
  if (missing.length > 0) {
    // A brand that names neither is from before these keys; one that names half has forgotten the other.
    const severity = missing.length === 2 ? 'warning' : 'error'
    yield {
      rule: 'id/contact',
      severity,
      at: { brand: ['name'] },
      problem: `has no ${missing.join(' and no ')} in brand.yaml`,
    }
  }
  if (values.leadBuyers === undefined)
    yield {
      rule: 'id/data-sharing',
      severity: 'warning',
      at: { brand: ['name'] },
      problem: 'does not say in brand.yaml who receives the data ("leadBuyers: lenders-only" or "partners")',
    }
  const { reviewedBy, reviewedOn } = values.states ?? {}
  if (reviewedBy === undefined || reviewedOn === undefined)
    yield {
      rule: 'states/reviewed',
      at: { brand: ['unavailableStates'] },
      problem: unsigned(rules.advisoryStates.filter(state => !values.unavailableStates.includes(state))),
    }
  else if (monthsBetween(reviewedOn, day) >= 12)
    yield {
      rule: 'states/reviewed',
      at: { brand: ['states', 'reviewedOn'] },
      problem: `has a list of states that was last reviewed on ${reviewedOn}`,
    }
  const text = `${values.name}.`
  const names = kept(`name ${text}`, () => claimsOf(alone(text), readSentences(text), rules))
  for (const claim of names) {
    if (rules.infos.get(claim.rule)?.severity === 'error')
      yield {
        rule: 'claim/brand-name',
        at: { brand: ['name'] },
        quote: values.name,
        problem: `has a name that is a claim (${claim.rule})`,
      }
  }
  if (
    /\b(?:direct lend(?:er|ing)|bank|guarantee[ds]?|instant (?:cash|loan|approval)s?|government|federal|lenders?)\b/i.test(
      values.name,
    ) &&
    names.length === 0 &&
    !/\b(?:match|finder|compare|connect|find|search|guide|to lenders?)\b/i.test(values.name)
  )
    yield {
      rule: 'claim/brand-name',
      at: { brand: ['name'] },
      quote: values.name,
      problem: 'has a name that sounds like a lender, a promise or an authority',
    }
  const { costExample, terms, maxApr } = values
  const shortest = terms?.minDays ?? costExample.days
  const highest = maxApr ?? aprOf(costExample.feePer100, 100, costExample.days)
  for (const channel of values.channels ?? []) {
    const at = { brand: ['channels'] }
    if (channel === 'google-ads' && (shortest < 61 || highest >= 36))
      yield {
        rule: 'channel/google-ads',
        at,
        problem: `has terms from ${shortest} days and rates up to ${highest.toFixed(0)}% APR; Google Ads asks for 61 days or more and less than 36%`,
      }
    if (channel === 'meta' && shortest <= 90)
      yield {
        rule: 'channel/meta',
        at,
        problem: `has terms from ${shortest} days; Meta takes no payday loans and none of 90 days or less`,
      }
  }
  yield* approvalFindings(brand, day)
  if (
    brand.disclosures !== undefined &&
    !brand.disclosures.some(({ heading }) => heading === 'Advertiser Disclosure')
  ) {
    const [first] = brand.disclosures
    if (first !== undefined)
      yield {
        rule: 'disc/complete',
        severity: 'warning',
        quote: first.heading,
        context: first.heading,
        problem: `leaves the disclosure "${first.heading}" out of the footer, because none has the heading "Advertiser Disclosure"`,
      }
  }
}

/** Days that an approval of the provider's texts lasts. */
const approvalDays = 90

/** Whether somebody approved the provider's texts as they are now, not long ago. */
function* approvalFindings({ disclosures: texts, values }: BrandConfig, day: string): Generator<PageFinding> {
  if (texts === undefined) return
  const sha256 = sha256Of(new TextEncoder().encode(JSON.stringify(texts)))
  const rule = 'disc/approved'
  const approval = values.disclosures
  if (approval === undefined) {
    yield {
      rule,
      at: { brand: ['name'] },
      computed: sha256,
      problem: `shows the provider's texts, and brand.yaml does not say who approved them (sha256: ${sha256})`,
    }
    return
  }
  const { approvedBy, approvedOn } = approval
  if (approval.sha256 !== sha256)
    yield {
      rule,
      severity: 'error',
      at: { brand: ['disclosures', 'sha256'] },
      computed: sha256,
      problem: `shows other texts of the provider than ${approvedBy} approved on ${approvedOn} (their sha256 is now ${sha256})`,
    }
  else if (Date.parse(day) - Date.parse(approvedOn) > approvalDays * 86_400_000)
    yield {
      rule,
      at: { brand: ['disclosures', 'approvedOn'] },
      problem: `shows texts of the provider that were last approved on ${approvedOn}, more than ${approvalDays} days ago`,
    }
}

function unsigned(served: readonly string[]): string {
  const text = 'has a list of states that nobody signed ("states: {reviewedBy, reviewedOn}")'
  if (served.length === 0) return text
  return `${text}; it serves ${served.join(', ')}, which secondary lists name as states that prohibit or cap such loans`
}

function monthsBetween(from: string, to: string): number {
  const [years, months] = [
    Number(to.slice(0, 4)) - Number(from.slice(0, 4)),
    Number(to.slice(5, 7)) - Number(from.slice(5, 7)),
  ]
  return years * 12 + months - (to.slice(8) < from.slice(8) ? 1 : 0)
}
