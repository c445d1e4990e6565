// Checks the links of the rendered pages against the ids that the pages actually have, and the site's files. `site/` has already
// checked that the page of a content link exists.

import { asWarning, type Diagnostic, diagnostic, listOf, type Origin, suggest } from '../diagnostics/index.ts'
import { attempt } from '../files/index.ts'
import type { ContentLink, SiteView } from '../site/index.ts'
import type { InspectedHtml } from './inspect.ts'

/** The part of a page that matters for links. */
interface PageLinks {
  readonly route: string
  /** The place at which to report a template's mistakes if their line is unknown. */
  readonly template: Origin
  /** For the page's own HTML, then for each piece that it shares with other pages, which share the object too. */
  readonly inspected: readonly InspectedHtml[]
}

/** The part of a site that matters for links. */
export interface LinkedSite {
  /** Every page as it is published. */
  readonly pages: readonly PageLinks[]
  /** Routes of everything else the site publishes: `/assets/…`, `/feed.xml`. */
  readonly files: ReadonlySet<string>
  /** Links start with its base path; the provider's pages are outside. */
  readonly view: Pick<SiteView, 'brand' | 'provider'>
  /** Links to fragments in content; all others come from templates. */
  readonly contentLinks: readonly ContentLink[]
}

/** Finds dead links, and ids that occur twice on a page. A link in content is reported where it is written. */
export function checkLinks(site: LinkedSite): Diagnostic[] {
  const { pages } = site
  const byRoute = new Map(pages.map(page => [page.route, page]))
  const problems: Diagnostic[] = []
  const reported = new Set<string>()
  // A link to another page has the same target on every page, so it is checked once.
  const settled = new Set<string>()
  for (const { route, href, origin } of site.contentLinks) {
    const problem = route === undefined ? problemOf(href, '/', byRoute, site) : undefined
    if (typeof problem !== 'object') continue
    problems.push(unknownAnchor(problem, origin))
    reported.add(placeOf(href, origin))
  }
  const check = (reference: string, { route, template }: PageLinks): void => {
    if (settled.has(reference)) return
    if (!reference.startsWith('#')) settled.add(reference)
    const problem = problemOf(reference, route, byRoute, site)
    if (problem === undefined) return
    const sources = typeof problem === 'string' ? [] : sourcesOf(reference, route, site.contentLinks)
    if (typeof problem !== 'string' && sources.length > 0) {
      for (const source of sources) {
        // A link in the navigation is on every page.
        const place = placeOf(reference, source)
        if (!reported.has(place)) problems.push(inContent(unknownAnchor(problem, source)))
        reported.add(place)
      }
      return
    }
    // In a template, `#` leads to the top of the page.
    if (typeof problem !== 'string' && problem.fragment === '') return
    const text = typeof problem === 'string' ? problem : `"${problem.target}" has no "#${problem.fragment}"`
    const key = `${reference} ${text}`
    if (reported.has(key)) return
    reported.add(key)
    const message = `A template links to "${reference}" on the page "${route}": ${text}.`
    const hint = 'Use the links in "site.links" and the URLs in "assets".'
    problems.push(diagnostic('template/broken-link', message, { at: template, hint }))
  }
  for (const page of pages) {
    for (const id of duplicateIds(page)) {
      const message = `The page "${page.route}" has two elements with the id "${id}".`
      const hint =
        'Give one of them another id in its template. If the id comes from a block, place that block only once.'
      problems.push(diagnostic('template/duplicate-id', message, { at: page.template, hint }))
    }
    for (const { references } of page.inspected) for (const reference of references) check(reference, page)
  }
  return problems
}

function duplicateIds({ inspected }: PageLinks): ReadonlySet<string> {
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const { ids } of inspected) for (const id of ids) (seen.has(id) ? twice : seen).add(id)
  return twice
}

/** A page without an element that has the link's id. */
interface MissingFragment {
  readonly target: string
  readonly fragment: string
  readonly page: PageLinks
}

/** Why a reference leads nowhere; undefined if it is fine. */
function problemOf(
  reference: string,
  route: string,
  pages: ReadonlyMap<string, PageLinks>,
  { files, view: { brand, provider } }: LinkedSite,
): string | MissingFragment | undefined {
  const { basePath } = brand
  // "http:" in Markdown has its own warning.
  if (/^(?:https?|mailto|tel|data):/i.test(reference)) return undefined
  if (reference.startsWith(`${provider.origin}/`)) return undefined
  const hash = reference.indexOf('#')
  const path = hash === -1 ? reference : reference.slice(0, hash)
  const fragment = hash === -1 ? undefined : reference.slice(hash + 1)
  if (path !== '' && !(path.startsWith(`${basePath}/`) && !path.startsWith('//'))) {
    return basePath === ''
      ? 'it is not an address on this site'
      : `it does not start with the site's path "${basePath}/"`
  }
  const target = path === '' ? route : path.slice(basePath.length)
  const page = pages.get(target)
  if (page === undefined) return files.has(target) ? undefined : `there is no "${target}"`
  if (fragment === undefined) return undefined
  const id = attempt(() => decodeURIComponent(fragment), fragment)
  return page.inspected.some(({ ids }) => ids.includes(id)) ? undefined : { target, fragment, page }
}

function placeOf(reference: string, { file, line, column }: Origin): string {
  return `${reference} ${file}:${line}:${column}`
}

/** The places of a link in the content. `#fragment` is a different link on each page. */
function sourcesOf(reference: string, route: string, links: readonly ContentLink[]): readonly Origin[] {
  const same = links.filter(
    ({ href, route: on }) =>
      href === reference && (!reference.startsWith('#') || on === undefined || on === route),
  )
  // Text that several pages show is written in one place.
  return [...new Map(same.map(({ origin }) => [JSON.stringify(origin), origin])).values()]
}

/** Such a link in an article leads to the top of the page, which is too small a fault to stop a site. */
function inContent(problem: Diagnostic): Diagnostic {
  return problem.file?.includes('/articles/') ? asWarning(problem) : problem
}

function unknownAnchor({ target, fragment, page }: MissingFragment, at: Origin): Diagnostic {
  const ids = page.inspected.flatMap(inspected => inspected.ids)
  const near = suggest(fragment, ids)
  return diagnostic('link/unknown-anchor', `The page "${target}" has no "#${fragment}".`, {
    at,
    hint: near !== undefined ? `Did you mean "#${near}"?` : `Its ids: ${listed(ids)}.`,
  })
}

/** `faq-<n>` is an answer's second id. */
function listed(ids: readonly string[]): string {
  const shown = ids.filter(id => !/^faq-\d+$/.test(id))
  return listOf(
    shown.map(id => `#${id}`),
    20,
  )
}
