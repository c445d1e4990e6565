// A page whose body is a single Markdown document: `content/pages/about.md`; and `content/pages/ccpa.md`, which has its own
// template.

import * as z from 'zod'
import { isSlug } from '../../brand/index.ts'
import { contained, hasErrors, type Origin, type Outcome } from '../../diagnostics/index.ts'
import type { SourceFile } from '../../files/index.ts'
import { type LocatedMap, matching, originOf, shown, text, validate } from '../../yaml/index.ts'
import { pictureAndDraft } from '../articles/article.ts'
import type { Markup, MarkupReference } from '../markdown/markup.ts'
import { parseMarkdown } from '../markdown/parse.ts'
import { placeInFile } from '../markdown/problems.ts'
import { withoutTimes } from '../texts/foreign-keys.ts'
import { imageIn, splitFrontMatter } from '../texts/front-matter.ts'
import { tokenProblems } from '../texts/token-problems.ts'

export interface PageText {
  readonly file: string
  readonly title: string
  readonly description: string
  readonly body: Markup
}

const textSchema = z.strictObject({
  title: text(150).meta(shown('Heading of the page', 'About us')),
  description: text(400).meta(
    shown('One or two sentences for search engines', 'Who we are and how we work.'),
  ),
})

/** A page with its own address, rendered with a layout. */
export interface ContentPageText extends PageText {
  /** Name of a file in `templates/pages/`, with its place. */
  readonly layout: { readonly name: string; readonly origin: Origin }
  /** As written, relative to the page's file. */
  readonly image?: MarkupReference
  /** Date of the last change that readers should know about, `YYYY-MM-DD`. */
  readonly updated?: string | undefined
  /** Whether search engines must not list it. */
  readonly noindex: boolean
  readonly draft: boolean
}

export const pageSchema = textSchema.extend({
  layout: matching(
    { test: isSlug },
    'is %, which is not a layout name.',
    'Name a file in templates/pages/ without its extension.',
  )
    .optional()
    .meta(shown('Name of a file in templates/pages/, without its extension', 'page')),
  noindex: z.boolean().optional().describe('True if search engines must not list the page'),
  ...pictureAndDraft,
})

/** Parses the text of the privacy page. The value is undefined if it has any error. Pure. */
export function parsePageText(source: SourceFile): Outcome<PageText | undefined> {
  return contained<PageText | undefined>(source.path, undefined, () => pageTextOf(source))
}

function pageTextOf(source: SourceFile): Outcome<PageText | undefined> {
  const { value, diagnostics } = parsePage(source, textSchema)
  if (!value.front || !value.text || hasErrors(diagnostics)) return { value: undefined, diagnostics }
  return { value: { file: source.path, ...value.front, body: value.text }, diagnostics }
}

/** A page's file, valid or not. */
interface ParsedContentPage {
  /** Absent if the file has any error. */
  readonly page?: ContentPageText
  /** Has no HTML if there are errors. */
  readonly text?: Markup | undefined
  readonly image?: MarkupReference
}

/** Parses a page with a layout. Pure. */
export function parseContentPage(source: SourceFile): Outcome<ParsedContentPage> {
  return contained<ParsedContentPage>(source.path, {}, () => contentPageOf(source))
}

function contentPageOf(source: SourceFile): Outcome<ParsedContentPage> {
  const { value, diagnostics } = parsePage(source, pageSchema)
  const { data, front, text: body } = value
  const image = data && imageIn(data)
  const readable = { text: body, ...(image && { image }) }
  if (!data || !front || !body || hasErrors(diagnostics)) return { value: readable, diagnostics }
  const { layout = 'page', noindex = false, draft = false, image: _, ...rest } = front
  const page: ContentPageText = {
    ...rest,
    file: source.path,
    layout: { name: layout, origin: originOf(data, ['layout']) },
    ...(image && { image }),
    noindex,
    draft,
    body,
  }
  return { value: { ...readable, page }, diagnostics }
}

/** The readable part of a page's file. */
interface ParsedPage<Front> {
  readonly data?: LocatedMap
  readonly front?: Front | undefined
  readonly text?: Markup | undefined
}

function parsePage<Schema extends z.ZodType>(
  source: SourceFile,
  schema: Schema,
): Outcome<ParsedPage<z.infer<Schema>>> {
  const split = splitFrontMatter(source)
  if (split.value === undefined) return { value: {}, diagnostics: split.diagnostics }
  const { value: data, diagnostics: cut } = withoutTimes(split.value.data)
  const front = validate(schema, data, 'content')
  const body = parseMarkdown(split.value.body, placeInFile(source.path))
  const diagnostics = [
    ...split.diagnostics,
    ...cut,
    ...front.diagnostics,
    ...tokenProblems(data),
    ...body.diagnostics,
  ]
  return { value: { data, front: front.value, text: body.value ?? body.broken }, diagnostics }
}
