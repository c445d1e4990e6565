// Decides when to look at the files. File system events only trigger a look, because some get lost: chokidar is known to drop the
// last of several (paulmillr/chokidar#1455), and network mounts and containers may send none at all. Every event leads to a look
// at all files, and a quiet second after the last event to a thorough look; a quick look every two seconds finds changes without
// an event.

import { join, relative, sep } from 'node:path'
import { type FSWatcher, watch } from 'chokidar'
import { brandsFolder } from '../brand/index.ts'
import { sharedFolders } from '../content/index.ts'
import type { LookDepth } from './session.ts'

export interface WatcherOptions {
  /** Absolute path of the project. */
  readonly root: string
  /** Looks at the files; see `Session.look`. */
  readonly look: (depth: LookDepth) => Promise<void>
  /** Ignore events and look more often, for file systems without change events, such as network mounts. */
  readonly poll: boolean
  /** Called once if events turn out to be unavailable and polling starts. */
  readonly onPolling?: (why: string) => void
}

/** Milliseconds. */
const times = {
  /** After an event: editors write a file in several steps, and switching a branch writes hundreds of files. */
  quiet: 8,
  /** Longest wait from the first event to the look. */
  longest: 120,
  /** From the last event to the thorough look. */
  trailing: 1_000,
  heartbeat: 2_000,
  polling: 300,
} as const

interface Watcher {
  close(): Promise<void>
}

/** Watches until it is closed. Resolves once every later save triggers an event; at once if events are not used. */
export async function startWatcher(options: WatcherOptions): Promise<Watcher> {
  const { root, look } = options
  let quiet: NodeJS.Timeout | undefined
  let trailing: NodeJS.Timeout | undefined
  let firstEvent: number | undefined
  let closed = false

  const onEvent = (): void => {
    if (closed) return
    const now = performance.now()
    firstEvent ??= now
    clearTimeout(quiet)
    clearTimeout(trailing)
    const wait = Math.max(0, Math.min(times.quiet, firstEvent + times.longest - now))
    quiet = setTimeout(() => {
      firstEvent = undefined
      void look('changed')
    }, wait)
    trailing = setTimeout(() => void look('everything'), times.trailing)
  }
  let heartbeat = setInterval(() => void look('changed'), options.poll ? times.polling : times.heartbeat)
  if (options.poll) trailing = setInterval(() => void look('everything'), times.heartbeat)

  const startPolling = (error: unknown): void => {
    if (closed || events === undefined) return
    void closeEvents(events)
    events = undefined
    clearInterval(heartbeat)
    heartbeat = setInterval(() => void look('changed'), times.polling)
    options.onPolling?.(error instanceof Error ? error.message : String(error))
  }
  const folders = [brandsFolder, ...sharedFolders].map(name => join(root, name))
  let events = options.poll
    ? undefined
    : watch(root, {
        ignoreInitial: true,
        followSymlinks: false,
        // Otherwise, chokidar reports a deletion late, in case the file comes back; the look finds that out itself.
        atomic: false,
        ignored: path => path !== root && !folders.some(folder => isInside(folder, path)),
      })
  // Raw events come before chokidar has looked at the file itself, and none is dropped.
  events?.on('raw', onEvent).on('all', onEvent).on('error', startPolling)

  await new Promise<void>(resolve => {
    if (events === undefined) resolve()
    events?.once('ready', resolve).once('error', () => resolve())
  })
  return {
    async close() {
      closed = true
      clearTimeout(quiet)
      clearTimeout(trailing)
      clearInterval(heartbeat)
      if (events !== undefined) await closeEvents(events)
    },
  }
}

/**
 * Closes chokidar and its timers. After reading a folder, chokidar keeps a timer for a second; its own `close` (5.0.0)
 * does not stop it, so the process would stay alive until it fires.
 */
async function closeEvents(events: FSWatcher): Promise<void> {
  for (const throttled of events._throttled.values())
    for (const { timeoutObject } of throttled.values()) clearTimeout(timeoutObject)
  await events.close()
}

function isInside(folder: string, path: string): boolean {
  const inside = relative(folder, path)
  return inside === '' || !(inside === '..' || inside.startsWith(`..${sep}`))
}
