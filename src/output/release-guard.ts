// Which folders may contain releases, and which of their entries are Imprint's: all others are left alone.

import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Diagnostic } from '../diagnostics/index.ts'
import { attempt } from '../files/index.ts'
import { buildId } from './build-id.ts'
import { checkOut, hasManifest, leftoverOf, ownBeside } from './guard.ts'
import { idPattern, linkedRelease, pointer, releasesFolder } from './release-records.ts'

const prefix = '.imprint-'
const leftover = /^\.imprint-\d+-[a-z0-9]{1,6}$/

/** A new path in a folder, for work in progress. */
export function leftoverIn(folder: string): string {
  return join(folder, `${prefix}${buildId()}`)
}

/** Removes unfinished work. Call it while no other process changes the brand's releases. */
export function clearLeftovers(root: string): void {
  const places: readonly (readonly [string, (name: string) => boolean])[] = [
    [root, name => leftover.test(name)],
    [join(root, releasesFolder), name => leftover.test(name)],
    [dirname(root), name => leftoverOf(root, name) === 'lock'],
  ]
  for (const [place, isLeftover] of places) {
    if (!existsSync(place)) continue
    // If that fails, the next command tries again.
    for (const name of readdirSync(place).filter(isLeftover))
      attempt(() => rmSync(join(place, name), { recursive: true, force: true }))
  }
}

/**
 * Why a folder must not contain the releases; undefined if it may. All guards of `--out` apply.
 * @param inputs Folders with the tool's input, and the built sites.
 */
export function checkReleases(
  folder: string,
  root: string,
  inputs: readonly string[],
): Diagnostic | undefined {
  return checkOut(folder, root, inputs, {
    name: 'releases folder',
    flag: '--to',
    isOwn: (parent, name) => ownBeside.test(name) || foreignIn(join(parent, name)) === undefined,
    isProof: (parent, name) => holdsReleases(join(parent, name)),
  })
}

/** Why a brand's releases folder must not be written to; undefined if it may. */
export function foreignIn(root: string): string | undefined {
  const status = lstatSync(root, { throwIfNoEntry: false })
  if (status === undefined) return undefined
  if (!status.isDirectory()) return status.isSymbolicLink() ? 'it is a symbolic link' : 'it is a file'
  if (existsSync(join(root, '.git'))) return 'it contains a .git folder'
  const current = lstatSync(join(root, pointer), { throwIfNoEntry: false })
  if (current !== undefined)
    return linkedRelease(join(root, pointer)) === undefined
      ? `its "${pointer}" is not a link to an Imprint release`
      : undefined
  if (lstatSync(join(root, releasesFolder), { throwIfNoEntry: false })?.isDirectory() === false)
    return `its "${releasesFolder}" is not a folder`
  const names = readdirSync(root).filter(name => !leftover.test(name))
  if (holdsReleases(root)) return undefined
  const isFresh =
    names.every(name => name === releasesFolder) && namesIn(root).every(name => leftover.test(name))
  return isFresh ? undefined : 'it contains files that Imprint did not write'
}

/** Whether a folder has releases of a brand. */
function holdsReleases(root: string): boolean {
  return (
    linkedRelease(join(root, pointer)) !== undefined ||
    namesIn(root).some(name => idPattern.test(name) && hasManifest(join(root, releasesFolder, name)))
  )
}

function namesIn(root: string): string[] {
  return attempt(() => readdirSync(join(root, releasesFolder)), [])
}
