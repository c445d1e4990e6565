import { type ComponentType, createElement, type HTMLAttributes, type ReactElement } from 'react'
import type { JsonObject } from '../site/index.ts'
import { useRendering, type WakeOn } from './rendering.ts'

/** A template's mistake in an island; `render/` reports it at the template's line. */
export class IslandError extends Error {
  readonly island: string
  /** Whether there is no such island, so that each element with this name is wrong. */
  readonly isUnknown: boolean

  constructor(island: string, message: string, isUnknown = false) {
    super(message)
    this.island = island
    this.isUnknown = isUnknown
  }
}

export interface IslandProps<Props extends JsonObject> extends Omit<HTMLAttributes<HTMLElement>, 'props'> {
  /** File or folder in `templates/islands/`, without extension. */
  readonly name: string
  /** Optional if there is an `intent`. */
  readonly on?: WakeOn
  /** Passed to the script; plain JSON only. */
  readonly props?: Props
  /** The component that its script passes to `hydrate`. Without one, `children` are the island's HTML. */
  readonly component?: ComponentType<Props>
  /** A selector for links or buttons anywhere on the page that wake the island as soon as they are touched or focused. */
  readonly intent?: string
  /** Element to wrap it in; default `div`. */
  readonly as?: 'div' | 'section' | 'span'
}

/** An interactive element: HTML that is complete without scripts, and the script that makes it interactive. */
export function Island<Props extends JsonObject>(island: IslandProps<Props>): ReactElement {
  const { name, on, props, component, intent, as = 'div', children, ...attributes } = island
  const { islandScript, nextPrefix, renderInside } = useRendering()
  const causes = [on, intent === undefined ? undefined : ('intent' as const)].filter(
    cause => cause !== undefined,
  )
  if (causes.length === 0)
    throw new IslandError(name, `The island "${name}" has neither "on" nor "intent", so it would never wake.`)
  const [script] = causes.map(cause => islandScript(name, cause))
  if (script === undefined)
    throw new IslandError(name, `There is no island "${name}" in templates/islands/.`, true)
  // React would find other HTML than it expects, and lose what the visitor has entered: text next to an expression needs a mark.
  if (script.hydrates && component === undefined)
    throw new IslandError(
      name,
      `The script of the island "${name}" calls "hydrate", so the component must be a prop: <Island component={…}>.`,
    )
  if (props !== undefined) assertJson(props, name, '')
  const marks = {
    ...attributes,
    'data-island': script.url,
    'data-on': on,
    ...(intent !== undefined && { 'data-intent': intent }),
    ...(props !== undefined && { 'data-props': JSON.stringify(props) }),
  }
  if (component === undefined) return createElement(as, marks, children)
  const prefix = nextPrefix()
  const inside = renderInside(createElement(component as ComponentType<object>, props), prefix)
  return createElement(as, { ...marks, 'data-prefix': prefix, dangerouslySetInnerHTML: { __html: inside } })
}

/** Props are passed as JSON in an attribute, so anything that JSON cannot represent would be lost. */
function assertJson(value: unknown, island: string, path: string): void {
  const refuse: (kind: string) => never = kind => {
    throw new IslandError(
      island,
      `The props of the island "${island}" must be plain JSON, but "${path}" is ${kind}.`,
    )
  }
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) refuse(String(value))
    return
  }
  const inside = (key: string) => (path === '' ? key : `${path}.${key}`)
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) assertJson(item, island, inside(String(index)))
    return
  }
  if (typeof value !== 'object') refuse(`of type ${typeof value}`)
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null)
    refuse(`a ${value.constructor?.name ?? 'class instance'}`)
  for (const [key, item] of Object.entries(value)) assertJson(item, island, inside(key))
}
