// The links of header and footer: `navigation.yaml`. Without them, a site has those of the package.

import * as z from 'zod'

const label = z.string().trim().min(1).max(60)
const to = z
  .string()
  .trim()
  .min(1)
  .max(300)
  .check(context => {
    if (!/^http:/i.test(context.value)) return
    const message = `is "${context.value}", which is not encrypted.`
    const params = { hint: 'Write "https:" instead of "http:".' }
    context.issues.push({ code: 'custom', message, params, input: context.value })
  })
const link = z.strictObject({ label, to })

/** Shape of `content/navigation.yaml`. A label may contain `{tokens}`. */
export const navigationSchema = z.strictObject({
  header: z.array(link).max(6).optional(),
  footer: z
    .array(z.strictObject({ title: label, links: z.array(link).min(1).max(12) }))
    .max(6)
    .optional(),
})

export type Navigation = z.infer<typeof navigationSchema>
