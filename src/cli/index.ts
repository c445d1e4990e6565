import { setImmediate as nextTurn } from 'node:timers/promises'
import { exitCodes } from './exit-codes.ts'
import { main } from './main.ts'

declare const IMPRINT_VERSION: string

/** Runs the command line and resolves to the exit code. */
export async function run(words: readonly string[]): Promise<number> {
  let unheard: string | undefined
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // A reader that goes away (`imprint list | head -1`) is no error of ours. A disk that is full is one, but no
      // reason to stop in the middle of the work.
      if (error.code !== 'EPIPE') unheard ??= error.code ?? error.message
    })
  }
  const code = await main(words, IMPRINT_VERSION)
  // A stream tells of its errors in a turn of its own.
  await nextTurn()
  if (unheard === undefined) return code
  process.stderr.write(`imprint: what it had to say could not be written (${unheard}).\n`)
  return code === exitCodes.done ? exitCodes.failed : code
}
