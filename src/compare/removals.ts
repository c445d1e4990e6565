// Finds published pages that a new build would remove, so that this does not happen silently.

import { addressKey, type LeftOut } from '../content/index.ts'
import { type Diagnostic, diagnostic, type Origin, startOf, suggest } from '../diagnostics/index.ts'
import { type Manifest, sitePathOf } from '../output/index.ts'
import { routeOf, type Site } from '../site/index.ts'

/**
 * Reports each published page that the site lacks and that no redirect of the site replaces. Pure.
 * @param published The manifest of the site that visitors have now.
 */
export function removals(published: Manifest, site: Site): Diagnostic[] {
  const { leftOut, pages, redirects, publicFiles, view } = site
  const routes = new Set([
    ...pages.map(({ route }) => route),
    ...publicFiles.map(({ path }) => routeOf(path)),
  ])
  const redirected = new Set(redirects.map(({ from }) => addressKey(from)))
  const before = new Set(
    published.files.flatMap(({ path }) => {
      const sitePath = sitePathOf(published, path)
      return sitePath === undefined ? [] : routeOf(sitePath)
    }),
  )
  const gone = [...before].filter(route => route.endsWith('/') || route.endsWith('.html'))
  const fresh = [...routes].filter(route => !before.has(route))
  return gone.flatMap(route => {
    if (routes.has(route) || derivedRoute.test(route) || redirected.has(addressKey(route))) return []
    const why = leftOut.get(route)
    // The author set that date.
    if (why?.reason === 'expired') return []
    const to =
      why === undefined ? (suggest(route, fresh) ?? (fresh.length === 1 ? fresh[0] : undefined)) : undefined
    // For example, the last build was of another Git branch.
    const neverLive = why === undefined ? ' (for example, if the page was never live)' : ''
    return [
      diagnostic(
        'site/would-disappear',
        `The page "${route}" of the last build would disappear: ${reason(why)}.`,
        {
          at: placeOf(why),
          brand: view.brand.id,
          causedBy: why?.reason === 'broken' ? why.origin : undefined,
          hint: `${why === undefined ? 'Restore it' : advice[why.reason]}, add "- {from: ${route}, to: ${to ?? '…'}}" to content/redirects.yaml, or use --allow-removals${neverLive}.`,
        },
      ),
    ]
  })
}

/** Lists of articles shrink or disappear with their articles. */
export const derivedRoute = /^\/articles\/(?:$|page\/|tags\/)|\/404\.html$/

function reason(why: LeftOut | undefined): string {
  if (why === undefined) return 'nothing has this address anymore'
  return {
    broken: `${why.file} has an error`,
    draft: `${why.file} is a draft now`,
    scheduled: `the date of ${why.file} is in the future`,
    expired: `${why.file} has expired`,
    dropped: `this brand no longer shows ${why.file}`,
  }[why.reason]
}

const advice = {
  broken: 'Fix the file',
  draft: 'Remove "draft"',
  scheduled: 'Change the date',
  expired: 'Change "expires"',
  dropped: 'Show it again',
} as const satisfies Record<LeftOut['reason'], string>

function placeOf(why: LeftOut | undefined): Origin | undefined {
  if (why === undefined) return undefined
  return 'origin' in why ? why.origin : startOf(why.file)
}
