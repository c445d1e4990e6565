// Redirects: `redirects.yaml`. Stronger layers add redirects and override the targets of weaker ones.

import * as z from 'zod'
import {
  collecting,
  type Diagnostic,
  diagnostic,
  type Origin,
  type Outcome,
  repeated,
} from '../../diagnostics/index.ts'
import { attempt, type SourceFile } from '../../files/index.ts'
import {
  checkedString,
  goodPart,
  type LocatedMap,
  matching,
  originOf,
  parseYaml,
  shown,
  validate,
} from '../../yaml/index.ts'
import { type ContentLayers, strongestFirst } from '../layers.ts'

export interface Redirect {
  /** Path in the site, as written: `/old/`. */
  readonly from: string
  /** As written: a path in the site, with or without fragment, an https address, or one of the provider's documents. */
  readonly to: string
  readonly status: 301 | 302
  readonly fromOrigin: Origin
  readonly toOrigin: Origin
}

const from = checkedString(undefined, value => {
  const path = decodedPath(value)
  const isPath = /^\/(?!\/)[^\s?#]*$/.test(value) && !/[?#*:{}\\\p{Cc}]|\/\.{1,2}(?:\/|$)/u.test(path)
  const written = JSON.stringify(value)
  if (!isPath) {
    return {
      message: `is ${written}, which is not a plain path on this site.`,
      hint: 'Write a path such as "/old/", without a host, "?", "#" or characters that hosts read as a pattern ("*", ":", "{" and "}", even if encoded).',
    }
  }
  if (!readByHosts.has((path.split('/').findLast(step => step !== '') ?? '').toLowerCase())) return undefined
  return {
    message: `is ${written}, which is a file that Imprint, hosts or browsers read.`,
    hint: 'Remove the redirect.',
  }
})
/** Files that cannot be redirected, in any folder. */
const readByHosts: ReadonlySet<string> = new Set([
  ...['robots.txt', 'favicon.ico', 'imprint-manifest.json', '_headers', '_redirects'],
  ...['_worker.js', '_routes.json', '.htaccess', '.htpasswd', 'web.config', 'netlify.toml', 'nginx.conf'],
  ...['caddyfile', 'wrangler.jsonc', 'wrangler.json', 'wrangler.toml'],
])

const to = matching(
  { test: isTarget },
  'is %, which cannot be the target of a redirect.',
  'Write a path such as "/new/", an https address without a user name and password, or the id of a provider document, such as "terms".',
)

function isTarget(text: string): boolean {
  if (!/^(?:\/(?!\/)|https:\/\/[^/])[^\s\\\p{Cc}]*$|^[a-z]+$/u.test(text)) return false
  if (!text.startsWith('https:')) return true
  if (!URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}
/** Cloudflare Pages reads 2,000 rules, and most redirects take two: with and without the trailing slash. */
const maxRedirects = 1000
export const redirectsSchema = z
  .array(
    z.strictObject({
      from: from.meta({ pattern: '^/', ...shown('Old path', '/old/') }),
      to: to.meta({
        pattern: '^(?:/|https://)',
        ...shown('Page of the site, provider document or https address', '/faq/'),
      }),
      status: z
        .literal([301, 302])
        .default(301)
        .describe('301 for a permanent redirect, 302 for a temporary one'),
    }),
  )
  .max(maxRedirects)

/** `/caf%C3%A9/` → `/café/` */
export function decodedPath(path: string): string {
  return attempt(() => decodeURIComponent(path), path)
}

/** A key that is the same for all spellings that hosts treat as one address: `/old/`, `/old` and `/old/index.html`. */
export function addressKey(path: string): string {
  return decodedPath(path)
    .replace(/[?#].*$/, '')
    .replace(/\/(?:index\.html)?$/, '')
}

/** Parses one layer's `redirects.yaml`: the valid entries. Pure. */
export function parseRedirects(source: SourceFile): Outcome<readonly Redirect[]> {
  const { value: data, diagnostics: problems } = parseYaml(source)
  if (data === undefined) return { value: [], diagnostics: problems }
  if (data.kind !== 'list') {
    const hint = 'Start each entry with "- from: /old/" and "  to: /new/".'
    const problem = diagnostic('content/wrong-type', 'The file must be a list of redirects.', {
      at: data.origin,
      hint,
    })
    return { value: [], diagnostics: [...problems, problem] }
  }
  const { diagnostics } = validate(redirectsSchema, data, 'content')
  const good = goodPart(redirectsSchema, data)
  const redirects = (validate(redirectsSchema, good, 'content').value ?? []).map((redirect, index) => ({
    ...redirect,
    fromOrigin: originOf(good, [index, 'from']),
    toOrigin: originOf(good, [index, 'to']),
  }))
  return { value: redirects, diagnostics: [...problems, ...diagnostics, ...duplicates(redirects)] }
}

function duplicates(redirects: readonly Redirect[]): Diagnostic[] {
  return repeated(redirects, ({ from }) => addressKey(from)).map(([redirect, first]) =>
    diagnostic('redirect/duplicate', `"${redirect.from}" is already redirected.`, {
      at: redirect.fromOrigin,
      hint: `Line ${first.fromOrigin.line} redirects it to "${first.to}". Remove one of the two.`,
    }),
  )
}

/** An address's redirects from each layer, strongest first. */
type Layered = readonly [Redirect, ...Redirect[]]

/** The valid redirects of all layers. */
export function loadRedirects(layers: ContentLayers): Outcome<readonly Redirect[]> {
  const { value, diagnostics } = layeredRedirects(layers)
  return { value: value.map(([strongest]) => strongest), diagnostics }
}

function layeredRedirects(layers: ContentLayers): Outcome<readonly Layered[]> {
  const { diagnostics, take } = collecting()
  const byAddress = new Map<string, Layered>()
  for (const parsed of strongestFirst(layers, 'redirects.yaml', parseRedirects)) {
    for (const redirect of take(parsed) ?? []) {
      const key = addressKey(redirect.from)
      const [first, ...weaker] = byAddress.get(key) ?? []
      byAddress.set(key, first === undefined ? [redirect] : [first, ...weaker, redirect])
    }
  }
  return { value: [...byAddress.values()], diagnostics }
}

/** The target of each address, for `explain`; undefined if there are no redirects. */
export function locateRedirects(layers: ContentLayers): LocatedMap | undefined {
  const all = layeredRedirects(layers).value
  const target = ({ to, toOrigin: origin }: Redirect) =>
    ({ kind: 'scalar', value: to, written: to, origin }) as const
  const entries = all.map(([strongest, ...weaker]) => {
    const { from, fromOrigin: keyOrigin } = strongest
    return [from, { keyOrigin, value: target(strongest), shadowed: weaker.map(target) }] as const
  })
  const origin = all[0]?.[0].fromOrigin
  return origin && { kind: 'map', origin, entries: new Map(entries) }
}
