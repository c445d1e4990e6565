// A project's files over time, for watch mode. Each state is a separate `Files` that does not change while work reads it. Content
// that is the same in the next state is the same object, so that work on it need not be repeated.

import { statSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { Files } from './files.ts'
import type { Question } from './memo.ts'

export interface TrackedFiles {
  /** The state found by the last `refresh`. */
  readonly current: Files
  /**
   * Checks everything that was ever read, and makes a new state if anything differs.
   * @param how `changed`: rereads only files whose status (inode, size, times) differs, which is fast. `everything`: rereads and
   * compares all, because a status can stay the same: two writes within one tick of the file system's clock.
   * @returns Paths whose content differs: files, and folders whose listing has changed.
   */
  refresh(how: 'changed' | 'everything'): readonly string[]
}

interface Entry {
  readonly ask: Question
  readonly path: string
  readonly answer: unknown
  /**
   * The file's status before it was read; undefined if it proves nothing, as for listings and for files that had just been
   * written.
   */
  readonly status: string | undefined
  /** The last state in which it was read. */
  seen: number
}

/** Content that was not read during this many states is forgotten. */
const forgottenAfter = 16
/** In milliseconds; coarser than the clock of any file system that a project may be on. */
const settledAfter = 2_000

/** Tracks the files of a project on a disk. Nothing is read before it is requested. */
export function trackedFiles(disk: Files): TrackedFiles {
  let generation = 0
  let entries = new Map<string, Entry>()

  const read = (ask: Question, path: string): Entry => {
    const status = ask === 'list' || ask === 'folders' ? undefined : statusOf(disk.locate(path))
    return { ask, path, status, answer: disk[ask](path), seen: generation }
  }
  const stateOf = (known: Map<string, Entry>, born: number): Files => {
    const answer = (ask: Question, path: string): never => {
      const key = `${ask} ${path}`
      let entry = known.get(key)
      if (entry === undefined) {
        // Work on an earlier state may read something new. The latest state must then return the same object; otherwise that work
        // would seem out of date.
        entry = entries.get(key) ?? read(ask, path)
        entries.set(key, entry)
        known.set(key, entry)
      }
      entry.seen = Math.max(entry.seen, born)
      return entry.answer as never
    }
    return {
      readText: path => answer('readText', path),
      readBytes: path => answer('readBytes', path),
      list: path => answer('list', path),
      folders: path => answer('folders', path),
      locate: disk.locate,
    }
  }

  let current = stateOf(entries, generation)
  return {
    get current() {
      return current
    },
    refresh(how) {
      const next = new Map<string, Entry>()
      const changed = new Set<string>()
      for (const [key, entry] of entries) {
        if (entry.seen < generation - forgottenAfter) continue
        const { ask, path, status, answer } = entry
        if (how === 'changed' && status !== undefined && status === statusOf(disk.locate(path))) {
          next.set(key, entry)
          continue
        }
        const fresh = read(ask, path)
        const same = isDeepStrictEqual(fresh.answer, answer)
        if (!same) changed.add(path)
        next.set(key, { ...fresh, answer: same ? answer : fresh.answer, seen: entry.seen })
      }
      entries = next
      if (changed.size > 0) generation++
      current = stateOf(entries, generation)
      return [...changed].sort()
    },
  }
}

/** Identifies the version of a file without reading it; undefined if it was written too recently to be sure. */
function statusOf(location: string | undefined): string | undefined {
  if (location === undefined) return undefined
  try {
    // Most are files that a brand could have but does not: throwing an exception for each would take longer than everything else.
    const status = statSync(location, { bigint: true, throwIfNoEntry: false })
    if (status === undefined) return 'missing'
    const { ino, mode, size, mtimeNs, ctimeNs } = status
    if (Date.now() - Number(ctimeNs / 1_000_000n) < settledAfter) return undefined
    return `${ino} ${mode} ${size} ${mtimeNs} ${ctimeNs}`
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown'
  }
}
