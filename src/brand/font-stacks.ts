// The font stacks of a theme, and the font families that browsers know.

import { type Diagnostic, diagnostic, suggest } from '../diagnostics/index.ts'
import { type LocatedMap, originInside, valueAt } from '../yaml/index.ts'

/** Fonts that many systems have or many sites serve, and CSS's generic families. */
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
 * Reports families in font stacks whose names are close to those of known fonts: a browser skips such a family silently.
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
          hint: `Did you mean "${near}"? To serve your own font, list it in "theme.font.web".`,
        }),
      ]
    })
  })
}
