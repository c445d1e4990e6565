// What a rendered page links to, held against what the site has. Content links were resolved before; this finds
// the ones that templates write, such as a `#form` on a home page that has no form.

import { type Diagnostic, diagnostic, type Origin } from '../diagnostics/index.ts'
import type { SiteView } from '../site/index.ts'

/** What of a page's HTML matters for links. */
export interface RenderedPage {
  readonly route: string
  readonly ids: readonly string[]
  /** Every `href` and `src`, character references resolved. */
  readonly references: readonly string[]
}

const attributePattern = /\s(id|href|src)="([^"]*)"/g
const tagPattern = /<[a-zA-Z](?:[^>"]|"[^"]*")*>/g

/** Reads ids and references from HTML as React writes it: attributes in double quotes, `<` always escaped in text. */
export function inspectHtml(route: string, html: string): RenderedPage {
  const ids: string[] = []
  const references: string[] = []
  // Scripts and styles hold no elements, but may hold what looks like some.
  const markup = html.replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/g, '')
  for (const [tag] of markup.matchAll(tagPattern)) {
    for (const [, name, value] of tag.matchAll(attributePattern) as Iterable<[string, string, string]>) {
      if (name === 'id') ids.push(decodeReferences(value))
      else references.push(decodeReferences(value))
    }
  }
  return { route, ids, references }
}

/**
 * Links that lead nowhere and ids that stand twice.
 * @param files Routes of everything else the site publishes: `/assets/…`, `/feed.xml`.
 * @param site Whose base path links start with, and whose provider's pages are outside.
 * @param origin Where to report: what templates get wrong has no line in a source file.
 */
export function checkLinks(
  pages: readonly RenderedPage[],
  files: ReadonlySet<string>,
  site: SiteView,
  origin: Origin,
): Diagnostic[] {
  const byRoute = new Map(pages.map(page => [page.route, new Set(page.ids)]))
  const reported = new Set<string>()
  return pages.flatMap(page => {
    const duplicates = page.ids.filter((id, index) => page.ids.indexOf(id) !== index)
    return [
      ...[...new Set(duplicates)].map(id =>
        diagnostic(
          'template/duplicate-id',
          `The page "${page.route}" has two elements with the id "${id}".`,
          {
            at: origin,
            hint: 'Give one of them another id in its template.',
          },
        ),
      ),
      ...page.references.flatMap(reference => {
        const problem = problemOf(reference, page.route, byRoute, files, site)
        const key = `${reference} ${problem}`
        if (problem === undefined || reported.has(key)) return []
        reported.add(key)
        return [
          diagnostic(
            'template/broken-link',
            `A template links to "${reference}" on the page "${page.route}": ${problem}.`,
            {
              at: origin,
              hint: 'Use the links of "site.links" and the URLs of "assets".',
            },
          ),
        ]
      }),
    ]
  })
}

function problemOf(
  reference: string,
  route: string,
  pages: ReadonlyMap<string, ReadonlySet<string>>,
  files: ReadonlySet<string>,
  { brand: { basePath }, provider }: SiteView,
): string | undefined {
  if (/^(?:https|mailto|tel|data):/i.test(reference)) return undefined
  if (reference.startsWith(`${provider.origin}/`)) return undefined
  const hash = reference.indexOf('#')
  const path = hash === -1 ? reference : reference.slice(0, hash)
  const fragment = hash === -1 ? undefined : reference.slice(hash + 1)
  if (path !== '' && !(path.startsWith(`${basePath}/`) && !path.startsWith('//'))) {
    return basePath === ''
      ? 'it is not a link of this site'
      : `it does not start with the site's path "${basePath}/"`
  }
  const target = path === '' ? route : path.slice(basePath.length)
  const ids = pages.get(target)
  if (ids === undefined) return files.has(target) ? undefined : `there is no "${target}"`
  return fragment === undefined || fragment === '' || ids.has(decodeURIComponent(fragment))
    ? undefined
    : `"${target}" has no "#${fragment}"`
}

function decodeReferences(value: string): string {
  return value
    .replaceAll('&quot;', '"')
    .replace(/&#(?:x([0-9a-f]+)|(\d+));/gi, (_, hex, decimal) =>
      String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
    )
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
