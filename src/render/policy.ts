// Content Security Policy. Each page gets one by meta tag with the hashes of exactly the script and styles in it,
// computed from its final bytes; `_headers` repeats them by group of pages. 'unsafe-inline' never stands for scripts, and for
// styles only where a script widget runs: its script may do anything in the page, so styles of its own add no risk.

import { createHash } from 'node:crypto'
import type { SiteView } from '../site/index.ts'

/** Hashes of what stands inline in a page: `'sha256-…'`. */
export interface InlineHashes {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}

/** Reads the inline scripts and styles of finished HTML. Data blocks (JSON-LD) are not scripts and need no hash. */
export function inlineHashes(html: string): InlineHashes {
  const hashes = { scripts: [] as string[], styles: [] as string[] }
  let next = 0
  for (let found = html.indexOf('<s'); found !== -1; found = html.indexOf('<s', next)) {
    next = found + 1
    startTag.lastIndex = found
    const [match, tag, attributes = ''] = startTag.exec(html) ?? []
    if (match === undefined) continue
    const start = found + match.length
    const end = html.indexOf(`</${tag}>`, start)
    if (end === -1) continue
    next = end
    if (tag === 'script' && /\bsrc=|\btype="application\/(?:ld\+)?json"/.test(attributes)) continue
    hashes[tag === 'style' ? 'styles' : 'scripts'].push(hashOf(html.slice(start, end)))
  }
  return hashes
}

const startTag = /<(script|style)\b([^>]*)>/y

/** The hashes of several texts in the order of the texts. */
export function joinHashes(all: readonly InlineHashes[]): InlineHashes {
  return { scripts: all.flatMap(hashes => hashes.scripts), styles: all.flatMap(hashes => hashes.styles) }
}

export function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** What of a site its policies depend on. */
export type PolicyBasis = Pick<SiteView, 'provider' | 'analytics'>

/**
 * The policy of a page as one line.
 * @param delivery A meta tag cannot carry `frame-ancestors` and must leave it out.
 */
export function contentSecurityPolicy(
  site: PolicyBasis,
  hashes: InlineHashes,
  form: boolean,
  delivery: 'meta' | 'header',
): string {
  const { origin: provider, mode, allow, inlineStyles } = site.provider
  const widget = form ? [provider, ...allow] : []
  // In a frame the provider's page brings its own policy, and its scripts never run in ours.
  const inPage = mode === 'script' ? widget : []
  const measured = site.analytics !== undefined
  const collectors = measured
    ? ['https://*.google-analytics.com', 'https://*.analytics.google.com', 'https://*.googletagmanager.com']
    : []
  const directives = [
    ["default-src 'none'"],
    [
      "script-src 'self'",
      ...hashes.scripts,
      ...inPage,
      ...(measured ? ['https://www.googletagmanager.com'] : []),
    ],
    ['style-src', ...hashes.styles, ...inPage],
    // Of their own, because a hash beside it makes browsers ignore 'unsafe-inline'.
    ...(form && inlineStyles
      ? [["style-src-elem 'unsafe-inline'", ...inPage], ["style-src-attr 'unsafe-inline'"]]
      : []),
    ["img-src 'self' data:", ...inPage, ...collectors],
    ["font-src 'self'", ...(inPage.length > 0 ? ['data:', ...inPage] : [])],
    ["manifest-src 'self'"],
    // The disclosures are fetched on every page.
    ["connect-src 'self'", provider, ...inPage.slice(1), ...collectors],
    ...(form ? [['frame-src', ...widget]] : []),
    form ? ['form-action', ...widget] : ["form-action 'none'"],
    ["base-uri 'none'"],
    ...(delivery === 'header' ? [["frame-ancestors 'none'"], ['upgrade-insecure-requests']] : []),
  ]
  return directives.map(words => words.join(' ')).join('; ')
}
