// A store of bytes that machines share: `ac/<hash>` is the result of a piece of work, `cas/<sha256>` contains the bytes of a
// file. In a folder, files are only added, so that a network disk, rsync or an object store can hold it.

import { lstatSync, mkdirSync, readSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readRegular } from '../files/index.ts'
import { replaceFile } from './replace-file.ts'

/** Names are SHA-256 sums in hexadecimal digits. */
export interface BlobStore {
  /**
   * Undefined if there is none. Its content must not be trusted. Throws if the server does not respond like a store.
   * @param limit Bytes. Larger content is not read.
   */
  get(kind: BlobKind, name: string, limit: number): Promise<Uint8Array | undefined>
  /** Adds bytes, unless there are already as many under this name. Throws if the store refuses them. */
  put(kind: BlobKind, name: string, bytes: Uint8Array): Promise<void>
}

type BlobKind = 'ac' | 'cas'

/** Why a store is unusable. */
export class StoreFault extends Error {}

export function folderStore(folder: string): BlobStore {
  const checkFolder = (): void => {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false)
      throw new StoreFault('it is not a folder')
  }
  return {
    async get(kind, name, limit) {
      checkFolder()
      const path = join(folder, kind, name)
      const status = lstatSync(path, { throwIfNoEntry: false })
      if (status === undefined) return undefined
      const bytes = status.isFile() ? readRegular(path, descriptor => readUpTo(descriptor, limit)) : undefined
      if (bytes === undefined) throw new StoreFault(`"${path}" is not a regular file`)
      if (bytes.length > limit) throw new StoreFault(`"${path}" has more than ${limit} bytes`)
      return bytes
    },
    async put(kind, name, bytes) {
      checkFolder()
      const path = join(folder, kind, name)
      // A file that was cut short by a full disk is written again.
      if (statSync(path, { throwIfNoEntry: false })?.size === bytes.length && kind === 'cas') return
      mkdirSync(dirname(path), { recursive: true })
      replaceFile(path, bytes)
    },
  }
}

/** Reads at most one byte more than the limit, because a file may grow while it is read. */
function readUpTo(descriptor: number, limit: number): Uint8Array {
  const chunks: Uint8Array[] = []
  let size = 0
  while (size <= limit) {
    const chunk = Buffer.alloc(Math.min(1024 * 1024, limit + 1 - size))
    const count = readSync(descriptor, chunk)
    if (count === 0) break
    chunks.push(chunk.subarray(0, count))
    size += count
  }
  return Buffer.concat(chunks)
}
