// A site as a static host serves it: a table of every address that answers, made once from the list of files. An
// address that is not in the table does not exist; no address is ever turned into a path.

import { type HeaderRule, headersFor, matchesPattern, type RedirectRule } from './host-rules.ts'
import type { Reply, VettedRequest } from './message.ts'
import { type Compressor, fileReply, type StaticFile } from './static-file.ts'

export interface StaticSiteOptions {
  /** Where the site lives on its host: `/loans`, or nothing. */
  readonly basePath: string
  readonly headers: readonly HeaderRule[]
  readonly redirects: readonly RedirectRule[]
  readonly compressor: Compressor
}

// Read by the host, never served.
const forTheHost = new Set(['_headers', '_redirects'])

// What both hosts send where `_headers` says nothing: keep it, but ask each time.
const defaultCacheControl = 'public, max-age=0, must-revalidate'

/** Where an address leads on a static host. */
export type Place =
  /** A file's path, and the status it is sent with. */
  { readonly file: string; readonly status: number } | { readonly redirect: string; readonly status: number }

export type HostRouting = Pick<StaticSiteOptions, 'basePath' | 'redirects'>

/**
 * Answers for the files of a site. Undefined where there is neither a file nor a page that says so.
 * @see hostRoutes for the addresses.
 */
export function staticSite(
  files: Iterable<StaticFile>,
  options: StaticSiteOptions,
): (request: VettedRequest) => Promise<Reply | undefined> {
  const { headers, compressor } = options
  const byPath = new Map([...files].map(file => [file.path, file]))
  const placeOf = hostRoutes(byPath.keys(), options)
  return async request => {
    const place = placeOf(request.path)
    if (place === undefined) return undefined
    if ('redirect' in place) return redirectReply(place.status, place.redirect, request)
    return fileReply(byPath.get(place.file) as StaticFile, request, {
      compressor,
      headers: { 'cache-control': defaultCacheControl, ...headersFor(headers, request.path) },
      status: place.status,
    })
  }
}

/**
 * The table of a site's addresses, from the paths of its files.
 *
 * `faq/index.html` answers at `/faq/`; `/faq` and `/faq/index.html` lead there (308), which is Cloudflare's way and the
 * stricter one. `ccpa.html` answers at `/ccpa.html` and, as on both hosts, at `/ccpa`. Anything else gets what the
 * redirects say, or the nearest `404.html`.
 */
export function hostRoutes(
  paths: Iterable<string>,
  { basePath, redirects }: HostRouting,
): (address: string) => Place | undefined {
  const routes = routesOf(paths, basePath)
  return address => {
    const route = routes.get(address)
    if (route !== undefined) return route
    const rule = redirects.find(({ pattern }) => matchesPattern(pattern, address))
    if (rule?.status === 301 || rule?.status === 302) return { redirect: rule.target, status: rule.status }
    const target = rule === undefined ? undefined : routes.get(rule.target)
    if (rule !== undefined && target !== undefined && 'file' in target)
      return { file: target.file, status: rule.status }
    const page = nearestNotFound(routes, address)
    return page === undefined ? undefined : { file: page, status: 404 }
  }
}

function routesOf(paths: Iterable<string>, basePath: string): ReadonlyMap<string, Place> {
  const routes = new Map<string, Place>()
  const shortcuts = new Map<string, Place>()
  for (const file of paths) {
    if (forTheHost.has(file)) continue
    const served = { file, status: 200 }
    const address = `${basePath}/${file}`
    if (address.endsWith('/index.html')) {
      const folder = address.slice(0, -'index.html'.length)
      const leadsThere = { redirect: folder, status: 308 }
      routes.set(folder, served)
      routes.set(address, leadsThere)
      shortcuts.set(folder.slice(0, -1), leadsThere)
    } else {
      routes.set(address, served)
      if (address.endsWith('.html')) shortcuts.set(address.slice(0, -'.html'.length), served)
    }
  }
  if (basePath !== '') shortcuts.set('/', { redirect: `${basePath}/`, status: 308 })
  // A shortcut never stands in the way of a file.
  return new Map([...shortcuts, ...routes])
}

/** The `404.html` of the nearest folder upwards. */
function nearestNotFound(routes: ReadonlyMap<string, Place>, address: string): string | undefined {
  for (let end = address.lastIndexOf('/'); end !== -1; end = address.lastIndexOf('/', end - 1)) {
    const place = routes.get(`${address.slice(0, end)}/404.html`)
    if (place !== undefined && 'file' in place) return place.file
    if (end === 0) return undefined
  }
  return undefined
}

/** The query goes along, as on both hosts. No rule of `_headers` is applied, as on both hosts. */
export function redirectReply(status: number, target: string, { query }: VettedRequest): Reply {
  const location = `${encodeURI(target)}${query === '' ? '' : `?${query}`}`
  return { status, headers: { location, 'cache-control': defaultCacheControl } }
}
