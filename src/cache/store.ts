// The files of a cache folder: one format, one way to write them, one eviction. Can be deleted at any time, and survives two
// builds at once and a kill. Nothing here fails a build: what cannot be read is made again, and what cannot be written is
// lost.

import { randomUUID } from 'node:crypto'
import {
  closeSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import { attempt, readRegular } from '../files/index.ts'

/** The folder in which results are cached between runs. */
export interface CacheFolder {
  /** Absolute. Not used if it or its parent folder is a symbolic link. */
  readonly path: string
  /** Never writes: for commands that write nothing, and for a cache that is part of a package. */
  readonly readOnly: boolean
}

/** Files with a checksum, by name: `texts`, `images/3f2a…`. Names consist of lower-case letters, digits and hyphens. */
export interface Store {
  readonly readOnly: boolean
  /** Undefined if the file is missing or damaged. Reading counts as use. */
  read(name: string): Buffer | undefined
  write(name: string, content: Uint8Array): void
  /** Brings the folder within its limit if this run has made it grow. Files used since the store was opened stay. */
  trim(): void
}

/** In bytes; enough for the images of several hundred brands. */
const defaultLimit = 256 * 1024 * 1024

/** A file that passes a multiple of this, in bytes, counts as growth. An edit in a large file rarely does. */
const growthStep = 1024 * 1024

/** How far the clock of a file system may be behind that of this process, in milliseconds. */
export const clockTolerance = 2_000

const extension = '.imprint'
/** Files of this cache, including half-written ones of killed processes. Nothing else is ever removed. */
const ownName = /^[a-z0-9-]+\.imprint(?:\.[0-9a-f-]{36})?$/
const ownFolderName = /^[a-z]+$/

export function openStore({ path: folder, readOnly }: CacheFolder, limit = defaultLimit): Store {
  const openedAt = Date.now()
  let grown = false
  const folders = new Map<string, boolean>()
  const isUsable = (path: string): boolean => {
    const usable = folders.get(path) ?? isFolderOrMissing(path)
    folders.set(path, usable)
    return usable
  }
  /** The path of a file, unless a link leads there. */
  const locate = (name: string): string | undefined => {
    const path = join(folder, `${name}${extension}`)
    return [dirname(folder), folder, dirname(path)].every(isUsable) ? path : undefined
  }
  return {
    readOnly,
    read(name) {
      const path = locate(name)
      const stored = path === undefined ? undefined : readFile(path, !readOnly)
      return stored && checked(name, stored)
    },
    write(name, content) {
      const path = readOnly ? undefined : locate(name)
      if (path === undefined) return
      const before = attempt(() => lstatSync(path).size, 0)
      replaceFile(path, [Buffer.from(firstLine(name, content)), content])
      grown ||= Math.ceil(content.length / growthStep) > Math.ceil(before / growthStep)
    },
    trim() {
      if (!grown || ![dirname(folder), folder].every(isUsable)) return
      const files = ownFiles(folder).sort((a, b) => a.usedAt - b.usedAt)
      let total = files.reduce((sum, { size }) => sum + size, 0)
      for (const { path, size, usedAt } of files) {
        if (total <= limit || usedAt > openedAt - clockTolerance) return
        remove(path)
        total -= size
      }
    },
  }
}

// A file is a line of text followed by the content. The checksum in the line covers the name too, so a file in another's place
// counts as damaged. Raise the number when the format of any content changes, including packs.

function firstLine(name: string, content: Uint8Array): string {
  return `imprint-cache 1 ${crc32(content, crc32(name)).toString(16).padStart(8, '0')}\n`
}

function checked(name: string, stored: Buffer): Buffer | undefined {
  const content = stored.subarray(stored.indexOf('\n') + 1)
  const line = stored.toString('latin1', 0, stored.length - content.length)
  return line === firstLine(name, content) ? content : undefined
}

function isFolderOrMissing(path: string): boolean {
  return attempt(() => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? true, false)
}

/** @param use Whether to set the file's time to now: the time of its last use. */
function readFile(path: string, use: boolean): Buffer | undefined {
  return attempt(() =>
    readRegular(path, descriptor => {
      // If that is not possible, the file keeps the time at which it was written.
      if (use) attempt(() => lutimesSync(path, new Date(), new Date()))
      return readFileSync(descriptor)
    }),
  )
}

/** Puts a file in its place in one step: readers find either the complete old file or the complete new one. */
function replaceFile(path: string, parts: readonly Uint8Array[]): void {
  const temporary = `${path}.${randomUUID()}`
  try {
    mkdirSync(dirname(path), { recursive: true })
    const descriptor = openSync(temporary, 'wx')
    try {
      for (const part of parts) writeFileSync(descriptor, part)
    } finally {
      closeSync(descriptor)
    }
    renameSync(temporary, path)
  } catch {
    remove(temporary)
  }
}

/** If nothing can be written, there is nothing to remove either. */
function remove(path: string): void {
  attempt(() => rmSync(path, { force: true }))
}

/** The files of a cache folder and its subfolders. */
function ownFiles(folder: string): { path: string; size: number; usedAt: number }[] {
  return attempt(() => {
    const entries = readdirSync(folder, { withFileTypes: true })
    const folders = entries.filter(entry => entry.isDirectory() && ownFolderName.test(entry.name))
    const inside = folders.flatMap(({ name }) => readdirSync(join(folder, name), { withFileTypes: true }))
    return [...entries, ...inside]
      .filter(entry => entry.isFile() && ownName.test(entry.name))
      .flatMap(entry => {
        const path = join(entry.parentPath, entry.name)
        // Another build may have removed it in the meantime.
        const stats = lstatSync(path, { throwIfNoEntry: false })
        return stats === undefined ? [] : [{ path, size: stats.size, usedAt: stats.mtimeMs }]
      })
  }, [])
}
