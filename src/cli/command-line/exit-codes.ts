/** Exit codes of the process. Scripts rely on them. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  brandInvalid: 3,
  network: 4,
  /** Try again later or on another machine: a folder is locked, a disk is full. */
  tryAgain: 5,
  /** There are differences. */
  changes: 10,
  interrupted: 130,
  terminated: 143,
} as const

/** Their meanings, for help. */
export const exitMeanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  done: 'success',
  failed: 'failure',
  usage: 'usage error',
  brandInvalid: 'invalid brand config',
  network: 'network failure',
  tryAgain: 'temporary failure (try again later or on another machine)',
  changes: 'differences found',
  interrupted: 'stopped by Ctrl-C',
  terminated: 'stopped by a signal',
}

/** Worst first; unlisted codes come after these. */
const order: readonly number[] = [
  exitCodes.usage,
  exitCodes.brandInvalid,
  exitCodes.failed,
  exitCodes.network,
  exitCodes.tryAgain,
  exitCodes.changes,
]

/** The exit code of a run whose parts ended with these codes. */
export function worstOf(codes: readonly number[]): number {
  return order.find(code => codes.includes(code)) ?? exitCodes.done
}
