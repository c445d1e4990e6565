import { createElement, type FunctionComponent, type ReactElement, type ReactNode, useContext } from 'react'
import { RenderingContext } from './rendering.ts'

/**
 * A component whose HTML is the same on every page that gives it the same props: a header, a footer, a list. It is rendered once
 * for a site, and again only if a prop is a different object; this saves most of a page's rendering time.
 *
 * It may depend only on its props: no React context of the templates, no module state. Islands in it are fine; if one has a
 * `component`, the part is rendered for every page, because the ids in such an island belong to the page.
 */
export function cachedPart<Props extends object>(
  component: FunctionComponent<Props>,
): FunctionComponent<Props> {
  function CachedPart(props: Props): ReactElement | ReactNode {
    const mark = useContext(RenderingContext)?.partMark(component, props)
    return mark ?? createElement(component, props)
  }
  CachedPart.displayName = `cachedPart(${component.displayName ?? component.name})`
  return CachedPart
}
