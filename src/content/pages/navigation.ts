// The links in the header and footer: `navigation.yaml`. Without the file, a site has the package's links.

import * as z from 'zod'
import { issueOf, shown } from '../../yaml/index.ts'

const label = z.string().trim().min(1).max(60)
const to = z
  .string()
  .trim()
  .min(1)
  .max(300)
  .check(context => {
    if (!/^http:/i.test(context.value)) return
    const message = `is "${context.value}", which is not encrypted.`
    context.issues.push(issueOf({ message, hint: 'Write "https:" instead of "http:".' }))
  })
const link = z.strictObject({
  label: label.meta(shown('Link text', 'Contact')),
  to: to.meta(shown('Page, anchor, provider document or https address', '/#footer', 'terms')),
})

/** Shape of `content/navigation.yaml`. A label may contain `{tokens}`. */
export const navigationSchema = z.strictObject({
  header: z
    .array(link)
    .max(6)
    .optional()
    .meta(shown('Header links', [{ label: 'About', to: '/#advantages' }])),
  footer: z
    .array(
      z.strictObject({
        title: label.meta(shown('Heading above the links', 'Company')),
        links: z
          .array(link)
          .min(1)
          .max(12)
          .meta(shown('Links in the column', [{ label: 'FAQ', to: '/faq/' }])),
      }),
    )
    .max(6)
    .optional()
    .meta(shown('Footer columns', [{ title: 'Company', links: [{ label: 'FAQ', to: '/faq/' }] }])),
})

export type Navigation = z.infer<typeof navigationSchema>
