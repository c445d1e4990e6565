import { main } from './main.ts'

declare const IMPRINT_VERSION: string

/** Runs the command line and resolves to the exit code. */
export async function run(words: readonly string[]): Promise<number> {
  // React chooses its build by this when it is loaded; a page is always made by the production one.
  process.env.NODE_ENV ??= 'production'
  // A reader that goes away (`imprint list | head -1`) is no error of ours.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
  return main(words, IMPRINT_VERSION)
}
