// `_headers` and `_redirects`, in the format of Netlify and Cloudflare Pages: written for hosts, and read by Imprint's own
// servers and comparisons.

import { decodedPath } from '../content/index.ts'

/** The headers for every address that a path matches. A star at the path's end matches anything, including slashes. */
export interface HeaderRule {
  readonly path: string
  readonly headers: readonly (readonly [name: string, value: string])[]
}

export interface RedirectRule {
  /** A path as in `HeaderRule`: percent-encoded as written, decoded as read, because requests are decoded. */
  readonly from: string
  /** Path in the site, or an https address. */
  readonly to: string
  /** 301 and 302 redirect to the target; 200 and 404 respond with the target's content. */
  readonly status: 200 | 301 | 302 | 404
}

/** Cache lifetime of pages: stored, but revalidated each time. */
export const revalidate = 'public, max-age=0, must-revalidate'

/** Media types of text, except HTML, which every server compresses. */
export const compressedTypes =
  'text/css text/plain text/xml text/javascript application/javascript application/json application/manifest+json application/xml image/svg+xml'

/** A string as a word in the configuration of nginx, Caddy or Apache. */
export function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

export function headersText(rules: readonly HeaderRule[]): string {
  return rules
    .map(
      ({ path, headers }) => `${path}\n${headers.map(([name, value]) => `  ${name}: ${value}\n`).join('')}`,
    )
    .join('\n')
}

export function redirectsText(rules: readonly RedirectRule[]): string {
  return rules.map(({ from, to, status }) => `${from} ${to} ${status}\n`).join('')
}

/** Reads `_headers`. Lines in another format are skipped, as hosts do. */
export function parseHeaderRules(text: string): HeaderRule[] {
  const rules: HeaderRule[] = []
  let headers: [string, string][] = []
  for (const line of text.split('\n')) {
    const [, name, value] = /^[ \t]+([\w-]+):[ \t]*(.*)$/.exec(line) ?? []
    if (name !== undefined && value !== undefined) headers.push([name, value.trim()])
    else if (/^\S/.test(line)) {
      headers = []
      if (isPattern(line)) rules.push({ path: line, headers })
    }
  }
  return rules
}

/** Reads `_redirects`. Lines in another format are skipped, as hosts do. */
export function parseRedirectRules(text: string): RedirectRule[] {
  return text.split('\n').flatMap(line => {
    const [from = '', to = '', written, ...more] = line.trim().split(/\s+/)
    const status = ([200, 301, 302, 404] as const).find(known => String(known) === written)
    const isRule = isPattern(from) && /^(?:\/|https?:\/\/)/.test(to) && more.length === 0
    return isRule && status !== undefined ? [{ from: decodedPath(from), to, status }] : []
  })
}

function isPattern(text: string): boolean {
  return /^\/[^\s*]*\*?$/.test(text)
}

/** Whether the path of a rule matches an address. */
export function matchesPattern(pattern: string, address: string): boolean {
  return pattern.endsWith('*') ? address.startsWith(pattern.slice(0, -1)) : address === pattern
}

/** The headers for an address, names in lower case. If several rules set the same header, both hosts join the values. */
export function headersFor(rules: readonly HeaderRule[], address: string): Readonly<Record<string, string>> {
  const found = new Map<string, string>()
  for (const { path, headers } of rules) {
    if (!matchesPattern(path, address)) continue
    for (const [written, value] of headers) {
      const name = written.toLowerCase()
      const before = found.get(name)
      found.set(name, before === undefined ? value : `${before}, ${value}`)
    }
  }
  return Object.fromEntries(found)
}

/**
 * Inserts a query before the fragment of a redirect's target: `/faq/$query#faq`. A target that already has a query is unchanged.
 */
export function withQuery(to: string, query: string): string {
  if (to.includes('?')) return to
  const [path = '', fragment] = to.split('#')
  return `${path}${query}${fragment === undefined ? '' : `#${fragment}`}`
}
