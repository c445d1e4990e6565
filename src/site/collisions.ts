// No two pages may claim one output path, also on disks and hosts that fold case.

import { type Diagnostic, diagnostic, startOf } from '../diagnostics/index.ts'
import type { PlannedPage } from './pages/page-kind.ts'
import { outputPathOf } from './urls.ts'

/** Reports each page whose output path an earlier page has. */
export function routeCollisions(pages: readonly Omit<PlannedPage<never>, 'fill'>[]): Diagnostic[] {
  const claimed = new Map<string, string>()
  return pages.flatMap(({ route, source }) => {
    const path = outputPathOf(route).normalize('NFC').toLowerCase()
    const other = claimed.get(path)
    claimed.set(path, source ?? `the page "${route}"`)
    if (other === undefined) return []
    const problem = `The page "${route}" would be written to ${path}, which ${other} already claims.`
    const hint =
      'Give one of the two another address: an article has that of its slug, a page that of its file.'
    const at = source === undefined ? undefined : startOf(source)
    return [diagnostic('site/route-collision', problem, { ...(at && { at }), hint })]
  })
}
