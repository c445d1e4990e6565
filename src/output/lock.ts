// One build at a time for each published folder. The lock is a file beside the folder that says who holds it; a
// holder that is no longer alive holds nothing. On another machine, one that no longer says that it is alive.

import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readRegular } from '../files/index.ts'

export interface Holder {
  readonly pid: number
  /** Tells a process from a later one with the same number. */
  readonly started: string
  readonly host: string
}

interface Lock {
  release(): void
}

/** Something else stands where a lock has to be; a build neither waits for that nor removes it. */
export class NotALock extends Error {
  readonly path: string
  constructor(path: string) {
    super(`${path} is no lock.`)
    this.path = path
  }
}

/**
 * Waits until the lock is free, at most `patience` milliseconds or until the signal; then gives the holder instead,
 * undefined where the lock does not say. Throws `NotALock`.
 * @param lease For how long a holder on another machine may be silent before it counts as dead, in milliseconds.
 */
export async function acquireLock(
  path: string,
  patience: number,
  signal?: AbortSignal,
  lease = defaultLease,
): Promise<Lock | { readonly heldBy: Holder | undefined }> {
  const own = JSON.stringify({
    pid: process.pid,
    started: startOfProcess(process.pid),
    host: hostname(),
  } satisfies Holder)
  const deadline = performance.now() + patience
  const isIdle = watchForBeats(lease)
  mkdirSync(dirname(path), { recursive: true })
  for (;;) {
    if (create(path, own)) return held(path, own)
    if (removeStale(path, own, isIdle)) continue
    if (signal?.aborted || performance.now() >= deadline) return { heldBy: holderOf(path) }
    await delay(50, undefined, { signal }).catch(() => undefined)
  }
}

/** Keeps the lock's time fresh while this process lives: another machine cannot ask whether it does. */
function held(path: string, own: string): Lock {
  const beat = setInterval(() => {
    const now = Date.now() / 1000
    try {
      // It may be another's by now, if this process was stopped for long.
      if (read(path) === own) utimesSync(path, now, now)
    } catch {
      // Then the lease runs out.
    }
  }, heartbeat)
  beat.unref()
  return {
    release() {
      clearInterval(beat)
      remove(path, own)
    },
  }
}

/** How often a holder says that it is alive, and for how long it is believed, in milliseconds. */
const heartbeat = 2_000
const defaultLease = 20_000

type IdleWatch = (path: string, written: string) => boolean

/**
 * Tells whether a lock has not been touched for longer than a lease, as long as this process looks. So the clocks of two machines
 * need not agree. The lock is opened for each look: network file systems remember the times of a file that is not.
 */
function watchForBeats(lease: number): IdleWatch {
  const seen = new Map<string, { readonly state: string; readonly since: number }>()
  return (path, written) => {
    const now = performance.now()
    const state = `${lstatSync(path, { throwIfNoEntry: false })?.mtimeMs} ${written}`
    const known = seen.get(path)
    if (known?.state !== state) seen.set(path, { state, since: now })
    return known?.state === state && now - known.since > lease
  }
}

/** Makes the file and writes to it; false when it is there already. Never leaves it behind half written. */
function create(path: string, content: string): boolean {
  let descriptor: number
  try {
    descriptor = openSync(path, 'wx')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
  try {
    writeSync(descriptor, content)
    return true
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(descriptor)
  }
}

function remove(path: string, content: string): void {
  if (read(path) === content) rmSync(path, { force: true })
}

/**
 * Takes a dead holder's lock away. Only the holder of the lock's own lock may do so: of two that saw the same dead
 * holder, the slower would remove the lock that the faster has taken since. True when it is worth trying again.
 */
function removeStale(path: string, own: string, isIdle: IdleWatch): boolean {
  const status = lstatSync(path, { throwIfNoEntry: false })
  if (status === undefined) return true
  if (!status.isFile()) throw new NotALock(path)
  const written = read(path)
  if (written === undefined) return false
  if (!isDead(path, written, isIdle)) return false
  const breaking = `${path}.break`
  if (!create(breaking, own)) return removeStale(breaking, own, isIdle)
  try {
    remove(path, written)
  } finally {
    remove(breaking, own)
  }
  return true
}

function isDead(path: string, written: string, isIdle: IdleWatch): boolean {
  const holder = parse(written)
  if (holder === undefined) {
    // Killed between creating and writing the file; a living process needs no time between the two.
    const age = Date.now() - (lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    return age > 2000
  }
  if (holder.host !== hostname()) return isIdle(path, written)
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

/** Undefined for anything but a plain file. */
function read(path: string): string | undefined {
  try {
    return readRegular(path, descriptor => readFileSync(descriptor, 'utf8'))
  } catch {
    return undefined
  }
}

/** Who holds a lock, or held it last; undefined where the file does not say. */
export function holderOf(path: string): Holder | undefined {
  return parse(read(path))
}

function parse(written: string | undefined): Holder | undefined {
  try {
    const holder = JSON.parse(written ?? '') as Holder
    return Number.isInteger(holder.pid) && holder.pid > 0 ? holder : undefined
  } catch {
    return undefined
  }
}
