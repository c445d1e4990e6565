// Weight limits of pages. Visitors have cheap phones and slow networks, so a page over budget is a build error, which reports the
// size and what it consists of.

import { gzipSync } from 'node:zlib'
import {
  type IslandCode,
  type TemplateBundle,
  type TemplateOrigins,
  templateOrigin,
} from '../assets/index.ts'
import { type Diagnostic, diagnostic, type Origin, startOf } from '../diagnostics/index.ts'
import { remembered, rememberedWeakly } from '../files/index.ts'
import type { WakeCause } from '../kit/index.ts'
import type { Page } from '../site/index.ts'
import { countedParts, type HtmlPart, type Piece, piecesOf } from './pieces.ts'

/**
 * Bytes after gzip at level 6, which Imprint's files for hosts configure. Brotli makes pages smaller. The limit for a page's HTML
 * is in the record of its kind.
 */
export const budgets = {
  /** Script in the page itself: the loader of the islands. */
  eagerScript: 1_150,
  /**
   * The loader and every script that loads without a visitor’s action (when the browser is idle, or on scrolling), with
   * everything that a brand can turn on.
   */
  laterScript: 4_850,
  /** Additional allowance for a page with blocks: an author may put the form and the calculator on one page. */
  scriptOfBlocks: 1_150,
  /** One island that waits for an interaction, with everything it imports; React is most of it. */
  interactionScript: 73_000,
} as const

/** Measured once, no matter how many pages contain it. */
const sizeOfPiece = rememberedWeakly((piece: Piece) => compressedSize(piece.counted))

/** Reports a page whose HTML is too large. */
export function htmlProblems(
  page: Pick<Page, 'kind' | 'template' | 'route' | 'source' | 'htmlBudget'>,
  parts: readonly HtmlPart[],
  origins: TemplateOrigins,
): Diagnostic[] {
  const counted = countedParts(parts)
  const text = counted.filter(part => typeof part === 'string').join('')
  const pieces = piecesOf(counted).map(piece => ({ name: piece.name, size: sizeOfPiece(piece) }))
  const limit = page.htmlBudget
  const left = pieces.reduce((rest, { size }) => rest - size, limit)
  // Most pages fit uncompressed, which saves calling the encoder.
  if (Buffer.byteLength(text) <= left) return []
  const own = { name: 'its own HTML', size: compressedSize(text) }
  if (own.size <= left) return []
  const heavy = heaviest([own, ...pieces])
  const size = limit - left + own.size
  const isOwn = page.kind !== 'article' && page.source !== undefined
  const at = isOwn ? startOf(page.source as string) : templateOrigin(origins, page)
  const madeOf = heavy.map(part => `${part.name} (${kilobytes(part.size)})`)
  const hint = `It consists of ${madeOf.join(', ')}. Article lists, article text and FAQ answers do not count.`
  return [over('budget/html', `HTML of "${page.route}"`, size, limit, hint, at)]
}

const loaderName = 'src/kit/loader.ts'

/** The sizes of scripts by path. Measured once, no matter how many bundles have the same islands. */
const scriptSizes = rememberedWeakly(({ files, loader }: IslandCode) =>
  remembered((path: string) => compressedSize(files[path] ?? loader.whole)),
)

/**
 * Reports a page that loads too much script.
 * @param used The islands on it, each with all the ways it wakes.
 */
export function scriptProblems(
  page: Pick<Page, 'route' | 'template' | 'lists'>,
  used: ReadonlyMap<string, ReadonlySet<WakeCause>>,
  { islands, origins }: Pick<TemplateBundle, 'islands' | 'origins'>,
): Diagnostic[] {
  const { route } = page
  const problems: Diagnostic[] = []
  if (used.size === 0) return problems
  const sizeOf = scriptSizes(islands)
  const sum = (paths: readonly string[]) => paths.reduce((total, path) => total + sizeOf(path), 0)
  const scriptsOf = (name: string) => islands.islands[name]?.eager ?? []
  /** @param names The islands whose scripts these are: the heaviest is the one to change. */
  const judge = (
    what: string,
    paths: readonly string[],
    limit: number,
    names: readonly string[] = [],
  ): void => {
    const size = sum(paths)
    if (size <= limit) return
    const [name] = [...names].sort((a, b) => sum(scriptsOf(b)) - sum(scriptsOf(a)))
    const hint = `${name === undefined ? '' : `${remedy(islands, name, limit)} `}${moduleList(islands, paths)}`
    const at = (name !== undefined && islandOrigin(islands, name)) || templateOrigin(origins, page)
    problems.push(over('budget/script', what, size, limit, hint, at))
  }
  judge(`Script inside "${route}"`, [loaderName], budgets.eagerScript)
  const isWaiting = (causes: ReadonlySet<WakeCause>) =>
    [...causes].every(cause => cause === 'interaction' || cause === 'intent')
  const later: string[] = []
  for (const [name, causes] of used) {
    if (!isWaiting(causes)) later.push(name)
    else judge(`Island "${name}" on "${route}"`, scriptsOf(name), budgets.interactionScript, [name])
  }
  const more = page.lists === undefined ? 0 : budgets.scriptOfBlocks
  const paths = new Set([loaderName, ...later.flatMap(scriptsOf)])
  judge(`Scripts that "${route}" loads immediately`, [...paths], budgets.laterScript + more, later)
  return problems
}

/** The file of an island. */
function islandOrigin({ islands, modules }: IslandCode, name: string): Origin | undefined {
  const parts = modules[islands[name]?.path ?? ''] ?? []
  const file = parts.find(({ source }) => source.includes(`templates/islands/${name}`))
  return file && startOf(file.source)
}

function remedy({ islands, modules }: IslandCode, name: string, limit: number): string {
  const parts = (islands[name]?.eager ?? []).flatMap(path => modules[path] ?? [])
  const hasReact = parts.some(({ source }) => /(?:^|\/)react-dom\//.test(source))
  if (limit === budgets.interactionScript)
    return `Import less in the island "${name}"${hasReact ? ': React alone takes about 70 kB' : ''}.`
  const or = hasReact ? 'write it without React, which takes about 70 kB' : 'import less in it'
  return `Load the island "${name}" with on="interaction" (the limit is then ${shownLimit(budgets.interactionScript)}), or ${or}.`
}

function over(
  code: 'budget/html' | 'budget/script',
  what: string,
  size: number,
  limit: number,
  hint: string,
  at: Origin,
): Diagnostic {
  const message = `${what}: ${kilobytes(size)} compressed; the limit is ${shownLimit(limit)}.`
  return diagnostic(code, message, { at, hint })
}

function compressedSize(content: string): number {
  return gzipSync(content, { level: 6 }).length
}

function moduleList(islands: IslandCode, paths: readonly string[]): string {
  const modules = paths.flatMap(
    path => islands.modules[path] ?? [{ source: path, bytes: islands.loader.whole.length }],
  )
  const sizes = modules.map(({ source, bytes }) => ({ name: source, size: bytes }))
  const named = heaviest(sizes).map(({ name, size }) => `${name} (${kilobytes(size)})`)
  return `Heaviest modules, before compression: ${named.join(', ')}.`
}

function heaviest<Part extends { readonly size: number }>(parts: readonly Part[]): Part[] {
  return [...parts].sort((a, b) => b.size - a.size).slice(0, 6)
}

/** The exact limit, as in the manual. */
function shownLimit(bytes: number): string {
  return `${bytes / 1000} kB`
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}
