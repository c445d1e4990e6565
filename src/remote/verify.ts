// Compares a live site with the manifest of what was published: every file and its bytes, the headers in `_headers`, pages that
// should not be there, and whether an unknown address is answered with 404.

import { type Diagnostic, diagnostic } from '../diagnostics/index.ts'
import { inParallel } from '../files/index.ts'
import { addressOf, type Manifest, manifestName, parseManifest, sha256Of } from '../output/index.ts'
import { headersFor, parseHeaderRules } from '../render/index.ts'
import { routes } from '../site/index.ts'
import { ask } from './fetch.ts'

interface VerifyOptions {
  /** Address of the home page, with the site's path: `https://www.brand.example/loans`. */
  readonly url: string
  readonly manifest: Manifest
  /** The site's `_headers`; even hosts that do not read it are checked against it. If undefined, headers are not checked. */
  readonly headers: string | undefined
  /** Whether search engines must list none of its pages, and must be able to see that. */
  readonly noindex?: boolean
  /** Milliseconds for each request; default 10,000. */
  readonly timeout?: number
}

interface Verified {
  /** Files that were compared. */
  readonly checked: number
  readonly diagnostics: readonly Diagnostic[]
}

/** A problem names at most this many addresses; the rest are counted. */
const shown = 10

export async function verifySite({
  url,
  manifest,
  headers,
  noindex,
  timeout,
}: VerifyOptions): Promise<Verified> {
  const base = url.replace(/\/+$/, '')
  const { brand } = manifest
  const files = manifest.files.flatMap(({ path, sha256 }) => {
    const address = addressOf(manifest, path)
    const url = address && liveAddress(base, manifest, address)
    if (address === undefined || url === undefined) return []
    return [{ path, sha256, address, url, route: inSite(address, manifest.basePath) ?? address }]
  })
  const rules = headers === undefined ? [] : parseHeaderRules(headers)
  const missing: string[] = []
  const changed: string[] = []
  const wrongHeaders: string[] = []
  const unreachable: string[] = []
  const listable: string[] = []
  const options = timeout === undefined ? {} : { timeout }

  await inParallel(files, 8, async ({ path, sha256, address, route, url }) => {
    const answer = await ask(url, options)
    if ('failure' in answer) return unreachable.push(`${route}: ${answer.failure}`)
    const isErrorPage = /(?:^|\/)404\.html$/.test(path)
    if (answer.status >= 500) return unreachable.push(`${route}: status ${answer.status}`)
    if (answer.status !== 200 && !(isErrorPage && answer.status === 404))
      return missing.push(`${route}: status ${answer.status}`)
    const mayBeListed = noindex && mayList(path, answer)
    if (mayBeListed) listable.push(`${route}: ${mayBeListed}`)
    if (sha256Of(answer.bytes) !== sha256)
      return changed.push(`${route}: ${answer.bytes.length} bytes of different content`)
    for (const [name, value] of Object.entries(headersFor(rules, address))) {
      const served = answer.headers.get(name)
      // Without https, there is nothing to upgrade, so `imprint preview` leaves it out.
      const isBare = base.startsWith('http:') && served === value.replace('; upgrade-insecure-requests', '')
      if (served !== value && !isBare) wrongHeaders.push(`${route}: ${name} is ${unlike(served, value)}`)
    }
    return undefined
  })
  const diagnostics: Diagnostic[] = []
  const tell = (
    code: Parameters<typeof diagnostic>[0],
    what: string,
    found: readonly string[],
    hint: string,
  ) => {
    if (found.length === 0) return
    // A file may have several wrong headers.
    const { size } = new Set(found.map(line => line.split(': ')[0]))
    const rest = found.length > shown ? `\n  … and ${found.length - shown} more` : ''
    const list = [...found]
      .sort()
      .slice(0, shown)
      .map(line => `\n  ${line}`)
    diagnostics.push(
      diagnostic(code, `${base}: ${what} (${size} of ${files.length} files).${list.join('')}${rest}`, {
        brand,
        hint,
      }),
    )
  }
  tell(
    'live/unreachable',
    'the server did not respond',
    unreachable,
    'Check whether the host is up, then verify again.',
  )
  // Without a response, nothing else can be known about the site.
  if (unreachable.length === files.length) return { checked: 0, diagnostics }
  tell('live/missing', 'files are missing', missing, 'Deploy the whole folder, or roll back.')
  tell(
    'live/changed',
    'files differ from the build',
    changed,
    'Look for another release, a cache, or a host that rewrites pages.',
  )
  tell(
    'live/header',
    'headers differ from _headers',
    wrongHeaders,
    'Configure the host to apply the rules in _headers. See the deployment chapter of the manual.',
  )
  tell(
    'live/index',
    'search engines may list pages despite "index: false"',
    listable,
    'Deploy the site as built, and configure the host to send "X-Robots-Tag: noindex".',
  )

  const unknown = await ask(`${base}/imprint-verify-no-such-page`, options)
  if (!('failure' in unknown) && unknown.status !== 404) {
    const message = `${base}: the server responds to unknown addresses with status ${unknown.status} instead of 404.`
    diagnostics.push(
      diagnostic('live/soft-404', message, {
        brand,
        hint: 'Configure the host to serve 404.html with status 404 for unknown addresses.',
      }),
    )
  }
  tell(
    'live/extra',
    'the host serves pages that are not part of the site',
    await extraPages(base, manifest, options),
    'Remove these pages from the host. An upload may have kept files from an older site.',
  )
  return { checked: files.length - unreachable.length, diagnostics }
}

/** Why search engines would list a page of a hidden site; undefined if they would not. */
function mayList(
  path: string,
  { headers, bytes }: { headers: Headers; bytes: Uint8Array },
): string | undefined {
  if (path.endsWith('.html')) {
    const isHidden =
      /\b(?:noindex|none)\b/i.test(headers.get('x-robots-tag') ?? '') ||
      /<meta[^>]+name="robots"[^>]+content="[^"]*\b(?:noindex|none)\b/i.test(text(bytes))
    return isHidden ? undefined : 'neither the page nor its headers contain "noindex"'
  }
  const forbids = path.endsWith('robots.txt') && /^\s*disallow:\s*\/\s*(?:#.*)?$/im.test(text(bytes))
  return forbids
    ? 'it prevents search engines from reading the pages, so they do not see "noindex" there'
    : undefined
}

/** Routes in the live sitemap or the live manifest that the built site does not have. */
async function extraPages(
  base: string,
  manifest: Manifest,
  options: Parameters<typeof ask>[1],
): Promise<string[]> {
  const { basePath } = manifest
  const routeOf = (path: string, host = manifest.host): string | undefined => {
    const address = addressOf({ basePath, ...(host && { host }) }, path)
    return address === undefined ? undefined : inSite(address, basePath)
  }
  const ownRoutes = new Set(manifest.files.map(({ path }) => routeOf(path)))
  const liveRoutes = new Set<string | undefined>()
  /** A large site has an index, whose entries are sitemaps and not pages. */
  const readSitemap = async (route: string): Promise<void> => {
    const sitemap = await ask(base + route, options)
    if ('failure' in sitemap || sitemap.status !== 200) return
    const xml = text(sitemap.bytes)
    const listed = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].flatMap(([, address = '']) =>
      URL.canParse(address) ? (inSite(new URL(address).pathname, basePath) ?? []) : [],
    )
    if (!/<sitemapindex[\s>]/.test(xml)) for (const page of listed) liveRoutes.add(page)
    else if (route === routes.sitemap) for (const part of listed) await readSitemap(part)
  }
  await readSitemap(routes.sitemap)
  const manifestAddress = liveAddress(base, manifest, addressOf(manifest, manifestName) ?? '')
  const live = manifestAddress === undefined ? { failure: '', code: '' } : await ask(manifestAddress, options)
  if (!('failure' in live) && live.status === 200) {
    // Some hosts answer every address with a page.
    const { host, files = [] } = parseManifest(live.bytes) ?? {}
    for (const { path } of files) liveRoutes.add(routeOf(path, host))
  }
  const candidates = [...liveRoutes].filter(route => route !== undefined && !ownRoutes.has(route)) as string[]
  const answers = await inParallel(candidates, 8, route => ask(base + route, options))
  return candidates.filter((_, index) => {
    const answer = answers[index]
    return answer !== undefined && !('failure' in answer) && answer.status === 200
  })
}

/**
 * The live address of a path. Undefined for a path outside the site, such as `/robots.txt` for a site below `/loans`, if the
 * site is checked at a path other than its own.
 */
function liveAddress(base: string, { basePath }: Manifest, address: string): string | undefined {
  const route = inSite(address, basePath)
  if (route !== undefined) return base + route
  return base.endsWith(basePath) ? base.slice(0, base.length - basePath.length) + address : undefined
}

/** `/loans/faq/` → `/faq/` for a site below `/loans`; undefined for an address outside it. */
function inSite(address: string, basePath: string): string | undefined {
  return address.startsWith(`${basePath}/`) ? address.slice(basePath.length) : undefined
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

/** Long values, such as policies, are shown starting at the first difference. */
function unlike(found: string | null, wanted: string): string {
  if (found === null) return `missing, not "${clip(wanted)}"`
  const parts = wanted.split(/(?<=[;,] )/)
  let same = 0
  for (const part of parts) {
    if (!found.startsWith(part, same)) break
    same += part.length
  }
  const from = (value: string) => `"${same === 0 ? '' : '…'}${clip(value.slice(same))}"`
  return `${from(found)}, not ${from(wanted)}`
}

function clip(value: string): string {
  return value.length > 60 ? `${value.slice(0, 60)}…` : value
}
