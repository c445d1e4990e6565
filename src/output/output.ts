// Where a site goes. `put` as often as needed, then `commit` or `discard`, once. The stages cannot tell whether
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
import type { StagedEntry, StageFolder } from './stage.ts'
import type { SiteLook } from './standing-site.ts'

export interface Output {
  /**
   * Takes one file. Throws when the path leaves the folder, or was taken with other bytes before.
   * @returns What the manifest says of it.
   */
  put(file: OutputFile): ManifestEntry
  /** What is there now; absent if nothing does. */
  readonly published?: Manifest
  /** Where other threads may write files, with `stageWriter`; tell `record` what they wrote. */
  readonly stage?: StageFolder
  /** Takes a file that needs no bytes any more: a thread has written it, or nothing is written at all. */
  record?(entry: StagedEntry): void
  /**
   * Takes a file that need not be made again, since it is known to come out the same: the published one at this path, where
   * manifest and bytes have this sum. Undefined if there is no such file.
   */
  reuse?(entry: ManifestEntry): ManifestEntry | undefined
  /** What is really wrong where another thread could not write: another build may have taken the folder over. */
  explain?(error: unknown): unknown
  /**
   * Publishes all files taken, as one.
   * @param facts What the manifest says of the site.
   */
  commit(facts?: SiteFacts): Published
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
  /** What the folder looks like that holds these files; absent if they may have been changed already. */
  readonly look?: SiteLook | undefined
}

/** An output whose files go into a folder of another: `loans/`. Entries have the whole path. */
export function inFolder(output: Output, folder: string): Output {
  if (folder === '') return output
  return {
    ...output,
    ...(output.stage && { stage: { ...output.stage, within: folder } }),
    put: file => output.put({ ...file, path: folder + file.path }),
  }
}

/** Counts and forgets: for `check`, which writes no site. What is known of a file is enough. */
export function noOutput(brand: string, published?: Manifest): Output {
  const manifest = manifestBuilder(brand)
  return {
    ...(published && { published }),
    put(file) {
      const entry = manifestEntry(file)
      manifest.record(entry)
      return entry
    },
    record: entry => void manifest.record(entry),
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
