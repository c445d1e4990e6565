// A store of bytes that machines share: `ac/<hash>` says what a piece of work gave, `cas/<sha256>` has the bytes of a file. In a
// folder it is only ever added to, so that a network disk, rsync or an object store can carry it.

import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { replaceFile } from './replace-file.ts'

/** Names are SHA-256 sums in hexadecimal digits. */
export interface BlobStore {
  /** Undefined where there is none. Nothing that is read may be trusted. Throws where the store does not answer. */
  get(kind: BlobKind, name: string): Promise<Uint8Array | undefined>
  /** Adds bytes, unless there are as many under this name. Throws where the store does not take them. */
  put(kind: BlobKind, name: string, bytes: Uint8Array): Promise<void>
}

type BlobKind = 'ac' | 'cas'

export function folderStore(folder: string): BlobStore {
  return {
    async get(kind, name) {
      const path = join(folder, kind, name)
      return existsSync(path) ? readFileSync(path) : undefined
    },
    async put(kind, name, bytes) {
      const path = join(folder, kind, name)
      // What a full disk has cut short is written again.
      if (statSync(path, { throwIfNoEntry: false })?.size === bytes.length && kind === 'cas') return
      mkdirSync(dirname(path), { recursive: true })
      replaceFile(path, bytes)
    },
  }
}
