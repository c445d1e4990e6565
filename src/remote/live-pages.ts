// Pages of live sites, fetched from their addresses: their manifests show only which have different bytes.

import { inParallel } from '../files/index.ts'
import { sha256Of } from '../output/index.ts'
import { ask } from './fetch.ts'

/** A page in a live site's manifest. */
interface LivePage {
  /** The address of the home page, with the site's path. */
  readonly url: string
  readonly route: string
  readonly sha256: string
}

/** Number of pages that are requested at the same time. */
const atOnce = 10

/**
 * Fetches pages. Undefined for a page whose bytes do not match the manifest: a server on the way may have added to it. After a
 * site has failed to respond, no more requests are made to it.
 */
export function livePages(pages: readonly LivePage[]): Promise<readonly (Uint8Array | undefined)[]> {
  const silent = new Set<string>()
  return inParallel(pages, atOnce, async ({ url, route, sha256 }) => {
    if (silent.has(url)) return undefined
    const answer = await ask(`${url.replace(/\/+$/, '')}${route}`)
    if ('failure' in answer) silent.add(url)
    return 'bytes' in answer && sha256Of(answer.bytes) === sha256 ? answer.bytes : undefined
  })
}
