/** A function that runs `work` once at a time; calls that come while it runs are joined to one more run. */
export function joined(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let again = false
  const run = async () => {
    try {
      do {
        again = false
        await work()
      } while (again)
    } finally {
      running = undefined
    }
  }
  return () => {
    again = running !== undefined
    running ??= run()
    return running
  }
}
