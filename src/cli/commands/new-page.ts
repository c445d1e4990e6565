// `imprint new page`.

import { placeholderText } from '../../content/index.ts'
import type { Diagnostic } from '../../diagnostics/index.ts'
import type { CommandRecord } from '../command-line/command.ts'
import { createText, idProblem, type NewTextFlags, titleOf } from '../new/new-file.ts'
import { mistake, type Project } from '../project.ts'
import type { Reporter } from '../report/reporter.ts'

export const newPageCommand = {
  name: 'new page',
  group: 'write',
  summary: 'add the page /<path>/ by creating content/pages/<path>.md',
  chapter: 'pages-and-blocks',
  arguments: [
    {
      name: '<path>',
      summary: 'address of the page, without leading or trailing slashes, such as about or legal/terms',
    },
  ],
  flags: [
    { name: '--title <title>', summary: 'title of the page (default: made from the path)' },
    { name: '--brand <id>', summary: 'add the page only to this brand or base' },
  ],
  examples: [
    ['new page about --title "About us"', 'add /about/ to every brand'],
    ['new page legal/terms --brand aurora', 'add /legal/terms/ to one brand'],
  ],
  exitCodes: ['failed'],
  on: 'project',
} as const satisfies CommandRecord

/** `address` may have its outer slashes: `about`, `/legal/terms/`. */
export function newPage(project: Project, address: string, flags: NewTextFlags, reporter: Reporter): number {
  const path = address.replace(/^\/|\/$/g, '')
  const words = path.split('/')
  const invalid =
    words.map(word => idProblem('page address', word)).find(problem => problem !== undefined) ??
    takenPage(path)
  const text = pageMarkdown(flags.title ?? titleOf(words.at(-1) ?? path))
  return createText(project, `pages/${path}.md`, text, invalid, flags, reporter)
}

/** Reports an address that every site has already. */
function takenPage(path: string): Diagnostic | undefined {
  const owner = { faq: 'content/faq.yaml', articles: 'content/articles/' }[path]
  if (owner === undefined) return undefined
  return mistake(
    `Every site already has the page "/${path}/".`,
    `Its text comes from ${owner}. Choose another path for the new page.`,
  )
}

function pageMarkdown(title: string): string {
  return `---
title: ${JSON.stringify(title)}
description: ${JSON.stringify(`Describe "${title}" ${placeholderText.description}`)}
---

${placeholderText.body}
`
}
