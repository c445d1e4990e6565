// Shared by the commands that serve until they receive a signal.

import { exitCodes } from './exit-codes.ts'
import type { Reporter } from './report.ts'

/** The text for an exception, which is a bug. */
export function unexpectedNote(error: unknown, debug: boolean): string {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  return debug ? (stack ?? message) : `imprint: unexpected error: ${message}`
}

/** Opens an address in the user's browser, or reports that this is not possible. */
export async function openInBrowser(url: string, reporter: Reporter): Promise<void> {
  const failed = (): void => reporter.note('No browser could be opened. Open the address above yourself.')
  try {
    const { default: open } = await import('open')
    const child = await open(url)
    child.once('error', failed)
  } catch {
    failed()
  }
}

/** Resolves at the first signal to end, with its exit code. A second signal ends the process at once. */
export function untilSignal(): Promise<number> {
  const codes = { SIGINT: exitCodes.interrupted, SIGTERM: exitCodes.terminated, SIGHUP: 129 } as const
  return new Promise(resolve => {
    let stopping = false
    for (const [signal, code] of Object.entries(codes)) {
      process.on(signal, () => {
        if (stopping) process.exit(code)
        stopping = true
        resolve(code)
      })
    }
  })
}
