// The texts of the home page: `content/home.yaml`.

import * as z from 'zod'

const text = z.string().trim().min(1).max(2000)
/** Icons the templates can draw. */
export const iconNames = [
  'wallet',
  'lock',
  'bolt',
  'form',
  'handshake',
  'pen',
  'bank',
  'clock',
  'shield',
] as const
const icon = z.enum(iconNames)

/** Shape of `content/home.yaml`. Every text may contain `{tokens}`. */
export const homeSchema = z.strictObject({
  meta: z.strictObject({ title: text, description: text }),
  hero: z.strictObject({
    headings: z.array(text).min(1).max(6).describe('The first is the main heading of the page'),
    text,
    button: text,
    note: text,
  }),
  advantages: z.array(z.strictObject({ icon, title: text, description: text })).min(1),
  steps: z.array(z.strictObject({ title: text, description: text, icon })).min(1),
})

export type Home = z.infer<typeof homeSchema>
