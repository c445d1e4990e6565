// What runs in the thread of `helper.ts`.

import { parentPort } from 'node:worker_threads'
import { parseArticleBody } from '../content/index.ts'
import { stageWriter, WriteError } from '../output/index.ts'
import { pageBytes } from '../render/index.ts'
import type { HelperAnswer, HelperCall, HelperTasks, SentSite } from './helper.ts'

interface PieceBytes {
  readonly bytes: Buffer
}

interface OpenSite {
  readonly number: number
  readonly writer: ReturnType<typeof stageWriter>
  readonly pieces: Map<number, PieceBytes>
}

let open: OpenSite | undefined

function siteOf({ number, stage }: SentSite): OpenSite {
  if (open?.number !== number) open = { number, writer: stageWriter(stage), pieces: new Map() }
  return open
}

const tasks: HelperTasks = {
  parse: sources => JSON.stringify(sources.map(parseArticleBody)),
  write(sent, pages, added) {
    const { writer, pieces } = siteOf(sent)
    for (const [number, html] of added) pieces.set(number, { bytes: Buffer.from(html) })
    return pages.map(({ outputPath, parts }) => {
      const whole = parts.map(part => (typeof part === 'string' ? part : (pieces.get(part) as PieceBytes)))
      return writer.write({ path: outputPath, bytes: pageBytes(whole) })
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
