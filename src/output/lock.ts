// One build at a time for each published folder. The lock is a file next to the folder that names its holder. It is void if the
// holder is dead; a holder on another machine or in another container counts as dead when it stops refreshing the lock.

import {
  closeSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  rmSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { attempt, readRegular } from '../files/index.ts'
import { buildId } from './build-id.ts'

export interface Holder {
  readonly host: string
  /** The kernel's boot id: containers and copies of a machine may share the host name. Empty if unknown. */
  readonly boot: string
  /** Process ids are valid only within it. Empty if unknown. */
  readonly pidNamespace: string
  readonly pid: number
  /** Distinguishes a process from a later one with the same id. */
  readonly started: string
}

export interface Lock {
  /**
   * Whether the lock is still held: another build takes it over from a process that was suspended for longer than a lease.
   */
  isOwn(): boolean
  release(): void
}

/** Something else is in the lock's place; a build neither waits for it nor removes it. */
export class NotALock extends Error {
  readonly path: string
  constructor(path: string) {
    super(`${path} is not a lock.`)
    this.path = path
  }
}

/**
 * Waits until the lock is free. After `patience` milliseconds, or on the signal, it returns the holder instead (undefined if the
 * lock does not name one). Throws `NotALock`.
 * @param lease How long a holder on another machine or in another container may be silent before it counts as dead, in
 * milliseconds.
 */
export async function acquireLock(
  path: string,
  patience: number,
  signal?: AbortSignal,
  lease = defaultLease,
): Promise<Lock | { readonly heldBy: Holder | undefined }> {
  const content = JSON.stringify({
    ...place(),
    pid: process.pid,
    started: startOfProcess('self') ?? '',
  } satisfies Holder)
  const deadline = performance.now() + patience
  const isIdle = watchForBeats(lease)
  mkdirSync(dirname(path), { recursive: true })
  for (;;) {
    if (create(path, content)) return refreshed(path, content)
    if (removeStale(path, content, isIdle)) continue
    if (signal?.aborted || performance.now() >= deadline) return { heldBy: holderOf(path) }
    await delay(50, undefined, { signal }).catch(() => undefined)
  }
}

/** Refreshes the lock's time while this process lives: other machines and containers cannot see the process. */
function refreshed(path: string, own: string): Lock {
  const beat = setInterval(() => {
    const now = Date.now() / 1000
    // By now, another process may hold the lock, if this one was suspended for a long time. If its time cannot be set, the lease
    // runs out.
    if (read(path) === own) attempt(() => utimesSync(path, now, now))
  }, heartbeat)
  beat.unref()
  return {
    isOwn: () => read(path) === own,
    release() {
      clearInterval(beat)
      remove(path, own)
    },
  }
}

/** How often a holder refreshes the lock, and how long a refresh is valid, in milliseconds. */
const heartbeat = 2_000
const defaultLease = 20_000

type IdleWatch = (path: string, written: string) => boolean

/**
 * Reports whether a lock has not been refreshed for longer than a lease, as measured by this process, so that the clocks of two
 * machines need not agree. The lock is opened each time, because network file systems otherwise return cached times.
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

/**
 * Creates the file with its content in one step; false if it already exists. An empty file could be left by a killed build, and
 * on a busy machine it could stay empty for a while.
 */
function create(path: string, content: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return false
  const written = `${path}.${buildId()}`
  try {
    writeFileSync(written, content, { flag: 'wx' })
    linkSync(written, path)
    return true
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    if (syscall !== 'link') throw error
    // A network disk may have made the link but lost the response.
    if (code === 'EEXIST') return lstatSync(written, { throwIfNoEntry: false })?.nlink === 2
    // The lock's holder has cleaned up in the meantime.
    return code === 'ENOENT' ? false : createSlowly(path, content)
  } finally {
    rmSync(written, { force: true })
  }
}

/** The same in two steps, for a file system without links. */
function createSlowly(path: string, content: string): boolean {
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
 * Removes a dead holder's lock. Only the holder of the lock's own lock may do so: otherwise, if two processes saw the same dead
 * holder, the slower one would remove the lock that the faster one has since taken. True if it is worth trying again.
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
    // The process may have been killed between creating and writing the file, if that takes two steps.
    const age = Date.now() - (lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    return age > defaultLease
  }
  if (!isHere(holder)) return isIdle(path, written)
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
  // If /proc was mounted for another namespace, it does not show this one's processes.
  if (startOfProcess('self') === undefined) return isIdle(path, written)
  return (startOfProcess(holder.pid) ?? '') !== holder.started
}

type Place = Pick<Holder, 'host' | 'boot' | 'pidNamespace'>

/** The machine and namespace of this process. */
function place(): Place {
  return {
    host: hostname(),
    boot: attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(), ''),
    pidNamespace: attempt(() => readlinkSync('/proc/self/ns/pid'), ''),
  }
}

/** Whether a holder is a process that this one can see. Locks of older versions contain only the host. */
function isHere({ host, boot, pidNamespace }: Partial<Place>): boolean {
  const here = place()
  return (
    host === here.host &&
    (boot ?? here.boot) === here.boot &&
    (pidNamespace ?? here.pidNamespace) === here.pidNamespace
  )
}

/** The start time of a process, in the kernel's own count; undefined if unknown. */
function startOfProcess(pid: number | 'self'): string | undefined {
  return attempt(() => {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
    if (pid === 'self' && !status.startsWith(`${process.pid} `)) return undefined
    // The name in parentheses may contain anything; the 22nd field is the 20th after it.
    return status.slice(status.lastIndexOf(')') + 2).split(' ')[19]
  })
}

/** Undefined for anything but a regular file. */
function read(path: string): string | undefined {
  return attempt(() => readRegular(path, descriptor => readFileSync(descriptor, 'utf8')))
}

/** The holder of a lock, or the last one; undefined if the file does not name it. */
export function holderOf(path: string): Holder | undefined {
  return parse(read(path))
}

function parse(written: string | undefined): Holder | undefined {
  return attempt(() => {
    const holder = JSON.parse(written ?? '') as Holder
    return Number.isInteger(holder.pid) && holder.pid > 0 ? holder : undefined
  })
}
