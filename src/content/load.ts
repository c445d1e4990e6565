// All content of one brand: finds each file in its layers (`content/`, then the bases', then the brand's own),
// parses it, and sets aside what is broken.

import type * as z from 'zod'
import { type BrandConfig, brandsFolder } from '../brand/index.ts'
import {
  asWarning,
  compareText,
  type Diagnostic,
  diagnostic,
  didYouMean,
  hasErrors,
  type Origin,
  type Outcome,
  startOf,
} from '../diagnostics/index.ts'
import type { Files, SourceFile } from '../files/index.ts'
import { entryAt, type LocatedMap, overlay, parseYaml, validate } from '../yaml/index.ts'
import { type ArticleDetails, type ParsedFrontMatter, parseFrontMatter, tokenProblems } from './article.ts'
import { parseArticleBody } from './article-body.ts'
import { type FaqEntry, parseFaq } from './faq.ts'
import { type Home, homeSchema } from './home.ts'
import type { Markup } from './markup.ts'
import { type PageText, parsePageText } from './page-text.ts'
import { type Strings, stringsSchema } from './strings.ts'

/** All content of a brand. Texts still hold tokens, links are not resolved. Made by `loadContent`, read by `site/`. */
export interface ContentSet {
  /** In no particular order but a stable one. */
  readonly articles: readonly LoadedArticle[]
  /** Slugs that exist but have no page on this brand, with the reason. */
  readonly leftOut: ReadonlyMap<string, LeftOut>
  readonly faq: readonly FaqEntry[]
  readonly home: Home
  readonly strings: Strings
  readonly ccpa: LoadedText
  /** The layered maps with their origins, for `explain`. */
  readonly located: { readonly home: LocatedMap; readonly strings: LocatedMap }
}

export interface LoadedArticle extends ArticleDetails {
  /** Links are not resolved. */
  readonly body: Markup
  /** Source path of the front matter's image. */
  readonly imagePath?: string
  /** Source paths of `body.images`, in their order. */
  readonly bodyImagePaths: readonly string[]
}

export interface LoadedText extends PageText {
  readonly bodyImagePaths: readonly string[]
}

/** Why a slug has no page: its file is broken, it is a draft, or the brand drops it (at `origin`). */
export type LeftOut =
  | { readonly reason: 'broken' | 'draft'; readonly file: string }
  | { readonly reason: 'dropped'; readonly file: string; readonly origin: Origin }

export interface ContentOptions {
  /** Show articles marked as drafts. */
  readonly drafts: boolean
}

/**
 * Runs a parser once for each file, however many brands read the file. Right because a parser depends on the
 * source file alone and its result is never changed.
 */
export type ParseCache = <Value>(parse: (source: SourceFile) => Value, source: SourceFile) => Value

/**
 * A cache for one run (or, in watch mode, for as long as `Files` hands out the same objects).
 * @param parseNew Parses what the cache does not have. Default: calls the parser.
 */
export function createParseCache(parseNew: ParseCache = (parse, source) => parse(source)): ParseCache {
  const results = new Map<unknown, WeakMap<SourceFile, unknown>>()
  return (parse, source) => {
    const known = results.get(parse) ?? new WeakMap<SourceFile, unknown>()
    results.set(parse, known)
    if (!known.has(source)) known.set(source, parseNew(parse, source))
    return known.get(source) as ReturnType<typeof parse>
  }
}

/** What of a brand decides which content it has. */
export type ContentOwner = Pick<BrandConfig, 'chain' | 'located'> & {
  readonly values: { readonly articles: Pick<BrandConfig['values']['articles'], 'only' | 'except'> }
}

/** The folders that may hold content of a brand, weakest first. */
export function contentFolders(brand: ContentOwner): readonly string[] {
  return ['content', ...brand.chain.map(id => `${brandsFolder}/${id}/content`)]
}

/**
 * Loads a brand's content. The value is undefined when something every page needs is broken; a broken article
 * is only left out, and reported as a warning.
 * @param defaults The package's own content, the weakest layer of all; it has no articles.
 */
export function loadContent(
  files: Files,
  defaults: Files,
  brand: ContentOwner,
  options: ContentOptions,
  cache: ParseCache,
): Outcome<ContentSet | undefined> {
  const diagnostics: Diagnostic[] = []
  const take = <Value>(outcome: Outcome<Value>): Value => {
    diagnostics.push(...outcome.diagnostics)
    return outcome.value
  }
  const folders = contentFolders(brand)
  const home = take(loadMap(files, defaults, folders, 'home.yaml', homeSchema, cache))
  const strings = take(loadMap(files, defaults, folders, 'strings.yaml', stringsSchema, cache))
  const faqFile = take(strongest(files, defaults, folders, 'faq.yaml'))
  const faq = faqFile && take(cache(parseFaq, faqFile))
  const ccpaFile = take(strongest(files, defaults, folders, 'pages/ccpa.md'))
  const ccpaText = ccpaFile && take(cache(parsePageText, ccpaFile))
  const ccpaImages = ccpaText && take(findImages(files, folders, ccpaText))
  const { articles, leftOut } = take(loadArticles(files, folders, brand, options, cache))
  if (!home || !strings || !faq || !ccpaText || !ccpaImages || hasErrors(diagnostics)) {
    return { value: undefined, diagnostics }
  }
  return {
    value: {
      articles,
      leftOut,
      faq,
      home: home.value,
      strings: strings.value,
      ccpa: { ...ccpaText, bodyImagePaths: ccpaImages },
      located: { home: home.located, strings: strings.located },
    },
    diagnostics,
  }
}

/** A YAML map that every layer may overlay key by key. */
function loadMap<Schema extends z.ZodType>(
  files: Files,
  defaults: Files,
  folders: readonly string[],
  name: string,
  schema: Schema,
  cache: ParseCache,
): Outcome<{ value: z.infer<Schema>; located: LocatedMap } | undefined> {
  const diagnostics: Diagnostic[] = []
  const layers: LocatedMap[] = []
  const sources = [
    defaults.readText(`content/${name}`),
    ...folders.map(folder => files.readText(`${folder}/${name}`)),
  ]
  for (const source of sources) {
    diagnostics.push(...source.diagnostics)
    if (source.value === undefined) continue
    const parsed = cache(parseMap, source.value)
    diagnostics.push(...parsed.diagnostics)
    if (parsed.value !== undefined) layers.push(parsed.value)
  }
  const [weakest, ...stronger] = layers
  if (weakest === undefined || hasErrors(diagnostics)) {
    if (weakest === undefined && !hasErrors(diagnostics)) diagnostics.push(missingFile(`content/${name}`))
    return { value: undefined, diagnostics }
  }
  const located = overlay([weakest, ...stronger])
  const checked = validate(schema, located, 'content')
  diagnostics.push(...checked.diagnostics, ...tokenProblems(located))
  if (checked.value === undefined || hasErrors(diagnostics)) return { value: undefined, diagnostics }
  return { value: { value: checked.value, located }, diagnostics }
}

export function parseMap(source: SourceFile): Outcome<LocatedMap | undefined> {
  const { value, diagnostics } = parseYaml(source)
  if (value === undefined || value.kind === 'map') return { value, diagnostics }
  const problem = diagnostic('yaml/not-a-map', 'The file does not hold "key: value" lines.', {
    at: value.origin,
    hint: 'Run "imprint explain <brand>" to see the keys there are.',
  })
  return { value: undefined, diagnostics: [...diagnostics, problem] }
}

/** The file of the strongest layer that has one. */
function strongest(
  files: Files,
  defaults: Files,
  folders: readonly string[],
  name: string,
): Outcome<SourceFile | undefined> {
  const diagnostics: Diagnostic[] = []
  const candidates = [...folders].reverse().map(folder => [files, `${folder}/${name}`] as const)
  for (const [from, path] of [...candidates, [defaults, `content/${name}`] as const]) {
    const read = from.readText(path)
    diagnostics.push(...read.diagnostics)
    if (read.value !== undefined || hasErrors(read.diagnostics)) return { value: read.value, diagnostics }
  }
  return { value: undefined, diagnostics: [...diagnostics, missingFile(`content/${name}`)] }
}

function loadArticles(
  files: Files,
  folders: readonly string[],
  brand: ContentOwner,
  options: ContentOptions,
  cache: ParseCache,
): Outcome<{ articles: LoadedArticle[]; leftOut: Map<string, LeftOut> }> {
  const diagnostics: Diagnostic[] = []
  const paths = new Map<string, string>()
  for (const folder of folders) {
    const listed = files.list(`${folder}/articles`)
    diagnostics.push(...listed.diagnostics.map(softened))
    for (const path of listed.value) if (path.endsWith('.md')) paths.set(path.slice(folder.length), path)
  }
  const parsed: ParsedFile[] = []
  for (const [, path] of [...paths].sort(([a], [b]) => compareText(a, b))) {
    const source = files.readText(path)
    diagnostics.push(...source.diagnostics.map(leavesOut))
    if (source.value === undefined) {
      parsed.push({ file: path })
      continue
    }
    const outcome = parseFile(source.value, cache)
    diagnostics.push(...outcome.diagnostics.map(leavesOut))
    parsed.push(outcome.value)
  }
  const leftOut = new Map<string, LeftOut>()
  const articles: LoadedArticle[] = []
  const bySlug = new Map<string, string>()
  for (const { article, slug, file } of parsed) {
    if (article !== undefined && bySlug.has(article.slug)) {
      diagnostics.push(
        duplicateSlug(article.slug, slug?.origin ?? startOf(file), bySlug.get(article.slug) as string),
      )
      continue
    }
    if (article === undefined) continue
    bySlug.set(article.slug, file)
    const images = findArticleImages(files, folders, article)
    diagnostics.push(...images.diagnostics.map(leavesOut))
    if (images.value === undefined) leftOut.set(article.slug, { reason: 'broken', file })
    else if (article.draft && !options.drafts) leftOut.set(article.slug, { reason: 'draft', file })
    else {
      const dropped = droppedAt(brand, article.slug)
      if (dropped !== undefined) leftOut.set(article.slug, { reason: 'dropped', file, origin: dropped })
      else articles.push({ ...article, ...images.value })
    }
  }
  for (const { article, slug, file } of parsed) {
    if (article !== undefined) continue
    if (slug === undefined) {
      // Without a readable slug the file's name is the best guess at what links to it say.
      const name = file.replace(/^.*\//, '').replace(/\.md$/, '')
      if (!bySlug.has(name)) leftOut.set(name, { reason: 'broken', file })
      continue
    }
    const same = [...bySlug].find(([known]) => known === slug.text.toLowerCase() && known !== slug.text)
    if (same !== undefined) diagnostics.push(slugCase(slug.text, slug.origin, same))
    if (!bySlug.has(slug.text)) leftOut.set(slug.text, { reason: 'broken', file })
  }
  diagnostics.push(...unknownArticles(brand, [...bySlug.keys(), ...leftOut.keys()]))
  return { value: { articles, leftOut }, diagnostics }
}

/** What became of an article's file. */
interface ParsedFile extends Pick<ParsedFrontMatter, 'file' | 'slug'> {
  /** Absent when anything in the file is wrong. */
  readonly article?: ArticleDetails & Pick<LoadedArticle, 'body'>
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

/** A malformed article must not stop a site, but a disk that fails would silently take good ones away. */
function softened(problem: Diagnostic): Diagnostic {
  return problem.code === 'file/unreadable' ? problem : asWarning(problem)
}

/** Says of an article's error what becomes of the article. */
function leavesOut(problem: Diagnostic): Diagnostic {
  const soft = softened(problem)
  return soft === problem ? problem : { ...soft, message: `${soft.message} The article is left out.` }
}

/** Where the brand says that it does not show an article, if it does. */
function droppedAt(brand: ContentOwner, slug: string): Origin | undefined {
  const { only, except } = brand.values.articles
  const list = (key: string) => entryAt(brand.located, ['articles', key])?.value
  if (only !== undefined && !only.includes(slug)) return list('only')?.origin
  const index = except?.indexOf(slug) ?? -1
  const items = list('except')
  return index === -1 || items?.kind !== 'list' ? undefined : items.items[index]?.origin
}

function unknownArticles(brand: ContentOwner, known: readonly string[]): Diagnostic[] {
  return (['only', 'except'] as const).flatMap(key => {
    const list = entryAt(brand.located, ['articles', key])?.value
    if (list?.kind !== 'list') return []
    return list.items.flatMap(item => {
      const slug = item.kind === 'scalar' ? String(item.value) : ''
      if (known.includes(slug)) return []
      return [
        diagnostic(
          'brand/unknown-article',
          `"articles.${key}" names "${slug}", but there is no such article.`,
          {
            at: item.origin,
            hint: didYouMean(slug, known, 'Articles'),
          },
        ),
      ]
    })
  })
}

function findArticleImages(
  files: Files,
  folders: readonly string[],
  article: ArticleDetails & Pick<LoadedArticle, 'body'>,
): Outcome<Pick<LoadedArticle, 'imagePath' | 'bodyImagePaths'> | undefined> {
  const body = findImages(files, folders, article)
  const diagnostics = [...body.diagnostics]
  let imagePath: string | undefined
  if (article.image !== undefined) {
    const { url, origin } = article.image
    const found = findImage(files, folders, article.file, url, origin)
    diagnostics.push(...found.diagnostics)
    imagePath = found.value
  }
  if (body.value === undefined || hasErrors(diagnostics)) return { value: undefined, diagnostics }
  return { value: { bodyImagePaths: body.value, ...(imagePath !== undefined && { imagePath }) }, diagnostics }
}

function findImages(
  files: Files,
  folders: readonly string[],
  text: { readonly file: string; readonly body: Markup },
): Outcome<readonly string[] | undefined> {
  const found = text.body.images.map(image => findImage(files, folders, text.file, image.url, image.origin))
  const diagnostics = found.flatMap(image => image.diagnostics)
  const paths = found.flatMap(image => (image.value === undefined ? [] : [image.value]))
  return { value: hasErrors(diagnostics) ? undefined : paths, diagnostics }
}

const imagePattern = /\.(?:svg|png|jpe?g|gif|webp|avif)$/i

/** The source path of an image that a text names relative to its own file; stronger layers may replace it. */
function findImage(
  files: Files,
  folders: readonly string[],
  from: string,
  url: string,
  origin: Origin,
): Outcome<string | undefined> {
  const home = folders.find(folder => from.startsWith(`${folder}/`))
  const relative =
    home === undefined
      ? undefined
      : joinPath(
          from
            .slice(home.length + 1)
            .split('/')
            .slice(0, -1),
          url,
        )
  const diagnostics: Diagnostic[] = []
  if (relative !== undefined && imagePattern.test(relative)) {
    for (const folder of [...folders].reverse()) {
      const read = files.readBytes(`${folder}/${relative}`)
      diagnostics.push(...read.diagnostics)
      if (read.value !== undefined) return { value: `${folder}/${relative}`, diagnostics }
    }
  }
  diagnostics.push(
    diagnostic('markdown/image-not-found', `There is no image "${url}".`, {
      at: origin,
      hint:
        relative === undefined || !imagePattern.test(relative)
          ? 'Name an svg, png, jpg, gif, webp or avif file relative to this one, inside the content folder.'
          : `Put it at ${home}/${relative}.`,
    }),
  )
  return { value: undefined, diagnostics }
}

/** `(['articles'], './rates.png')` → `articles/rates.png`; undefined when it leads outside or is no relative path. */
function joinPath(folder: readonly string[], relative: string): string | undefined {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/|#|\?)/i.test(relative)) return undefined
  const steps = [...folder]
  for (const step of relative.split('/')) {
    if (step === '' || step === '.') continue
    if (step !== '..') steps.push(step)
    else if (steps.pop() === undefined) return undefined
  }
  return steps.join('/')
}

function duplicateSlug(slug: string, at: Origin, first: string): Diagnostic {
  return asWarning(
    diagnostic(
      'article/duplicate-slug',
      `The slug "${slug}" is already used by ${first}, so this article was left out.`,
      {
        at,
        hint: 'Give one of the two another slug.',
      },
    ),
  )
}

function slugCase(slug: string, at: Origin, [other, file]: [string, string]): Diagnostic {
  return asWarning(
    diagnostic('article/slug-case', `The slug "${slug}" differs from "${other}" (${file}) only by case.`, {
      at,
      hint: 'Many hosts and disks do not tell the two apart: give one of them another slug.',
    }),
  )
}

function missingFile(path: string): Diagnostic {
  return diagnostic('content/missing-file', 'This file is missing.', {
    at: startOf(path),
    hint: 'Every site needs it: add it.',
  })
}
