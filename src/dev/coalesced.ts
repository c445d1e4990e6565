interface Coalesced {
  /** Runs the work. Calls made during a run share one further run after it; the promise covers both. */
  run(): Promise<void>
  /** The run in progress. */
  readonly running: Promise<void> | undefined
}

/** Lets `work` run only once at a time. */
export function coalesced(work: () => Promise<void>): Coalesced {
  let running: Promise<void> | undefined
  let again = false
  const loop = async () => {
    try {
      do {
        again = false
        await work()
      } while (again)
    } finally {
      running = undefined
    }
  }
  return {
    run() {
      again = running !== undefined
      running ??= loop()
      return running
    },
    get running() {
      return running
    },
  }
}
