// Results that take a long time to make and depend only on their key: in memory and, between runs, in a folder.

import { sha256Of, sumOf } from '../files/index.ts'
import { openPack, type Pack } from './pack.ts'
import { type CacheFolder, openStore } from './store.ts'

/** Must contain everything that a result depends on, including the version of the recipe. */
type CacheKey = readonly (string | number | Uint8Array)[]

export interface Cache {
  readonly readOnly: boolean
  /**
   * The bytes that were made for this key earlier, in this run or another; otherwise those that `make` returns.
   * @param kind What the bytes are, in lower-case letters; also the name of their folder: `images`.
   */
  once(kind: string, key: CacheKey, make: () => Promise<Uint8Array>): Promise<Uint8Array>
  /** The bytes cached in the folder for this key; undefined if there are none or they are damaged. */
  read(kind: string, key: CacheKey): Uint8Array | undefined
  write(kind: string, key: CacheKey, bytes: Uint8Array): void
  /**
   * Opens a pack of small results. Undefined without a folder.
   * @param name Each name has its own file.
   * @param unusedLimit Size in bytes up to which the pack keeps results that the last run did not use.
   */
  pack(name: string, unusedLimit: number): Pack | undefined
  /** Removes the least recently used files until the folder is within its limit. Called at the end of a run. */
  trim(): void
}

/**
 * Makes something that several processes need in only one of them. Rejects if `make` rejects.
 * @param name The same for the same result in every process.
 */
export type MakeOnce = (name: string, make: () => Promise<Uint8Array>) => Promise<Uint8Array>

/** Kinds of results that many brands share and that take a long time to make. */
const commonKinds = new Set(['images', 'fonts'])

/** The memory limit, in bytes: the images of a few brands. Memory must not grow with the number of brands. */
const memoryLimit = 48 * 1024 * 1024

/**
 * A cache that remembers results within a run and, if a folder is given, between runs.
 * @param limit The limit of the folder, in bytes; default: 256 MB.
 * @param makeOnce Given if several processes work on one run.
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

/** Makes results; those it was asked for before are returned from memory, within its limit. */
function recentBytes() {
  // In the order of their last use, oldest first.
  const known = new Map<string, { readonly bytes: Promise<Uint8Array>; size: number }>()
  let total = 0
  const forget = (name: string): void => {
    total -= known.get(name)?.size ?? 0
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
        total += length
        for (const oldest of known.keys()) {
          if (total <= memoryLimit) break
          if (oldest !== name) forget(oldest)
        }
      },
      () => forget(name),
    )
    return entry.bytes
  }
}

function nameOf(kind: string, key: CacheKey): string {
  // As JSON, because different keys never give the same text.
  const parts = key.map(part => (typeof part === 'object' ? sha256Of(part) : String(part)))
  return `${kind}/${sumOf(parts)}`
}
