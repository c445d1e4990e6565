// What a page may weigh. Visitors come on cheap phones and slow networks: a page over budget is a fault of the build,
// named with the amount and with what it is made of, before any visitor has to wait for it.

import { hash } from 'node:crypto'
import { brotliCompressSync, constants } from 'node:zlib'
import type { IslandBundle, TemplateBundle } from '../assets/index.ts'
import { type Diagnostic, diagnostic, type Origin } from '../diagnostics/index.ts'
import type { WakeOn } from '../kit/index.ts'
import { pageBytes } from './pieces.ts'

/** Bytes after brotli at its best, as a good host sends them. */
export const budgets = {
  /** A page's HTML with its styles inline. */
  html: 12_000,
  /** Script in the page itself: the loader of the islands. */
  eagerScript: 1_000,
  /** The loader and every script that comes without a visitor's doing, by idling or scrolling. */
  laterScript: 3_000,
  /** One island that waits for an interaction, with everything it imports; React is most of it. */
  interactionScript: 64_000,
} as const

// Best compression takes tens of milliseconds for a page; what fits at a worse one fits at the best.
const bestQuality = constants.BROTLI_MAX_QUALITY
const qualities = [0, 5, 9, bestQuality]
// For a page in parts. What it shares with others is compressed once at a quality that makes it nearly as small as the best,
// which takes twenty times as long; the page's own HTML is most often settled by the first.
const qualityOfPieces = 5
const qualitiesOfOwn = [0, 2, 5]
/** Pages from which on it is worth while to compress the shared styles at best. */
const worthParts = 20
/** Smaller pieces are not worth a call of the encoder: they count as the page's own. In bytes. */
const smallPiece = 1000
const loaderName = 'src/kit/loader.ts'

interface PieceBytes {
  readonly bytes: Buffer
}

/** What the budget of a page's HTML needs to know of the templates. */
export type HtmlBudgetBasis = Pick<TemplateBundle, 'origin'>

export interface HtmlBudget {
  /** The problem of a page whose HTML is too much, if it is. */
  check(route: string, parts: readonly (string | PieceBytes)[]): Diagnostic[]
}

/** For one bundle of templates; what was measured is not measured again. */
export function htmlBudget({ origin }: HtmlBudgetBasis): HtmlBudget {
  let checked = 0
  const combinations = new Combination()
  const sizes = new WeakMap<PieceBytes, number>()
  const sizesByText = new Map<string, number>()
  /**
   * Pages that did not fit in parts (home, a long article), with the quality at which the whole was settled. The same page
   * of another brand will not do otherwise.
   */
  const wholes = new Map<string, number>()
  /** Brands that show the same articles have lists of the same bytes. */
  const sizeOfText = (text: Buffer): number => {
    const key = hash('sha1', text)
    const size = sizesByText.get(key) ?? compressed(text, qualityOfPieces)
    sizesByText.set(key, size)
    return size
  }
  const sizeOf = (piece: PieceBytes): number => {
    const known = sizes.get(piece)
    if (known !== undefined) return known
    const size = sizeOfText(piece.bytes)
    sizes.set(piece, size)
    return size
  }
  const sizeTogether = (pieces: readonly PieceBytes[]): number => {
    return compressed(Buffer.concat(pieces.map(({ bytes }) => bytes)), qualityOfPieces)
  }
  /**
   * Whether a page is within its limit for certain, found without compressing it whole: most of it stands in many pages
   * of a run. Parts compressed each by itself, nearly all of them worse than at best, take more than the whole at best,
   * which also sees what repeats between them. False says nothing: the page is then compressed as a whole.
   */
  const fitsInParts = (html: Buffer, pieces: readonly PieceBytes[]): boolean => {
    if (checked++ < worthParts) return false
    const shared = pieces.filter(piece => piece.bytes.length >= smallPiece)
    const small = pieces.filter(piece => piece.bytes.length < smallPiece)
    const own = small.length === 0 ? html : Buffer.concat([html, ...small.map(({ bytes }) => bytes)])
    let left = shared.reduce((rest, piece) => rest - sizeOf(piece), budgets.html as number)
    for (const quality of qualitiesOfOwn) {
      const size = compressed(own, quality)
      if (size <= left) return true
      // Together they take less, which is worth finding out where they come together often.
      if (quality === 0) {
        const together = combinations.of(shared).size(() => sizeTogether(shared))
        if (together !== undefined) left = Math.max(left, budgets.html - together)
        if (size <= left) return true
      }
    }
    return false
  }
  return {
    check(route, parts) {
      const own = parts.filter(part => typeof part === 'string').join('')
      const pieces = parts.filter(part => typeof part !== 'string')
      const settled = wholes.get(route)
      if (settled === undefined && fitsInParts(Buffer.from(own), pieces)) return []
      const whole = pageBytes(parts)
      const { size, quality } = measured(whole, budgets.html, settled)
      const fits = size <= budgets.html
      // The best takes too long to begin with: the page may have become smaller.
      if (fits && quality < bestQuality && checked > worthParts) wholes.set(route, quality)
      else wholes.delete(route)
      if (fits) return []
      const hint = heaviestParts(whole.toString())
      return [over('budget/html', `HTML of "${route}"`, size, budgets.html, hint, origin)]
    },
  }
}

export interface ScriptBudget {
  /**
   * The problems of a page that brings too much script.
   * @param islands The islands on it, each with all the ways it wakes.
   */
  check(route: string, islands: ReadonlyMap<string, ReadonlySet<WakeOn>>): Diagnostic[]
}

/** Sizes of an island bundle's scripts, by path and quality. Compressing React at best takes a third of a second. */
export type ScriptSizes = Map<string, number>

/** @param sizes Kept by whoever makes budgets for bundles that share their islands. */
export function scriptBudget(
  { islands, origin }: Pick<TemplateBundle, 'islands' | 'origin'>,
  sizes: ScriptSizes = new Map(),
): ScriptBudget {
  const loaderBytes = new TextEncoder().encode(islands.loader)
  const sizeOf = (path: string, quality: number): number => {
    const key = `${path} ${quality}`
    const size = sizes.get(key) ?? compressed(islands.files.get(path)?.bytes ?? loaderBytes, quality)
    sizes.set(key, size)
    return size
  }
  /** The size of all together, or undefined when it is within the limit; the cheap tries settle most. */
  const overLimit = (paths: readonly string[], limit: number): number | undefined => {
    let sum = 0
    for (const quality of qualities) {
      sum = paths.reduce((total, path) => total + sizeOf(path, quality), 0)
      if (sum <= limit) return undefined
    }
    return sum
  }
  return {
    check(route, used) {
      const problems: Diagnostic[] = []
      if (used.size === 0) return problems
      const judge = (what: string, paths: readonly string[], limit: number): void => {
        const sum = overLimit(paths, limit)
        if (sum !== undefined)
          problems.push(over('budget/script', what, sum, limit, moduleList(islands, paths), origin))
      }
      judge(`Script inside "${route}"`, [loaderName], budgets.eagerScript)
      const later = new Set([loaderName])
      for (const [name, on] of used) {
        const eager = islands.islands.get(name)?.eager ?? []
        const waits = on.size === 1 && on.has('interaction')
        if (waits) judge(`Island "${name}" of "${route}"`, eager, budgets.interactionScript)
        else for (const path of eager) later.add(path)
      }
      judge(`Scripts that "${route}" loads by itself`, [...later], budgets.laterScript)
      return problems
    },
  }
}

function over(
  code: 'budget/html' | 'budget/script',
  what: string,
  size: number,
  limit: number,
  parts: string,
  at: Origin,
): Diagnostic {
  const message = `${what}: ${kilobytes(size)} compressed, where ${kilobytes(limit)} are allowed.`
  return diagnostic(code, message, { at, hint: parts })
}

/** Pieces that come together again and again, always in the same order. */
class Combination {
  readonly #longer = new WeakMap<PieceBytes, Combination>()
  #asked = 0
  #size: number | undefined

  of(pieces: readonly PieceBytes[]): Combination {
    return pieces.reduce<Combination>((known, piece) => known.#with(piece), this)
  }

  /** What is measured of them all, from the third time on that it is asked for. */
  size(measure: () => number): number | undefined {
    if (++this.#asked > 2) this.#size ??= measure()
    return this.#size
  }

  #with(piece: PieceBytes): Combination {
    const known = this.#longer.get(piece) ?? new Combination()
    this.#longer.set(piece, known)
    return known
  }
}

/**
 * The size at the first quality at which it is within the limit, or at the best.
 * @param from Worse ones are not tried.
 */
function measured(
  bytes: Uint8Array,
  limit: number,
  from = 0,
): { readonly size: number; readonly quality: number } {
  let size = 0
  for (const quality of qualities.filter(quality => quality >= from)) {
    size = compressed(bytes, quality)
    if (size <= limit) return { size, quality }
  }
  return { size, quality: bestQuality }
}

function compressed(bytes: Uint8Array, quality: number): number {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    // Up to 16, which is more than most pages have, the encoder gets by with a few tables; above, quality 9 takes ten times as long.
    [constants.BROTLI_PARAM_LGWIN]: quality < bestQuality ? 16 : 18,
    // Without it the encoder makes ready for a stream of unknown length.
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  return brotliCompressSync(bytes, { params }).length
}

function heaviestParts(html: string): string {
  const styles = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1]?.length ?? 0
  const data = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html)?.[1]?.length ?? 0
  return `Before compression: ${kilobytes(styles)} styles, ${kilobytes(data)} structured data, ${kilobytes(html.length - styles - data)} of ${kilobytes(html.length)} for the rest. Shorten the text or split it into two pages.`
}

function moduleList(islands: IslandBundle, paths: readonly string[]): string {
  const modules = paths.flatMap(
    path => islands.modules.get(path) ?? [{ source: path, bytes: islands.loader.length }],
  )
  const heaviest = [...modules].sort((a, b) => b.bytes - a.bytes).slice(0, 6)
  return `Heaviest modules: ${heaviest.map(({ source, bytes }) => `${source} ${kilobytes(bytes)}`).join(', ')} (before compression).`
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}
