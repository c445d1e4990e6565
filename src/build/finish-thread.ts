// What runs in the thread that finishes pages.

import { type HtmlBudget, htmlBudget, type PieceBytes, putTogether } from '../render/index.ts'
import { type FinishTasks, type Putter, putterOf } from './finish.ts'
import { answerCalls } from './line.ts'

interface Site {
  readonly html: HtmlBudget
  readonly put: Putter
  readonly pieces: Map<number, PieceBytes>
}

answerCalls(clock => {
  const templates = new Map<number, HtmlBudget>()
  const sites = new Map<number, Site>()
  const tasks: FinishTasks = {
    templates: (number, basis) => void templates.set(number, htmlBudget(basis)),
    site(number, used, files) {
      sites.set(number, {
        html: templates.get(used) as HtmlBudget,
        put: putterOf(files),
        pieces: new Map(),
      })
    },
    finish(number, pages, fresh) {
      const { html, put, pieces } = sites.get(number) as Site
      for (const [piece, bytes] of fresh) pieces.set(piece, { bytes: Buffer.from(bytes) })
      return pages.map(page => {
        const own = Buffer.from(page.own)
        const used = page.pieces.map(piece => pieces.get(piece) as PieceBytes)
        const diagnostics = clock('judge', () => html.check(page.route, own, used))
        const bytes = putTogether(own, used)
        return { ...clock('write', () => put({ path: page.outputPath, bytes })), diagnostics }
      })
    },
    forget: number => void sites.delete(number),
  }
  return tasks
})
