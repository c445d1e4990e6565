/** Exit codes of the process. Scripts rely on them. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  brandInvalid: 3,
  network: 4,
  /** What was compared differs. */
  changes: 10,
  interrupted: 130,
  terminated: 143,
} as const
