// YAML as data that knows where it came from. `parseYaml` makes it, `overlay` layers it, `validate` checks it and `explain`
// prints it; the origin of a value is never lost on the way.

import type { Origin } from '../diagnostics/index.ts'

export type Located = LocatedScalar | LocatedList | LocatedMap

export interface LocatedScalar {
  readonly kind: 'scalar'
  readonly origin: Origin
  readonly value: string | number | boolean | null
  /** As written in the file, quotes included; positions inside the value are looked up here. */
  readonly written: string
}

interface LocatedList {
  readonly kind: 'list'
  readonly origin: Origin
  readonly items: readonly Located[]
}

export interface LocatedMap {
  readonly kind: 'map'
  readonly origin: Origin
  readonly entries: ReadonlyMap<string, LocatedEntry>
}

export interface LocatedEntry {
  /** The position of the key. */
  readonly keyOrigin: Origin
  readonly value: Located
  /** The values of the same key in weaker layers, strongest first. Empty before `overlay`. */
  readonly shadowed: readonly Located[]
}

export type Path = readonly (string | number)[]

export function valueAt(root: Located | undefined, path: Path): Located | undefined {
  let node = root
  for (const step of path) {
    if (node?.kind === 'map') node = node.entries.get(String(step))?.value
    else if (node?.kind === 'list') node = node.items[Number(step)]
    else return undefined
  }
  return node
}

/** The entry of a map at a path of keys, with the values it overrides. */
export function entryAt(root: Located, path: readonly string[]): LocatedEntry | undefined {
  const parent = valueAt(root, path.slice(0, -1))
  return parent?.kind === 'map' ? parent.entries.get(path.at(-1) ?? '') : undefined
}

/** The origin of a path, or of the nearest parent that exists. */
export function originOf(root: Located, path: Path): Origin {
  for (let length = path.length; length > 0; length--) {
    const value = valueAt(root, path.slice(0, length))
    if (value !== undefined) return value.origin
  }
  return root.origin
}

/** The position of a piece of a scalar's text in its file; the scalar's own start if it cannot be found. */
export function originInside(scalar: LocatedScalar, piece: string): Origin {
  return originAtOffset(scalar, Math.max(0, scalar.written.indexOf(piece)))
}

/**
 * The position in its file of the first word at or after an offset of a scalar's text. Words without quotes and backslashes are
 * written the same in every style, except for escaped characters.
 */
export function originOfWord(scalar: LocatedScalar, offset: number): Origin {
  const text = String(scalar.value)
  const word = /[^\s\\"']+/.exec(text.slice(offset))?.[0]
  if (word === undefined) return scalar.origin
  const written = scalar.written.replace(scalar.written.startsWith('"') ? escapes : blockHeader, found =>
    ' '.repeat(found.length),
  )
  let at = written.indexOf(word)
  for (let count = text.slice(0, offset).split(word).length; count > 1; count--)
    at = written.indexOf(word, at + word.length)
  return originAtOffset(scalar, Math.max(0, at))
}

const escapes = /\\(?:x..|u.{4}|U.{8}|[\s\S])/g
const blockHeader = /^[|>].*/

/** The position in the file of a character, by its offset in the text as written. */
export function originAtOffset(
  { origin, written }: Pick<LocatedScalar, 'origin' | 'written'>,
  offset: number,
): Origin {
  const before = written.slice(0, offset)
  const lineBreaks = before.split('\n').length - 1
  return lineBreaks === 0
    ? { ...origin, column: origin.column + offset }
    : { ...origin, line: origin.line + lineBreaks, column: offset - before.lastIndexOf('\n') }
}

/** Every scalar below a node, in order. */
export function* scalarsOf(node: Located | undefined): Generator<LocatedScalar> {
  if (node === undefined) return
  if (node.kind === 'scalar') yield node
  else if (node.kind === 'list') for (const item of node.items) yield* scalarsOf(item)
  else for (const { value } of node.entries.values()) yield* scalarsOf(value)
}

/** Every scalar that is, or is below, a value of a key with this name, at any depth. */
export function* scalarsUnder(node: Located | undefined, key: string): Generator<LocatedScalar> {
  if (node?.kind === 'list') for (const item of node.items) yield* scalarsUnder(item, key)
  if (node?.kind !== 'map') return
  for (const [name, { value }] of node.entries) {
    if (name === key) yield* scalarsOf(value)
    else yield* scalarsUnder(value, key)
  }
}

/** Plain data without positions. Maps become objects without a prototype, so that no key can reach one. */
export function plain(node: Located): unknown {
  if (node.kind === 'scalar') return node.value
  if (node.kind === 'list') return node.items.map(plain)
  const object: Record<string, unknown> = Object.create(null)
  for (const [key, entry] of node.entries) object[key] = plain(entry.value)
  return object
}

/** Every scalar (and empty list or map) below a node, with the path of keys that leads to it. */
export function* leaves(
  node: Located,
  path: readonly string[] = [],
): Generator<{ path: readonly string[]; value: Located }> {
  if (node.kind === 'map' && node.entries.size > 0) {
    for (const [key, entry] of node.entries) yield* leaves(entry.value, [...path, key])
  } else yield { path, value: node }
}

/** Plain data as located data, all with the same origin: for defaults in code. */
export function locate(value: unknown, origin: Origin): Located {
  if (Array.isArray(value)) return { kind: 'list', origin, items: value.map(item => locate(item, origin)) }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(
      ([key, item]) => [key, { keyOrigin: origin, value: locate(item, origin), shadowed: [] }] as const,
    )
    return { kind: 'map', origin, entries: new Map(entries) }
  }
  return { kind: 'scalar', origin, value: value as LocatedScalar['value'], written: String(value) }
}

/**
 * Merges maps, weakest first: maps merge key by key, and everything else replaces. Replaced values remain available as
 * `shadowed`.
 */
export function overlay(layers: readonly [LocatedMap, ...LocatedMap[]]): LocatedMap {
  const [weakest, ...stronger] = layers
  return stronger.reduce(overlayTwo, weakest)
}

function overlayTwo(under: LocatedMap, over: LocatedMap): LocatedMap {
  const entries = new Map(under.entries)
  for (const [key, entry] of over.entries) {
    const below = entries.get(key)
    if (below === undefined) entries.set(key, entry)
    else if (below.value.kind === 'map' && entry.value.kind === 'map') {
      entries.set(key, { ...entry, value: overlayTwo(below.value, entry.value), shadowed: [] })
    } else entries.set(key, { ...entry, shadowed: [...entry.shadowed, below.value, ...below.shadowed] })
  }
  return { kind: 'map', origin: over.origin, entries }
}
