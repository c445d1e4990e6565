// When to look at the files. The system's events are hints and nothing more: chokidar is known to drop the last of
// several (paulmillr/chokidar#1455), and on network disks and in containers none may come at all. So every hint leads
// to a look at all files, a quiet second after the last one leads to a thorough look, and a quick look every other
// second would find what no event told of.

import { join, relative, sep } from 'node:path'
import { type FSWatcher, watch } from 'chokidar'

export interface WatcherOptions {
  /** Absolute path of the project. */
  readonly root: string
  /** Looks at the files; see `Session.look`. */
  readonly look: (how: 'changed' | 'everything') => Promise<void>
  /** Rely on looks alone, and look more often: for disks on which no events come. */
  readonly poll: boolean
  /** Told once when events cannot be had and looks must do. */
  readonly onPolling?: (why: string) => void
}

/** Input folders of a project. */
const watched = ['brands', 'content', 'templates']

/** Milliseconds. */
const times = {
  /** Editors write a file in several steps, a branch switch writes hundreds of files. */
  quiet: 8,
  /** But nobody waits longer than this for the first look. */
  patience: 120,
  /** After the last hint, before the thorough look. */
  trailing: 1_000,
  heartbeat: 2_000,
  polling: 300,
} as const

/** Watches until it is closed. */
export function startWatcher(options: WatcherOptions): { close(): Promise<void> } {
  const { root, look } = options
  let quiet: NodeJS.Timeout | undefined
  let trailing: NodeJS.Timeout | undefined
  let firstHint: number | undefined
  let closed = false

  const hinted = (): void => {
    if (closed) return
    const now = performance.now()
    firstHint ??= now
    clearTimeout(quiet)
    clearTimeout(trailing)
    const wait = Math.max(0, Math.min(times.quiet, firstHint + times.patience - now))
    quiet = setTimeout(() => {
      firstHint = undefined
      void look('changed')
    }, wait)
    trailing = setTimeout(() => void look('everything'), times.trailing)
  }
  let heartbeat = setInterval(() => void look('changed'), options.poll ? times.polling : times.heartbeat)
  if (options.poll) trailing = setInterval(() => void look('everything'), times.heartbeat)

  const pollInstead = (error: unknown): void => {
    if (closed || events === undefined) return
    void closeEvents(events)
    events = undefined
    clearInterval(heartbeat)
    heartbeat = setInterval(() => void look('changed'), times.polling)
    options.onPolling?.(error instanceof Error ? error.message : String(error))
  }
  const folders = watched.map(name => join(root, name))
  let events = options.poll
    ? undefined
    : watch(root, {
        ignoreInitial: true,
        followSymlinks: false,
        // Its waiting for a file to come back would delay every deletion; the look sees which it was.
        atomic: false,
        ignored: path => path !== root && !folders.some(folder => isInside(folder, path)),
      })
  // Raw events come before chokidar has looked at the file itself, and are not thinned out.
  events?.on('raw', hinted).on('all', hinted).on('error', pollInstead)

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
 * Closes chokidar and stops what it leaves behind: for a second after it has read a folder it holds a timer, which its
 * own `close` (5.0.0) forgets without stopping it, and a process that has ended all else would wait for it.
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
