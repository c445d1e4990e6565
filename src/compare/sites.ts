// The changes that visitors of a brand would see between two of its sites.

import { grouped } from '../diagnostics/index.ts'
import { decodeReferences } from '../html/index.ts'
import { hostFileOf, type Manifest, sitePathOf } from '../output/index.ts'
import { matchesPattern, parseHeaderRules, parseRedirectRules } from '../render/index.ts'
import { routeOf } from '../site/index.ts'
import { aroundChange, clipped, type ListChanges, listChanges, sentencesIn } from './lists.ts'
import { changedPart, pageText } from './page-text.ts'
import { derivedRoute } from './removals.ts'

export const changeKinds = [
  'removed',
  'added',
  'changed',
  'text',
  'meta',
  'headers',
  'markup',
  'asset',
] as const
export type ChangeKind = (typeof changeKinds)[number]

/** One change at one address. */
export interface Change {
  readonly kind: ChangeKind
  /** `/faq/` */
  readonly route: string
  /** Sentences, metadata or lines; for a change in markup, the part that differs. */
  readonly removed: readonly string[]
  readonly added: readonly string[]
  /** Whether a page is gone without a redirect. */
  readonly isLost?: boolean
}

/** A built site: its manifest, and its files as text; undefined if only the manifest is known. */
export interface BuiltSite {
  readonly manifest: Manifest
  read(path: string): string | undefined
}

/**
 * Compares two sites of a brand. Without the old one, every page is new.
 * @param expired Routes of articles that were removed on the date that their author set.
 */
export function compareSites(
  before: BuiltSite | undefined,
  after: BuiltSite,
  expired: ReadonlySet<string> = new Set(),
): readonly Change[] {
  const old = filesOf(before?.manifest)
  const now = filesOf(after.manifest)
  const changes: Change[] = []
  const redirected = redirectsOf(after)
  for (const path of [...new Set([...old.keys(), ...now.keys()])].sort()) {
    const [was, is] = [old.get(path), now.get(path)]
    if (was?.sha256 === is?.sha256) continue
    const route = routeOf(path)
    if (is === undefined || was === undefined) {
      // The names of these files change with their bytes, so the pages that contain the names show the change.
      if (isNamedByContent(path)) continue
      const isGone = is === undefined
      const isLost =
        isGone &&
        path.endsWith('.html') &&
        !derivedRoute.test(route) &&
        !expired.has(route) &&
        !redirected(after.manifest.basePath + route)
      changes.push({
        kind: isGone ? 'removed' : 'added',
        route,
        removed: [],
        added: [],
        ...(isLost && { isLost }),
      })
    } else {
      const old = before?.read(was.path)
      if (old !== undefined) changes.push(...fileChanges(path, old, after.read(is.path) ?? ''))
      else if (!isNamedByContent(path)) changes.push({ kind: 'changed', route, removed: [], added: [] })
    }
  }
  return changes
}

/** Pages of the older site that both have, with different bytes. */
export function changedPages(before: BuiltSite, after: BuiltSite): readonly Manifest['files'][number][] {
  const now = filesOf(after.manifest)
  return [...filesOf(before.manifest)].flatMap(([path, page]) => {
    const is = now.get(path)
    return path.endsWith('.html') && is !== undefined && is.sha256 !== page.sha256 ? [page] : []
  })
}

/**
 * A brand's own values, without those that are new on its home page: if a brand is renamed, both names are part of the change.
 */
export function oldValues(
  values: Readonly<Record<string, string>>,
  before: BuiltSite,
  after: BuiltSite,
): Readonly<Record<string, string>> {
  const [home, homeNow] = [before, after].map(({ manifest }) => filesOf(manifest).get('index.html'))
  const textOf = (site: BuiltSite, file = home): string =>
    file === undefined ? '' : decodeReferences(site.read(file.path) ?? '')
  const is = textOf(after, homeNow)
  // An unchanged page of a live site was not fetched.
  const was = home?.sha256 === homeNow?.sha256 ? is : textOf(before)
  const isNew = (value: string): boolean => is.includes(value) && !was.includes(value)
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isNew(value)))
}

/** The files of a site by their paths in it, and the host's configuration files by name, wherever they are. */
function filesOf(manifest: Manifest | undefined): ReadonlyMap<string, Manifest['files'][number]> {
  if (manifest === undefined) return new Map()
  const files = manifest.files.filter(({ path }) => !isManifest.test(path))
  const beside = files.filter(({ path }) => sitePathOf(manifest, path) === undefined)
  return new Map([
    ...beside.map(entry => [entry.path.replace(/^site\//, ''), entry] as const),
    ...files.flatMap(entry => {
      const path = sitePathOf(manifest, entry.path)
      return path === undefined ? [] : [[path, entry] as const]
    }),
  ])
}

/** This file changes with every other file. */
const isManifest = /(?:^|\/)imprint-manifest\.json$/

function fileChanges(path: string, before: string, after: string): Change[] {
  const route = routeOf(path)
  if (path === '_headers' || path === '_redirects') {
    const changes =
      path === '_headers' ? headerChanges(before, after) : listChanges(linesOf(before), linesOf(after))
    return has(changes) ? [{ kind: 'headers', route, ...changes }] : []
  }
  if (path === '.htaccess' && withoutSums(before) === withoutSums(after)) return []
  if (!path.endsWith('.html')) {
    const lines = listChanges(linesOf(before), linesOf(after))
    const kind = /\.(?:xml|txt|webmanifest|json)$/.test(path) ? 'meta' : 'asset'
    return [{ kind, route, ...(kind === 'meta' ? clipAll(lines) : { removed: [], added: [] }) }]
  }
  const part = changedPart(before, after)
  if (part === undefined) return []
  const [old, now] = [pageText(part.before), pageText(part.after)]
  const text = listChanges(old.text.flatMap(sentencesIn), now.text.flatMap(sentencesIn))
  const meta = listChanges(old.meta.map(withoutHashes), now.meta.map(withoutHashes))
  const all: Change[] = []
  if (has(text)) all.push({ kind: 'text', route, ...text })
  if (has(meta)) all.push({ kind: 'meta', route, ...clipAll(meta) })
  if (all.length > 0) return all
  if (plainMarkup(part.before) === plainMarkup(part.after))
    return [{ kind: 'asset', route, removed: [], added: [] }]
  return [
    {
      kind: 'markup',
      route,
      ...clipAll({ removed: [plainMarkup(part.before)], added: [plainMarkup(part.after)] }),
    },
  ]
}

/** The lines of a text file; for XML, the text in its elements. */
function linesOf(text: string): string[] {
  return withoutHashes(text)
    .split(/\n|<[^>]*>/)
    .map(line => decodeReferences(line).trim())
    .filter(Boolean)
}

/** Without hashed names, hashes in a policy, and inline styles, scripts and images. */
function plainMarkup(html: string): string {
  return withoutHashes(html)
    .replace(/<(style|script)\b[^>]*>[\s\S]*?<\/\1>/g, '<$1>')
    .replace(/data:image\/[^"\s]*/g, 'data:image')
    .replace(policySums, "'sha256'")
}

const policySums = /'sha256-[^']+'(?: 'sha256-[^']+')*/g

/** Without the hashes of scripts and styles in a policy. */
function withoutSums(text: string): string {
  return withoutHashes(text).replace(policySums, "'sha256'")
}

/** `/assets/card-12f7f54ce4.png` → `/assets/card.png` */
function withoutHashes(text: string): string {
  return text.replace(/-[0-9a-f]{10}(?=\.\w{2,5}\b)/g, '')
}

function isNamedByContent(path: string): boolean {
  return /-[0-9a-f]{10}\.\w+$/.test(path)
}

/**
 * The headers that change, with their paths; for policies the directives, without hashes. Equal changes to several paths are
 * one line; headers of added or removed pages are listed without their values.
 */
function headerChanges(before: string, after: string): ListChanges {
  const [old, now] = [headersByPath(before), headersByPath(after)]
  return { removed: headersWithout(old, now), added: headersWithout(now, old) }
}

function headersWithout(rules: HeadersByPath, others: HeadersByPath): string[] {
  const paths = grouped(
    [...rules].flatMap(([path, lines]) => {
      const known = others.get(path)
      if (known === undefined)
        return [...new Set(lines.map(({ name }) => name))].map(name => [name, path] as const)
      const texts = new Set(known.map(({ text }) => text))
      return lines.flatMap(({ text }) => (texts.has(text) ? [] : [[text, path] as const]))
    }),
  )
  return [...paths].map(([text, found]) => {
    const [first = '', ...more] = new Set(found)
    return `${first}${more.length === 0 ? '' : ` and ${more.length} more`} ${text}`
  })
}

type HeadersByPath = ReadonlyMap<string, readonly { readonly name: string; readonly text: string }[]>

/** Each header of a path as a line, and each directive of a policy. */
function headersByPath(text: string): HeadersByPath {
  return new Map(
    parseHeaderRules(withoutSums(text)).map(({ path, headers }) => [
      path,
      headers.flatMap(([name, value]) => {
        const parts = name === 'Content-Security-Policy' ? value.split('; ') : [value]
        return parts.map(part => ({ name, text: `${name}: ${part}` }))
      }),
    ]),
  )
}

function redirectsOf(site: BuiltSite): (route: string) => boolean {
  const file = hostFileOf(site.manifest, '_redirects')
  const rules = file === undefined ? [] : parseRedirectRules(site.read(file) ?? '')
  return route => rules.some(({ from, status }) => status !== 404 && matchesPattern(from, route))
}

function has({ removed, added }: ListChanges): boolean {
  return removed.length + added.length > 0
}

const longest = 2000

function clipAll({ removed, added }: ListChanges): ListChanges {
  const [before, after] = [removed[0], added[0]]
  if (removed.length === 1 && added.length === 1 && before !== undefined && after !== undefined) {
    const [old, now] = aroundChange(before, after, longest)
    return { removed: [old], added: [now] }
  }
  const clip = (text: string) => clipped(text, longest)
  return { removed: removed.map(clip), added: added.map(clip) }
}
