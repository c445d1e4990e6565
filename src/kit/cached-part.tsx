import { createElement, type FunctionComponent, type ReactElement, type ReactNode, useContext } from 'react'
import { RenderingContext } from './rendering.ts'

/**
 * A component whose HTML is the same on every page that gives it the same props: a header, a footer, a list. It is
 * rendered once for a site, and again where a prop is another object; most of the time that a page takes is saved so.
 *
 * It may depend on its props alone: no context of the templates' own, no state of a module. Islands in it are fine; with one that has a
 * `component` it is rendered in its place on every page, since the ids in such an island are the page's.
 */
export function cachedPart<Props extends object>(
  component: FunctionComponent<Props>,
): FunctionComponent<Props> {
  function CachedPart(props: Props): ReactElement | ReactNode {
    const mark = useContext(RenderingContext)?.parts.markOf(component, props)
    return mark ?? createElement(component, props)
  }
  CachedPart.displayName = `cachedPart(${component.displayName ?? component.name})`
  return CachedPart
}
