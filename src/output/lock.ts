// One build at a time for each published folder. The lock is a file beside the folder that says who holds it; a
// holder that is no longer alive holds nothing.

import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

interface Holder {
  readonly pid: number
  /** Tells a process from a later one with the same number. */
  readonly started: string
  readonly host: string
}

export interface Lock {
  release(): void
}

/** Waits until the lock is free, at most `patience` milliseconds; then gives the holder instead. */
export async function acquireLock(
  path: string,
  patience: number,
): Promise<Lock | { readonly heldBy: number }> {
  const own = JSON.stringify({
    pid: process.pid,
    started: startOfProcess(process.pid),
    host: hostname(),
  } satisfies Holder)
  const deadline = performance.now() + patience
  mkdirSync(dirname(path), { recursive: true })
  for (;;) {
    try {
      writeFileSync(path, own, { flag: 'wx' })
      return {
        release() {
          if (read(path) === own) rmSync(path, { force: true })
        },
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const written = read(path)
    if (written !== undefined && isDead(path, written)) {
      removeStale(path, written)
      continue
    }
    if (performance.now() >= deadline) return { heldBy: parse(written)?.pid ?? 0 }
    await delay(50)
  }
}

/** Takes a dead holder's lock away, unless a living one has put its own there meanwhile. */
function removeStale(path: string, written: string): void {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  if (read(aside) === written) rmSync(aside, { force: true })
  else renameSync(aside, path)
}

function isDead(path: string, written: string): boolean {
  const holder = parse(written)
  if (holder === undefined) {
    // Killed between creating and writing the file; a living process needs no time between the two.
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    return age > 2000
  }
  if (holder.host !== hostname()) return false
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
  return startOfProcess(holder.pid) !== holder.started
}

/** When a process started, in the kernel's own count; the empty string where the system does not say. */
function startOfProcess(pid: number): string {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may hold anything; the 22nd field is the 20th after it.
    return status.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function parse(written: string | undefined): Holder | undefined {
  try {
    const holder = JSON.parse(written ?? '') as Holder
    return typeof holder.pid === 'number' ? holder : undefined
  } catch {
    return undefined
  }
}
