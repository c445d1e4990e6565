import { setImmediate as nextTurn } from 'node:timers/promises'
import { exitCodes } from './command-line/exit-codes.ts'
import { main } from './main.ts'

declare const IMPRINT_VERSION: string

/** Runs the command line and resolves to the exit code. */
export async function run(words: readonly string[]): Promise<number> {
  let writeError: string | undefined
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // A reader that closes the pipe is not an error (`imprint list | head -1`). A full disk is an error, but the work continues.
      if (error.code !== 'EPIPE') writeError ??= error.code ?? error.message
    })
  }
  const code = await main(words, IMPRINT_VERSION)
  // A stream emits its errors in a later turn of the event loop.
  await nextTurn()
  if (writeError === undefined) return code
  process.stderr.write(`imprint: some of the output could not be written (${writeError}).\n`)
  return code === exitCodes.done ? exitCodes.failed : code
}
