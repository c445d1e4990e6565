// Fetches a brand's disclosures from its forms provider, for `disclosures.lock.json`.

import type { Disclosure } from '../brand/index.ts'
import { diagnostic, type Outcome } from '../diagnostics/index.ts'
import { forbiddenCharacter } from '../files/index.ts'
import { sha256Of } from '../output/index.ts'
import { ask } from './fetch.ts'

/** The disclosures as the provider serves them now. */
export interface FetchedDisclosures {
  readonly source: string
  /** The hash of the received bytes. */
  readonly sha256: string
  readonly entries: readonly Disclosure[]
}

const limit = 1_000_000

/**
 * Requests a brand's disclosures from its provider. Redirects are refused: legal text must come from the address that the
 * brand names. Each kind of failure has its own message, and none changes the lock.
 */
export async function fetchDisclosures(
  brand: string,
  url: string,
  source: string,
  options: { readonly timeout?: number } = {},
): Promise<Outcome<FetchedDisclosures | undefined>> {
  const fail = (
    why: string,
    hint = 'The stored disclosures, if any, were not changed. Try again later, or ask the provider.',
  ) => ({
    value: undefined,
    diagnostics: [diagnostic('disclosures/unavailable', `${url}: ${why}.`, { brand, hint })],
  })
  const answer = await ask(url, { ...options, follow: false, limit })
  if ('failure' in answer) return fail(answer.failure)
  const { status, headers, bytes } = answer
  if (status >= 300 && status < 400) {
    const hint = 'Check providerHost and provider.disclosurePath. Redirects are not followed for disclosures.'
    return fail(`it redirects to ${headers.get('location') ?? 'another address'}`, hint)
  }
  if (status !== 200) return fail(`it responded with status ${status}`)
  const type = headers.get('content-type') ?? 'no content type'
  if (!/^application\/(?:[\w.-]+\+)?json\b/.test(type))
    return fail(`it responded with ${type} instead of JSON`)
  let parsed: unknown
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return fail('its response is not JSON in UTF-8')
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    return fail('its response is not a JSON object')
  const pairs = Object.entries(parsed)
  if (pairs.length === 0) return fail('its response contains no disclosures')
  const entries: Disclosure[] = []
  for (const [heading, text] of pairs) {
    const named = `the disclosure ${JSON.stringify(heading.slice(0, 60))}`
    if (typeof text !== 'string') return fail(`${named} is not text`)
    const entry = { heading: heading.trim(), text: text.replace(/\r\n?/g, '\n').trim() }
    const why = faultOf(entry)
    if (why !== undefined) return fail(`${named} ${why}`)
    entries.push(entry)
  }
  if (pairs.length > 64)
    return fail(`its response contains ${pairs.length} disclosures, but at most 64 are accepted`)
  return { value: { source, sha256: sha256Of(bytes), entries }, diagnostics: [] }
}

/** Why a page could not show it, or could not show it as intended. */
function faultOf({ heading, text }: Disclosure): string | undefined {
  if (heading === '' || text === '') return 'is empty'
  if (heading.length > 120 || text.length > 20_000) return 'is too long'
  const both = `${heading} ${text}`
  if (/<[a-z!/][^>]*>|&(?:#\w+|[a-z]{2,8});/i.test(both)) return 'contains markup instead of plain text'
  const code = forbiddenCharacter(both)?.character.codePointAt(0)
  if (code !== undefined)
    return `contains the invisible character U+${code.toString(16).toUpperCase().padStart(4, '0')}, which is not allowed on pages`
  return undefined
}

/** The bytes of a lock file. `fetchedAt` is a date, ISO 8601. */
export function lockFile({ source, sha256, entries }: FetchedDisclosures, fetchedAt: string): string {
  return `${JSON.stringify({ source, fetchedAt, sha256, entries }, undefined, 2)}\n`
}
