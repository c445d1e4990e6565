// What of a brand's content its templates can show.

import type { ContentSet, LeftOut, LoadedPage } from '../content/index.ts'
import { leavesOut } from '../content/index.ts'
import { type Diagnostic, diagnostic, didYouMean, type Outcome } from '../diagnostics/index.ts'

/** What texts of the content may ask of the templates. */
export interface TemplateFacts {
  /** Names of the files in `templates/pages/`. */
  readonly layouts: readonly string[]
}

/** Leaves out, with a warning, what asks for something that the templates do not have. */
export function usableContent(content: ContentSet, { layouts }: TemplateFacts): Outcome<ContentSet> {
  const diagnostics: Diagnostic[] = []
  const leftOutPages = new Map<string, LeftOut>(content.leftOutPages)
  const pages = content.pages.filter(page => {
    const problems = layouts.includes(page.layout.name) ? [] : [unknownLayout(page, layouts)]
    if (problems.length === 0) return true
    leftOutPages.set(page.path, { reason: 'broken', file: page.file })
    diagnostics.push(...problems.map(problem => leavesOut(problem, 'page')))
    return false
  })
  return { value: { ...content, pages, leftOutPages }, diagnostics }
}

function unknownLayout({ layout: { name, origin } }: LoadedPage, layouts: readonly string[]): Diagnostic {
  return diagnostic(
    'content/unknown-layout',
    `There is no layout "${name}": no templates/pages/${name}.tsx.`,
    {
      at: origin,
      hint: didYouMean(name, layouts, 'Layouts'),
    },
  )
}
