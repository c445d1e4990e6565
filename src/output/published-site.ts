// Whether a published site is still as a build wrote it. Checking the status of each file is fast; reading every byte is certain.

import { hash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '../files/index.ts'
import { type Manifest, manifestName, parseManifest, sha256Of } from './manifest.ts'
import { type FileIdentity, publishedReader } from './stage.ts'

/** The state of a folder with a site, found without reading a byte. */
export interface SiteLook {
  /** Its files, and its folders with a slash at their ends. */
  readonly paths: readonly string[]
  /** Hash of the files' names, inodes, sizes and times, which stays the same if the folder is moved. */
  readonly identity: string
  /**
   * Hash of all paths, with their change times from the system, which no program can set. A folder changes when an entry is added
   * or removed, so as long as the signature is the same, there are no other paths.
   */
  readonly signature: string
  /** The last of these times, in milliseconds. */
  readonly changedAt: number
}

interface SeenFile extends FileIdentity {
  readonly path: string
  readonly size: number
}

/** Undefined if there is no folder, or it contains anything but files and folders. */
export function lookAtSite(target: string): SiteLook | undefined {
  return attempt(() => {
    const paths = ['/', ...pathsIn(target, '')]
    const seen = paths.map(path => ({ path, status: lstatSync(`${target}/${path}`) }))
    const isFolder = ({ path }: { path: string }) => path.endsWith('/')
    if (!seen.every(entry => isFolder(entry) || entry.status.isFile())) return undefined
    const files = seen
      .filter(entry => !isFolder(entry))
      .map(({ path, status }) => ({
        path,
        inode: status.ino,
        size: status.size,
        modifiedAt: status.mtimeMs,
      }))
    return {
      paths,
      identity: identityOf(files),
      signature: signatureOf(seen, ({ status }) => status),
      changedAt: Math.max(...seen.map(({ status }) => status.ctimeMs)),
    }
  })
}

/**
 * Whether a folder is still in the same state. Its subfolders are not listed, because that would take longer than everything
 * else.
 */
export function stillLooksLike(target: string, { paths, signature }: SiteLook): boolean {
  return attempt(() => signatureOf(paths, path => lstatSync(`${target}/${path}`)) === signature, false)
}

function signatureOf<Entry>(entries: readonly Entry[], statusOf: (entry: Entry) => Stats): string {
  const numbers = new Float64Array(entries.length * 4)
  for (const [index, entry] of entries.entries()) {
    const { ino, size, mtimeMs, ctimeMs } = statusOf(entry)
    numbers.set([ino, size, mtimeMs, ctimeMs], index * 4)
  }
  return hash('sha256', numbers)
}

/** The identity of a site with these files. */
export function identityOf(files: readonly SeenFile[]): string {
  const lines = files.map(({ path, inode, size, modifiedAt }) => `${path} ${inode} ${size} ${modifiedAt}`)
  return hash('sha256', lines.sort().join('\n'))
}

/**
 * The manifest of a published site; undefined if there is none, or if it may have been changed and so proves nothing.
 */
export function readManifest(target: string): Manifest | undefined {
  return attempt(() => parseManifest(readFileSync(join(target, manifestName))))
}

/** Reads manifests of published sites, and rereads one only if its file has changed: the same manifest is the same object. */
export function manifestReader(): typeof readManifest {
  const read = new Map<string, { readonly seen: string; readonly manifest: Manifest | undefined }>()
  return target => {
    const status = lstatSync(join(target, manifestName), { throwIfNoEntry: false })
    const seen = status === undefined ? '' : signatureOf([status], same => same)
    const known = read.get(target)
    if (known?.seen === seen) return known.manifest
    const manifest = readManifest(target)
    read.set(target, { seen, manifest })
    return manifest
  }
}

/** SHA-256 of a published manifest; undefined if there is none. */
export function manifestSum(target: string): string | undefined {
  return attempt(() => sha256Of(readFileSync(join(target, manifestName))))
}

/** The bytes of a published file; undefined if there is no regular file. */
export function publishedFile(target: string, path: string): Uint8Array | undefined {
  return attempt(() => {
    const size = lstatSync(join(target, path)).size
    const found = publishedReader(target)(path, size)
    return found && Uint8Array.from(found.bytes)
  })
}

/** Whether a folder contains the site of a manifest with this sum, byte for byte, and nothing else. */
export function isWholeSite(target: string, sum: string): boolean {
  return attempt(() => {
    const files = manifestSum(target) === sum ? readManifest(target)?.files : undefined
    if (files === undefined) return false
    const read = publishedReader(target)
    const count = pathsIn(target, '').filter(path => !path.endsWith('/')).length
    return (
      count === files.length + 1 &&
      files.every(({ path, size, sha256 }) => {
        const found = read(path, size)
        return found !== undefined && sha256Of(found.bytes) === sha256
      })
    )
  }, false)
}

/** Ids of the brands whose folders have leftovers of a build, or a running build, next to them. */
export function unfinishedBrands(out: string): ReadonlySet<string> {
  return attempt(
    () => new Set(readdirSync(out).flatMap(name => /^\.([a-z0-9-]+)\./.exec(name)?.[1] ?? [])),
    new Set(),
  )
}

/** Files, and folders with a slash at their ends. */
function pathsIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap(entry => {
    const path = `${folder}${entry.name}`
    return entry.isDirectory() ? [`${path}/`, ...pathsIn(root, `${path}/`)] : [path]
  })
}
