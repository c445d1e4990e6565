// The program of the thread in `judging-thread.ts`.

import { parentPort, workerData } from 'node:worker_threads'
import type { PagePart } from '../compliance/index.ts'
import type { JudgedSite, PageToJudge } from './judging-thread.ts'

const { brand, rules } = workerData as JudgedSite
const shared: PagePart[] = []

void import('../compliance/index.ts').then(({ createPageJudge, parseRules }) => {
  const parsed = parseRules(rules).value
  const judge = createPageJudge(() => parsed, brand)
  parentPort?.on('message', ({ page, parts }: PageToJudge) => {
    const pageParts = parts.map(part => {
      if (part === null || typeof part === 'string') return part
      if (typeof part === 'number') return shared[part] as PagePart
      shared[part.number] = part
      return part
    })
    parentPort?.postMessage(judge(page, pageParts))
  })
})
