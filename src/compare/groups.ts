// Merges equal changes to many brands.

import { compareText } from '../diagnostics/index.ts'
import { commonEnds } from './lists.ts'
import { type Change, type ChangeKind, changeKinds } from './sites.ts'

/** A brand's changes, and its own values: name, phone, site address. */
export interface BrandChanges {
  readonly id: string
  readonly changes: readonly Change[]
  /** Values that differ from brand to brand, by their names. */
  readonly own: Readonly<Record<string, string>>
}

/** One change, on all pages and brands that have it. A brand's own values appear in it as `{name}`. */
export interface ChangeGroup {
  readonly kind: ChangeKind
  readonly removed: readonly string[]
  readonly added: readonly string[]
  readonly isLost: boolean
  /** Pages of all brands. */
  readonly pages: number
  /** Routes by brand. */
  readonly brands: ReadonlyMap<string, readonly string[]>
}

/** A change to a single sentence or line, and its places. */
interface Atom extends Pick<ChangeGroup, 'kind' | 'isLost' | 'removed' | 'added'> {
  readonly brands: Map<string, string[]>
}

/** Groups changes: lost pages first, then by kind, then the most frequent. */
export function groupChanges(brands: readonly BrandChanges[]): readonly ChangeGroup[] {
  const atoms = new Map<string, Atom>()
  for (const { id, changes, own } of brands) {
    const general = generalizer(own)
    for (const change of changes) {
      const { kind, route, isLost = false } = change
      // Pages that come and go are identified by their routes.
      const whole = isOfWholePage(change) ? route : ''
      for (const [removed, added] of singles(change.removed.map(general), change.added.map(general))) {
        const key = JSON.stringify([kind, isLost, removed, added, whole])
        const atom: Atom = atoms.get(key) ?? { kind, isLost, removed, added, brands: new Map() }
        atoms.set(key, atom)
        const routes = atom.brands.get(id)
        if (routes === undefined) atom.brands.set(id, [route])
        else if (routes.at(-1) !== route) routes.push(route)
      }
    }
  }
  return merge([...atoms.values()])
    .map(({ brands: found, ...group }) => ({
      ...group,
      pages: [...found.values()].reduce((sum, routes) => sum + routes.length, 0),
      brands: found,
    }))
    .sort(
      (a, b) =>
        Number(b.isLost) - Number(a.isLost) ||
        changeKinds.indexOf(a.kind) - changeKinds.indexOf(b.kind) ||
        b.brands.size - a.brands.size ||
        b.pages - a.pages ||
        compareText(a.added.join() + a.removed.join(), b.added.join() + b.removed.join()),
    )
}

/** A reworded sentence is paired with its new version; other sentences stand alone. */
export function singles(removed: readonly string[], added: readonly string[]): [string[], string[]][] {
  if (removed.length === 0 && added.length === 0) return [[[], []]]
  if (removed.length === 1 && added.length === 1) return [[[...removed], [...added]]]
  const unmatched = [...added]
  const pairs = removed.map((before): [string[], string[]] => {
    const index = unmatched.findIndex(after => areAlike(before, after))
    return [[before], index === -1 ? [] : unmatched.splice(index, 1)]
  })
  return [...pairs, ...unmatched.map((text): [string[], string[]] => [[], [text]])]
}

/** Whether the common beginning and end of two texts make up more than half of their length. */
function areAlike(before: string, after: string): boolean {
  const { start, end } = commonEnds(before, after)
  return start + end > Math.max(before.length, after.length) / 2
}

/** Whether a change adds or removes a page. */
export function isOfWholePage({ kind }: Pick<Change, 'kind'>): boolean {
  return kind === 'removed' || kind === 'added'
}

/**
 * Changes on exactly the same pages of the same brands are merged, and so are pages that are added (or removed) in the same
 * brands.
 */
function merge(atoms: readonly Atom[]): Atom[] {
  const merged = new Map<string, Atom>()
  for (const atom of atoms) {
    const where = isOfWholePage(atom) ? [...atom.brands.keys()] : [...atom.brands]
    const key = JSON.stringify([atom.kind, atom.isLost, where])
    const same = merged.get(key)
    merged.set(key, same === undefined ? atom : joined(same, atom))
  }
  return [...merged.values()]
}

function joined(one: Atom, other: Atom): Atom {
  const routes = (id: string) => [
    ...new Set([...(one.brands.get(id) ?? []), ...(other.brands.get(id) ?? [])]),
  ]
  return {
    ...one,
    removed: [...one.removed, ...other.removed],
    added: [...one.added, ...other.added],
    brands: new Map([...one.brands.keys()].map(id => [id, routes(id)])),
  }
}

/** Replaces a brand's own values with their names, longest first. */
function generalizer(own: Readonly<Record<string, string>>): (text: string) => string {
  const names = Object.entries(own)
    .filter(([, value]) => value.length > 2)
    .sort(([, a], [, b]) => b.length - a.length)
  return text => names.reduce((general, [name, value]) => general.replaceAll(value, `{${name}}`), text)
}
