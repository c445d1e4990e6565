// A page whose body is one Markdown text: `content/pages/ccpa.md`.

import * as z from 'zod'
import { hasErrors, type Outcome } from '../diagnostics/index.ts'
import type { SourceFile } from '../files/index.ts'
import { validate } from '../yaml/index.ts'
import { splitFrontMatter } from './front-matter.ts'
import { parseMarkdown } from './markdown.ts'
import type { Markup } from './markup.ts'
import { tokenProblems } from './token-problems.ts'

export interface PageText {
  readonly file: string
  readonly title: string
  readonly description: string
  readonly body: Markup
}

const schema = z.strictObject({
  title: z.string().trim().min(1).max(150),
  description: z.string().trim().min(1).max(400),
})

/** Parses such a page. The value is undefined if anything in it is wrong. Pure. */
export function parsePageText(source: SourceFile): Outcome<PageText | undefined> {
  const split = splitFrontMatter(source)
  if (split.value === undefined) return { value: undefined, diagnostics: split.diagnostics }
  const { data, body: text } = split.value
  const front = validate(schema, data, 'content')
  const body = parseMarkdown(text, { originAt: ({ line, column }) => ({ file: source.path, line, column }) })
  const diagnostics = [
    ...split.diagnostics,
    ...front.diagnostics,
    ...tokenProblems(data),
    ...body.diagnostics,
  ]
  if (!front.value || !body.value || hasErrors(diagnostics)) return { value: undefined, diagnostics }
  return { value: { file: source.path, ...front.value, body: body.value }, diagnostics }
}
