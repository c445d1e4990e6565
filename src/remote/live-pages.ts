// Pages of live sites, asked for at their addresses: their manifests only say which have other bytes.

import { inParallel } from '../files/index.ts'
import { sha256Of } from '../output/index.ts'
import { ask } from './fetch.ts'

/** A page as a live site's manifest names it. */
export interface LivePage {
  /** Of the home page, with the site's path. */
  readonly url: string
  readonly route: string
  readonly sha256: string
}

/** How many pages are asked for at the same time. */
const atOnce = 10

/**
 * Asks for pages. Undefined for one that is not answered with the bytes that the manifest names: a server on the way may add to it.
 * Of a site that does not answer, no more are asked for.
 */
export function livePages(
  pages: readonly LivePage[],
  timeout?: number,
): Promise<readonly (Uint8Array | undefined)[]> {
  const silent = new Set<string>()
  return inParallel(pages, atOnce, async ({ url, route, sha256 }) => {
    if (silent.has(url)) return undefined
    const answer = await ask(`${url.replace(/\/+$/, '')}${route}`, timeout === undefined ? {} : { timeout })
    if ('failure' in answer) silent.add(url)
    return 'bytes' in answer && sha256Of(answer.bytes) === sha256 ? answer.bytes : undefined
  })
}
