// The facts about a file, as the parsers find them for sites.

import { type ConfigFacts, configFacts } from '../brand/index.ts'
import { commentWaivers, rulesFile } from '../compliance/index.ts'
import { parseFrontMatter } from '../content/index.ts'
import type { SourceFile } from '../files/index.ts'
import { parseYaml, scalarsUnder } from '../yaml/index.ts'

export interface FileFacts {
  /** Dates on which an article appears or expires. */
  readonly articles: readonly string[]
  /** Dates on which rules and waivers begin or end. */
  readonly rules: readonly string[]
  /** Only for a `brand.yaml` that is a YAML map. */
  readonly config?: ConfigFacts | undefined
}

export const noFacts: FileFacts = { articles: [], rules: [] }

type FileKind = 'article' | 'brand' | 'rules' | 'text' | 'other'

export function kindOf(path: string): FileKind {
  if (/(?:^|\/)content\/articles\/.*\.md$/.test(path)) return 'article'
  if (path.endsWith('/brand.yaml')) return 'brand'
  if (path === rulesFile) return 'rules'
  return /\.(?:md|yaml)$/.test(path) ? 'text' : 'other'
}

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
