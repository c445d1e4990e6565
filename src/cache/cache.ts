// Results that take long to make and depend on nothing but their key, in memory and, between runs, in a folder.

import { hash } from 'node:crypto'
import { sha256Of } from '../files/index.ts'
import { openPack, type Pack } from './pack.ts'
import { type CacheFolder, openStore } from './store.ts'

/** Must hold everything a result depends on, the version of the recipe included. */
type CacheKey = readonly (string | number | Uint8Array)[]

export interface Cache {
  readonly readOnly: boolean
  /**
   * The bytes made for this key before, in this run or an earlier one, or those that `make` makes.
   * @param kind What the bytes are, in lower-case letters; the folder they are cached in: `images`.
   */
  once(kind: string, key: CacheKey, make: () => Promise<Uint8Array>): Promise<Uint8Array>
  /** The bytes that are cached in the folder for this key; undefined if there are none, or damaged ones. */
  read(kind: string, key: CacheKey): Uint8Array | undefined
  write(kind: string, key: CacheKey, bytes: Uint8Array): void
  /**
   * Opens a pack of small texts; each name has a file of its own. Undefined if there is no folder.
   * @param unusedLimit Size in bytes up to which the pack keeps texts that the last run did not use.
   */
  pack(name: string, unusedLimit: number): Pack | undefined
  /** Removes from the folder what was not used for longest, until it is within its limit. To be called when a run ends. */
  trim(): void
}

/**
 * Makes what several processes need in one of them. Rejects where `make` does.
 * @param name The same for the same result in every process.
 */
export type MakeOnce = (name: string, make: () => Promise<Uint8Array>) => Promise<Uint8Array>

/** Kinds of results that many brands have in common and that take long to make. */
const commonKinds = new Set(['images', 'fonts'])

/** What a cache keeps in memory, in bytes: the images of a few brands. Memory must not grow with the number of brands. */
const memoryLimit = 48 * 1024 * 1024

/**
 * A cache that remembers within a run and, where a folder is given, between runs.
 * @param limit Of the folder, in bytes; default: 256 MB.
 * @param makeOnce Where several processes work on one run.
 */
export function openCache(folder: CacheFolder | undefined, limit?: number, makeOnce?: MakeOnce): Cache {
  const store = folder && openStore(folder, limit)
  const recent = recentBytes()
  return {
    readOnly: store?.readOnly ?? true,
    once(kind, key, make) {
      const name = nameOf(kind, key)
      return recent(name, async () => {
        const stored = store?.read(name)
        if (stored !== undefined) return stored
        const bytes = await (makeOnce && commonKinds.has(kind) ? makeOnce(name, make) : make())
        store?.write(name, bytes)
        return bytes
      })
    },
    read: (kind, key) => store?.read(nameOf(kind, key)),
    write: (kind, key, bytes) => store?.write(nameOf(kind, key), bytes),
    pack: (name, unusedLimit) => store && openPack(store, name, unusedLimit),
    trim: () => store?.trim(),
  }
}

/** Makes what is asked for, but for what was asked for before and is still within the limit of memory. */
function recentBytes() {
  // In the order of their last use, the oldest first.
  const known = new Map<string, { readonly bytes: Promise<Uint8Array>; size: number }>()
  let held = 0
  const forget = (name: string): void => {
    held -= known.get(name)?.size ?? 0
    known.delete(name)
  }
  return (name: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> => {
    const found = known.get(name)
    known.delete(name)
    if (found !== undefined) {
      known.set(name, found)
      return found.bytes
    }
    const entry = { bytes: make(), size: 0 }
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
  }
}

function nameOf(kind: string, key: CacheKey): string {
  // As JSON, no two keys run into the same text.
  const parts = key.map(part => (typeof part === 'object' ? sha256Of(part) : String(part)))
  return `${kind}/${hash('sha256', JSON.stringify(parts))}`
}
