// How long each phase of a build takes, for `--timings` and `bench/`: told to whoever asks, and no part of any result.

/** In the order in which a build comes to them. `judge` is what is checked of a page when it is finished. */
export const phases = [
  'load',
  'parse',
  'templates',
  'plan',
  'assets',
  'render',
  'judge',
  'write',
  'publish',
] as const

export type Phase = (typeof phases)[number]

/** Does some work as a part of a phase; phases may be entered again and again, and inside one another. */
export type Clock = <Value>(phase: Phase, work: () => Value) => Value

export const noClock: Clock = (_, work) => work()

/**
 * A clock that tells each stretch of time in milliseconds. A phase inside another is charged to the inner one alone.
 * Of work that waits, the waiting counts too, whatever is done meanwhile.
 */
export function tellingClock(tell: (phase: Phase, ms: number) => void): Clock {
  // Time of the phases inside the one that is running.
  let inside = 0
  return (phase, work) => {
    const start = performance.now()
    const insideOuter = inside
    inside = 0
    let own = 0
    let result: ReturnType<typeof work>
    try {
      result = work()
    } finally {
      const elapsed = performance.now() - start
      own = elapsed - inside
      inside = insideOuter + elapsed
    }
    const returned = performance.now()
    if (!(result instanceof Promise)) {
      tell(phase, own)
      return result
    }
    return result.finally(() => tell(phase, own + performance.now() - returned)) as typeof result
  }
}
