// For everything that a site shows, only this file reads the clock.

/** Today in UTC, `YYYY-MM-DD`. */
export function today(): string {
  return new Date().toISOString().slice(0, 10)
}
