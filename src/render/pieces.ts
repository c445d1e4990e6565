// What many pages have in common: the styles, the loader of the islands, and what templates wrap in `cachedPart`. All that
// has to be known of such a piece is found out once. While a page is rendered a mark stands where a piece belongs.

import { createElement, type FunctionComponent, type ReactElement } from 'react'
import type { WakeOn } from '../kit/index.ts'
import { type InspectedHtml, inspectHtml, type TextPool } from './links.ts'
import { type InlineHashes, inlineHashes, joinHashes } from './policy.ts'

/** HTML that stands in many pages. */
export interface SharedPiece {
  readonly bytes: Buffer
  /** Of the scripts and styles in it. */
  readonly hashes: InlineHashes
  readonly links: InspectedHtml
}

/** An island that stands somewhere. */
export type IslandUse = readonly [name: string, on: WakeOn]

/** The piece of a component. */
export interface CachedPart extends SharedPiece {
  readonly islands: readonly IslandUse[]
}

/**
 * @param html With marks in the places of other pieces.
 * @param inner Those pieces.
 */
export function sharedPiece(html: string, pool: TextPool, inner: readonly SharedPiece[] = []): SharedPiece {
  const links = [inspectHtml(html, pool), ...inner.map(piece => piece.links)]
  return {
    bytes: putTogether(Buffer.from(html), inner),
    hashes: joinHashes([inlineHashes(html, isPieceMark), ...inner.map(piece => piece.hashes)]),
    links: {
      ids: links.flatMap(({ ids }) => ids),
      references: links.flatMap(({ references }) => references),
    },
  }
}

// Around the index of a piece. Control characters, which no content can hold: a page that is otherwise ASCII stays a string
// of single bytes, which is handled in half the time.
const markStart = '\u0001'
const markEnd = '\u0002'
const [startByte, endByte] = [1, 2]

/** Stands in a page for the piece of this index. */
export function pieceMark(index: number): string {
  return `${markStart}${index}${markEnd}`
}

/** Whether this is a mark and nothing else. */
export function isPieceMark(text: string): boolean {
  return text.startsWith(markStart) && text.indexOf(markEnd) === text.length - 1
}

/** The page with its pieces in their places. */
export function putTogether(page: Buffer, pieces: readonly SharedPiece[]): Buffer {
  const parts: Buffer[] = []
  let end = 0
  for (let start = page.indexOf(startByte); start !== -1; start = page.indexOf(startByte, end)) {
    const stop = page.indexOf(endByte, start)
    const piece = pieces[Number(page.toString('latin1', start + 1, stop))]
    if (piece === undefined)
      throw new Error('A page holds a character that Imprint keeps for itself: U+0001.')
    parts.push(page.subarray(end, start), piece.bytes)
    end = stop + 1
  }
  parts.push(page.subarray(end))
  return Buffer.concat(parts)
}

/** A part that asked for ids of its own, which must differ from page to page. */
export class NotCacheable extends Error {}

/** Renders a component alone. Throws `NotCacheable` where its HTML is not the same on every page. */
export type RenderPart = (element: ReactElement, identifierPrefix: string) => CachedPart

/** Most parts of a site differ a few times (the list of articles without the one that is read). */
const keptOfEach = 64

/** The parts of one site. */
export interface PartCache {
  /** The piece of a component with these props; undefined where it has to be rendered in its place. */
  find<Props extends object>(
    component: FunctionComponent<Props>,
    props: Props,
    render: RenderPart,
  ): CachedPart | undefined
}

export function partCache(): PartCache {
  interface Kept {
    readonly props: object
    readonly part: CachedPart
  }
  const known = new Map<unknown, Kept[] | 'not cacheable'>()
  return {
    find(component, props, render) {
      const kept = known.get(component) ?? []
      if (kept === 'not cacheable') return undefined
      known.set(component, kept)
      const index = kept.findIndex(entry => sameProps(entry.props, props))
      const found = kept[index]
      if (found !== undefined) {
        // The last one used stands first; what has not been used for longest is forgotten.
        if (index > 0) kept.unshift(...kept.splice(index, 1))
        return found.part
      }
      try {
        const part = render(createElement(component, props), `${component.name}-`)
        kept.unshift({ props, part })
        kept.splice(keptOfEach)
        return part
      } catch (error) {
        if (!(error instanceof NotCacheable)) throw error
        known.set(component, 'not cacheable')
        return undefined
      }
    },
  }
}

/** As React compares props: by identity, one by one. */
function sameProps(a: object, b: object): boolean {
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every(key => Object.hasOwn(b, key) && Object.is(a[key as never], b[key as never]))
  )
}
