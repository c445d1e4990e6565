// Moves `current`. Everything that needs space on the disk is written before anything changes; then there are only renames.

import { existsSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Diagnostic, diagnostic } from '../diagnostics/index.ts'
import { leftoverIn } from './release-guard.ts'
import {
  type BrandReleases,
  files,
  type HistoryEntry,
  type MoveRecord,
  pointer,
  type ReleaseRecord,
  recordFile,
  releasesFolder,
} from './release-records.ts'
import { unmask } from './stage.ts'

/**
 * Makes a release the live one, unless it is only being unpinned, and adds a line to the history.
 * @param before The previous content of the folder.
 * @returns Problems that occurred after the move, which do not undo it.
 */
export function moveTo(
  root: string,
  id: string,
  action: HistoryEntry['action'],
  move: MoveRecord,
  { records, releases, history }: BrandReleases,
): Diagnostic[] {
  const numbers = [...[...records.values()], ...history].map(({ number = 0 }) => number)
  const number = Math.max(0, ...numbers) + 1
  const isRelease = action === 'release'
  const entry: HistoryEntry = { action, id, ...(isRelease && { number }), ...move }
  const addLine = prepared(join(root, files.history), withLine(join(root, files.history), entry))
  const earlier = releases.includes(id) ? records.get(id)?.number : undefined
  const record: ReleaseRecord = { number, ...move }
  const noting = (note: ReleaseRecord) => prepared(recordFile(root, id), `${JSON.stringify(note)}\n`)
  const begin = isRelease
    ? noting({ ...record, ...(earlier !== undefined && { before: earlier }) })
    : undefined
  const end = isRelease && earlier !== undefined ? noting(record) : undefined
  begin?.()
  if (action !== 'unpin') {
    const next = leftoverIn(root)
    symlinkSync(join(releasesFolder, id), next)
    renameSync(next, join(root, pointer))
  }
  try {
    end?.()
    addLine()
    return []
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    const message = `${join(root, files.history)} has no line for this ${action}, because the line could not be written (${code}).`
    const hint = 'No action is needed. The correct release is live, and the order of the releases is correct.'
    return [diagnostic('release/history', message, { brand: basename(root), hint })]
  }
}

/** Completes an interrupted move: a release gets its new number if it went live, and otherwise its earlier one. */
export function settle(root: string, { records }: BrandReleases): void {
  for (const [id, { before, ...record }] of records)
    if (before !== undefined) prepared(recordFile(root, id), `${JSON.stringify(record)}\n`)()
}

/** Pins a release before a move. If the move fails, the earlier pin is restored. */
export function pinTo<Result>(root: string, id: string, move: MoveRecord, work: () => Result): Result {
  const path = join(root, files.pin)
  const { at, by, reason } = move
  const before = existsSync(path) ? prepared(path, readFileSync(path)) : () => rmSync(path)
  // The pin comes first: a process that is killed between the two must not leave a rollback that the next release undoes.
  prepared(path, `${JSON.stringify({ at, by, reason, release: id })}\n`)()
  try {
    return work()
  } catch (error) {
    before()
    throw error
  }
}

/** The history with one more line. A torn line before it stays separate. */
function withLine(path: string, entry: HistoryEntry): Buffer {
  const before = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
  const isOpen = before.length > 0 && before.at(-1) !== 0x0a
  return Buffer.concat([before, Buffer.from(`${isOpen ? '\n' : ''}${JSON.stringify(entry)}\n`)])
}

/** Writes a file next to its final path. The returned function moves it there in one step. */
function prepared(path: string, content: string | Uint8Array): () => void {
  const next = leftoverIn(dirname(path))
  writeFileSync(next, content, { flag: 'wx' })
  unmask(next)
  return () => renameSync(next, path)
}
