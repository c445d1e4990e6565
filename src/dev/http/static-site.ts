// A site as a static host serves it: a table of all addresses, made once from the list of files. An address that is
// not in the table does not exist; no address is ever turned into a path.

import type { Host } from '../../brand/index.ts'
import { addressOf as publishedAddress } from '../../output/index.ts'
import { type HeaderRule, headersFor, matchesPattern, type RedirectRule } from '../../render/index.ts'
import type { Reply, VettedRequest } from './message.ts'
import { fileReply, type StaticFile } from './static-file.ts'

export interface StaticSiteOptions {
  /** The site's path on its host: `/loans`, or empty. */
  readonly basePath: string
  /** The host to imitate; default: in each case, the stricter of Netlify and Cloudflare Pages. */
  readonly host?: Host | undefined
  /** The address of a file, `/loans/faq/`; undefined if it is not served. By default, all files are below the base path. */
  readonly addressOf?: (file: string) => string | undefined
  readonly headers: readonly HeaderRule[]
  readonly redirects: readonly RedirectRule[]
}

/** Differences between hosts, tested with their own servers: test/cli/hosts.whole.test.ts. */
interface Behaviour {
  /** The status with which `/faq` redirects to `/faq/`; 200 if it serves that page itself. */
  readonly slash: 200 | 301 | 302 | 307 | 308
  /** The address of a folder without a page also gets a slash, and then the 404 page. */
  readonly anyFolder?: true
  /** `/faq/index.html` redirects to `/faq/`. */
  readonly dropsIndex?: boolean
  /** `ccpa.html` is served at `/ccpa` too; `only` if `/ccpa.html` redirects there. */
  readonly withoutExtension?: true | 'only'
  /** Redirects come before files. */
  readonly redirectsFirst?: true
  /** Which `404.html` is served for an unknown address: the nearest, or the site's own. */
  readonly notFound: 'nearest' | 'site'
  /** Header rules are matched against the address of the served file. Default: against the requested address. */
  readonly headersOfFile?: true
  /** Cache lifetime of a 404; by default, the same as for any page. Undefined if a rule for the address decides. */
  readonly notFoundCache?: string | undefined
  /** Ignores `_headers`. */
  readonly noHeaders?: true
}

// The header of Netlify and Cloudflare Pages if `_headers` has none: store it, but revalidate each time.
const defaultCacheControl = 'public, max-age=0, must-revalidate'

const pages = {
  slash: 308,
  dropsIndex: true,
  withoutExtension: true,
  notFound: 'nearest',
  notFoundCache: defaultCacheControl,
} as const satisfies Behaviour

const behaviours: Readonly<Record<Host | 'any', Behaviour>> = {
  any: pages,
  netlify: { ...pages, slash: 200, dropsIndex: false, notFound: 'site', headersOfFile: true },
  cloudflare: { ...pages, withoutExtension: 'only', redirectsFirst: true, notFoundCache: 'no-store' },
  workers: {
    ...pages,
    slash: 307,
    withoutExtension: 'only',
    redirectsFirst: true,
    notFoundCache: undefined,
  },
  nginx: {
    slash: 301,
    anyFolder: true,
    redirectsFirst: true,
    notFound: 'nearest',
    notFoundCache: defaultCacheControl,
  },
  caddy: {
    slash: 308,
    redirectsFirst: true,
    notFound: 'nearest',
    notFoundCache: defaultCacheControl,
  },
  apache: {
    slash: 301,
    redirectsFirst: true,
    notFound: 'nearest',
    headersOfFile: true,
    notFoundCache: defaultCacheControl,
  },
  s3: { slash: 302, notFound: 'site', noHeaders: true },
}

/** The target of an address on a static host. */
export type Place =
  /** A file's path, and the status it is sent with. */
  { readonly file: string; readonly status: number } | { readonly redirect: string; readonly status: number }

/**
 * Answers requests for the files of a site. Undefined if there is neither a file nor a 404 page.
 * @see hostRoutes for the addresses.
 */
export function staticSite(
  files: Iterable<StaticFile>,
  options: StaticSiteOptions,
): (request: VettedRequest) => Promise<Reply | undefined> {
  const byPath = new Map([...files].map(file => [file.path, file]))
  const placeOf = hostRoutes(byPath.keys(), options)
  const { host, headers } = options
  const { headersOfFile, notFoundCache, noHeaders } = behaviours[host ?? 'any']
  const addressOf = addressesOf(options)
  return async request => {
    const place = placeOf(request.path)
    if (place === undefined) return undefined
    if ('redirect' in place) return redirectReply(place.status, place.redirect, request)
    const isMissing = place.status === 404
    const address = headersOfFile ? (addressOf(place.file) ?? '') : request.path
    const given = {
      'cache-control': defaultCacheControl,
      ...(noHeaders ? {} : headersFor(headers, address)),
      ...(isMissing && notFoundCache !== undefined && { 'cache-control': notFoundCache }),
    }
    return fileReply(byPath.get(place.file) as StaticFile, request, { headers: given, status: place.status })
  }
}

function addressesOf({ basePath, addressOf }: Pick<StaticSiteOptions, 'basePath' | 'addressOf'>) {
  return addressOf ?? ((path: string) => publishedAddress({ basePath }, path))
}

/**
 * The table of a site's addresses, from the paths of its files, and the rules for all others: redirects, then a 404 page. Without
 * a host, `faq/index.html` is served at `/faq/`; `/faq` and `/faq/index.html` redirect there (308) as on Cloudflare Pages, the
 * stricter host. `ccpa.html` is served at `/ccpa.html` and at `/ccpa`.
 */
export function hostRoutes(
  paths: Iterable<string>,
  options: Omit<StaticSiteOptions, 'headers'>,
): (address: string) => Place | undefined {
  const { basePath, redirects, host } = options
  const { redirectsFirst, notFound } = behaviours[host ?? 'any']
  const routes = routesOf(paths, options)
  const ruled = (address: string): Place | undefined => {
    const rule = redirects.find(({ from }) => matchesPattern(from, address))
    if (rule?.status === 301 || rule?.status === 302) return { redirect: rule.to, status: rule.status }
    const target = rule === undefined ? undefined : routes.get(rule.to)
    return rule !== undefined && target !== undefined && 'file' in target
      ? { file: target.file, status: rule.status }
      : undefined
  }
  return address => {
    const found = redirectsFirst
      ? (ruled(address) ?? routes.get(address))
      : (routes.get(address) ?? ruled(address))
    if (found !== undefined) return found
    const page =
      notFound === 'nearest' ? nearestNotFound(routes, address) : fileAt(routes, `${basePath}/404.html`)
    // A host that serves the whole folder also answers addresses outside the site.
    const missing = page ?? (host && fileAt(routes, `${basePath}/404.html`))
    return missing === undefined ? undefined : { file: missing, status: 404 }
  }
}

function routesOf(
  paths: Iterable<string>,
  options: Omit<StaticSiteOptions, 'headers'>,
): ReadonlyMap<string, Place> {
  const { basePath, host } = options
  const { slash, dropsIndex, withoutExtension, anyFolder } = behaviours[host ?? 'any']
  const addressOf = addressesOf(options)
  const routes = new Map<string, Place>()
  const shortcuts = new Map<string, Place>()
  for (const file of paths) {
    const address = addressOf(file)
    if (address === undefined) continue
    const served = { file, status: 200 }
    if (anyFolder)
      for (const folder of foldersOf(address))
        shortcuts.set(folder, { redirect: `${folder}/`, status: slash })
    if (address.endsWith('/')) {
      const toFolder = { redirect: address, status: slash }
      routes.set(address, served)
      routes.set(`${address}index.html`, dropsIndex ? toFolder : served)
      shortcuts.set(address.slice(0, -1), slash === 200 ? served : toFolder)
    } else {
      const short = /^(.*)\.html$/.exec(address)?.[1]
      if (short !== undefined && withoutExtension) shortcuts.set(short, served)
      // Netlify and Cloudflare remove the slash again.
      const toShort = { redirect: short ?? '', status: slash }
      routes.set(address, short !== undefined && withoutExtension === 'only' ? toShort : served)
    }
  }
  if (basePath !== '' && host === undefined) shortcuts.set('/', { redirect: `${basePath}/`, status: slash })
  // A file takes precedence over a shortcut.
  return new Map([...shortcuts, ...routes])
}

/** `/a/b/c.js` → `/a`, `/a/b` */
function foldersOf(address: string): string[] {
  const steps = address.split('/').slice(1, -1)
  return steps.map((_, index) => `/${steps.slice(0, index + 1).join('/')}`)
}

/** The `404.html` in the nearest folder above. */
function nearestNotFound(routes: ReadonlyMap<string, Place>, address: string): string | undefined {
  for (let end = address.lastIndexOf('/'); end !== -1; end = address.lastIndexOf('/', end - 1)) {
    const page = fileAt(routes, `${address.slice(0, end)}/404.html`)
    if (page !== undefined) return page
    if (end === 0) return undefined
  }
  return undefined
}

/** The file at an address, including addresses without an extension if its host serves them. */
function fileAt(routes: ReadonlyMap<string, Place>, address: string): string | undefined {
  const place = routes.get(address)
  if (place === undefined || 'file' in place) return place?.file
  return fileAt(routes, place.redirect)
}

/** The query is kept, and no rule in `_headers` is applied, as on both hosts. */
export function redirectReply(status: number, target: string, { query }: VettedRequest): Reply {
  const [path = '', fragment] = encodeURI(target).replaceAll('%25', '%').split('#')
  const location = `${path}${query === '' ? '' : `?${query}`}${fragment === undefined ? '' : `#${fragment}`}`
  return { status, headers: { location, 'cache-control': defaultCacheControl } }
}
