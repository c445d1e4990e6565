// An article: its front matter and its text.

import * as z from 'zod'
import { isDay, isSlug } from '../../brand/index.ts'
import {
  collecting,
  contained,
  type Diagnostic,
  diagnostic,
  hasErrors,
  type Origin,
  type Outcome,
  startOf,
} from '../../diagnostics/index.ts'
import type { SourceFile } from '../../files/index.ts'
import { checkedString, entryAt, issueOf, type KeyHints, shown, text, validate } from '../../yaml/index.ts'
import type { Markup, MarkupReference, ParsedMarkdown } from '../markdown/markup.ts'
import { parseMarkdown } from '../markdown/parse.ts'
import { placeInFile } from '../markdown/problems.ts'
import { foreignKeys, withoutTimes } from '../texts/foreign-keys.ts'
import { cutFrontMatter, imageIn, splitFrontMatter } from '../texts/front-matter.ts'
import { tokenProblems } from '../texts/token-problems.ts'

/** Icons for the subject of an article. */
export const articleIcons = [
  'calendar',
  'bill',
  'card',
  'scale',
  'house',
  'lock',
  'wallet',
  'clock',
  'bank',
  'shield',
  'page',
] as const

/** A date that exists, `YYYY-MM-DD`. */
export const date = checkedString('article/invalid-date', value => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) {
    return {
      message: `is ${JSON.stringify(value)}, which is not a date.`,
      hint: 'Write it as "YYYY-MM-DD", for example 2025-08-21.',
    }
  }
  if (!isDay(value))
    return { message: `is ${value}, a day that does not exist.`, hint: 'Check the month and the day.' }
  const year = Number(value.slice(0, 4))
  return year >= 1900 && year <= 2100
    ? undefined
    : { message: `is ${value}, whose year must be wrong.`, hint: 'Check the year.' }
}).meta({ pattern: '^\\d{4}-\\d{2}-\\d{2}', examples: ['2026-03-01'] })

function inSlugForm(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)
    .replace(/-+$/, '')
}

function isArticleSlug(text: string): boolean {
  return isSlug(text) && text.length <= 80
}

const slugPattern = '^[a-z0-9]+(?:-[a-z0-9]+)*$'
const slug = checkedString('article/invalid-slug', value => {
  if (isArticleSlug(value)) return undefined
  const normal = inSlugForm(value)
  return {
    message: `is ${JSON.stringify(value)}; a slug consists of at most 80 lowercase letters, digits and single hyphens.`,
    ...(isSlug(normal) && { hint: `Write "${normal}".` }),
  }
})

const tag = checkedString('article/invalid-value', value =>
  isSlug(value) && value.length <= 80
    ? undefined
    : {
        message: `is ${JSON.stringify(value)}; a tag becomes part of an address, so it consists of lowercase letters, digits and single hyphens.`,
        ...(isSlug(inSlugForm(value)) && { hint: `Write "${inSlugForm(value)}".` }),
      },
).meta({ pattern: slugPattern })

const sourceUrl = checkedString('article/invalid-value', value =>
  value.length <= 2000 && /^https:\/\/[^\s/]+\.[^\s/]/.test(value) && URL.canParse(value)
    ? undefined
    : {
        message: `is ${JSON.stringify(value)}, which is not an https address.`,
        hint: 'Write it like https://www.consumerfinance.gov/.',
      },
)

/** The keys that the front matter of articles and of pages shares. */
export const pictureAndDraft = {
  image: text(200).optional().meta(shown('Path of a picture, relative to this file', 'images/rent.jpg')),
  draft: z.boolean().optional().describe('True for a draft, which is only built with --drafts'),
  updated: date.optional().describe('Date of the last change that readers should know about'),
}

const keywordsShown = shown('Keywords for search engines: a list, or a line of text with commas', [
  'rent',
  'budget',
])

export const frontMatterSchema = z
  .strictObject({
    slug: slug.optional().meta({
      pattern: slugPattern,
      ...shown('Last part of the address; by default, the file name', 'late-rent'),
    }),
    title: text(150).meta(shown('Heading of the page and title in lists', 'When the rent is late')),
    description: text(400).meta(
      shown('One or two sentences for lists and search engines', 'What to do before you borrow.'),
    ),
    date: date.describe('Date of publication'),
    keywords: z
      .union(
        [z.array(text(80)).meta(keywordsShown), text(400).meta(keywordsShown)],
        'Write a list of words, or a line of text with commas.',
      )
      .optional()
      .meta(keywordsShown),
    tags: z
      .array(tag)
      .max(20)
      .optional()
      .meta(shown('Tags of the article; a tag of three or more articles has its own list page', ['rent'])),
    author: text(120).optional().meta(shown('Name of the author', 'J. Doe')),
    icon: z
      .enum(articleIcons)
      .optional()
      .meta(shown('Icon in article lists; by default, one that fits the tags', 'house')),
    reviewer: text(120).optional().meta(shown('Name of the person who checked the article', 'A. Smith')),
    sources: z
      .array(
        z.strictObject({
          title: text(200).meta(shown('Link text', 'What is a payday loan?')),
          url: sourceUrl.meta(shown('https address', 'https://www.consumerfinance.gov/')),
        }),
      )
      .max(30)
      .optional()
      .meta(
        shown('Sources, listed at the end of the article', [
          { title: 'What is a payday loan?', url: 'https://www.consumerfinance.gov/' },
        ]),
      ),
    ...pictureAndDraft,
    expires: date.optional().describe('First day on which the article is no longer published'),
    audience: z
      .enum(['educational', 'general'])
      .optional()
      .describe('"educational" if the article quotes claims to explain them'),
  })
  .check(({ value, issues }) => {
    if (value.expires === undefined || value.expires > value.date) return
    const message = `is ${value.expires}, which is not after "date": the article would never be published.`
    issues.push(
      issueOf({ message, hint: '"expires" is the first day on which the article is no longer published.' }, [
        'expires',
      ]),
    )
  })

type Written = z.infer<typeof frontMatterSchema>

/** The front matter of an article. */
export interface ArticleDetails extends Omit<Written, 'keywords' | 'tags' | 'sources' | 'image'> {
  readonly file: string
  readonly slug: string
  readonly keywords: readonly string[]
  /** Each once. */
  readonly tags: readonly string[]
  readonly sources: NonNullable<Written['sources']>
  /** As written, relative to the article's file. */
  readonly image?: MarkupReference
  readonly draft: boolean
}

/** The result of `parseFrontMatter`. Plain data: it is stored on disk. */
export interface ParsedFrontMatter {
  readonly file: string
  /** Absent if the front matter has any error. */
  readonly details?: ArticleDetails
  /**
   * The slug as written, valid or not, with its place; without one, the file's name. It tells links to this article from misspelt
   * ones.
   */
  readonly slug?: { readonly text: string; readonly origin: Origin }
  readonly image?: MarkupReference
}

/** Parses an article's front matter, which is all that planning a site needs. */
export function parseFrontMatter(source: SourceFile): Outcome<ParsedFrontMatter> {
  return contained(source.path, { file: source.path }, () => frontMatterOf(source))
}

function frontMatterOf(source: SourceFile): Outcome<ParsedFrontMatter> {
  const { path: file } = source
  const split = splitFrontMatter(source)
  if (split.value === undefined) return { value: { file }, diagnostics: split.diagnostics }
  const { diagnostics, take } = collecting()
  take(split)
  const data = take(withoutTimes(split.value.data))
  const front = take(validate(frontMatterSchema, data, 'article', hintsFor(split.value.body)))
  diagnostics.push(...tokenProblems(data))
  const written = entryAt(data, ['slug'])?.value
  const name = file.replace(/^.*\//, '').replace(/\.md$/, '')
  const slug =
    written?.kind === 'scalar'
      ? { text: String(written.value), origin: written.origin }
      : { text: name, origin: startOf(file) }
  if (written === undefined && !isArticleSlug(name)) diagnostics.push(fileNameProblem(name, file))
  const image = imageIn(data)
  const parsed: ParsedFrontMatter = { file, slug, ...(image && { image }) }
  if (front === undefined || hasErrors(diagnostics)) return { value: parsed, diagnostics }
  const { keywords = [], tags = [], sources = [], draft = false, image: _, ...rest } = front
  const details: ArticleDetails = {
    ...rest,
    file,
    slug: slug.text,
    keywords: typeof keywords === 'string' ? splitKeywords(keywords) : keywords,
    tags: [...new Set(tags)],
    sources,
    draft,
    ...(image && { image }),
  }
  return { value: { ...parsed, details }, diagnostics }
}

/** Without a slug, an article uses its file name. */
function fileNameProblem(name: string, file: string): Diagnostic {
  const normal = inSlugForm(name)
  const message = `The article has no "slug", and its file name, ${JSON.stringify(name)}, cannot serve as one.`
  const hint = `Add "slug: ${isSlug(normal) ? normal : '…'}": at most 80 lowercase letters, digits and single hyphens.`
  return diagnostic('article/invalid-slug', message, { at: startOf(file), hint })
}

/** Hints for unknown and missing keys of an article. @param body The text, from which a missing description is suggested. */
function hintsFor(body: string): KeyHints {
  const first = /^[A-Za-z“"][^\n]{20,}/m.exec(body)?.[0]
  if (first === undefined) return foreignKeys
  const sentence = first.length > 160 ? `${first.slice(0, 160).replace(/\s\S*$/, '')}…` : first
  return { ...foreignKeys, description: `Add "description: …". The text starts with: ${sentence}` }
}

/** `'rent, utilities'` → `['rent', 'utilities']` */
function splitKeywords(text: string): string[] {
  const words = text.split(',').map(word => word.trim())
  return words.filter(word => word !== '')
}

/**
 * Parses the text after an article's front matter, even if the front matter is invalid. The value is undefined if there is no
 * front matter, which `parseFrontMatter` reports. Plain data: it is stored on disk. Pure.
 */
export function parseArticleBody(source: SourceFile): ParsedMarkdown {
  return contained<ParsedMarkdown['value']>(source.path, undefined, () => bodyOf(source))
}

function bodyOf(source: SourceFile): ParsedMarkdown {
  const { value } = cutFrontMatter(source)
  if (value === undefined) return { value, diagnostics: [] }
  const parsed = parseMarkdown(value.body, placeInFile(source.path))
  return { ...parsed, diagnostics: [...parsed.diagnostics, ...longTextProblem(source.path, parsed.value)] }
}

/** A page's weight budget does not include the article's text; this is the limit for the text itself, in bytes of HTML. */
const longTextBytes = 60_000

function longTextProblem(file: string, text: Markup | undefined): Diagnostic[] {
  const written = text?.parts.filter(part => typeof part === 'string') ?? []
  const bytes = written.reduce((sum, part) => sum + Buffer.byteLength(part), 0)
  if (bytes <= longTextBytes) return []
  const message = `The text becomes ${Math.round(bytes / 1000)} kB of HTML, which is slow to load on a poor connection.`
  return [
    diagnostic('article/long-text', message, {
      at: startOf(file),
      hint: `Up to ${longTextBytes / 1000} kB is fine. Split the text into two articles that link to each other.`,
    }),
  ]
}
