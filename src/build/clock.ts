// How long each phase of a build takes, for `bench/`: told to whoever asks, and no part of any result.

export type Phase = 'load' | 'templates' | 'plan' | 'assets' | 'render' | 'write' | 'publish'

/** Does some work as a part of a phase; phases may be entered again and again. */
export type Clock = <Value>(phase: Phase, work: () => Value) => Value

export const noClock: Clock = (_, work) => work()

/** A clock that tells each stretch of time in milliseconds. Of work that waits, the waiting counts too. */
export function tellingClock(tell: (phase: Phase, ms: number) => void): Clock {
  return (phase, work) => {
    const start = performance.now()
    const end = () => tell(phase, performance.now() - start)
    const result = work()
    if (result instanceof Promise) return result.finally(end) as typeof result
    end()
    return result
  }
}
