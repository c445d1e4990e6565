// What runs in the thread of `helper.ts`.

import { parentPort } from 'node:worker_threads'
import { parseArticleBody } from '../content/index.ts'
import { stageWriter, WriteError } from '../output/index.ts'
import { htmlBudget, pageBytes } from '../render/index.ts'
import type { HelperAnswer, HelperCall, HelperTasks, SentSite } from './helper.ts'

interface OpenSite {
  readonly number: number
  readonly writer: ReturnType<typeof stageWriter>
  readonly budget: ReturnType<typeof htmlBudget>
  readonly pieces: Map<number, { readonly bytes: Buffer }>
}

let open: OpenSite | undefined

function siteOf({ number, stage, budget }: SentSite): OpenSite {
  if (open?.number !== number)
    open = { number, writer: stageWriter(stage), budget: htmlBudget(budget), pieces: new Map() }
  return open
}

const tasks: HelperTasks = {
  parse: sources => JSON.stringify(sources.map(parseArticleBody)),
  write(sent, pages, added) {
    const { writer, budget, pieces } = siteOf(sent)
    for (const [number, html] of added) pieces.set(number, { bytes: Buffer.from(html) })
    return pages.map(({ route, outputPath, parts }) => {
      const whole = parts.map(part =>
        typeof part === 'string' ? part : (pieces.get(part) as { bytes: Buffer }),
      )
      return {
        entry: writer.write({ path: outputPath, bytes: pageBytes(whole) }),
        diagnostics: budget.check(route, whole),
      }
    })
  },
}

function answer({ id, task, given }: HelperCall): HelperAnswer {
  try {
    return { id, value: (tasks[task] as (...given: readonly unknown[]) => unknown)(...given) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return {
      id,
      failure: { message, ...(error instanceof WriteError && { diagnostic: error.diagnostic }) },
    }
  }
}

parentPort?.on('message', (call: HelperCall) => parentPort?.postMessage(answer(call)))
