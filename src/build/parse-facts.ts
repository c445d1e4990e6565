// The facts of a file, from the parsers that sites are made with.

import { configFacts } from '../brand/index.ts'
import { commentWaivers } from '../compliance/index.ts'
import { parseFrontMatter } from '../content/index.ts'
import type { SourceFile } from '../files/index.ts'
import { parseYaml, scalarsUnder } from '../yaml/index.ts'
import { type FileFacts, kindOf, noFacts } from './file-facts.ts'

export function parseFacts(source: SourceFile): FileFacts {
  const kind = kindOf(source.path)
  const waivers = commentWaivers(source).map(({ until }) => until)
  if (kind === 'article') {
    const { date, expires } = parseFrontMatter(source).value.details ?? {}
    return { articles: [date, expires].flatMap(day => day ?? []), rules: waivers }
  }
  if (kind === 'text') return { ...noFacts, rules: waivers }
  if (kind === 'brand') {
    const config = configFacts(source)
    return { ...noFacts, rules: [...waivers, ...(config?.days ?? [])], config }
  }
  const located = parseYaml(source).value
  const days = ['from', 'until'].flatMap(key => [...scalarsUnder(located, key)])
  return { ...noFacts, rules: [...waivers, ...days.map(({ value }) => String(value))] }
}
