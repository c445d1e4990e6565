// A project's files over time, for watch mode. Each state is a `Files` of its own that never changes under the work
// that reads it; what did not change from one state to the next keeps its answer, as the same object, so that work on
// it need not be done again.

import { statSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { Files } from './files.ts'
import type { Question } from './memo.ts'

export interface TrackedFiles {
  /** The state found by the last `refresh`. */
  readonly current: Files
  /**
   * Looks at everything that was ever asked for, and makes a new state if any answer differs.
   * @param how `changed`: files whose status (inode, size, times) differs are read again, which is fast. `everything`: all
   * are read and compared, since a status can stay the same: two writes within one tick of the file system's clock.
   * @returns Paths whose answers differ: files, and folders whose listing does. Empty when nothing did.
   */
  refresh(how: 'changed' | 'everything'): readonly string[]
}

interface Entry {
  readonly ask: Question
  readonly path: string
  readonly answer: unknown
  /** Of the file before it was read; undefined if a status tells nothing: listings, and files written just then. */
  readonly status: string | undefined
  /** The last state in which it was asked for. */
  seen: number
}

/** States after which an answer that was not asked for again is forgotten. */
const forgottenAfter = 16
/** Coarser than the clock of any file system that a project lies on, in milliseconds. */
const settledAfter = 2_000

/** Tracks the files of a project on a disk. Nothing is read before it is asked for. */
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
        // Work on an earlier state may ask something new. The latest state gives the same answer as the same object:
        // otherwise work that got it would seem out of date.
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

/** What tells one version of a file from another without reading it; undefined when it was written too recently to tell. */
function statusOf(location: string | undefined): string | undefined {
  if (location === undefined) return undefined
  try {
    // Most are files that a brand could have: an exception for each would take longer than all else.
    const status = statSync(location, { bigint: true, throwIfNoEntry: false })
    if (status === undefined) return 'missing'
    const { ino, mode, size, mtimeNs, ctimeNs } = status
    if (Date.now() - Number(ctimeNs / 1_000_000n) < settledAfter) return undefined
    return `${ino} ${mode} ${size} ${mtimeNs} ${ctimeNs}`
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown'
  }
}
