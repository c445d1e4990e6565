// The content of the home page: `content/home.yaml`.

import * as z from 'zod'
import { issueOf, shown } from '../../yaml/index.ts'

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

/** Sections of the templates, in their default order. */
export const defaultSections = ['hero', 'advantages', 'steps', 'form', 'faq', 'articles'] as const
export type SectionName = (typeof defaultSections)[number]

const section = z.union(
  [
    z.enum(defaultSections),
    z.strictObject({
      markdown: z
        .string()
        .regex(/^(?!.*\.\.)[\w-][\w./-]*\.md$/, 'Name an .md file in the content folder, such as welcome.md.')
        .meta(shown('.md file in the content folder', 'welcome.md')),
    }),
    z
      .object({
        block: z
          .string()
          .meta(shown('Name of a block; its attributes are keys next to this one', 'cost-calculator')),
      })
      .catchall(z.union([z.string(), z.number(), z.boolean()])),
  ],
  {
    error: `A section is one of ${defaultSections.join(', ')}, or {markdown: welcome.md}, or {block: name} with its attributes.`,
  },
)

const sections = z.array(section).check(({ value, issues }) => {
  const names = value.filter(item => typeof item === 'string')
  const missing = (['hero', 'form'] as const).filter(name => !names.includes(name))
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  const message =
    missing.length > 0
      ? `must have ${missing.map(name => `"${name}"`).join(' and ')}.`
      : twice !== undefined
        ? `has "${twice}" twice.`
        : undefined
  const hint = `The default is [${defaultSections.join(', ')}]; "hero" and "form" cannot be left out.`
  if (message !== undefined) issues.push(issueOf({ message, hint }))
})

/** Patterns that the templates draw, and "none". */
export const motifNames = ['arcs', 'leaves', 'waves', 'none'] as const
export type MotifName = (typeof motifNames)[number]

const motifShown = shown(
  'Decoration at the top of the FAQ page, of articles without an image and, with the banner layout, of the home page: a pattern, a picture in the brand’s assets/ folder, or none',
  'waves',
  'boats.svg',
)
const motifHint = `Patterns: ${motifNames.join(', ')}. For a picture in the brand’s assets/ folder, write its file name, such as boats.svg.`
const motif = z.union(
  [
    z.enum(motifNames).meta(motifShown),
    z
      .string()
      .regex(/^(?!.*\.\.)[\w-][\w./-]*\.(?:svg|png|jpe?g|webp|avif)$/i, motifHint)
      .meta(motifShown),
  ],
  { error: motifHint },
)

/** Shape of `content/home.yaml`. Every text may contain `{tokens}`. */
export const homeSchema = z.strictObject({
  meta: z
    .strictObject({ title: text, description: text })
    .describe('Title and description of the home page for search engines and shared links'),
  hero: z
    .strictObject({
      headings: z.array(text).min(1).max(6).describe('Headings; the first one is the page’s main heading'),
      text,
      button: text,
      note: text,
      motif: motif.optional().meta(motifShown),
    })
    .describe('First screen'),
  advantages: z
    .array(z.strictObject({ icon, title: text, description: text }))
    .min(1)
    .describe('Advantages, as cards with icons'),
  steps: z
    .array(z.strictObject({ title: text, description: text, icon }))
    .min(1)
    .describe('How it works, step by step'),
  sections: sections
    .optional()
    .meta(
      shown('Order of the sections; "hero" and "form" cannot be left out', [
        'hero',
        'advantages',
        'form',
        { markdown: 'welcome.md' },
        { block: 'cost-calculator' },
      ]),
    ),
})

export type Home = z.infer<typeof homeSchema>
