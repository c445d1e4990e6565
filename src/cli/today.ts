// The only file that reads the clock for what a site shows.

/** Today in UTC, `YYYY-MM-DD`. */
export function today(): string {
  return new Date().toISOString().slice(0, 10)
}

/** The date on which this command began. Until it ends, this is the default date of what it builds, even after midnight. */
export const firstDay = today()
