// A store of bytes that machines share: `ac/<hash>` says what a piece of work gave, `cas/<sha256>` has the bytes of a file. In a
// folder it is only ever added to, so that a network disk, rsync or an object store can carry it.

import { lstatSync, mkdirSync, readSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readRegular } from '../files/index.ts'
import { replaceFile } from './replace-file.ts'

/** Names are SHA-256 sums in hexadecimal digits. */
export interface BlobStore {
  /**
   * Undefined if there is none. Nothing that is read may be trusted. Throws if the store does not answer as a store does.
   * @param limit Bytes. Of more than that, nothing is read.
   */
  get(kind: BlobKind, name: string, limit: number): Promise<Uint8Array | undefined>
  /** Adds bytes, unless there are as many under this name. Throws if the store does not take them. */
  put(kind: BlobKind, name: string, bytes: Uint8Array): Promise<void>
}

type BlobKind = 'ac' | 'cas'

/** Why a store is of no use. */
export class StoreFault extends Error {}

export function folderStore(folder: string): BlobStore {
  const checkFolder = (): void => {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false)
      throw new StoreFault('it is no folder')
  }
  return {
    async get(kind, name, limit) {
      checkFolder()
      const path = join(folder, kind, name)
      const status = lstatSync(path, { throwIfNoEntry: false })
      if (status === undefined) return undefined
      const bytes = status.isFile() ? readRegular(path, descriptor => readUpTo(descriptor, limit)) : undefined
      if (bytes === undefined) throw new StoreFault(`"${path}" is no regular file`)
      if (bytes.length > limit) throw new StoreFault(`"${path}" has more than ${limit} bytes`)
      return bytes
    },
    async put(kind, name, bytes) {
      checkFolder()
      const path = join(folder, kind, name)
      // What a full disk has cut short is written again.
      if (statSync(path, { throwIfNoEntry: false })?.size === bytes.length && kind === 'cas') return
      mkdirSync(dirname(path), { recursive: true })
      replaceFile(path, bytes)
    },
  }
}

/** At most one byte more than the limit. A file may grow while it is read. */
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
