// Loads all articles of a brand: finds them in the layers, parses them, and decides which get a page.

import {
  asWarning,
  type Diagnostic,
  diagnostic,
  hasErrors,
  type Origin,
  type Outcome,
  startOf,
} from '../../diagnostics/index.ts'
import type { SourceFile } from '../../files/index.ts'
import type { ContentLayers } from '../layers.ts'
import {
  brokenFile,
  type ContentChoice,
  droppedAt,
  type LeftOut,
  leavesOut,
  markdownFiles,
  unknownNames,
} from '../left-out.ts'
import { findImage, findImages } from '../markdown/find-images.ts'
import type { Markup } from '../markdown/markup.ts'
import { type ArticleDetails, type ParsedFrontMatter, parseArticleBody, parseFrontMatter } from './article.ts'
import { hiddenOn, nextChangeOf } from './schedule.ts'

export interface LoadedArticle extends ParsedArticle {
  /** Source path of the front matter's image. */
  readonly imagePath: string | undefined
  /** Source paths of `body.images`, in the same order. */
  readonly bodyImagePaths: readonly string[]
}

interface ParsedArticle extends ArticleDetails {
  /** Links are not yet resolved. */
  readonly body: Markup
}

export interface ContentOptions {
  /** Show articles marked as drafts. */
  readonly drafts: boolean
  /** The date for which the site is built, `YYYY-MM-DD`. Default: all articles are included. */
  readonly asOf?: string | undefined
}

export interface LoadedArticles {
  /** Sorted by file name. */
  readonly articles: readonly LoadedArticle[]
  /** Slugs that exist but have no page on this brand, with the reason. */
  readonly leftOut: ReadonlyMap<string, LeftOut>
  /** The next date on which an article appears or expires. */
  readonly nextChange?: string
}

/** Loads a brand's articles. A broken article is left out and reported as a warning. */
export function loadArticles(
  layers: ContentLayers,
  brand: ContentChoice,
  options: ContentOptions,
): Outcome<LoadedArticles> {
  const parsed = parseFiles(layers)
  const diagnostics = [...parsed.diagnostics]
  const articles: LoadedArticle[] = []
  const scheduled: ArticleDetails[] = []
  const leftOut = new Map<string, LeftOut>()
  /** The file of each slug. */
  const files = new Map<string, string>()
  const owners = ownersOf(parsed.value, layers)
  for (const { article, slug, file } of parsed.value) {
    if (article === undefined) continue
    const owner = owners.get(article.slug)
    if (owner !== undefined && owner !== file) {
      diagnostics.push(duplicateSlug(article.slug, slug?.origin ?? startOf(file), owner, layers))
      continue
    }
    files.set(article.slug, file)
    const loaded = loadArticle(article, layers, brand, options)
    diagnostics.push(...loaded.diagnostics)
    if (!('reason' in loaded.value)) articles.push(loaded.value)
    else {
      leftOut.set(article.slug, loaded.value)
      if (loaded.value.reason === 'scheduled') scheduled.push(article)
    }
  }
  for (const wrong of parsed.value) {
    const { article, slug, file, image, text, problems } = wrong
    if (article !== undefined) continue
    if (slug !== undefined) diagnostics.push(...slugCaseProblems(slug, files))
    const name = slugOf(wrong)
    if (!files.has(name)) leftOut.set(name, brokenFile(file, problems, text))
    const images = [...(image ? [image] : []), ...(text?.images ?? [])]
    diagnostics.push(...findImages(layers, file, images).diagnostics.map(leavesOut))
  }
  const names = new Set([...files.keys(), ...leftOut.keys()])
  diagnostics.push(...unknownNames(brand, 'articles', [...names]))
  const nextChange = nextChangeOf([...articles, ...scheduled], options.asOf)
  return { value: { articles, leftOut, ...(nextChange && { nextChange }) }, diagnostics }
}

/** If the slug is unreadable, links most likely use the file's name. */
function slugOf({ slug, file }: ParsedFile): string {
  return slug?.text ?? nameOf(file)
}

const nameOf = (file: string): string => file.replace(/^.*\//, '').replace(/\.md$/, '')

/** The file for each slug, valid or not: from the strongest layer, preferring a file named after the slug. */
function ownersOf(parsed: readonly ParsedFile[], layers: ContentLayers): ReadonlyMap<string, string> {
  const owners = new Map<string, string>()
  for (const one of parsed) {
    const slug = slugOf(one)
    const strength = (file: string) => 2 * layerOf(file, layers) + Number(nameOf(file) === slug)
    const owner = owners.get(slug)
    if (owner === undefined || strength(one.file) > strength(owner)) owners.set(slug, one.file)
  }
  return owners
}

const layerOf = (file: string, { folders }: ContentLayers): number =>
  folders.findIndex(folder => file.startsWith(`${folder}/articles/`))

interface ParsedFile extends Pick<ParsedFrontMatter, 'file' | 'slug' | 'image'> {
  /** Absent if anything in the file is wrong. */
  readonly article?: ParsedArticle
  /** The text of a file with errors, which can still be checked. */
  readonly text?: Markup | undefined
  readonly problems: readonly Diagnostic[]
}

/** Parses the article files of all layers, sorted by name. */
function parseFiles(layers: ContentLayers): Outcome<readonly ParsedFile[]> {
  const paths = markdownFiles(layers, 'articles')
  const diagnostics = [...paths.diagnostics]
  const parsed = [...paths.value.values()].map((path): ParsedFile => {
    const source = layers.files.readText(path)
    const outcome = source.value === undefined ? undefined : parseFile(source.value, layers)
    const problems = [...source.diagnostics, ...(outcome?.diagnostics ?? [])]
    diagnostics.push(...problems.map(leavesOut))
    return { file: path, ...outcome?.value, problems }
  })
  return { value: parsed, diagnostics }
}

function parseFile(source: SourceFile, { parse }: ContentLayers): Outcome<Omit<ParsedFile, 'problems'>> {
  const { value: front, diagnostics } = parse(parseFrontMatter, source)
  const { details, ...file } = front
  const body = parse(parseArticleBody, source)
  const article = details && body.value && { ...details, body: body.value }
  return {
    value: { ...file, ...(article ? { article } : { text: body.value ?? body.broken }) },
    diagnostics: [...diagnostics, ...body.diagnostics],
  }
}

/** Finds an article's images and decides whether it gets a page. */
function loadArticle(
  article: ParsedArticle,
  layers: ContentLayers,
  brand: ContentChoice,
  options: ContentOptions,
): Outcome<LoadedArticle | LeftOut> {
  const { file, image } = article
  const body = findImages(layers, file, article.body.images)
  const own = image && findImage(layers, file, image)
  const problems = [...body.diagnostics, ...(own?.diagnostics ?? [])]
  const diagnostics = problems.map(leavesOut)
  const origin = droppedAt(brand, 'articles', article.slug)
  if (body.value === undefined || hasErrors(problems))
    return { value: brokenFile(file, problems, article.body), diagnostics }
  if (article.draft && !options.drafts) return { value: { reason: 'draft', file }, diagnostics }
  if (origin !== undefined) return { value: { reason: 'dropped', file, origin }, diagnostics }
  const hidden = hiddenOn(article, options.asOf)
  if (hidden !== undefined) return { value: { ...hidden, file, tags: article.tags }, diagnostics }
  const paths = { bodyImagePaths: body.value, imagePath: own?.value }
  return { value: { ...article, ...paths }, diagnostics }
}

/** An error if both are in one layer, because chance would decide which of them is published. */
function duplicateSlug(slug: string, at: Origin, owner: string, layers: ContentLayers): Diagnostic {
  const isOneLayer = layerOf(at.file, layers) === layerOf(owner, layers)
  const message = `The slug "${slug}" is already used by ${owner}, so this article is left out.`
  const hint = isOneLayer
    ? 'Give one of the two another slug.'
    : 'If one replaces or translates the other, give both files the same name. Otherwise, give one of them another slug.'
  const problem = diagnostic('article/duplicate-slug', message, { at, hint })
  return isOneLayer ? problem : asWarning(problem)
}

/** Reports a slug that differs from another article's only by case. */
function slugCaseProblems(
  slug: { readonly text: string; readonly origin: Origin },
  files: ReadonlyMap<string, string>,
): Diagnostic[] {
  const other = slug.text.toLowerCase()
  const file = files.get(other)
  if (file === undefined || other === slug.text) return []
  const message = `The slug "${slug.text}" differs from "${other}" (${file}) only in case.`
  const hint = 'Many hosts and disks cannot tell the two apart: give one of them another slug.'
  return [asWarning(diagnostic('article/slug-case', message, { at: slug.origin, hint }))]
}
