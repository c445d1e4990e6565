// What runs in the thread that parses texts and finishes pages.

import {
  encodePiece,
  type FinishedPiece,
  finishPage,
  type HtmlBudget,
  htmlBudget,
  type PageMemory,
  type PolicyBasis,
  textPool,
} from '../render/index.ts'
import { type FinishTasks, type Putter, putterOf, type ReturnedPage, reusedMemory } from './finish.ts'
import { answerCalls } from './line.ts'
import { type ParseTasks, parseTasks } from './parse-ahead.ts'

interface Site {
  readonly budget: HtmlBudget
  readonly policy: PolicyBasis
  readonly put: Putter
  readonly memory: PageMemory
  readonly pieces: Map<number, FinishedPiece>
}

answerCalls(clock => {
  const templates = new Map<number, HtmlBudget>()
  const sites = new Map<number, Site>()
  const content = new Map<number, FinishedPiece>()
  const own = reusedMemory()
  const whole = reusedMemory()
  const tasks: FinishTasks & ParseTasks = {
    ...parseTasks(clock),
    templates: (number, basis) => void templates.set(number, htmlBudget(basis)),
    site(number, used, policy, files) {
      const budget = templates.get(used) as HtmlBudget
      const memory = { own, whole: files === 'back' ? Buffer.allocUnsafe : whole }
      sites.set(number, { budget, policy, put: putterOf(files), memory, pieces: new Map() })
    },
    finish(number, sent, fresh) {
      const { budget, policy, put, memory, pieces } = sites.get(number) as Site
      for (const [piece, text] of fresh) (text.content ? content : pieces).set(piece, encodePiece(text))
      // What is found in a page is sent away at once: no strings need be shared.
      const texts = textPool()
      const finished = sent.map(page => {
        const used = page.pieces.map(piece => (pieces.get(piece) ?? content.get(piece)) as FinishedPiece)
        const { bytes, ...final } = clock('render', () =>
          finishPage(page, used, policy, budget, texts, work => clock('judge', work), memory),
        )
        const { entry, file } = clock('write', () => put({ path: page.outputPath, bytes }))
        const returned: ReturnedPage = { ...final, ...(entry && { entry }) }
        return { returned, file }
      })
      return {
        pages: JSON.stringify(finished.map(({ returned }) => returned)),
        files: finished.map(({ file }) => file),
      }
    },
    forgetContent: () => content.clear(),
    forget: number => void sites.delete(number),
  }
  return tasks
})
