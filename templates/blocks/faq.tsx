import { type SiteNames, usePage, useStyles } from 'imprint/kit'
import type { ReactElement } from 'react'
import * as z from 'zod'
import { FaqList } from '../faq-list.tsx'
import styles from './block.css'

export const props = z.object({
  title: z.string().trim().min(1).optional().describe('Heading above the questions'),
  only: z
    .string()
    .transform(ids => ids.split(',').map(id => id.trim()))
    .optional()
    .describe(
      'Ids of questions, separated by commas, in the order in which they are shown; default: all questions',
    ),
})

export function check({ only = [] }: z.infer<typeof props>, { questions }: SiteNames) {
  return only
    .filter(id => !questions.includes(id))
    .map(id => ({
      key: 'only',
      message: `The FAQ has no question with the id "${id}", so the id is ignored.`,
      known: { written: id, names: questions },
    }))
}

export function ids({ only }: z.infer<typeof props>, { answers }: SiteNames) {
  return only ?? answers
}

/** `::faq{only="cost, credit"}`: questions with their answers. */
export default function Faq({ title, only }: z.infer<typeof props>): ReactElement {
  const { site, page } = usePage()
  const { faq = [] } = page.lists ?? {}
  useStyles(styles)
  const entries = only === undefined ? faq : only.flatMap(id => faq.find(({ anchor }) => anchor === id) ?? [])
  return (
    <section className="block">
      <h2>{title ?? site.strings.faq.title}</h2>
      <FaqList
        site={site}
        // Questions are numbered within the block and get no numeric anchors, which belong to the page with all questions.
        entries={entries.map(({ numberAnchor: _, ...entry }, index) => ({ ...entry, number: index + 1 }))}
        level="h3"
      />
    </section>
  )
}
