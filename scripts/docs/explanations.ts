// The meaning of each diagnostic code and each content rule, with an example and a remedy: for the manual's reference, and for
// `imprint explain <code>`, which reads them from lib/explanations.json (scripts/compile.mjs).

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { packagedRules, parseRules } from '../../src/compliance/index.ts'
import { documentedCodes, isMilder, milder, remediesOf } from './diagnostics.ts'

export interface Explanation {
  readonly code: string
  readonly severity: string
  readonly means: string
  /** The legal basis of a rule. */
  readonly basis?: string
  /** The output of the command, or sentences that break a rule. */
  readonly examples: readonly string[]
  readonly remedies: readonly string[]
}

/** Every code in the order of the catalogue, then every rule. `root` is the folder of the repository. */
export function explanations(root: string): readonly Explanation[] {
  return [...codes(root), ...rules(root)]
}

/** A code may have many variants; more examples would add nothing. */
const mostExamples = 3

function codes(root: string): Explanation[] {
  const described = meanings(root)
  return documentedCodes(root).map(({ code, severity, examples }) => ({
    code,
    severity: isMilder(severity, examples) ? `${severity} (${milder})` : severity,
    means: described.get(code) ?? messageOf(examples[0]?.text ?? '', code),
    examples: examples.slice(0, mostExamples).map(({ text }) => text),
    remedies: remediesOf(examples).slice(0, mostExamples),
  }))
}

/** The meaning of each code, from the tables "Problem | Means" of the manual. */
function meanings(root: string): ReadonlyMap<string, string> {
  const folder = join(root, 'docs')
  const texts = readdirSync(folder)
    .filter(name => name.endsWith('.md'))
    .map(name => readFileSync(join(folder, name), 'utf8'))
  // A row with several codes has one meaning for all of them.
  const rows = texts.flatMap(text => [...text.matchAll(/^\| (`[^|`]*`) \| (.*) \|$/gm)])
  return new Map(
    rows.flatMap(([, named = '', means = '']) =>
      [...named.matchAll(/`([a-z]+\/[a-z0-9-]+)`/g)].map(
        ([, code = '']) => [code, sentence(plain(means))] as const,
      ),
    ),
  )
}

/** Markdown without its links. */
function plain(text: string): string {
  return text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
}

function sentence(text: string): string {
  const trimmed = text.trim().replace(/\s+/g, ' ')
  const start = /^[a-z]+\b(?!:)/.test(trimmed) ? trimmed.charAt(0).toUpperCase() : trimmed.charAt(0)
  return `${start}${trimmed.slice(1)}${/[.!?]["”]?$/.test(trimmed) ? '' : '.'}`
}

/** The message of a problem, without its place, code and brand. */
function messageOf(printed: string, code: string): string {
  const [message = ''] = printed.slice(printed.indexOf(code) + code.length).split(/\n(?: {2}|$)/)
  return sentence(message.replace(/ \([\w-]+\)\s*$/, ''))
}

function rules(root: string): Explanation[] {
  const { infos } = parseRules(undefined).value
  return [...infos.values()].map(({ id, severity, says, basis, fix }) => {
    const example = claimExample(id) ?? labelledExample(root, id) ?? pageExamples[id]
    return {
      code: `compliance/${id}`,
      severity,
      means: says === undefined ? sentence(fix) : `A page ${says}.`,
      basis,
      examples: example === undefined ? [] : [example],
      remedies: [sentence(fix)],
    }
  })
}

function claimExample(id: string): string | undefined {
  return Object.values(packagedRules.claims[id]?.phrases ?? {})[0]
}

/** A training example that breaks the rule: the first that is marked as plain, or else the first. */
function labelledExample(root: string, id: string): string | undefined {
  const path = join(root, 'examples', `${id}.yaml`)
  if (!existsSync(path)) return undefined
  const { breaks = [] } = parse(readFileSync(path, 'utf8')) as {
    readonly breaks?: readonly (readonly [writer: string, level: string, text: string])[]
  }
  return (breaks.find(([, level]) => level === 'plain') ?? breaks[0])?.[2]
}

/** Examples for rules about a whole page or brand, which no sentence can break. */
const pageExamples: Readonly<Record<string, string>> = {
  'id/not-a-lender': 'A form without a statement near it that the brand is not a lender.',
  'id/approval-not-guaranteed': 'A form without a statement near it that approval is not guaranteed.',
  'id/advertiser-disclosure': 'A page that links to the form and does not say that lenders pay the brand.',
  'id/credit-check': 'A form without a statement near it about credit checks.',
  'id/data-sharing': 'A form without a statement near it about who receives the data.',
  'id/contact': 'A footer without the phone number, the email address or the postal address.',
  'disc/visible-without-hover': 'A disclosure that appears only in an icon’s tooltip.',
  'disc/baked': 'A disclosure that a script fetches after the page has loaded.',
  'disc/complete': 'A disclosures.lock.json without an entry whose heading is "Advertiser Disclosure".',
  'disc/approved': 'Disclosures without "approvedBy", or with an approval that is more than 90 days old.',
  'legal/provider-docs': 'A footer without a link to the provider’s terms.',
  'legal/late-and-nonpayment': 'A site that does not say anywhere what a late payment costs.',
  'legal/renewal': 'A site that does not say anywhere whether a loan renews automatically.',
  'legal/responsible-use':
    'A site that does not say anywhere that short-term loans are not a solution to long-term debt.',
  'legal/mla': 'A site that does not mention the rules for members of the armed forces anywhere.',
  'priv/dns-link': 'A footer without the link "Do Not Sell or Share My Personal Information".',
  'priv/limit-link': 'A footer without the link to limit the use of sensitive data.',
  'priv/notice-at-collection': 'A form without a link to the privacy notice next to it.',
  'priv/no-tracker-on-form-page': 'A brand with "analytics", whose tags load on the page with the form.',
  'priv/unknown-third-party': 'A page that loads a script from a host that brand.yaml does not name.',
  'priv/gpc': 'A privacy page that says nothing about Global Privacy Control.',
  'priv/optout-page-plain': 'An opt-out page that names neither an email address nor a phone number.',
  'priv/passed-parameters': '"provider.pass: [gclid]" and a privacy page that does not mention it.',
  'priv/consent-certificates':
    '"provider.certificates: [trustedform]" and a privacy page that does not say that the use of the form is recorded.',
  'claim/brand-name': 'A brand called "Guaranteed Cash".',
  'states/listed': 'The sentence "not available in every state" without the list of states.',
  'states/reviewed':
    'A brand.yaml without "states: {reviewedBy, reviewedOn}", or a review that is a year old.',
  'copy/faq-facts': 'An FAQ answer with a maximum other than "maxAmount".',
  'channel/google-ads': '"channels: [google-ads]" and a loan that is due within 60 days.',
  'channel/meta': '"channels: [meta]" and a text about payday loans.',
}
