// Articles and pages whose files do not become pages: they have errors, are drafts or unpublished, or are excluded by the brand.

import type { BrandConfig } from '../brand/index.ts'
import {
  asWarning,
  compareText,
  type Diagnostic,
  type DiagnosticCode,
  diagnostic,
  didYouMean,
  type Origin,
  type Outcome,
} from '../diagnostics/index.ts'
import { entryAt } from '../yaml/index.ts'
import type { MarkdownFolder } from './content-files.ts'
import type { ContentLayers } from './layers.ts'
import type { Markup } from './markdown/markup.ts'

/**
 * Why there is no page: its file has errors (at `origin`; `text` can still be checked), it is a draft, its date is in the future
 * (`day`) or it has expired, or the brand excludes it (at `origin`).
 */
export type LeftOut =
  | {
      readonly reason: 'broken'
      readonly file: string
      readonly origin: Origin
      readonly text?: Markup | undefined
    }
  | { readonly reason: 'draft'; readonly file: string }
  | {
      readonly reason: 'scheduled' | 'expired'
      readonly file: string
      readonly day: string
      readonly tags: readonly string[]
    }
  | { readonly reason: 'dropped'; readonly file: string; readonly origin: Origin }

/** A file with errors. */
export function brokenFile(file: string, problems: readonly Diagnostic[], text?: Markup): LeftOut {
  const first = problems.find(problem => problem.severity === 'error' && problem.file === file)
  const origin = { file, line: first?.line ?? 1, column: first?.column ?? 1 }
  return { reason: 'broken', file, origin, text }
}

/** The text of left-out files, which can still be checked. */
export function brokenTexts(
  content: Record<'leftOut' | 'leftOutPages', ReadonlyMap<string, LeftOut>>,
): Markup[] {
  const all = [...content.leftOut.values(), ...content.leftOutPages.values()]
  return all.flatMap(why => (why.reason === 'broken' && why.text) || [])
}

/** The part of a brand that decides which articles and pages it shows. */
export type ContentChoice = Pick<BrandConfig, 'located'> & {
  readonly values: { readonly articles: Choice; readonly pages?: Choice | undefined }
}

interface Choice {
  readonly only?: readonly string[] | undefined
  readonly except?: readonly string[] | undefined
}

/**
 * The Markdown files in a folder of the content, sorted by name. A stronger layer replaces a file of the same name.
 * @returns Source paths by names relative to the folder: `legal/terms.md`.
 */
export function markdownFiles(
  { files, folders }: Pick<ContentLayers, 'files' | 'folders'>,
  name: MarkdownFolder,
): Outcome<ReadonlyMap<string, string>> {
  const diagnostics: Diagnostic[] = []
  const paths = new Map<string, string>()
  for (const folder of folders) {
    const start = `${folder}/${name}/`
    const listed = files.list(`${folder}/${name}`)
    // A refused symbolic link is reported when its text is read, because only then is its page known.
    const isRefused = ({ code, file }: Diagnostic) => code === 'file/symlink' && file?.endsWith('.md')
    const refused = listed.diagnostics.filter(isRefused).flatMap(({ file }) => file ?? [])
    diagnostics.push(...listed.diagnostics.filter(problem => !isRefused(problem)).map(softened))
    for (const path of [...refused, ...listed.value])
      if (path.endsWith('.md')) paths.set(path.slice(start.length), path)
  }
  return { value: new Map([...paths].sort(([a], [b]) => compareText(a, b))), diagnostics }
}

/**
 * A malformed article must not stop a site, but a failing disk and an unfinished merge must, because good articles would
 * disappear.
 */
function softened(problem: Diagnostic): Diagnostic {
  return cachedErrors.has(problem.code) ? problem : asWarning(problem)
}

const cachedErrors: ReadonlySet<string> = new Set<DiagnosticCode>([
  'file/unreadable',
  'content/conflict-marker',
])

/** Adds to an article's or page's error that the page is left out. */
export function leavesOut(problem: Diagnostic): Diagnostic {
  const soft = softened(problem)
  const what = /(?:^|\/)content\/pages\//.test(problem.file ?? '') ? 'page' : 'article'
  return soft === problem ? problem : { ...soft, message: `${soft.message} The ${what} is left out.` }
}

/** The place where the brand excludes an article or page, if it does. */
export function droppedAt(brand: ContentChoice, chosen: MarkdownFolder, name: string): Origin | undefined {
  const { only, except } = brand.values[chosen] ?? {}
  const list = (key: string) => entryAt(brand.located, [chosen, key])?.value
  if (only !== undefined && !only.includes(name)) return list('only')?.origin
  const index = except?.indexOf(name) ?? -1
  const items = list('except')
  return index === -1 || items?.kind !== 'list' ? undefined : items.items[index]?.origin
}

/** Reports names in the brand's lists that match no article or page. */
export function unknownNames(
  brand: ContentChoice,
  chosen: MarkdownFolder,
  known: readonly string[],
): Diagnostic[] {
  const [code, what, all] =
    chosen === 'articles'
      ? (['brand/unknown-article', 'article', 'Articles'] as const)
      : (['brand/unknown-page', 'page', 'Pages'] as const)
  return (['only', 'except'] as const).flatMap(key => {
    const list = entryAt(brand.located, [chosen, key])?.value
    if (list?.kind !== 'list') return []
    return list.items.flatMap(item => {
      const name = item.kind === 'scalar' ? String(item.value) : ''
      if (known.includes(name)) return []
      const message = `"${chosen}.${key}" names "${name}", but there is no such ${what}.`
      return [diagnostic(code, message, { at: item.origin, hint: didYouMean(name, known, all) })]
    })
  })
}
