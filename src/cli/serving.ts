// What commands that serve have in common: they run until a signal comes.

import { exitCodes } from './exit-codes.ts'
import type { Reporter } from './report.ts'

/** An error that is a bug of ours, for people. */
export function unexpectedNote(error: unknown, debug: boolean): string {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  return debug ? (stack ?? message) : `imprint: unexpected error: ${message}`
}

/** Opens an address in the user's browser; says so where that cannot be done. */
export async function openInBrowser(url: string, reporter: Reporter): Promise<void> {
  const failed = (): void => reporter.note('No browser could be opened; open the address above yourself.')
  try {
    const { default: open } = await import('open')
    const child = await open(url)
    child.once('error', failed)
  } catch {
    failed()
  }
}

/** Resolves to the exit code of the first signal that asks the process to end; a second one ends it at once. */
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
