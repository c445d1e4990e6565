// The progress line of a long build on a terminal.

import type { Phase } from '../../build/index.ts'
import type { Reporter } from './reporter.ts'

interface Progress {
  /** Number of all brands of the command. */
  readonly total: number
  /** Number of brands that were unchanged. */
  readonly known: number
  /** Number of brands that this run has built. */
  readonly made: number
  readonly phase?: Phase | undefined
  /** Milliseconds since the first of them was started. */
  readonly elapsed: number
}

/** `12 of 200 brands  render  about 40 s left`. The remaining time is known once three brands and three seconds have passed. */
export function progressLine({ total, known, made, phase, elapsed }: Progress): string {
  const done = known + made
  const seconds = Math.ceil(((elapsed / made) * (total - done)) / 1000)
  const left = seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
  const isForeseen = made >= 3 && elapsed >= 3000 && done < total
  return [`${done} of ${total} brands`, phase, isForeseen && `about ${left} left`].filter(Boolean).join('  ')
}

/** Shows the progress of a run, at most ten times a second. */
export function openProgress(reporter: Reporter, total: number, known: number) {
  const start = performance.now()
  let last = Number.NEGATIVE_INFINITY
  let made = 0
  let now: Phase | undefined
  const tell = (): void => {
    const time = performance.now()
    if (time - last < 100) return
    last = time
    reporter.progress(progressLine({ total, known, made, phase: now, elapsed: time - start }))
  }
  return {
    phase(phase: Phase): void {
      now = phase
      tell()
    },
    brand(): void {
      made += 1
      tell()
    },
  }
}
