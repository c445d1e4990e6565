// Components that templates wrap in `cachedPart`: rendered once for each set of props.

import { createElement, type FunctionComponent, type ReactElement } from 'react'
import type { WakeCause } from '../kit/index.ts'
import type { Piece } from './pieces.ts'

/** An island in a part, and how it wakes. */
export type IslandUse = readonly [name: string, by: WakeCause]

/** The piece of a component. */
export interface CachedPart extends Piece {
  readonly islands: readonly IslandUse[]
  /** Source paths of the style sheets of the components in it. */
  readonly styles: ReadonlySet<string>
}

/** Thrown for a part that uses ids, which must differ from page to page. */
export class NotCacheable extends Error {}

/** Renders a component on its own. Throws `NotCacheable` if its HTML is not the same on every page. */
export type RenderPart = (element: ReactElement, identifierPrefix: string) => CachedPart

/** Most parts of a site have a few variants (the list of articles without the one on the page). */
const cachedOfEach = 64

/** The pieces of one site's components by their props. Undefined if a component has to be rendered in its place. */
export function partCache() {
  const parts = new Map<unknown, { readonly props: object; readonly part: CachedPart }[] | 'not cacheable'>()
  return <Props extends object>(
    component: FunctionComponent<Props>,
    props: Props,
    render: RenderPart,
  ): CachedPart | undefined => {
    const cached = parts.get(component) ?? []
    if (cached === 'not cacheable') return undefined
    parts.set(component, cached)
    const index = cached.findIndex(entry => sameProps(entry.props, props))
    const found = cached[index]
    if (found !== undefined) {
      // Most recently used first; the least recently used one is dropped.
      if (index > 0) cached.unshift(...cached.splice(index, 1))
      return found.part
    }
    try {
      const part = render(createElement(component, props), `${component.name}-`)
      cached.unshift({ props, part })
      cached.splice(cachedOfEach)
      return part
    } catch (error) {
      if (!(error instanceof NotCacheable)) throw error
      parts.set(component, 'not cacheable')
      return undefined
    }
  }
}

/** Compares props as React does: one by one, by identity. */
function sameProps(a: object, b: object): boolean {
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every(key => Object.hasOwn(b, key) && Object.is(a[key as never], b[key as never]))
  )
}
