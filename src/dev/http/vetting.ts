// Decides which requests are allowed. Any page in the user's browser can send requests to a development server; other tools'
// servers have leaked sources to such pages, and files outside their root to crafted addresses (CVE-2025-24010,
// CVE-2025-32395, CVE-2025-31486, GHSA-67mh-4wv8-2f99). So the rules list what is allowed; everything else is refused before a
// response is looked up.

import { isIP } from 'node:net'
import { attempt } from '../../files/index.ts'
import { type Reply, type RequestHeaders, textReply, type VettedRequest } from './message.ts'

/** A request as received, unchecked. */
interface RawRequest {
  readonly method: string
  /** The request target, byte for byte. */
  readonly target: string
  readonly headers: RequestHeaders
  /** Names and values alternating, as sent: `headers` lacks repeated ones. */
  readonly rawHeaders: readonly string[]
}

type IsAllowedHost = (name: string) => boolean

/** Checks a request. Returns it in its checked form, or a refusal. */
export function vet(
  raw: RawRequest,
  isAllowedHost: IsAllowedHost,
): VettedRequest | { readonly refusal: Reply } {
  const { method, headers } = raw
  const host = onlyHost(raw)
  if (host === undefined) return refuse(400, 'Bad request: exactly one Host header is required.')
  if (!isAllowedHost(host.name)) {
    return refuse(
      403,
      'This server does not accept that host name. Use localhost, or start the server with --host.',
    )
  }
  if (isForeign(headers, host, isAllowedHost))
    return refuse(403, 'This server does not accept requests from pages on other sites.')
  if (method !== 'GET' && method !== 'HEAD') {
    return refuse(405, 'Only GET and HEAD are allowed.', { allow: 'GET, HEAD' })
  }
  if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0) {
    return refuse(400, 'Bad request: the request must not have a body.', { connection: 'close' })
  }
  const target = parseTarget(raw.target)
  if (target === undefined) return refuse(400, 'Bad request: the address is not valid.')
  return { method, host: host.name, ...target, headers }
}

function refuse(status: number, text: string, headers?: Reply['headers']): { refusal: Reply } {
  return { refusal: textReply(status, text, headers) }
}

// The default of most servers; addresses of a site are far shorter.
const longestTarget = 8192

/**
 * Path and query of a request target. Only the plain form is accepted (`/faq/?x=1`): no absolute address, no `*`, no
 * fragment, no backslash, nothing that decodes to a slash or a control character, no `.` or `..` step.
 */
export function parseTarget(raw: string): Pick<VettedRequest, 'path' | 'query'> | undefined {
  if (raw.length > longestTarget || !/^\/(?!\/)[!-~]*$/.test(raw) || /[#\\]/.test(raw)) return undefined
  const [encoded = '', ...query] = raw.split('?')
  if (/%(?:2f|5c|[01][0-9a-f]|7f)/i.test(encoded)) return undefined
  // Decoded once; undefined if the result is not valid UTF-8.
  const path = attempt(() => decodeURIComponent(encoded))
  if (path === undefined || path.split('/').some(step => step === '.' || step === '..')) return undefined
  return { path, query: query.join('?') }
}

interface Host {
  /** In lower case; an IPv6 address in its brackets. */
  readonly name: string
  /** Empty if none is given. */
  readonly port: string
}

function onlyHost({ rawHeaders }: RawRequest): Host | undefined {
  const values = rawHeaders.filter(
    (_, index) => rawHeaders[index - 1]?.toLowerCase() === 'host' && index % 2 === 1,
  )
  return values.length === 1 ? parseHost(values[0] as string) : undefined
}

function parseHost(text: string): Host | undefined {
  const [, name, port = ''] =
    /^([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i.exec(text) ?? []
  return name === undefined ? undefined : { name: name.toLowerCase(), port }
}

/**
 * Whether a page of another origin sent the request. Other origins may link here, but not read or embed anything; pages
 * of this server may show each other in frames.
 */
function isForeign(headers: RequestHeaders, host: Host, isAllowedHost: IsAllowedHost): boolean {
  const { origin, referer } = headers
  if (origin !== undefined && !isSame(httpHost(origin), host)) return true
  // Current browsers send it to addresses on this machine: https://www.w3.org/TR/fetch-metadata/
  const site = headers['sec-fetch-site']
  if (site === undefined || site === 'same-origin' || site === 'none') return false
  if (headers['sec-fetch-mode'] !== 'navigate') return true
  if (headers['sec-fetch-dest'] === 'document') return false
  const from = httpHost(referer)
  const isOwnFrame = headers['sec-fetch-dest'] === 'iframe' && from !== undefined
  return !(isOwnFrame && from.port === host.port && isAllowedHost(from.name))
}

/** Host of an `http:` address, the only scheme served here. */
function httpHost(address: string | string[] | undefined): Host | undefined {
  const [, host] = /^http:\/\/([^/?#]+)/.exec(String(address ?? '')) ?? []
  return host === undefined ? undefined : parseHost(host)
}

function isSame(a: Host | undefined, b: Host): boolean {
  return a !== undefined && a.name === b.name && a.port === b.port
}

const everyAddress = ['0.0.0.0', '::']

/** Whether a server that listens on this address can be reached from all of the machine's networks. */
export function listensEverywhere(host: string): boolean {
  return everyAddress.includes(host)
}

/** An address in the form used in URLs: IPv6 in brackets. */
export function hostInUrl(host: string): string {
  return isIP(host) === 6 ? `[${host.toLowerCase()}]` : host.toLowerCase()
}

/**
 * The host names a server answers to. Another site can make its own name resolve to this machine (DNS rebinding) and
 * would then have the same origin as this server, so only known names are allowed. IP addresses cannot be rebound: a
 * server that listens on all networks answers to each of them.
 */
export function allowedHosts(
  listening: string,
  names: readonly string[] | ((name: string) => boolean),
): IsAllowedHost {
  const ownNames = new Set(['localhost', '127.0.0.1', '[::1]', hostInUrl(listening)])
  const isNamed = typeof names === 'function' ? names : (name: string) => names.includes(name)
  const anyAddress = listensEverywhere(listening)
  return name =>
    ownNames.has(name) || isNamed(name) || (anyAddress && isIP(name.replace(/^\[|\]$/g, '')) !== 0)
}
