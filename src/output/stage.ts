// The folder in which a site is assembled, file by file. A file whose published version is unchanged is not written again: at
// the end, the stage gets a link to it, so that its inode and times change only if its bytes do.

import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { diagnostic } from '../diagnostics/index.ts'
import { attempt, type OutputFile, readRegular } from '../files/index.ts'
import { assertInside, type ManifestEntry, manifestEntry, sha256Of } from './manifest.ts'
import { guarded, WriteError } from './write-error.ts'

/** A site in progress. */
export interface StageFolder {
  /** Absolute path of the folder that is written to. */
  readonly folder: string
  /** Absolute path of the published folder. */
  readonly target: string
  /** The files in the published manifest. Other programs may have changed them since. */
  readonly published: readonly ManifestEntry[]
}

/** A file of a site in progress: written, or found published. */
export interface StagedEntry extends ManifestEntry {
  /** The published file that has these bytes, if nothing had to be written. */
  readonly unchanged?: FileIdentity
}

/** Properties of a file that stay the same until it is replaced or written to. */
export interface FileIdentity {
  readonly inode: number
  /** Milliseconds. */
  readonly modifiedAt: number
}

interface StageWriter {
  /** Adds a file, and writes it unless it is already published. Throws `WriteError` if the disk fails. */
  write(file: OutputFile): StagedEntry
  /** The published file at a path, if the manifest and its own bytes have this hash. */
  reuse(path: string, sha256: string): StagedEntry | undefined
}

/** Writes to a stage. */
export function stageWriter({ folder, target, published }: StageFolder): StageWriter {
  const listed = new Map(published.map(entry => [entry.path, entry]))
  const readPublished = publishedReader(target)
  const create = fileCreator(folder)
  return {
    write(file) {
      const { path, bytes } = file
      assertInside(path)
      const entry = manifestEntry({ path, bytes })
      if (listed.get(path)?.sha256 === entry.sha256) {
        const found = readPublished(path, entry.size)
        if (found?.bytes.equals(bytes)) return { ...entry, unchanged: found.identity }
      }
      guarded(join(target, path), () => create(path, bytes))
      return entry
    },
    reuse(path, sha256) {
      assertInside(path)
      const entry = listed.get(path)
      if (entry?.sha256 !== sha256) return undefined
      const found = readPublished(path, entry.size)
      if (found === undefined || sha256Of(found.bytes) !== sha256) return undefined
      return { path, size: entry.size, sha256, unchanged: found.identity }
    },
  }
}

/**
 * Adds the unchanged published files to the stage. Must be the last step before the swap: until then, nothing in the stage is
 * shared with the published folder. Afterwards, nothing may be written to a file that is already there.
 */
export function unchangedLinker({ folder, target }: StageFolder): (entry: StagedEntry) => void {
  const makeFolder = folderMaker(folder)
  const readPublished = publishedReader(target)
  const create = fileCreator(folder)
  return ({ path, size, sha256, unchanged }) => {
    makeFolder(folderOf(path))
    if (linked(join(target, path), join(folder, path), unchanged)) return
    // This file system does not allow links, at least for this file, or another program has replaced it.
    const found = readPublished(path, size)
    if (found === undefined || sha256Of(found.bytes) !== sha256) throw changedMeanwhile(join(target, path))
    create(path, found.bytes)
  }
}

function linked(from: string, to: string, expected: FileIdentity | undefined): boolean {
  try {
    linkSync(from, to)
  } catch {
    return false
  }
  const { ino, mtimeMs } = lstatSync(to)
  if (ino === expected?.inode && mtimeMs === expected.modifiedAt) return true
  rmSync(to)
  return false
}

/** Modes of published files: a web server runs as another user, so the build's umask must not apply. */
const modes = { file: 0o644, folder: 0o755 } as const

/**
 * Restores the permissions that a umask removed; returns whether there were any. Everything else, such as a folder's group,
 * stays.
 */
export function unmask(path: string): boolean {
  const { mode } = lstatSync(path)
  const wanted = mode | ((mode & constants.S_IFMT) === constants.S_IFDIR ? modes.folder : modes.file)
  if (wanted === mode) return false
  chmodSync(path, wanted)
  return true
}

/**
 * Creates a folder that a web server can read, and its missing parents. Node's own recursive call never returns if a folder
 * refuses a new one with "no such file", as /proc does.
 */
export function makeFolder(path: string, isFirstTry = true): void {
  try {
    mkdirSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && statSync(path).isDirectory()) return
    if (code !== 'ENOENT' || !isFirstTry) throw error
    // Another process may have made it by now.
    if (!existsSync(dirname(path))) makeFolder(dirname(path))
    makeFolder(path, false)
    return
  }
  unmask(path)
}

/** Makes the folders of a stage, parents first. */
function folderMaker(root: string): (folder: string) => void {
  const created = new Set([''])
  const make = (folder: string): void => {
    if (created.has(folder)) return
    make(folderOf(folder))
    try {
      mkdirSync(`${root}/${folder}`, modes.folder)
      unmask(`${root}/${folder}`)
    } catch (error) {
      // It was made for another program's file.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    created.add(folder)
  }
  return make
}

/** Writes only new files, because an existing one may be shared with the published site. */
export function fileCreator(root: string): (path: string, bytes: Uint8Array) => void {
  const makeFolder = folderMaker(root)
  let isMasked: boolean | undefined
  return (path, bytes) => {
    makeFolder(folderOf(path))
    const location = `${root}/${path}`
    const descriptor = openSync(location, 'wx', modes.file)
    try {
      for (let written = 0; written < bytes.length; )
        written += writeSync(descriptor, bytes, written, bytes.length - written)
    } finally {
      closeSync(descriptor)
    }
    // Checking the first file is enough.
    if (isMasked !== false) isMasked = unmask(location)
  }
}

interface PublishedBytes {
  /** Valid until the next read. */
  readonly bytes: Buffer
  readonly identity: FileIdentity
}

/** Reads regular files in a published folder, never through a link. Undefined if there is none of this size. */
export function publishedReader(target: string): (path: string, size: number) => PublishedBytes | undefined {
  const folders = new Map([['', true]])
  const isFolder = (folder: string): boolean => {
    const known = folders.get(folder)
    if (known !== undefined) return known
    const found = isFolder(folderOf(folder)) && lstatSync(join(target, folder)).isDirectory()
    folders.set(folder, found)
    return found
  }
  let buffer = Buffer.alloc(0)
  return (path, size) => {
    return attempt(() => {
      if (!isFolder(folderOf(path))) return undefined
      return readRegular(join(target, path), (descriptor, status) => {
        if (status.size !== size) return undefined
        if (buffer.length < size) buffer = Buffer.allocUnsafe(2 * size)
        let filled = 0
        while (filled < size) {
          const count = readSync(descriptor, buffer, filled, size - filled, null)
          if (count === 0) return undefined
          filled += count
        }
        return {
          bytes: buffer.subarray(0, size),
          identity: { inode: status.ino, modifiedAt: status.mtimeMs },
        }
      })
    })
  }
}

/** `a/b/c.html` → `a/b` */
function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

function changedMeanwhile(path: string): WriteError {
  const problem = diagnostic(
    'output/write-failed',
    `"${path}" was changed by another program while the site was being built.`,
    { hint: 'Published files are unchanged. Build again.' },
  )
  return new WriteError(problem, undefined)
}
