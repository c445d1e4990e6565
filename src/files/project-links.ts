// The symbolic links of a project. Git names a file by its real location, while the project may read it through a link, by
// another path.

import { lstatSync, readdirSync, readlinkSync, realpathSync } from 'node:fs'
import { isAbsolute, join, parse, relative, sep } from 'node:path'
import { isWithin } from './links.ts'
import { foldersOf } from './paths.ts'

interface ProjectLink {
  /** The path by which the project reads the target: `content/articles`. */
  readonly path: string
  /** The real path of the target, from the project's root: `house/articles`, `../shared/articles`. */
  readonly target: string
  /** The links on the way to it, from the project's root. */
  readonly over: readonly string[]
}

/** The links at or below some paths of a project, and those that their targets contain. Links that lead nowhere are left out. */
export function linksIn(root: string, paths: readonly string[]): readonly ProjectLink[] {
  const home = realpathSync(root)
  const fromHome = (location: string): string => relative(home, location).split(sep).join('/')
  const links: ProjectLink[] = []
  const visit = (path: string, above: readonly string[]): void => {
    const way = wayTo(home, path)
    if (way === undefined) return
    const isLink = lstatSync(join(home, path)).isSymbolicLink() || (above.length === 0 && way.over.length > 0)
    // A link to the project itself is refused.
    if (isLink && way.end !== home)
      links.push({ path, target: fromHome(way.end), over: way.over.map(fromHome) })
    if (!lstatSync(way.end).isDirectory() || above.some(outer => isWithin(way.end, outer))) return
    for (const entry of readdirSync(way.end, { withFileTypes: true }))
      if (entry.isDirectory() || entry.isSymbolicLink()) visit(`${path}/${entry.name}`, [...above, way.end])
  }
  for (const path of paths) visit(path, [])
  return links
}

/** Follows links as the system does: ".." applies to the target of a link. Undefined if there is nothing. */
function wayTo(
  home: string,
  path: string,
): { readonly end: string; readonly over: readonly string[] } | undefined {
  const over: string[] = []
  const steps = path.split('/')
  let end = home
  for (let step = steps.shift(); step !== undefined; step = steps.shift()) {
    const next = join(end, step)
    const status = lstatSync(next, { throwIfNoEntry: false })
    if (status === undefined || over.length > mostLinks) return undefined
    if (!status.isSymbolicLink()) end = next
    else {
      const to = readlinkSync(next)
      const { root } = parse(to)
      over.push(next)
      steps.unshift(...to.slice(root.length).split(sep))
      if (isAbsolute(to)) end = root
    }
  }
  return { end, over }
}

/** The limit of Linux. */
const mostLinks = 40

/**
 * Changed files, with the paths by which links lead to them. If a link's own target has changed, or its files are not listed one
 * by one, everything below the link counts as changed.
 */
export function throughLinks(
  changed: ReadonlyMap<string, Uint8Array | undefined>,
  links: readonly ProjectLink[],
): ReadonlyMap<string, Uint8Array | undefined> {
  const all = new Map(changed)
  const isIn = (place: string): boolean => [place, ...foldersOf(place)].some(path => changed.has(path))
  for (const { path, target, over } of links) {
    if (changed.has(target)) all.set(path, changed.get(target))
    if (foldersOf(target).some(folder => changed.has(folder)) || over.some(isIn)) all.set(path, undefined)
    for (const [place, bytes] of changed)
      if (place.startsWith(`${target}/`)) all.set(path + place.slice(target.length), bytes)
  }
  return all
}
