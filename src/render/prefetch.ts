// Fetches pages early: browsers that support speculation rules fetch a link's page while the pointer rests on it
// (https://developer.mozilla.org/docs/Web/API/Speculation_Rules_API). This is done with a header, so that pages and their
// policies do not change; nothing on a fetched page runs before the visit.

import { hashedPath } from '../assets/index.ts'
import type { OutputFile } from '../files/index.ts'
import type { Site } from '../site/index.ts'
import type { HeaderRule } from './host-rules.ts'

/** The media type that browsers require, and the file extension that servers must map to it. */
export const speculationRules = {
  extension: '.speculationrules',
  type: 'application/speculationrules+json',
} as const

/** The rules of a site, in one of its files; none on a host that sends no headers. */
export function prefetchFile({ view, host }: Pick<Site, 'view' | 'host'>): OutputFile | undefined {
  if (host === 's3') return undefined
  const where = { href_matches: `${view.brand.basePath}/*` }
  const bytes = new TextEncoder().encode(
    `${JSON.stringify({ prefetch: [{ where, eagerness: 'moderate' }] })}\n`,
  )
  return { path: hashedPath(`prefetch${speculationRules.extension}`, bytes), bytes }
}

/** The header of every page that names the rules, and the type of their file. */
export function prefetchHeaders(site: Pick<Site, 'view' | 'host'>): {
  readonly everywhere: HeaderRule['headers']
  readonly file: readonly HeaderRule[]
} {
  const file = prefetchFile(site)
  if (file === undefined) return { everywhere: [], file: [] }
  const path = `${site.view.brand.basePath}/${file.path}`
  return {
    everywhere: [['Speculation-Rules', `"${path}"`]],
    file: [{ path, headers: [['Content-Type', speculationRules.type]] }],
  }
}
