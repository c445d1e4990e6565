import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { onTestFinished } from 'vitest'

/** Collects garbage until the test ends: what is only held weakly is lost, as it may be in a process that needs memory. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const timer = setInterval(runInNewContext('gc') as () => void, 50)
  onTestFinished(() => clearInterval(timer))
}
