// Complete brands and the findings of the content rules for them.

import { judgedPage } from '../../src/build/judging.ts'
import { prepareBrand } from '../../src/build/prepare-brand.ts'
import { renderPageFiles } from '../../src/build/render-site.ts'
import { openSharedWork } from '../../src/build/shared-work.ts'
import { parseRules } from '../../src/compliance/index.ts'
import type { PagePart } from '../../src/compliance/pages/blocks.ts'
import type { PageFinding } from '../../src/compliance/verdict.ts'
import { fillMarkup, parseMarkdown } from '../../src/content/index.ts'
import type { Diagnostic } from '../../src/diagnostics/index.ts'
import { diskFiles, memoryFiles } from '../../src/files/index.ts'
import { article, completeBrandYaml, type FileMap, repositoryRoot } from '../support/project.ts'

/** The current date of all tests. */
export const day = '2026-01-15'

const defaults = diskFiles(repositoryRoot)
const shared = openSharedWork({ defaults })

/** A project with one complete brand, `test`, and the given files instead of its own. */
export function completeProject(files: FileMap = {}): FileMap {
  return { 'brands/test/brand.yaml': completeBrandYaml(), ...files }
}

/** The findings of the content rules for the brand `test`, and all other problems. */
export async function judged(
  files: FileMap,
  brand = 'test',
  work = shared,
  environment?: string,
): Promise<readonly Diagnostic[]> {
  const project = memoryFiles(files)
  const options = { drafts: false, asOf: day, findings: 'all', environment } as const
  const { prepared, diagnostics } = await prepareBrand(work, project, brand, options)
  if (prepared === undefined) return diagnostics
  const verdicts = []
  const problems = [...diagnostics]
  for (const page of prepared.site.pages) {
    const { value, diagnostics: own } = await renderPageFiles(prepared, page)
    problems.push(...own)
    if (value !== undefined) verdicts.push(value.facts.verdict)
  }
  return [...problems, ...prepared.judge.site(verdicts).diagnostics]
}

/** Judges texts, each as the whole body of an article of a complete brand. */
export async function articleJudge(
  changes: Readonly<Record<string, string | undefined>> = {},
): Promise<(markdown: string, audience?: string) => readonly PageFinding[]> {
  const files = completeProject({
    'brands/test/brand.yaml': completeBrandYaml(changes),
    'content/articles/text.md': article('text', {}, `${mark}\n`),
  })
  const { prepared } = await prepareBrand(shared, memoryFiles(files), 'test', { drafts: false, asOf: day })
  const page = prepared?.site.pages.find(({ route }) => route === '/articles/text/')
  if (prepared === undefined || page === undefined) throw new Error('The brand of the tests is broken.')
  const { value } = await renderPageFiles(prepared, page)
  const html = new TextDecoder().decode(value?.file.bytes)
  // The text around it is always the same and is read once.
  const [before, after] = html.split(`<p>${mark}</p>`).map(part => ({ html: part })) as [PagePart, PagePart]
  const originAt = () => ({ file: 'text.md', line: 1, column: 1 })
  return (markdown, audience) => {
    const { value: markup, diagnostics } = parseMarkdown(markdown, { originAt })
    if (markup === undefined) throw new Error(JSON.stringify(diagnostics))
    const { tokens, view } = prepared.site
    const links = markup.links.map(({ url }) => url)
    const labels = view.strings.prose
    const parts = fillMarkup(markup, { tokens, labels, links, images: [], blocks: [], idPrefix: 'text-' })
    const text = parts
      .map(part => (typeof part === 'string' ? part : 'attributes' in part ? `<img${part.attributes}>` : ''))
      .join('')
    const judged = { ...judgedPage(page), ...(audience !== undefined && { audience }) }
    return prepared.judge.page(judged, [before, null, text, null, after]).findings
  }
}

const mark = 'The text of the test stands here.'

/** The severity of a rule. */
export const severityOf = new Map(
  [...parseRules(undefined).value.infos].map(([id, info]) => [id, info.severity]),
)
