// What runs in the thread of `helper.ts`.

import { parentPort } from 'node:worker_threads'
import { createPageJudge } from '../compliance/index.ts'
import { parseArticleBody } from '../content/index.ts'
import { FaultInFile, naming } from '../diagnostics/index.ts'
import { stageWriter, WriteError } from '../output/index.ts'
import { finishPage, htmlBudget, type Piece } from '../render/index.ts'
import type { HelperAnswer, HelperCall, HelperResult, HelperTasks, SentSite } from './helper.ts'
import { projectRules } from './judging.ts'

function openSite({ number, stage, view, origins, judging }: SentSite) {
  const pieces = new Map<number, Piece>()
  const writer = stageWriter(stage)
  const { rules, memory } = projectRules(judging.rules)
  const judge = createPageJudge(rules, judging, memory)
  return { number, view, writer, budget: htmlBudget(origins), judge, pieces }
}

let site: ReturnType<typeof openSite> | undefined

const tasks: HelperTasks = {
  parse: sources => JSON.stringify(sources.map(parseArticleBody)),
  finish(sent, pages, added) {
    if (site?.number !== sent.number) site = openSite(sent)
    const { view, writer, budget, judge, pieces: known } = site
    // The other thread has the links of pieces.
    const links = { ids: [], references: [] }
    for (const [number, piece] of added)
      known.set(number, { ...piece, bytes: Buffer.from(piece.html), links })
    const results = pages.map((sentPage): HelperResult => {
      const { page, judged } = sentPage
      const parts = sentPage.parts.map(part => (typeof part === 'number' ? (known.get(part) as Piece) : part))
      const { bytes, verdict, ...rest } = naming(page.source, () => ({
        ...finishPage(page, parts, view, budget),
        verdict: judge(judged, parts),
      }))
      return { ...rest, verdict, entry: writer.write({ path: page.outputPath, bytes }) }
    })
    return JSON.stringify(results)
  },
}

function answer({ id, task, given }: HelperCall): HelperAnswer {
  try {
    return { id, value: (tasks[task] as (...given: readonly unknown[]) => unknown)(...given) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return {
      id,
      failure: {
        message,
        ...(error instanceof WriteError && { diagnostic: error.diagnostic }),
        ...(error instanceof FaultInFile && { file: error.file }),
      },
    }
  }
}

parentPort?.on('message', (call: HelperCall) => parentPort?.postMessage(answer(call)))
