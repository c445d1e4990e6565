// Lets background work make way for requests.

import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds that open pages have for their own requests after a change. */
const headStart = 50
/** Milliseconds that background work may hold the event loop. */
const longestStretch = 8

/** Waits before background work begins, until open pages have requested what changed. */
export function afterOpenPages(): Promise<void> {
  return delay(headStart)
}

/** Call the returned function often during long work and await it, so that requests and signals are handled in time. */
export function regularYield(): () => Promise<void> {
  let last = performance.now()
  return async () => {
    if (performance.now() - last < longestStretch) return
    await nextTurn()
    last = performance.now()
  }
}
