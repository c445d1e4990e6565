import {
  createContext,
  createElement,
  type FunctionComponent,
  type ReactElement,
  type ReactNode,
  useContext,
} from 'react'

/** What `render/` gives to the parts of a page, so that what pages have in common is rendered once. */
export interface PartHost {
  /** Stands for the component's HTML until the page is put together; undefined where it must be rendered in its place. */
  readonly markOf: <Props extends object>(
    component: FunctionComponent<Props>,
    props: Props,
  ) => string | undefined
  /** Stands at both ends of what the budget of a page leaves out. */
  readonly boundary: string
}

/** Given by `render/` around every page. */
export const PartHostContext = createContext<PartHost | undefined>(undefined)

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
    const mark = useContext(PartHostContext)?.markOf(component, props)
    return mark ?? createElement(component, props)
  }
  CachedPart.displayName = `cachedPart(${component.displayName ?? component.name})`
  return CachedPart
}
