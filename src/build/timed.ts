// How long each phase of a build takes, for `--timings` and `bench/`. No result depends on it.

/** In the order in which a build reaches them. `check` is the check of links and script weight. */
export const phases = [
  'load',
  'parse',
  'templates',
  'plan',
  'images',
  'fonts',
  'icons',
  'cards',
  'render',
  'check',
  'compliance',
  'write',
  'publish',
] as const

export type Phase = (typeof phases)[number]

/** Does some work as a part of a phase; phases may be entered repeatedly and nested. */
export type Timed = <Value>(phase: Phase, work: () => Value) => Value

export const untimed: Timed = (_, work) => work()

/**
 * Reports each stretch of time in milliseconds. Time in a nested phase counts only for the inner one. Time that asynchronous work
 * spends waiting counts too.
 */
export function timedBy(report: (phase: Phase, ms: number) => void): Timed {
  // Time spent in phases nested inside the running one.
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
      report(phase, own)
      return result
    }
    return result.finally(() => report(phase, own + performance.now() - returned)) as typeof result
  }
}
