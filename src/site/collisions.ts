// No two pages may claim one output path, also on disks and hosts that fold case.

import { type Diagnostic, diagnostic, startOf } from '../diagnostics/index.ts'
import type { PlannedPage } from './pages/page-kind.ts'
import { outputPathOf } from './urls.ts'

/** Pages whose output path another page has already. A page with a source file gives way to one that every site has. */
export function routeCollisions(pages: readonly Omit<PlannedPage<never>, 'fill'>[]): Diagnostic[] {
  const claimed = new Map<string, string>()
  const inOrder = [...pages.filter(page => page.file === undefined), ...pages.filter(page => page.file)]
  return inOrder.flatMap(({ route, file }) => {
    const path = outputPathOf(route).normalize('NFC').toLowerCase()
    const other = claimed.get(path)
    claimed.set(path, file ?? `the page "${route}"`)
    if (other === undefined) return []
    return [
      diagnostic(
        'site/route-collision',
        `The page "${route}" would be written to ${path}, which ${other} already claims.`,
        {
          ...(file !== undefined && { at: startOf(file) }),
          hint: 'Give one of the two another address: an article has that of its slug.',
        },
      ),
    ]
  })
}
