/** A timer that can be paused and resumed. */
export interface PausableTimer {
  pause(): void
  resume(): void
}

/** Longer times overflow `setTimeout`, which then fires at once. */
const longest = 2 ** 31 - 1

/** The duration of a toast: 5 seconds if it is missing or invalid. */
export function durationOf(duration: number | undefined): number {
  return duration && duration > 0 ? duration : 5000
}

/** The timer starts paused. An infinite duration never ends. */
export function pausableTimer(end: () => void, duration: number): PausableTimer {
  let left = duration
  let running: { readonly timeout: ReturnType<typeof setTimeout>; readonly since: number } | undefined
  return {
    pause() {
      if (!running) return
      clearTimeout(running.timeout)
      left -= performance.now() - running.since
      running = undefined
    },
    resume() {
      if (running || left > longest) return
      running = { timeout: setTimeout(end, left), since: performance.now() }
    },
  }
}
