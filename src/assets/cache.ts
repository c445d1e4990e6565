// Results that take long to make and depend on nothing but their key: encoded images. On disk between runs, safe
// to delete at any time, safe under two builds at once.

import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Bytes by key. A key must hold everything the bytes depend on, the version of the recipe included. */
export interface ByteCache {
  /** The bytes made for this key before, or those that `make` makes. */
  once(key: readonly (string | number | Uint8Array)[], make: () => Promise<Uint8Array>): Promise<Uint8Array>
}

/**
 * A cache that remembers within a run and, where a folder is given, between runs. What cannot be read or written
 * there is made again: a cache never fails a build.
 */
export function byteCache(folder: string | undefined): ByteCache {
  const known = new Map<string, Promise<Uint8Array>>()
  return {
    once(key, make) {
      const name = hashOf(key)
      const found = known.get(name)
      if (found !== undefined) return found
      const made = folder === undefined ? make() : throughDisk(join(folder, name.slice(0, 2), name), make)
      known.set(name, made)
      return made
    },
  }
}

async function throughDisk(path: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const stored = read(path)
  if (stored !== undefined) return stored
  const bytes = await make()
  const temporary = `${path}.${process.pid}-${Math.random().toString(36).slice(2, 8)}`
  try {
    mkdirSync(join(path, '..'), { recursive: true })
    // The sum in front tells a whole entry from one that a killed process or a full disk cut short.
    writeFileSync(temporary, Buffer.concat([sumOf(bytes), bytes]))
    renameSync(temporary, path)
  } catch {
    rmSync(temporary, { force: true })
  }
  return bytes
}

function read(path: string): Uint8Array | undefined {
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
