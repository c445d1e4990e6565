// All articles of one brand: finds them in the layers, parses them, and decides which of them get a page.

import type { BrandConfig } from '../brand/index.ts'
import {
  asWarning,
  compareText,
  type Diagnostic,
  type DiagnosticCode,
  diagnostic,
  didYouMean,
  hasErrors,
  type Origin,
  type Outcome,
  startOf,
} from '../diagnostics/index.ts'
import type { SourceFile } from '../files/index.ts'
import { entryAt } from '../yaml/index.ts'
import { type ArticleDetails, type ParsedFrontMatter, parseArticleBody, parseFrontMatter } from './article.ts'
import type { MarkdownFolder } from './content-files.ts'
import { findImage, findImages } from './find-images.ts'
import type { ContentLayers } from './layers.ts'
import type { Markup } from './markup.ts'
import type { ParseCache } from './parse-cache.ts'

export interface LoadedArticle extends ParsedArticle {
  /** Source path of the front matter's image. */
  readonly imagePath?: string
  /** Source paths of `body.images`, in their order. */
  readonly bodyImagePaths: readonly string[]
}

interface ParsedArticle extends ArticleDetails {
  /** Links are not resolved. */
  readonly body: Markup
}

/** Why a slug has no page: its file is broken, it is a draft, or the brand drops it (at `origin`). */
export type LeftOut =
  | { readonly reason: 'broken' | 'draft'; readonly file: string }
  | { readonly reason: 'dropped'; readonly file: string; readonly origin: Origin }

export interface ContentOptions {
  /** Show articles marked as drafts. */
  readonly drafts: boolean
}

/** The part of a brand that decides which articles it shows. */
export type ArticleChoice = Pick<BrandConfig, 'located'> & {
  readonly values: { readonly articles: Pick<BrandConfig['values']['articles'], 'only' | 'except'> }
}

/** Loads a brand's articles. A broken article is left out and reported as a warning. */
export function loadArticles(
  layers: ContentLayers,
  brand: ArticleChoice,
  options: ContentOptions,
  cache: ParseCache,
): Outcome<{ articles: readonly LoadedArticle[]; leftOut: ReadonlyMap<string, LeftOut> }> {
  const parsed = parseFiles(layers, cache)
  const diagnostics = [...parsed.diagnostics]
  const articles: LoadedArticle[] = []
  const leftOut = new Map<string, LeftOut>()
  /** The file of each slug. */
  const files = new Map<string, string>()
  for (const { article, slug, file } of parsed.value) {
    if (article === undefined) continue
    const first = files.get(article.slug)
    if (first !== undefined) {
      diagnostics.push(duplicateSlug(article.slug, slug?.origin ?? startOf(file), first))
      continue
    }
    files.set(article.slug, file)
    const loaded = loadArticle(article, layers, brand, options)
    diagnostics.push(...loaded.diagnostics)
    if ('reason' in loaded.value) leftOut.set(article.slug, loaded.value)
    else articles.push(loaded.value)
  }
  for (const { article, slug, file } of parsed.value) {
    if (article !== undefined) continue
    if (slug !== undefined) diagnostics.push(...slugCaseProblems(slug, files))
    // Without a readable slug, links most likely use the name of the file.
    const name = slug?.text ?? file.replace(/^.*\//, '').replace(/\.md$/, '')
    if (!files.has(name)) leftOut.set(name, { reason: 'broken', file })
  }
  diagnostics.push(...unknownArticles(brand, [...files.keys(), ...leftOut.keys()]))
  return { value: { articles, leftOut }, diagnostics }
}

interface ParsedFile extends Pick<ParsedFrontMatter, 'file' | 'slug'> {
  /** Absent if anything in the file is wrong. */
  readonly article?: ParsedArticle
}

/** Parses the article files of all layers, sorted by name. */
function parseFiles(layers: ContentLayers, cache: ParseCache): Outcome<readonly ParsedFile[]> {
  const paths = findFiles(layers)
  const diagnostics = [...paths.diagnostics]
  const parsed = paths.value.map((path): ParsedFile => {
    const source = layers.files.readText(path)
    const outcome = source.value === undefined ? undefined : parseFile(source.value, cache)
    diagnostics.push(...[...source.diagnostics, ...(outcome?.diagnostics ?? [])].map(leavesOut))
    return outcome?.value ?? { file: path }
  })
  return { value: parsed, diagnostics }
}

/** Finds the article files, sorted by name. A stronger layer replaces a file of the same name. */
function findFiles({ files, folders }: ContentLayers): Outcome<readonly string[]> {
  const diagnostics: Diagnostic[] = []
  const paths = new Map<string, string>()
  for (const folder of folders) {
    const articles: MarkdownFolder = 'articles'
    const listed = files.list(`${folder}/${articles}`)
    diagnostics.push(...listed.diagnostics.map(softened))
    for (const path of listed.value) if (path.endsWith('.md')) paths.set(path.slice(folder.length), path)
  }
  const sorted = [...paths].sort(([a], [b]) => compareText(a, b))
  return { value: sorted.map(([, path]) => path), diagnostics }
}

function parseFile(source: SourceFile, cache: ParseCache): Outcome<ParsedFile> {
  const { value: front, diagnostics } = cache(parseFrontMatter, source)
  const { details, ...file } = front
  const body = cache(parseArticleBody, source)
  const article = details && body.value && { ...details, body: body.value }
  return {
    value: { ...file, ...(article && { article }) },
    diagnostics: [...diagnostics, ...body.diagnostics],
  }
}

/** Finds an article's images and decides whether it gets a page. */
function loadArticle(
  article: ParsedArticle,
  layers: ContentLayers,
  brand: ArticleChoice,
  options: ContentOptions,
): Outcome<LoadedArticle | LeftOut> {
  const { file, image } = article
  const body = findImages(layers, file, article.body.images)
  const own = image && findImage(layers, file, image)
  const problems = [...body.diagnostics, ...(own?.diagnostics ?? [])]
  const diagnostics = problems.map(leavesOut)
  const origin = droppedAt(brand, article.slug)
  if (body.value === undefined || hasErrors(problems))
    return { value: { reason: 'broken', file }, diagnostics }
  if (article.draft && !options.drafts) return { value: { reason: 'draft', file }, diagnostics }
  if (origin !== undefined) return { value: { reason: 'dropped', file, origin }, diagnostics }
  const imagePath = own?.value
  const paths = { bodyImagePaths: body.value, ...(imagePath !== undefined && { imagePath }) }
  return { value: { ...article, ...paths }, diagnostics }
}

/** Where the brand drops an article, if it does. */
function droppedAt(brand: ArticleChoice, slug: string): Origin | undefined {
  const { only, except } = brand.values.articles
  const list = (key: string) => entryAt(brand.located, ['articles', key])?.value
  if (only !== undefined && !only.includes(slug)) return list('only')?.origin
  const index = except?.indexOf(slug) ?? -1
  const items = list('except')
  return index === -1 || items?.kind !== 'list' ? undefined : items.items[index]?.origin
}

/**
 * A malformed article must not stop a site, but a failing disk must, and a merge that nobody finished: good articles would
 * disappear.
 */
function softened(problem: Diagnostic): Diagnostic {
  return keptErrors.has(problem.code) ? problem : asWarning(problem)
}

const keptErrors: ReadonlySet<string> = new Set<DiagnosticCode>([
  'file/unreadable',
  'content/conflict-marker',
])

/** Adds to an article's error that the article is left out. */
function leavesOut(problem: Diagnostic): Diagnostic {
  const soft = softened(problem)
  return soft === problem ? problem : { ...soft, message: `${soft.message} The article is left out.` }
}

/** Reports slugs in the brand's lists that no article has. */
function unknownArticles(brand: ArticleChoice, known: readonly string[]): Diagnostic[] {
  return (['only', 'except'] as const).flatMap(key => {
    const list = entryAt(brand.located, ['articles', key])?.value
    if (list?.kind !== 'list') return []
    return list.items.flatMap(item => {
      const slug = item.kind === 'scalar' ? String(item.value) : ''
      if (known.includes(slug)) return []
      const message = `"articles.${key}" names "${slug}", but there is no such article.`
      const hint = didYouMean(slug, known, 'Articles')
      return [diagnostic('brand/unknown-article', message, { at: item.origin, hint })]
    })
  })
}

function duplicateSlug(slug: string, at: Origin, first: string): Diagnostic {
  const message = `The slug "${slug}" is already used by ${first}, so this article was left out.`
  const hint = 'Give one of the two another slug.'
  return asWarning(diagnostic('article/duplicate-slug', message, { at, hint }))
}

/** Reports a slug that differs from another article's only by case. */
function slugCaseProblems(
  slug: { readonly text: string; readonly origin: Origin },
  files: ReadonlyMap<string, string>,
): Diagnostic[] {
  const other = slug.text.toLowerCase()
  const file = files.get(other)
  if (file === undefined || other === slug.text) return []
  const message = `The slug "${slug.text}" differs from "${other}" (${file}) only by case.`
  const hint = 'Many hosts and disks do not tell the two apart: give one of them another slug.'
  return [asWarning(diagnostic('article/slug-case', message, { at: slug.origin, hint }))]
}
