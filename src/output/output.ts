// Where a site goes. `put` as often as needed, then `commit` or `discard`, once. The stages cannot tell whether
// they write to a folder or to memory.

import { createHash } from 'node:crypto'
import type { Diagnostic } from '../diagnostics/index.ts'
import { compareText } from '../diagnostics/index.ts'
import type { OutputFile } from '../files/index.ts'

export interface Output {
  /** Takes one file. Throws when the path leaves the folder, or was taken with other bytes before. */
  put(file: OutputFile): void
  /** Publishes all files taken, as one. */
  commit(): Published
  /** Forgets them; what was published before stays. Safe to call at any time, also twice. */
  discard(): void
}

/** What a commit did. */
export interface Published {
  /** `unchanged`: the same bytes were there already, and no file was touched. */
  readonly status: 'built' | 'unchanged'
  readonly files: number
  readonly bytes: number
  readonly diagnostics: readonly Diagnostic[]
}

export const manifestName = 'imprint-manifest.json'

/** One line of `imprint-manifest.json`. */
export interface ManifestEntry {
  readonly path: string
  /** Bytes. */
  readonly size: number
  readonly sha256: string
}

/** The record of what a site consists of: no time, no machine path, so it is reproducible itself. */
export interface Manifest {
  readonly generator: 'imprint'
  readonly version: 1
  readonly brand: string
  readonly files: readonly ManifestEntry[]
}

/** Collects the manifest while files pass by, and holds the rules that every output shares. */
export function manifestBuilder(brand: string) {
  const entries = new Map<string, ManifestEntry>()
  return {
    /** Records a file. False when the very same file was recorded before and need not be written again. */
    add(file: OutputFile): boolean {
      return this.record(manifestEntry(file))
    },
    /** The same for a file whose entry is known. */
    record(entry: ManifestEntry): boolean {
      const { path } = entry
      assertInside(path)
      const known = entries.get(path)
      if (known !== undefined && known.sha256 !== entry.sha256)
        throw new Error(`Two different files claim ${path}.`)
      entries.set(path, entry)
      return known === undefined
    },
    get files(): readonly ManifestEntry[] {
      return [...entries.values()].sort((a, b) => compareText(a.path, b.path))
    },
    /** Bytes of all files. */
    get size(): number {
      return [...entries.values()].reduce((sum, entry) => sum + entry.size, 0)
    },
    /** The manifest as a file; it does not list itself. */
    file(): OutputFile {
      const manifest: Manifest = { generator: 'imprint', version: 1, brand, files: this.files }
      return { path: manifestName, bytes: new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`) }
    },
  }
}

export function manifestEntry({ path, bytes }: OutputFile): ManifestEntry {
  return { path, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** Output paths come from routes and hashed names alone; anything else is a bug of ours. */
function assertInside(path: string): void {
  const steps = path.split('/')
  if (
    path === '' ||
    steps.some(step => step === '' || step === '.' || step === '..') ||
    /[\\\0:]/.test(path)
  ) {
    throw new Error(`Not a path inside a site: ${JSON.stringify(path)}`)
  }
}

/** Keeps the files in memory: path → bytes. For tests and for serving without a disk. */
export function memoryOutput(brand: string): Output & { readonly files: ReadonlyMap<string, Uint8Array> } {
  const manifest = manifestBuilder(brand)
  const files = new Map<string, Uint8Array>()
  return {
    files,
    put(file) {
      if (manifest.add(file)) files.set(file.path, file.bytes)
    },
    commit() {
      const record = manifest.file()
      files.set(record.path, record.bytes)
      return {
        status: 'built',
        files: files.size,
        bytes: manifest.size + record.bytes.length,
        diagnostics: [],
      }
    },
    discard: () => files.clear(),
  }
}

/** Counts and forgets: for `check`, which writes nothing. */
export function noOutput(brand: string): Output {
  const manifest = manifestBuilder(brand)
  return {
    put: file => void manifest.add(file),
    commit() {
      const record = manifest.file()
      return {
        status: 'unchanged',
        files: manifest.files.length + 1,
        bytes: manifest.size + record.bytes.length,
        diagnostics: [],
      }
    },
    discard: () => undefined,
  }
}
