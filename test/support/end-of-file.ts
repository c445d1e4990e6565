// Cleans up after the tests of a file. Vitest runs this for each file (`setupFiles`), even if several files share a process
// and its modules.

import { afterAll } from 'vitest'

const key = Symbol.for('imprint.endOfFile')
const shared = globalThis as unknown as { [key]?: (() => unknown)[] }
shared[key] ??= []
const cleanUps = shared[key]

/** Calls a function when the tests in this file have ended. The function that was added last is called first. */
export function atEndOfFile(cleanUp: () => unknown): void {
  cleanUps.push(cleanUp)
}

afterAll(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})
