import {
  type ComponentType,
  createContext,
  createElement,
  type HTMLAttributes,
  type ReactElement,
  useContext,
} from 'react'
import type { JsonObject } from '../site/index.ts'

/**
 * When an island's script is fetched and run: as soon as the page is parsed, when the browser has nothing else to
 * do, when the island comes near the viewport, or when a visitor first touches it.
 */
export type WakeOn = 'load' | 'idle' | 'visible' | 'interaction'

/** How an island of a page may wake. */
export type WakeCause = WakeOn | 'intent'

/** What `render/` gives to the islands of one page, so that the kit needs neither the bundler nor react-dom/server. */
export interface IslandHost {
  /** URL of an island's script, by its name in `templates/islands/`; undefined where there is no such island. Called for each way it wakes. */
  readonly urlOf: (name: string, by: WakeCause) => string | undefined
  /** The HTML that `hydrateRoot` expects of a component. */
  readonly renderInside: (element: ReactElement, identifierPrefix: string) => string
  /** A prefix for `useId` that no other island of the page has. */
  readonly nextPrefix: () => string
}

/** Given by `render/` around every page. */
export const IslandHostContext = createContext<IslandHost | undefined>(undefined)

/** What a template got wrong about an island; `render/` reports it at the template's line. */
export class IslandError extends Error {}

export interface IslandProps<Props extends JsonObject> extends Omit<HTMLAttributes<HTMLElement>, 'props'> {
  /** File or folder in `templates/islands/`, without extension. */
  readonly name: string
  /** May be left out where there is an `intent`. */
  readonly on?: WakeOn
  /** Handed to the script; plain JSON only. */
  readonly props?: Props
  /** A component that its script brings to life with `hydrate`. Without one, `children` are the island's HTML. */
  readonly component?: ComponentType<Props>
  /** Links or buttons anywhere on the page that wake the island as soon as they are touched or focused: a selector. */
  readonly intent?: string
  /** Element to wrap it in; default `div`. */
  readonly as?: 'div' | 'section' | 'span'
}

/** An interactive piece: HTML that is complete without scripts, and the script that brings it to life. */
export function Island<Props extends JsonObject>(island: IslandProps<Props>): ReactElement {
  const { name, on, props, component, intent, as = 'div', children, ...attributes } = island
  const host = useContext(IslandHostContext)
  const causes = [on, intent === undefined ? undefined : ('intent' as const)].filter(
    cause => cause !== undefined,
  )
  if (causes.length === 0)
    throw new IslandError(`The island "${name}" has neither "on" nor "intent", so it would never wake.`)
  const [url] = causes.map(cause => host?.urlOf(name, cause))
  if (host === undefined || url === undefined)
    throw new IslandError(`There is no island "${name}" in templates/islands/.`)
  if (props !== undefined) assertJson(props, `props of the island "${name}"`, '')
  const marks = {
    ...attributes,
    'data-island': url,
    'data-on': on,
    ...(intent !== undefined && { 'data-intent': intent }),
    ...(props !== undefined && { 'data-props': JSON.stringify(props) }),
  }
  if (component === undefined) return createElement(as, marks, children)
  const prefix = host.nextPrefix()
  const inside = host.renderInside(createElement(component as ComponentType<object>, props), prefix)
  return createElement(as, { ...marks, 'data-prefix': prefix, dangerouslySetInnerHTML: { __html: inside } })
}

/** Props travel as JSON in an attribute, so anything JSON cannot carry would be lost on the way. */
function assertJson(value: unknown, what: string, path: string): void {
  const refuse = (kind: string): never => {
    throw new IslandError(`The ${what} must be plain JSON, but "${path}" is ${kind}.`)
  }
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) refuse(String(value))
    return
  }
  const inside = (key: string) => (path === '' ? key : `${path}.${key}`)
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) assertJson(item, what, inside(String(index)))
    return
  }
  if (typeof value !== 'object')
    throw new IslandError(`The ${what} must be plain JSON, but "${path}" is of the type ${typeof value}.`)
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null)
    refuse(`a ${value.constructor?.name ?? 'class instance'}`)
  for (const [key, item] of Object.entries(value)) assertJson(item, what, inside(key))
}
