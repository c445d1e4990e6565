// The live sites: each brand's own `imprint-manifest.json`, fetched from its address.

import type { Pack } from '../cache/index.ts'
import { type Diagnostic, diagnostic, type Outcome } from '../diagnostics/index.ts'
import { attempt, inParallel } from '../files/index.ts'
import { manifestName, parseManifest } from '../output/index.ts'
import { ask } from './fetch.ts'

interface LiveSite {
  readonly brand: string
  /** The address of the home page, with the site's path. */
  readonly url: string
}

/** Number of sites that are requested at the same time. */
const atOnce = 10

/** A response from an earlier run, with what the server needs to confirm that it is still valid. */
interface CachedAnswer {
  readonly etag: string | null
  readonly modified: string | null
  readonly text: string
}

/**
 * Requests the manifests of brands' live sites. Reports brands that are not live yet, and sites that do not respond, about
 * which nothing is known.
 * @param cached Responses from earlier runs, which the caller saves.
 * @returns The text of each manifest, by brand.
 */
export async function liveManifests(
  sites: readonly LiveSite[],
  options: { readonly cached?: Pack | undefined; readonly timeout?: number } = {},
): Promise<Outcome<ReadonlyMap<string, string>>> {
  const answers = await inParallel([...sites], atOnce, site => liveManifest(site, options))
  const manifests = answers.flatMap(({ value }, index) => {
    const { brand = '' } = sites[index] ?? {}
    return value === undefined ? [] : [[brand, value] as const]
  })
  return { value: new Map(manifests), diagnostics: answers.flatMap(({ diagnostics }) => diagnostics) }
}

async function liveManifest(
  { brand, url }: LiveSite,
  { cached, timeout }: { readonly cached?: Pack | undefined; readonly timeout?: number },
): Promise<Outcome<string | undefined>> {
  const address = `${url.replace(/\/+$/, '')}/${manifestName}`
  const failed = (problem: Diagnostic) => ({ value: undefined, diagnostics: [problem] })
  const unknown = (why: string) =>
    failed(
      diagnostic('live/unreachable', `${address}: ${why}.`, {
        brand,
        hint: 'It is unknown which pages visitors would lose. Check whether the site is up, then run the command again.',
      }),
    )
  const before = parsedCache(cached?.get(address))
  const answer = await ask(address, {
    ...(timeout !== undefined && { timeout }),
    headers: {
      ...(before?.etag && { 'if-none-match': before.etag }),
      ...(before?.modified && { 'if-modified-since': before.modified }),
    },
  })
  if ('failure' in answer)
    return answer.code === 'ENOTFOUND' ? failed(notLive(brand, url, answer.failure)) : unknown(answer.failure)
  const { status, headers, bytes } = answer
  if (status === 404 || status === 410)
    return failed(notLive(brand, url, `${address} responded with status ${status}`))
  if (status === 304 && before !== undefined) return { value: before.text, diagnostics: [] }
  if (status !== 200) return unknown(`it responded with status ${status}`)
  if (parseManifest(bytes) === undefined) return unknown('its response is not an Imprint manifest')
  const text = new TextDecoder().decode(bytes)
  const [etag, modified] = [headers.get('etag'), headers.get('last-modified')]
  if (etag !== null || modified !== null)
    cached?.set(address, JSON.stringify({ etag, modified, text } satisfies CachedAnswer))
  return { value: text, diagnostics: [] }
}

function notLive(brand: string, url: string, why: string): Diagnostic {
  return diagnostic('diff/not-live', `There is no Imprint site at ${url} yet: ${why}.`, {
    brand,
    hint: 'If this is the first deployment, no pages can be lost. Otherwise, make sure that imprint-manifest.json is deployed with the site.',
  })
}

/** Undefined for anything but a response with a complete manifest. */
function parsedCache(text: string | undefined): CachedAnswer | undefined {
  return attempt(() => {
    const answer = JSON.parse(text ?? '') as CachedAnswer
    return parseManifest(Buffer.from(answer.text)) === undefined ? undefined : answer
  })
}
