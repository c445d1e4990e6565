// The output of `--timings`.

import { type Phase, phases } from '../../build/index.ts'
import { table } from './reporter.ts'

/** Adds up the durations of a build's phases. */
export function collectTimings() {
  const start = performance.now()
  const sums = new Map<Phase, number>(phases.map(phase => [phase, 0]))
  const milliseconds = (): Record<string, number> =>
    Object.fromEntries(
      [...sums, ['total', performance.now() - start]].map(([name, ms]) => [name, Math.round(ms as number)]),
    )
  return {
    add: (phase: Phase, ms: number) => void sums.set(phase, (sums.get(phase) ?? 0) + ms),
    sums: () => [...sums],
    /** By phase, of all processes; `total` is the elapsed time. */
    milliseconds,
    table: () =>
      table(
        ['phase', 'time'],
        Object.entries(milliseconds()).map(([name, ms]) => [name, `${ms} ms`]),
        [1],
      ),
  }
}
