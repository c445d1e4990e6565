// A site as a static host serves it: a table of all addresses, made once from the list of files. An address that is
// not in the table does not exist; no address is ever turned into a path.

import { type HeaderRule, headersFor, matchesPattern, type RedirectRule } from './host-rules.ts'
import type { Reply, VettedRequest } from './message.ts'
import { fileReply, type StaticFile } from './static-file.ts'

export interface StaticSiteOptions {
  /** Path the site lives under on its host: `/loans`, or empty. */
  readonly basePath: string
  readonly headers: readonly HeaderRule[]
  readonly redirects: readonly RedirectRule[]
}

// The host reads these files and does not serve them.
const forTheHost = new Set(['_headers', '_redirects'])

// What Netlify and Cloudflare Pages send where `_headers` says nothing: store it, but revalidate each time.
const defaultCacheControl = 'public, max-age=0, must-revalidate'

/** Where an address leads on a static host. */
export type Place =
  /** A file's path, and the status it is sent with. */
  { readonly file: string; readonly status: number } | { readonly redirect: string; readonly status: number }

/**
 * Answers requests for the files of a site. Undefined where there is neither a file nor a 404 page.
 * @see hostRoutes for the addresses.
 */
export function staticSite(
  files: Iterable<StaticFile>,
  options: StaticSiteOptions,
): (request: VettedRequest) => Promise<Reply | undefined> {
  const byPath = new Map([...files].map(file => [file.path, file]))
  const placeOf = hostRoutes(byPath.keys(), options)
  return async request => {
    const place = placeOf(request.path)
    if (place === undefined) return undefined
    if ('redirect' in place) return redirectReply(place.status, place.redirect, request)
    return fileReply(byPath.get(place.file) as StaticFile, request, {
      headers: { 'cache-control': defaultCacheControl, ...headersFor(options.headers, request.path) },
      status: place.status,
    })
  }
}

/**
 * The table of a site's addresses, from the paths of its files.
 *
 * `faq/index.html` answers at `/faq/`; `/faq` and `/faq/index.html` redirect there (308) as on Cloudflare Pages, the
 * stricter host. `ccpa.html` answers at `/ccpa.html` and, as on both hosts, at `/ccpa`. All other addresses follow the
 * redirect rules or get the nearest `404.html`.
 */
export function hostRoutes(
  paths: Iterable<string>,
  { basePath, redirects }: Pick<StaticSiteOptions, 'basePath' | 'redirects'>,
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
      const toFolder = { redirect: folder, status: 308 }
      routes.set(folder, served)
      routes.set(address, toFolder)
      shortcuts.set(folder.slice(0, -1), toFolder)
    } else {
      routes.set(address, served)
      if (address.endsWith('.html')) shortcuts.set(address.slice(0, -'.html'.length), served)
    }
  }
  if (basePath !== '') shortcuts.set('/', { redirect: `${basePath}/`, status: 308 })
  // A file takes precedence over a shortcut.
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

/** Keeps the query and applies no rule of `_headers`, as on both hosts. */
export function redirectReply(status: number, target: string, { query }: VettedRequest): Reply {
  const [path = '', fragment] = encodeURI(target).replaceAll('%25', '%').split('#')
  const location = `${path}${query === '' ? '' : `?${query}`}${fragment === undefined ? '' : `#${fragment}`}`
  return { status, headers: { location, 'cache-control': defaultCacheControl } }
}
