// One article: front matter and Markdown body.

import * as z from 'zod'
import { isSlug } from '../brand/index.ts'
import { type Diagnostic, hasErrors, type Origin, type Outcome } from '../diagnostics/index.ts'
import type { SourceFile } from '../files/index.ts'
import {
  checkedString,
  entryAt,
  type Located,
  type LocatedScalar,
  leaves,
  originInside,
  originOf,
  validate,
} from '../yaml/index.ts'
import { splitFrontMatter } from './front-matter.ts'
import { directiveNames, parseMarkdown } from './markdown.ts'
import { unknownToken } from './markdown-problems.ts'
import type { Markup, MarkupReference } from './markup.ts'
import { unknownTokens } from './tokens.ts'

/** An article whose links are not yet resolved. Made by `parseArticle`, read by `site/`. */
export interface Article {
  readonly file: string
  readonly slug: string
  readonly title: string
  readonly description: string
  /** `YYYY-MM-DD`, a day that exists. */
  readonly date: string
  readonly keywords: readonly string[]
  readonly author?: string
  /** As written, relative to the article's file. */
  readonly image?: MarkupReference
  readonly draft: boolean
  readonly body: Markup
}

const date = checkedString('article/invalid-date', value => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) {
    return {
      message: `is ${JSON.stringify(value)}, which is not a date.`,
      hint: 'Write it as "YYYY-MM-DD", for example 2025-08-21.',
    }
  }
  const parsed = new Date(`${value}T00:00:00Z`)
  const real = !Number.isNaN(parsed.getTime()) && parsed.toISOString().slice(0, 10) === value
  return real
    ? undefined
    : { message: `is ${value}, a day that does not exist.`, hint: 'Check the month and the day.' }
})

const slug = checkedString('article/invalid-slug', value => {
  if (isSlug(value) && value.length <= 80) return undefined
  const normal = value
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)
    .replace(/-+$/, '')
  return {
    message: `is ${JSON.stringify(value)}; a slug has lower-case letters, digits and single hyphens, at most 80 characters.`,
    ...(isSlug(normal) && { hint: `For example "${normal}".` }),
  }
})

const text = (maximum: number) => z.string().trim().min(1).max(maximum)

const frontMatterSchema = z.strictObject({
  slug,
  title: text(150),
  description: text(400),
  date,
  keywords: z.union([z.array(text(80)), text(400)], 'Write a list of words, or one text.').optional(),
  author: text(120).optional(),
  image: text(200).optional(),
  draft: z.boolean().optional(),
})

/** What became of an article's file. Plain data: threads send it as JSON, and it is kept on disk. */
export interface ParsedArticle {
  readonly file: string
  /** Absent when the file has any error. */
  readonly article?: Article
  /** The slug as written, good or bad, with its place: so that other files' links to it can be told apart from slips. */
  readonly slug?: { readonly text: string; readonly origin: Origin }
}

/** Parses an article's file. Every error in it is reported. Pure. */
export function parseArticle(source: SourceFile): Outcome<ParsedArticle> {
  const { path: file } = source
  const split = splitFrontMatter(source)
  if (split.value === undefined) return { value: { file }, diagnostics: split.diagnostics }
  const { data, body: bodyText } = split.value
  const front = validate(frontMatterSchema, data, 'article')
  const body = parseMarkdown(bodyText, {
    originAt: ({ line, column }) => ({ file: source.path, line, column }),
    directives: directiveNames,
  })
  const diagnostics = [
    ...split.diagnostics,
    ...front.diagnostics,
    ...tokenProblems(data),
    ...body.diagnostics,
  ]
  const written = entryAt(data, ['slug'])?.value
  const slug =
    written?.kind === 'scalar' ? { text: String(written.value), origin: written.origin } : undefined
  const parsed: ParsedArticle = { file, ...(slug !== undefined && { slug }) }
  if (front.value === undefined || body.value === undefined || hasErrors(diagnostics))
    return { value: parsed, diagnostics }
  const { keywords = [], draft = false, author, image, ...rest } = front.value
  const article: Article = {
    ...rest,
    file,
    keywords:
      typeof keywords === 'string'
        ? keywords
            .split(',')
            .map(word => word.trim())
            .filter(Boolean)
        : keywords,
    draft,
    ...(author !== undefined && { author }),
    ...(image !== undefined && { image: { url: image, origin: originOf(data, ['image']) } }),
    body: body.value,
  }
  return { value: { ...parsed, article }, diagnostics }
}

/** Unknown tokens in the texts of located data, each at its own place. */
export function tokenProblems(data: Located): Diagnostic[] {
  const scalars: LocatedScalar[] = []
  const collect = (node: Located) => {
    for (const { value } of leaves(node)) {
      if (value.kind === 'list') value.items.forEach(collect)
      else if (value.kind === 'scalar') scalars.push(value)
    }
  }
  collect(data)
  return scalars.flatMap(scalar =>
    unknownTokens(String(scalar.value)).map(name => unknownToken(name, originInside(scalar, `{${name}}`))),
  )
}
