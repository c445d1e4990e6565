// Disk errors, which are reported to the user rather than thrown.

import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Diagnostic, diagnostic } from '../diagnostics/index.ts'
import { attempt } from '../files/index.ts'

/** A disk error while a site is written. */
export class WriteError extends Error {
  readonly diagnostic: Diagnostic
  constructor(problem: Diagnostic, cause: unknown) {
    super(problem.message, { cause })
    this.diagnostic = problem
  }
}

/** Does some work on a path; a disk error becomes a `WriteError`. */
export function guarded<Value>(path: string, work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error
    throw new WriteError(writeFailure(path, error), error)
  }
}

const reasons: Record<string, string> = {
  ENOSPC: 'there is no space left on the disk',
  EDQUOT: 'your disk quota is used up',
  EFBIG: 'the file is larger than the system allows',
  EACCES: 'you do not have permission to write there',
  EPERM: 'you do not have permission to write there',
  EROFS: 'the disk is read-only',
  EIO: 'the disk reported an error',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
  EBUSY: 'it is in use (is it a mount point?)',
  EXDEV: 'it is on a different disk from the folder next to it (is it a mount point?)',
  ENOTDIR: 'part of the path is a file',
}

const remedies: Record<string, string> = {
  ENOSPC: 'Free up disk space',
  EDQUOT: 'Free up disk space',
  EACCES: 'Check the permissions and owner of the folder',
  EPERM: 'Check the permissions and owner of the folder',
}

export function writeFailure(path: string, error: unknown): Diagnostic {
  const { code = '', message, path: wanted = path } = error as NodeJS.ErrnoException
  const closed = code === 'EACCES' || code === 'EPERM' ? closedFolder(wanted) : undefined
  const reason = closed === undefined ? reasons[code] : `you do not have permission to write to "${closed}"`
  const remedy = closed === undefined ? (remedies[code] ?? 'Fix the cause') : rightToWrite(closed)
  return diagnostic(
    'output/write-failed',
    `"${path}" could not be written: ${reason ?? message}${reason ? ` (${code})` : ''}.`,
    { hint: `Published files are unchanged. ${remedy}, then run the command again.` },
  )
}

export function rightToWrite(folder: string): string {
  return `Give your user permission to write to it ("chmod u+rwx ${folder}", or "chown" if it belongs to another user)`
}

/** The path that cannot be written to, or its folder. */
function closedFolder(path: string): string | undefined {
  if (!existsSync(path)) return path === dirname(path) ? undefined : closedFolder(dirname(path))
  return [path, dirname(path)].find(place =>
    attempt(() => {
      accessSync(place, constants.W_OK)
      return false
    }, true),
  )
}

/** Whether a problem may be gone elsewhere or later: another build has locked the folder, the disk is full. */
export function isPassing({ code, message }: Diagnostic): boolean {
  return (
    code === 'output/locked' ||
    (code === 'output/write-failed' && /\((?:ENOSPC|EDQUOT|EMFILE|ENFILE)\)\.$/.test(message))
  )
}
