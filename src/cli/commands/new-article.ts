// `imprint new article`.

import { isDay } from '../../brand/index.ts'
import { placeholderText } from '../../content/index.ts'
import type { CommandRecord, FlagsOf } from '../command-line/command.ts'
import { createText, idProblem, titleOf } from '../new/new-file.ts'
import { mistake, type Project } from '../project.ts'
import type { Reporter } from '../report/reporter.ts'
import { today } from '../today.ts'

export const newArticleCommand = {
  name: 'new article',
  group: 'write',
  summary: 'add an article by creating content/articles/<slug>.md',
  chapter: 'content',
  arguments: [
    { name: '<slug>', summary: 'last part of the article’s address: lowercase letters, digits and hyphens' },
  ],
  flags: [
    { name: '--title <title>', summary: 'title of the article (default: made from the slug)' },
    { name: '--date <YYYY-MM-DD>', summary: 'publication date (default: today)' },
    { name: '--brand <id>', summary: 'add the article only to this brand or base' },
  ],
  examples: [
    ['new article late-fees --title "What late fees cost"', 'add an article for every brand'],
    ['new article paying-rent --brand aurora', 'add an article for one brand'],
  ],
  exitCodes: ['failed'],
  on: 'project',
} as const satisfies CommandRecord

type NewArticleFlags = FlagsOf<typeof newArticleCommand.flags>

export function newArticle(
  project: Project,
  slug: string,
  flags: NewArticleFlags,
  reporter: Reporter,
): number {
  const { date = today() } = flags
  const problem =
    idProblem('slug', slug) ??
    (isDay(date) ? undefined : mistake(`"${date}" is not a date.`, 'Use the format YYYY-MM-DD.'))
  const text = articleMarkdown(slug, flags.title ?? titleOf(slug), date)
  return createText(project, `articles/${slug}.md`, text, problem, flags, reporter)
}

function articleMarkdown(slug: string, title: string, date: string): string {
  return `---
slug: ${slug}
title: ${JSON.stringify(title)}
description: ${JSON.stringify(`Describe "${title}" ${placeholderText.description}`)}
date: ${date}
keywords:
  - ${JSON.stringify(title.toLowerCase())}
---

${placeholderText.body}

## A heading

Write in Markdown. {name} and other tokens are replaced with the brand's own values, and links to other pages look like
[this one](/faq/#faq).
`
}
