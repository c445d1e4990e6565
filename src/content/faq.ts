// The FAQ: `content/faq.yaml`, a list of questions with Markdown answers.

import * as z from 'zod'
import {
  type Diagnostic,
  diagnostic,
  hasErrors,
  type Origin,
  type Outcome,
  startOf,
} from '../diagnostics/index.ts'
import type { SourceFile } from '../files/index.ts'
import { type Located, type LocatedScalar, parseYaml, validate, valueAt } from '../yaml/index.ts'
import { parseMarkdown } from './markdown.ts'
import type { Markup, MarkupReference } from './markup.ts'
import { tokenProblems } from './token-problems.ts'

/** A question with its answer. */
export interface FaqEntry {
  readonly question: string
  readonly answer: Markup
}

/** How many questions a FAQ should have. Any other number is a warning. */
export const faqCount = 14
/** How many of them the home page shows, and so the fewest a FAQ may have. */
export const homeFaqCount = 5

const text = (maximum: number) => z.string().trim().min(1).max(maximum)
const faqSchema = z.array(z.strictObject({ question: text(200), answer: text(5000) }))

/** Parses `faq.yaml`. The value is undefined if anything in it is wrong. Pure. */
export function parseFaq(source: SourceFile): Outcome<readonly FaqEntry[] | undefined> {
  const yaml = parseYaml(source)
  if (hasErrors(yaml.diagnostics)) return { value: undefined, diagnostics: yaml.diagnostics }
  const data: Located = yaml.value ?? { kind: 'list', origin: startOf(source.path), items: [] }
  if (data.kind !== 'list') {
    const problem = diagnostic('content/wrong-type', 'The file must hold a list of questions.', {
      at: data.origin,
      hint: 'Start each entry with "- question: …" and "  answer: …".',
    })
    return { value: undefined, diagnostics: [problem] }
  }
  const checked = validate(faqSchema, data, 'content')
  const diagnostics: Diagnostic[] = [...yaml.diagnostics, ...countProblems(data), ...checked.diagnostics]
  const entries: FaqEntry[] = []
  for (const [index, item] of data.items.entries()) {
    const question = valueAt(item, ['question'])
    const answer = valueAt(item, ['answer'])
    if (question !== undefined) diagnostics.push(...tokenProblems(question))
    if (answer?.kind !== 'scalar' || typeof answer.value !== 'string') continue
    const parsed = parseMarkdown(answer.value, { originAt: point => originInScalar(answer, point) })
    diagnostics.push(...parsed.diagnostics, ...(parsed.value?.images ?? []).map(noImages))
    const entry = checked.value?.[index]
    if (parsed.value !== undefined && entry !== undefined)
      entries.push({ question: entry.question, answer: parsed.value })
  }
  return { value: hasErrors(diagnostics) ? undefined : entries, diagnostics }
}

function noImages({ url, origin }: MarkupReference): Diagnostic {
  return diagnostic('markdown/image-not-found', `An answer of the FAQ cannot show the image "${url}".`, {
    at: origin,
    hint: 'Describe it in words, or link to an article that shows it.',
  })
}

function countProblems(data: Located & { kind: 'list' }): Diagnostic[] {
  const count = data.items.length
  if (count < homeFaqCount) {
    return [
      diagnostic(
        'content/faq-too-few',
        `The FAQ has ${count} questions; the home page alone shows ${homeFaqCount}.`,
        {
          at: data.origin,
          hint: `Add questions until there are ${faqCount}.`,
        },
      ),
    ]
  }
  if (count === faqCount) return []
  return [
    diagnostic('content/faq-count', `The FAQ has ${count} questions; it should have ${faqCount}.`, {
      at: data.origin,
      hint: count < faqCount ? 'Add the missing questions.' : 'Remove or merge some.',
    }),
  ]
}

/** The position in the file of a point in a scalar's text. Exact for block (`|`) and one-line scalars. */
function originInScalar(scalar: LocatedScalar, point: { line: number; column: number }): Origin {
  const { origin, written } = scalar
  if (/^[|>]/.test(written)) {
    const indentation = /\n([ ]*)\S/.exec(written)?.[1]?.length ?? 0
    return { file: origin.file, line: origin.line + point.line, column: indentation + point.column }
  }
  const quote = /^["']/.test(written) ? 1 : 0
  const firstLine = point.line === 1
  return {
    file: origin.file,
    line: origin.line + point.line - 1,
    column: firstLine ? origin.column + quote + point.column - 1 : point.column,
  }
}
