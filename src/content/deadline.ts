// A bound on the time that synchronous code may take.

import { createContext, Script } from 'node:vm'

/** Nothing but a call: what it calls comes from here, and belongs to this realm. */
const call = new Script('work()')
let context: { work: (() => unknown) | undefined } | undefined

/**
 * What the work returns, or undefined when it is not done in time. V8's watchdog stops whatever runs then, so the work
 * must leave nothing half done behind. Costs some 30 microseconds.
 */
export function withDeadline<Value>(milliseconds: number, work: () => Value): { value: Value } | undefined {
  context ??= createContext({ work: undefined }) as { work: undefined }
  context.work = work
  try {
    return { value: call.runInContext(context, { timeout: milliseconds }) as Value }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined
    throw error
  } finally {
    context.work = undefined
  }
}
