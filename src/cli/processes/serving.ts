// Shared by the commands that serve until they receive a signal.

import type { Reporter } from '../report/reporter.ts'

/** The text for an exception, which is a bug. */
export function unexpectedNote(error: unknown, debug: boolean): string {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  return debug ? (stack ?? message) : `imprint: unexpected error: ${message}`
}

/** Opens an address in the user's browser, or reports that this is not possible. */
export async function openInBrowser(url: string, reporter: Reporter): Promise<void> {
  const failed = (): void =>
    reporter.note('The browser could not be opened. Open the address above yourself.')
  try {
    const { default: open } = await import('open')
    const child = await open(url)
    child.once('error', failed)
  } catch {
    failed()
  }
}
