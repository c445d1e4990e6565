// Names that a value may be one of, or is meant to be: states, and fonts that systems have.

import { type Diagnostic, diagnostic, suggest } from '../diagnostics/index.ts'
import { type LocatedMap, originInside, valueAt } from '../yaml/index.ts'

/** Hosts whose own files a build can write. */
export const hosts = ['netlify', 'cloudflare', 'workers', 'nginx', 'caddy', 's3'] as const
export type Host = (typeof hosts)[number]

/** Whether a text is a brand id or a slug: lower-case words and digits joined by single hyphens. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)
}

/** Whether a text is a day that exists, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text
}

/** The states of the USA, the federal district and the territories that have inhabitants. */
export const states = [
  ...['Alabama', 'Alaska', 'Arizona', 'Arkansas', 'California', 'Colorado', 'Connecticut', 'Delaware'],
  ...['District of Columbia', 'Florida', 'Georgia', 'Hawaii', 'Idaho', 'Illinois', 'Indiana', 'Iowa'],
  ...['Kansas', 'Kentucky', 'Louisiana', 'Maine', 'Maryland', 'Massachusetts', 'Michigan', 'Minnesota'],
  ...['Mississippi', 'Missouri', 'Montana', 'Nebraska', 'Nevada', 'New Hampshire', 'New Jersey'],
  ...['New Mexico', 'New York', 'North Carolina', 'North Dakota', 'Ohio', 'Oklahoma', 'Oregon'],
  ...['Pennsylvania', 'Rhode Island', 'South Carolina', 'South Dakota', 'Tennessee', 'Texas', 'Utah'],
  ...['Vermont', 'Virginia', 'Washington', 'West Virginia', 'Wisconsin', 'Wyoming', 'American Samoa'],
  ...['Guam', 'Northern Mariana Islands', 'Puerto Rico', 'U.S. Virgin Islands'],
] as const

/** Fonts that many systems have or many sites serve, and CSS's own names of families. */
const knownFonts = [
  ...['serif', 'sans-serif', 'monospace', 'cursive', 'fantasy', 'system-ui', 'ui-serif', 'ui-sans-serif'],
  ...['ui-monospace', 'ui-rounded', '-apple-system', 'BlinkMacSystemFont', 'Segoe UI', 'Roboto', 'Arial'],
  ...['Helvetica', 'Helvetica Neue', 'Noto Sans', 'Noto Serif', 'Liberation Sans', 'Liberation Serif'],
  ...['Ubuntu', 'Cantarell', 'Oxygen', 'DejaVu Sans', 'DejaVu Serif', 'Georgia', 'Cambria', 'Times'],
  ...['Times New Roman', 'Palatino', 'Palatino Linotype', 'Book Antiqua', 'Iowan Old Style', 'Garamond'],
  ...['Baskerville', 'Charter', 'Constantia', 'Rockwell', 'Verdana', 'Tahoma', 'Trebuchet MS', 'Geneva'],
  ...['Lucida Grande', 'Lucida Sans', 'Gill Sans', 'Calibri', 'Candara', 'Corbel', 'Optima', 'Avenir'],
  ...['Avenir Next', 'Futura', 'Franklin Gothic Medium', 'Didot', 'Courier', 'Courier New', 'Consolas'],
  ...['Menlo', 'Monaco', 'Inter', 'Open Sans', 'Lato', 'Montserrat', 'Poppins', 'Source Sans 3', 'Lora'],
  ...['Merriweather', 'Playfair Display', 'Nunito', 'Fraunces', 'Raleway', 'Work Sans', 'DM Sans'],
]

/**
 * Reports families of the font stacks whose names are nearly those of others: a browser passes over them without a word.
 * @param ownFamilies Families of the fonts that the brand serves itself.
 */
export function fontProblems(ownFamilies: readonly string[], located: LocatedMap): Diagnostic[] {
  const known = [...ownFamilies, ...knownFonts]
  const folded = new Set(known.map(name => name.toLowerCase()))
  return (['body', 'heading'] as const).flatMap(key => {
    const stack = valueAt(located, ['theme', 'font', key])
    if (stack?.kind !== 'scalar') return []
    const families = [...String(stack.value).matchAll(/"([^"]*)"|'([^']*)'|([^\s,"'][^,"']*)/g)].map(
      ([, double, single, bare]) => (double ?? single ?? bare ?? '').trim(),
    )
    return families.flatMap(family => {
      const near = folded.has(family.toLowerCase()) ? undefined : suggest(family, known)
      if (near === undefined) return []
      const message = `"theme.font.${key}" names the font "${family}", which few systems have.`
      return [
        diagnostic('brand/unknown-font', message, {
          at: originInside(stack, family),
          hint: `Did you mean "${near}"? A font of your own is served with "theme.font.web".`,
        }),
      ]
    })
  })
}
