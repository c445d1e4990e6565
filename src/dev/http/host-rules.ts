// Reads and applies `_headers` and `_redirects` as Netlify and Cloudflare Pages do, as far as Imprint writes them
// (`render/host-files.ts`). Anything else in them is a bug and throws.

import { decodedPath } from '../../content/index.ts'
import type { Reply } from './message.ts'

export interface HeaderRule {
  readonly pattern: string
  /** Names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[]
}

export interface RedirectRule {
  readonly pattern: string
  /** Path in the site, or an https address. */
  readonly target: string
  /** 301 and 302 redirect to the target; 200 and 404 answer with the target's content. */
  readonly status: 200 | 301 | 302 | 404
}

/** Reads `_headers`: a pattern, then its headers on indented lines. */
export function parseHeaderRules(text: string): HeaderRule[] {
  const rules: { pattern: string; headers: [string, string][] }[] = []
  for (const { line, number } of linesOf(text)) {
    const [, name, value] = /^[ \t]+([\w-]+):[ \t]*(.*)$/.exec(line) ?? []
    const rule = rules.at(-1)
    if (isPattern(line)) rules.push({ pattern: line, headers: [] })
    else if (name !== undefined && value !== undefined && rule !== undefined)
      rule.headers.push([name.toLowerCase(), value.trim()])
    else throw new Error(`_headers:${number}: neither a path nor a header: ${line}`)
  }
  return rules
}

/** Reads `_redirects`: lines of pattern, target and status. */
export function parseRedirectRules(text: string): RedirectRule[] {
  return [...linesOf(text)].map(({ line, number }) => {
    const [pattern = '', target = '', written, ...more] = line.trim().split(/\s+/)
    const status = ([200, 301, 302, 404] as const).find(known => String(known) === written)
    if (!isPattern(pattern) || !/^(?:\/|https:\/\/)/.test(target) || status === undefined || more.length > 0)
      throw new Error(`_redirects:${number}: not "<from> <to> <status>": ${line}`)
    // Requests come decoded.
    return { pattern: decodedPath(pattern), target, status }
  })
}

function* linesOf(text: string): Generator<{ readonly line: string; readonly number: number }> {
  for (const [index, line] of text.split('\n').entries())
    if (line.trim() !== '') yield { line, number: index + 1 }
}

/** A path; a star at its end matches anything, slashes included. */
function isPattern(text: string): boolean {
  return /^\/[^\s*]*\*?$/.test(text)
}

export function matchesPattern(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern
}

/** The headers for a path. Where several rules name the same header, both hosts join the values. */
export function headersFor(rules: readonly HeaderRule[], path: string): Reply['headers'] {
  const found = new Map<string, string>()
  for (const { pattern, headers } of rules) {
    if (!matchesPattern(pattern, path)) continue
    for (const [name, value] of headers) {
      const before = found.get(name)
      found.set(name, before === undefined ? value : `${before}, ${value}`)
    }
  }
  return Object.fromEntries(found)
}
