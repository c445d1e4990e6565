// The destination of a site. Call `put` any number of times, then `commit` or `discard`, once. The stages cannot tell whether
// they write to a folder or to memory.

import type { Diagnostic } from '../diagnostics/index.ts'
import type { OutputFile } from '../files/index.ts'
import {
  type Manifest,
  type ManifestEntry,
  manifestBuilder,
  manifestEntry,
  type SiteFacts,
} from './manifest.ts'
import type { SiteLook } from './published-site.ts'

export interface Output {
  /**
   * Adds a file. Throws if the path leaves the folder, or already has a file with different bytes.
   * @returns Its entry in the manifest.
   */
  put(file: OutputFile): ManifestEntry
  /** The manifest of the published site, if there is one. */
  readonly published?: Manifest
  /**
   * Adds a file that is known to be unchanged: the published one at this path, if the manifest and its bytes have this hash.
   * Undefined if there is no such file.
   */
  reuse?(entry: ManifestEntry): ManifestEntry | undefined
  /**
   * Publishes all files in one step.
   * @param facts The manifest's facts about the site.
   */
  commit(facts?: SiteFacts): Published
  /** Drops the files; the published site stays. Safe to call at any time, even twice. */
  discard(): void
}

/** The result of a commit. */
export interface Published {
  /** `unchanged`: the same bytes were there already, and no file was touched. */
  readonly status: 'built' | 'unchanged'
  readonly files: number
  readonly bytes: number
  readonly diagnostics: readonly Diagnostic[]
  /** The state of the folder with these files; absent if they may have been changed already. */
  readonly look?: SiteLook | undefined
}

/** An output whose files go into a folder of another output: `loans/`. Entries have the full path. */
export function inFolder(output: Output, folder: string): Output {
  if (folder === '') return output
  return {
    ...output,
    put: file => output.put({ ...file, path: folder + file.path }),
  }
}

/** Counts files without storing them, for `check`, which writes no site. The facts about a file are enough. */
export function noOutput(brand: string, published?: Manifest): Output {
  const manifest = manifestBuilder(brand)
  return {
    ...(published && { published }),
    put(file) {
      const entry = manifestEntry(file)
      manifest.record(entry)
      return entry
    },
    reuse(entry) {
      manifest.record(entry)
      return entry
    },
    commit(facts) {
      const served = manifest.served(facts)
      if (served !== undefined) manifest.add(served)
      const record = manifest.file(facts)
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
