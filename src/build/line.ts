// Calls from one thread to another: asked on the main thread with `openLine`, answered on the other with `answerCalls`.

import { parentPort, type Worker } from 'node:worker_threads'
import type { Diagnostic } from '../diagnostics/index.ts'
import { WriteError } from '../output/index.ts'
import { type Clock, type Phase, tellingClock } from './clock.ts'

/** What a thread can be asked, with plain data as arguments and result. */
export type Tasks<Names extends string = string> = Record<Names, (...given: never[]) => unknown>

interface Call {
  readonly id: number
  readonly task: string
  readonly given: readonly unknown[]
}

interface Answer {
  /** Of the call. */
  readonly id: number
  readonly value?: unknown
  readonly failure?: {
    readonly message: string
    readonly stack: string | undefined
    /** Of a `WriteError`. */
    readonly diagnostic?: Diagnostic
  }
  /** Milliseconds that the task took, by phase. */
  readonly took: readonly (readonly [Phase, number])[]
}

export interface Line<Asked> {
  /** False when the thread has ended; then whatever it has not answered fails. */
  readonly open: boolean
  ask<Name extends keyof Asked>(
    task: Name,
    ...given: Asked[Name] extends (...given: infer Given) => unknown ? Given : never
  ): Promise<Asked[Name] extends (...given: never[]) => infer Result ? Awaited<Result> : never>
  /** For what needs no answer: a thread does its tasks in order, and a fault shows with the next one that is asked. */
  tell: Line<Asked>['ask']
}

/** @param onPhase Told what the thread's own work takes. */
export function openLine<Asked>(worker: Worker, onPhase?: (phase: Phase, ms: number) => void): Line<Asked> {
  interface Waiting {
    readonly resolve: (value: never) => void
    readonly reject: (error: unknown) => void
  }
  const waiting = new Map<number, Waiting>()
  let calls = 0
  let open = true
  const end = (error: unknown): void => {
    open = false
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.on('message', ({ id, value, failure, took }: Answer) => {
    for (const [phase, ms] of took) onPhase?.(phase, ms)
    const call = waiting.get(id)
    waiting.delete(id)
    if (failure === undefined) call?.resolve(value as never)
    else if (failure.diagnostic !== undefined) call?.reject(new WriteError(failure.diagnostic, undefined))
    else call?.reject(Object.assign(new Error(failure.message), { stack: failure.stack }))
  })
  worker.on('error', end)
  worker.on('exit', () => end(new Error('A thread of the build ended before its work was done.')))
  const line: Line<Asked> = {
    get open() {
      return open
    },
    ask: (task, ...given) =>
      new Promise((resolve, reject) => {
        if (!open) return reject(new Error('A thread of the build has ended.'))
        const call: Call = { id: calls++, task: String(task), given }
        waiting.set(call.id, { resolve, reject })
        try {
          worker.postMessage(call)
        } catch (error) {
          // Data that cannot be sent.
          waiting.delete(call.id)
          reject(error)
        }
      }),
    tell(task, ...given) {
      const told = line.ask(task, ...given)
      told.catch(() => undefined)
      return told
    },
  }
  return line
}

/** Answers calls for as long as the thread lives. The clock's time is told with each answer. */
export function answerCalls(tasks: (clock: Clock) => Tasks): void {
  const took = new Map<Phase, number>()
  const known = tasks(tellingClock((phase, ms) => took.set(phase, (took.get(phase) ?? 0) + ms)))
  const answer = async ({ task, given }: Call): Promise<Pick<Answer, 'value' | 'failure'>> => {
    try {
      return { value: await known[task]?.(...(given as never[])) }
    } catch (error) {
      const { message, stack } = error instanceof Error ? error : new Error(String(error))
      const diagnostic = error instanceof WriteError ? error.diagnostic : undefined
      return { failure: { message, stack, ...(diagnostic && { diagnostic }) } }
    }
  }
  parentPort?.on('message', async (call: Call) => {
    const result = await answer(call)
    const message: Answer = { id: call.id, ...result, took: [...took] }
    took.clear()
    parentPort?.postMessage(message)
  })
}
