// The companies that certify a visitor's consent to the form's terms, as evidence for lead buyers.

import * as z from 'zod'
import { asWarning, type Diagnostic, diagnostic, didYouMean } from '../diagnostics/index.ts'
import { issueOf, type LocatedMap, type OwnProblem, valueAt } from '../yaml/index.ts'

const certifiers = ['trustedform', 'jornaya'] as const

/** The certifiers, each with the key of its campaign, which may be empty. */
export type Certificates = { readonly [Name in (typeof certifiers)[number]]?: string }

type Entry = string | Readonly<Record<string, string>>

const campaignKey = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** `provider.certificates`: names of certifiers, and for Jornaya the key of its campaign. */
export const certificatesSchema = z
  .array(z.union([z.string(), z.record(z.string(), z.string())]))
  .max(certifiers.length)
  .check(({ value, issues }) => {
    for (const [index, entry] of value.entries()) {
      const problem = problemOf(entry)
      if (problem !== undefined) issues.push(issueOf(problem, [index]))
    }
  })

function problemOf(entry: Entry): OwnProblem | undefined {
  const names = typeof entry === 'string' ? [entry] : Object.keys(entry)
  const unknown = names.find(name => !certifiers.some(certifier => certifier === name))
  if (unknown !== undefined)
    return {
      message: `is ${JSON.stringify(unknown)}, which is not a certifier that Imprint supports.`,
      hint: didYouMean(unknown, certifiers) ?? '',
    }
  if (typeof entry === 'string') return
  if (entry.trustedform !== undefined)
    return { message: 'gives "trustedform" a value, but it takes none.', hint: 'Write "trustedform" alone.' }
  const key = entry.jornaya ?? ''
  if (campaignKey.test(key)) return
  return {
    message: `has ${JSON.stringify(key)}, which is not a campaign key.`,
    hint: 'Jornaya’s portal shows it in the campaign’s code: the 36 characters of <key> in "campaign/<key>.js".',
  }
}

/** Undefined if there is no certifier. */
export function certificatesOf(entries: readonly Entry[] = []): Certificates | undefined {
  if (entries.length === 0) return undefined
  return Object.fromEntries(
    entries.flatMap(entry => (typeof entry === 'string' ? [[entry, '']] : Object.entries(entry))),
  )
}

/** Warns that the site cannot load Jornaya's script without a campaign. */
export function unnamedCampaign(located: LocatedMap): Diagnostic[] {
  const list = valueAt(located, ['provider', 'certificates'])
  const plain =
    list?.kind === 'list'
      ? list.items.find(item => item.kind === 'scalar' && item.value === 'jornaya')
      : undefined
  if (plain === undefined) return []
  const message =
    '"jornaya" has no campaign: the page allows its script, but the provider’s own script must load it.'
  const hint = 'If you have a campaign of your own, write "{jornaya: <campaign key>}" instead.'
  return [asWarning(diagnostic('brand/invalid-value', message, { at: plain.origin, hint }))]
}
