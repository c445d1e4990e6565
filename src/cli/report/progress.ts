// What a long build says of itself on a terminal.

import type { Phase } from '../../build/index.ts'
import type { Reporter } from './reporter.ts'

interface Progress {
  /** Of all brands that the command is about. */
  readonly total: number
  /** Brands of which nothing had to be made. */
  readonly known: number
  /** Brands that this run has made. */
  readonly made: number
  readonly phase?: Phase | undefined
  /** Milliseconds since the first of them was begun. */
  readonly elapsed: number
}

/** `12 of 200 brands  render  about 40 s left`. The time that is left is known once three brands and three seconds have passed. */
export function progressLine({ total, known, made, phase, elapsed }: Progress): string {
  const done = known + made
  const seconds = Math.ceil(((elapsed / made) * (total - done)) / 1000)
  const left = seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
  const isForeseen = made >= 3 && elapsed >= 3000 && done < total
  return [`${done} of ${total} brands`, phase, isForeseen && `about ${left} left`].filter(Boolean).join('  ')
}

/** Tells how far a run is, at most ten times a second. */
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
