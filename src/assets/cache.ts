// Results that take long to make and depend on nothing but their key: images, icons, share cards, fonts. On disk
// between runs, safe to delete at any time, safe under two builds at once.

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type CacheFolder, remove, replaceFile, touch } from '../files/index.ts'

/** Bytes by key. A key must hold everything the bytes depend on, the version of the recipe included. */
export interface ByteCache {
  /** The bytes made for this key before, or those that `make` makes. */
  once(key: readonly (string | number | Uint8Array)[], make: () => Promise<Uint8Array>): Promise<Uint8Array>
  /**
   * Removes from the folder what has not been used for longest, until the rest is within the limit. What was used since
   * this cache was opened stays, by whichever run: the limit holds for what runs leave behind, not for what they need.
   * Does nothing in a run that added nothing, unless it is told that others have added much.
   */
  trim(grown?: boolean): void
}

/** What a cache keeps in memory, in bytes: the images of a few brands. Memory must not grow with the number of brands. */
const memoryLimit = 48 * 1024 * 1024

/** What a folder keeps between runs, in bytes: the images of some hundreds of brands. */
const defaultFolderLimit = 256 * 1024 * 1024

/** How far the clock of a file system may be behind that of this process, in milliseconds. */
export const clockTolerance = 2_000

/**
 * A cache that remembers within a run and, where a folder is given, between runs. What cannot be read or written
 * there is made again: a cache never fails a build.
 */
export function byteCache(folder: CacheFolder | undefined, folderLimit = defaultFolderLimit): ByteCache {
  const onDisk = folder && diskCache(folder)
  // In the order of their last use, the oldest first.
  const known = new Map<string, { readonly bytes: Promise<Uint8Array>; size: number }>()
  let held = 0
  const forget = (name: string): void => {
    held -= known.get(name)?.size ?? 0
    known.delete(name)
  }
  return {
    once(key, make) {
      const name = hashOf(key)
      const found = known.get(name)
      if (found !== undefined) {
        known.delete(name)
        known.set(name, found)
        return found.bytes
      }
      const entry = { bytes: onDisk === undefined ? make() : onDisk.once(name, make), size: 0 }
      known.set(name, entry)
      entry.bytes.then(
        ({ length }) => {
          if (known.get(name) !== entry) return
          entry.size = length
          held += length
          for (const oldest of known.keys()) {
            if (held <= memoryLimit) break
            if (oldest !== name) forget(oldest)
          }
        },
        () => forget(name),
      )
      return entry.bytes
    },
    trim: grown => onDisk?.trim(folderLimit, grown === true),
  }
}

function diskCache(folder: CacheFolder) {
  const openedAt = Date.now()
  const used = new Set<string>()
  let added = false
  return {
    async once(name: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
      const path = join(folder.path, name.slice(0, 2), name)
      used.add(path)
      const stored = readEntry(path)
      if (stored !== undefined) {
        if (!folder.readOnly) touch(path)
        return stored
      }
      const bytes = await make()
      if (!folder.readOnly) {
        added = true
        storeEntry(path, bytes)
      }
      return bytes
    },
    trim(limit: number, grown: boolean): void {
      if (folder.readOnly || !(added || grown)) return
      const entries = listEntries(folder.path).sort((a, b) => a.usedAt - b.usedAt)
      let held = entries.reduce((sum, { size }) => sum + size, 0)
      for (const { path, size, usedAt } of entries) {
        if (held <= limit) return
        if (used.has(path) || usedAt > openedAt - clockTolerance) continue
        remove(path)
        held -= size
      }
    },
  }
}

/** The bytes behind their sum, which tells a whole entry from one that a full disk or a crash of the system cut short. */
export function storeEntry(path: string, bytes: Uint8Array): void {
  replaceFile(path, [sumOf(bytes), bytes])
}

/** Everything in a cache folder, what a killed process left half written included. */
function listEntries(folder: string): { path: string; size: number; usedAt: number }[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .flatMap(entry => {
        const path = join(entry.parentPath, entry.name)
        // Another build may have removed it meanwhile.
        const stats = statSync(path, { throwIfNoEntry: false })
        return stats === undefined ? [] : [{ path, size: stats.size, usedAt: stats.mtimeMs }]
      })
  } catch {
    return []
  }
}

/** Undefined where there is none, or a damaged one. */
export function readEntry(path: string): Buffer | undefined {
  try {
    const stored = readFileSync(path)
    const bytes = stored.subarray(sumLength)
    return sumOf(bytes).equals(stored.subarray(0, sumLength)) ? bytes : undefined
  } catch {
    return undefined
  }
}

const sumLength = 32

function sumOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

function hashOf(key: readonly (string | number | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of key) {
    const bytes = typeof part === 'object' ? part : Buffer.from(String(part))
    // Lengths in between, so that no two keys run into the same bytes.
    hash.update(`${bytes.length}:`).update(bytes)
  }
  return hash.digest('hex')
}

/**
 * `sharp 0.35.5`: part of the key of whatever a package makes. Read without loading the package, which a hit in the
 * cache makes needless.
 */
export function packageVersion(name: string): string {
  let folder = dirname(createRequire(import.meta.url).resolve(name))
  // Not every package lets its package.json be asked for by name.
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  return `${name} ${version}`
}
