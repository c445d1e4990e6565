// Redirects, once all pages of the site are known.

import { addressKey, type Redirect } from '../content/index.ts'
import { asWarning, type Diagnostic, diagnostic, type Outcome } from '../diagnostics/index.ts'
import { type AbsentTarget, type ContentLink, type LinkMap, resolveTarget } from './links.ts'

/** A redirected address. */
export interface SiteRedirect {
  /** Path in the site, without its base path. */
  readonly from: string
  /** In its final form: with the base path, or an https address. */
  readonly to: string
  readonly status: 301 | 302
}

export interface PlannedRedirects {
  readonly redirects: readonly SiteRedirect[]
  /** Targets with a fragment. */
  readonly links: readonly ContentLink[]
}

/** The sources of pages and public files. */
export interface OwnAddresses {
  /** Source path by `addressKey`; addresses that no file produces have no entry. */
  readonly sources: ReadonlyMap<string, string>
  /** The rank of a file's layer. */
  readonly strength: (file: string) => number
}

/**
 * Resolves redirects. A redirect to another redirect gets the target of the latter. Invalid redirects are errors, and left
 * out.
 */
export function planRedirects(
  redirects: readonly Redirect[],
  map: LinkMap,
  own: OwnAddresses,
): Outcome<PlannedRedirects> {
  const byAddress = new Map(redirects.map(redirect => [addressKey(redirect.from), redirect]))
  const taken = new Set([...map.pages, ...map.errorPages, ...map.files].map(addressKey))
  const diagnostics: Diagnostic[] = []
  const links: ContentLink[] = []
  const planned: SiteRedirect[] = []
  for (const redirect of redirects) {
    const { from, status } = redirect
    const steps = stepsOf(redirect, byAddress)
    const last = steps.at(-1) as Redirect
    if (taken.has(addressKey(from))) diagnostics.push(isPage(redirect, own))
    else if (byAddress.has(addressKey(last.to))) {
      // A redirect that merely leads into a loop is not reported as well.
      if (addressKey(last.to) === addressKey(from)) diagnostics.push(leadsBack(redirect, steps))
    } else {
      // Unlike a link within the site, a redirect may have a query, for example to name a campaign.
      const query = /^\/[^?#]*(\?[^#]*)/.exec(last.to)?.[1] ?? ''
      const target = resolveTarget(last.to.replace(query, ''), map)
      if ('href' in target) {
        planned.push({ from, to: target.href.replace(/(?=#|$)/, () => query), status })
        if (target.hasFragment) links.push({ href: target.href, origin: last.toOrigin })
      } else if (last === redirect) diagnostics.push(notThere(redirect, target))
    }
  }
  return { value: { redirects: planned, links }, diagnostics }
}

/** A redirect and those that it leads through, until one has a target that is not redirected, or one repeats. */
function stepsOf(start: Redirect, byAddress: ReadonlyMap<string, Redirect>): readonly Redirect[] {
  const steps = [start]
  for (;;) {
    const next = byAddress.get(addressKey((steps.at(-1) as Redirect).to))
    if (next === undefined || steps.includes(next)) return steps
    steps.push(next)
  }
}

function isPage({ from, fromOrigin }: Redirect, { sources, strength }: OwnAddresses): Diagnostic {
  const source = sources.get(addressKey(from))
  if (source !== undefined && strength(source) > strength(fromOrigin.file)) {
    const message = `"${from}" is this brand's own page or file, ${source}, so the redirect does not apply to it.`
    return diagnostic('redirect/is-page', message, {
      at: fromOrigin,
      severity: 'info',
      hint: 'Nothing needs to change: brands without that page use the redirect.',
    })
  }
  return diagnostic(
    'redirect/is-page',
    `"${from}" is a page or file of this site, so it cannot be redirected.`,
    {
      at: fromOrigin,
      hint: 'Remove either the redirect or the page.',
    },
  )
}

function leadsBack({ from, toOrigin }: Redirect, steps: readonly Redirect[]): Diagnostic {
  const path = [...steps.map(step => step.from), from].join(' → ')
  return diagnostic('redirect/loop', `The redirects form a loop: ${path}.`, {
    at: toOrigin,
    hint: 'Point one of them to a page.',
  })
}

function notThere({ toOrigin }: Redirect, { what, hint, absent, causedBy }: AbsentTarget): Diagnostic {
  const isToday = absent === 'today'
  const message = `The redirect leads to ${what}.${isToday ? ' It is left out.' : ''}`
  const problem = diagnostic('redirect/unknown-target', message, { at: toOrigin, hint, causedBy })
  return isToday ? asWarning(problem) : problem
}
