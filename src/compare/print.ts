// Prints the differences between sites: totals first, then one entry for each group of equal changes.

import { counted } from '../diagnostics/index.ts'
import { escapeHtml, htmlPage } from '../html/index.ts'
import { type ChangeGroup, isOfWholePage, singles } from './groups.ts'
import { aroundChange, clipped, commonEnds } from './lists.ts'
import type { ChangeKind } from './sites.ts'

export interface Differences {
  /** What the sites are compared with, in words. */
  readonly against: string
  /** Brands that were compared. */
  readonly compared: readonly string[]
  /** Brands that could not be built. */
  readonly failed: readonly string[]
  /** Brands whose live site did not respond. */
  readonly unreachable: readonly string[]
  readonly groups: readonly ChangeGroup[]
}

/** The page of a group, before and after, as PNG; a picture is missing if there is no such page. */
export interface PagePictures {
  readonly brand: string
  readonly route: string
  readonly before: Uint8Array | undefined
  readonly after: Uint8Array | undefined
}

const titles: Record<ChangeKind, string> = {
  removed: 'Removed',
  added: 'New',
  changed: 'Changed (details unknown)',
  text: 'Text',
  meta: 'Metadata',
  headers: 'Headers and redirects',
  markup: 'Markup',
  asset: 'Styles, scripts and images only',
}

export function changedBrands({ groups }: Differences): string[] {
  return [...new Set(groups.flatMap(({ brands }) => [...brands.keys()]))].sort()
}

function totals(differences: Differences): string {
  const changed = changedBrands(differences).length
  const { compared, failed, unreachable, against } = differences
  const pages = new Set(
    differences.groups.flatMap(({ brands }) =>
      [...brands].flatMap(([id, routes]) => routes.map(route => `${id} ${route}`)),
    ),
  ).size
  const others = [
    failed.length > 0 && `${failed.length} could not be built`,
    unreachable.length > 0 && `${counted(unreachable.length, 'live site')} did not respond`,
  ].filter(text => text !== false)
  const rest = others.map(text => `, ${text}`).join('')
  if (compared.length === 0 && others.length > 0)
    return `No brand was compared with ${against}: ${others.join(', ')}.`
  if (changed === 0)
    return `Nothing changes in ${counted(compared.length, 'brand')} compared with ${against}${rest}.`
  return `${changed} of ${counted(compared.length, 'brand')} ${changed === 1 ? 'differs' : 'differ'} from ${against}: ${counted(differences.groups.length, 'change')} on ${counted(pages, 'address', 'addresses')}${rest}.`
}

/** `the same in 196 brands: aurora, harbor and 194 more`, `on 37 pages` */
function where({ brands }: ChangeGroup, compared: number): string {
  const ids = [...brands.keys()]
  const shown = ids.length > 4 ? `${ids.slice(0, 3).join(', ')} and ${ids.length - 3} more` : ids.join(', ')
  const all =
    ids.length === compared && compared > 1
      ? `all ${compared} brands`
      : ids.length === 1
        ? shown
        : `${ids.length} brands (${shown})`
  const routes = [...brands.values()].flat()
  const [route] = routes
  return `${new Set(routes).size === 1 ? route : pagesAndFiles(routes)} of ${all}`
}

/** `42 pages and 3 other files` */
function pagesAndFiles(routes: readonly string[]): string {
  const pages = routes.filter(route => /(?:\/|\.html)$/.test(route)).length
  const files = routes.length - pages
  if (files === 0) return counted(pages, 'page')
  return pages === 0
    ? counted(files, 'file')
    : `${counted(pages, 'page')} and ${counted(files, 'other file')}`
}

const longestLine = 400

/** Number of added or removed routes that a group names. */
const mostRoutes = 20

/** The sentences of a group, as in a diff, long ones shortened; for several added or removed pages, their routes. */
function linesOf(group: ChangeGroup): string[] {
  const { removed, added, kind, brands } = group
  if (isOfWholePage(group)) {
    const routes = [...new Set([...brands.values()].flat())]
    if (routes.length < 2) return []
    const sign = kind === 'added' ? '+' : '-'
    const rest = routes.length - mostRoutes
    const named = routes.slice(0, mostRoutes).map(route => `${sign} ${route}`)
    return rest > 0 ? [...named, `${sign} and ${rest} more`] : named
  }
  const pairs = singles(removed, added).map(([[before], [after]]) => {
    if (before === undefined || after === undefined)
      return [before && clipped(before, longestLine), after && clipped(after, longestLine)]
    return aroundChange(before, after, longestLine)
  })
  return [
    ...pairs.flatMap(([before]) => (before === undefined ? [] : `- ${before}`)),
    ...pairs.flatMap(([, after]) => (after === undefined ? [] : `+ ${after}`)),
  ]
}

function entry(group: ChangeGroup): { readonly title: string; readonly note: string } {
  const note = group.isLost ? ', without a redirect' : ''
  return { title: titles[group.kind], note }
}

/** For a terminal. With `pages`, every address is listed. */
export function printText(differences: Differences, { pages }: { readonly pages: boolean }): string {
  const lines = [totals(differences)]
  for (const id of differences.failed) lines.push(`  not built: ${id}`)
  for (const group of differences.groups) {
    const { title, note } = entry(group)
    lines.push('', `${title}: ${where(group, differences.compared.length)}${note}`)
    lines.push(...linesOf(group).map(line => `  ${line}`))
    if (pages) for (const [id, routes] of group.brands) lines.push(`    ${id}: ${routes.join(' ')}`)
  }
  return `${lines.join('\n')}\n`
}

/** Largest size of a comment on a pull request, in bytes. */
const longestComment = 60_000

/** For a comment on a pull request. It is never too long for one: groups that do not fit are only counted. */
export function printMarkdown(differences: Differences): string {
  const code = (text: string) => text.replaceAll('`', 'ˋ')
  const parts = [`**${totals(differences)}**\n`]
  let size = Buffer.byteLength(parts[0] as string) + 100
  let left = 0
  for (const group of differences.groups) {
    const { title, note } = entry(group)
    const lines = linesOf(group)
    const difference = lines.length === 0 ? '' : `\n\`\`\`diff\n${code(lines.join('\n'))}\n\`\`\`\n`
    const part = `\n**${title}** · ${where(group, differences.compared.length)}${note}\n${difference}`
    const bytes = Buffer.byteLength(part)
    if (size + bytes > longestComment) {
      left++
      continue
    }
    size += bytes
    parts.push(part)
  }
  if (left > 0) parts.push(`\n… and ${counted(left, 'more change')}: run \`imprint diff\` for all of them.\n`)
  return parts.join('')
}

/**
 * One self-contained page: before and after of each group, with changed words marked.
 * @param pictures Pictures of some groups; undefined if no browser could take any.
 */
export function printHtml(
  differences: Differences,
  pictures: ReadonlyMap<ChangeGroup, PagePictures> | undefined,
): string {
  const sections = differences.groups.map(group => {
    const { title, note } = entry(group)
    const rows = Array.from({ length: Math.max(group.removed.length, group.added.length) }, (_, index) => {
      const [before, after] = marked(group.removed[index] ?? '', group.added[index] ?? '')
      return `<tr><td>${before}</td><td>${after}</td></tr>`
    })
    const routes = [...group.brands].map(
      ([id, list]) => `<li>${escapeHtml(id)}: ${escapeHtml(list.join(' '))}</li>`,
    )
    return `<section${group.isLost ? ' class="lost"' : ''}><h2>${title} <small>${escapeHtml(where(group, differences.compared.length))}${note}</small></h2>
${rows.length === 0 ? '' : `<table><thead><tr><th scope="col">Before</th><th scope="col">After</th></tr></thead><tbody>${rows.join('')}</tbody></table>`}
${pictured(pictures?.get(group))}
<details><summary>Pages</summary><ul>${routes.join('')}</ul></details></section>`
  })
  const head = `<style>
body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1c2230;background:#fff}
h2{font-size:1.1rem;margin:2rem 0 .5rem}small{font-weight:400;color:#555d6e}
table{width:100%;border-collapse:collapse;table-layout:fixed}th,td{text-align:left;vertical-align:top;border:1px solid #d5d9e0;padding:.5rem;overflow-wrap:anywhere}
del{background:#ffd7d5;text-decoration-color:#b3261e}ins{background:#c9f2d0;text-decoration:none}.lost h2{color:#b3261e}
img{max-width:100%;height:auto}
</style>
`
  const body = `<h1>Differences</h1><p>${escapeHtml(totals(differences))}</p>
${differences.failed.length === 0 ? '' : `<p>Not built: ${escapeHtml(differences.failed.join(', '))}</p>`}
${pictures === undefined && differences.groups.length > 0 ? '<p>No screenshots: there is no Chromium on this machine. Install it, or set the environment variable CHROMIUM to its path.</p>' : ''}
${sections.join('\n')}`
  return htmlPage({ title: 'Imprint: differences', head, body })
}

function pictured(pictures: PagePictures | undefined): string {
  if (pictures === undefined) return ''
  const { brand, route, before, after } = pictures
  const title = `${escapeHtml(route)} of ${escapeHtml(brand)}`
  if (before !== undefined && after !== undefined && Buffer.from(before).equals(after))
    return `<p>The top of ${title} looks the same at a width of 1280 pixels.</p>`
  const cell = (png: Uint8Array | undefined, when: string) =>
    png === undefined
      ? 'No screenshot'
      : `<img src="data:image/png;base64,${Buffer.from(png).toString('base64')}" alt="${title} ${when}" width="1280" height="1600" loading="lazy">`
  return `<details><summary>Screenshots of ${title}</summary><table><thead><tr><th scope="col">Before</th><th scope="col">After</th></tr></thead><tbody><tr><td>${cell(before, 'before')}</td><td>${cell(after, 'after')}</td></tr></tbody></table></details>`
}

/** Two strings, with the words between their common beginning and end marked. */
function marked(before: string, after: string): [string, string] {
  const [old, now] = [words(before), words(after)]
  const { start, end } = commonEnds(old, now)
  const show = (list: readonly string[], tag: string) => {
    const middle = list.slice(start, list.length - end).join('')
    return `${escapeHtml(list.slice(0, start).join(''))}${middle === '' ? '' : `<${tag}>${escapeHtml(middle)}</${tag}>`}${escapeHtml(list.slice(list.length - end).join(''))}`
  }
  return [show(old, 'del'), show(now, 'ins')]
}

function words(text: string): string[] {
  return text.split(/(?<=\s)/)
}
