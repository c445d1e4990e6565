import { exitCodes } from '../command-line/exit-codes.ts'

/** Lets work end cleanly on Ctrl-C and similar signals; a second signal ends the process at once. */
export function stopOnSignal() {
  const controller = new AbortController()
  let code: number | undefined
  const abort = (): void => controller.abort()
  const signals = { SIGINT: exitCodes.interrupted, SIGTERM: exitCodes.terminated, SIGHUP: 129 } as const
  const listeners = Object.entries(signals).map(([signal, exitCode]) => {
    const listener = (): void => {
      if (code !== undefined) process.exit(exitCode)
      code = exitCode
      abort()
    }
    process.on(signal, listener)
    return () => process.off(signal, listener)
  })
  return {
    signal: controller.signal,
    abort,
    code: () => code,
    forget: () => {
      for (const forget of listeners) forget()
    },
  }
}

/** Resolves at the first signal that asks the process to end, with that signal's exit code. */
export function untilSignal(): Promise<number> {
  const { signal, code } = stopOnSignal()
  return new Promise(resolve => signal.addEventListener('abort', () => resolve(code() as number)))
}
