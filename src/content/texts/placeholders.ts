// Sentences that `imprint new article` and `imprint new page` write for the author to replace.

import { type Diagnostic, diagnostic } from '../../diagnostics/index.ts'
import { originAt, type SourceFile } from '../../files/index.ts'

export const placeholderText = {
  description: 'in one or two sentences of 50 to 160 characters.',
  body: 'Start with what the reader should know first.',
} as const

const written = new RegExp(`^(?:description: .*${placeholderText.description}|${placeholderText.body})`, 'm')

/** Reports the first of these sentences that is still there. */
export function placeholderProblem(source: SourceFile): Diagnostic[] {
  const index = written.exec(source.text)?.index
  if (index === undefined) return []
  const message = 'This is still the text that "imprint new" wrote.'
  return [
    diagnostic('content/placeholder', message, {
      at: originAt(source, index),
      hint: 'Write your own title, description and text. "imprint release" refuses the brand until then.',
    }),
  ]
}
