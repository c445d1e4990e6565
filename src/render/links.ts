// What a rendered page links to, held against what the site has. Content links were resolved before; this finds
// the ones that templates write, such as a `#form` on a home page that has no form.

import { type Diagnostic, diagnostic, type Origin } from '../diagnostics/index.ts'
import { decodeReferences } from '../html/index.ts'
import type { SiteView } from '../site/index.ts'

/** What of some HTML matters for links. */
export interface InspectedHtml {
  readonly ids: readonly string[]
  /** Every `href` and `src`, character references resolved. */
  readonly references: readonly string[]
}

/** What of a page matters for links. */
export interface PageLinks {
  readonly route: string
  /** Of the page's own HTML, then of each piece that it shares with others: one object for all pages that share it. */
  readonly inspected: readonly InspectedHtml[]
}

/** Reads ids and references from HTML as React writes it: attributes in double quotes, `<` always escaped in text. */
export function inspectHtml(html: string): InspectedHtml {
  const ids: string[] = []
  const references: string[] = []
  // The next quote, wherever it is: looked for once, however many tags come before it.
  let quote = html.indexOf('"')
  const nextQuote = (from: number): number => {
    if (quote !== -1 && quote < from) quote = html.indexOf('"', from)
    return quote === -1 ? html.length : quote
  }
  /** Goes through the attributes of a tag, and gives its end; undefined where it has none. */
  const readTag = (start: number): number | undefined => {
    const known = [ids.length, references.length] as const
    let at = start + 1
    for (let close = html.indexOf('>', at); close !== -1; close = html.indexOf('>', at)) {
      const open = nextQuote(at)
      if (close < open) return close + 1
      const end = html.indexOf('"', open + 1)
      if (end === -1) break
      const list = listOf(html, open)
      if (list !== undefined)
        (list === 'ids' ? ids : references).push(decodeReferences(html.slice(open + 1, end)))
      at = end + 1
    }
    // What was taken for attributes is text.
    ids.length = known[0]
    references.length = known[1]
    quote = html.indexOf('"', start)
    return undefined
  }
  for (let start = html.indexOf('<'); start !== -1; ) {
    const end = rawEnd(html, start) ?? (isLetter(html.charCodeAt(start + 1)) ? readTag(start) : undefined)
    start = html.indexOf('<', end ?? start + 1)
  }
  return { ids, references }
}

const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90)

/** Scripts and styles hold no elements, but may hold what looks like some. Where the content of one ends. */
function rawEnd(html: string, start: number): number | undefined {
  if (html.charCodeAt(start + 1) !== 115) return undefined
  rawTag.lastIndex = start
  const name = rawTag.exec(html)?.[1]
  const end = name === undefined ? -1 : html.indexOf(`</${name}>`, rawTag.lastIndex)
  return end === -1 ? undefined : end
}

const rawTag = /<(script|style)\b[^>]*>/y

/** Where the value belongs that begins with this quote. Whatever stands before the name is no part of it. */
function listOf(html: string, quote: number): keyof InspectedHtml | undefined {
  for (const [text, list] of attributes) {
    const start = quote - text.length
    if (html.startsWith(text, start) && html.charCodeAt(start - 1) <= 32) return list
  }
  return undefined
}

const attributes = [
  ['href=', 'references'],
  ['src=', 'references'],
  ['id=', 'ids'],
] as const

/**
 * Links that lead nowhere and ids that stand twice.
 * @param files Routes of everything else the site publishes: `/assets/…`, `/feed.xml`.
 * @param site Whose base path links start with, and whose provider's pages are outside.
 * @param origin Where to report: what templates get wrong has no line in a source file.
 */
export function checkLinks(
  pages: readonly PageLinks[],
  files: ReadonlySet<string>,
  site: SiteView,
  origin: Origin,
): Diagnostic[] {
  const byRoute = new Map(pages.map(page => [page.route, page]))
  const found: Diagnostic[] = []
  const reported = new Set<string>()
  // What leads to another page leads there from everywhere: it is looked at once.
  const settled = new Set<string>()
  const check = (reference: string, { route }: PageLinks): void => {
    if (settled.has(reference)) return
    if (!reference.startsWith('#')) settled.add(reference)
    const problem = problemOf(reference, route, byRoute, files, site)
    const key = `${reference} ${problem}`
    if (problem === undefined || reported.has(key)) return
    reported.add(key)
    const message = `A template links to "${reference}" on the page "${route}": ${problem}.`
    const hint = 'Use the links of "site.links" and the URLs of "assets".'
    found.push(diagnostic('template/broken-link', message, { at: origin, hint }))
  }
  for (const page of pages) {
    for (const id of duplicateIds(page)) {
      const message = `The page "${page.route}" has two elements with the id "${id}".`
      const hint = 'Give one of them another id in its template.'
      found.push(diagnostic('template/duplicate-id', message, { at: origin, hint }))
    }
    for (const { references } of page.inspected) for (const reference of references) check(reference, page)
  }
  return found
}

function duplicateIds({ inspected }: PageLinks): ReadonlySet<string> {
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const { ids } of inspected) for (const id of ids) (seen.has(id) ? twice : seen).add(id)
  return twice
}

function problemOf(
  reference: string,
  route: string,
  pages: ReadonlyMap<string, PageLinks>,
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
  const page = pages.get(target)
  if (page === undefined) return files.has(target) ? undefined : `there is no "${target}"`
  if (fragment === undefined || fragment === '') return undefined
  const id = decodeURIComponent(fragment)
  return page.inspected.some(({ ids }) => ids.includes(id)) ? undefined : `"${target}" has no "#${fragment}"`
}
