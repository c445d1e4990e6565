// Legibility of a theme. The pairs are those that the templates use for text; WCAG 2.2 success criterion 1.4.3
// asks 4.5:1 for text of normal size (https://www.w3.org/TR/WCAG22/#contrast-minimum).

import { modeLrgb, modeRgb, parseHex, type Rgb, useMode as registerMode, wcagContrast } from 'culori/fn'
import { type Diagnostic, diagnostic } from '../diagnostics/index.ts'
import { entryAt, type Located } from '../yaml/index.ts'
import type { BrandValues, ColorRole } from './schema.ts'

/** [text, what it stands on] */
export const textPairs: readonly (readonly [ColorRole, ColorRole])[] = [
  ['text', 'background'],
  ['text', 'surface'],
  ['muted', 'background'],
  ['muted', 'surface'],
  ['accent', 'background'],
  ['accent', 'surface'],
  ['onAccent', 'accent'],
  ['danger', 'background'],
  ['danger', 'surface'],
  ['onFooter', 'footer'],
]

export const minimumContrast = 4.5

// culori/fn knows no colour space until it is told of one.
registerMode(modeRgb)
registerMode(modeLrgb)

/** Contrast of two hex colours, 1 to 21. */
export function contrast(first: string, second: string): number {
  return wcagContrast(parseHex(first) as Rgb, parseHex(second) as Rgb)
}

/** One error for each pair of colours that is too hard to read, at the colour that the brand's files chose. */
export function checkContrast(
  color: BrandValues['theme']['color'],
  config: Located,
  isDefault: (located: Located) => boolean,
): Diagnostic[] {
  return textPairs.flatMap(([text, ground]) => {
    const ratio = contrast(color[text], color[ground])
    if (ratio >= minimumContrast) return []
    const chosen = [text, ground].map(role => entryAt(config, ['theme', 'color', role])?.value)
    const at = (chosen.find(value => value !== undefined && !isDefault(value)) ?? config).origin
    // Rounded down: 4.499 must not be printed as the 4.5 it fails to reach.
    const shown = (Math.floor(ratio * 100) / 100).toFixed(2)
    return [
      diagnostic(
        'brand/low-contrast',
        `"theme.color.${text}" ${color[text]} on "theme.color.${ground}" ${color[ground]} has a contrast of ${shown}:1; text needs ${minimumContrast}:1.`,
        {
          at,
          hint: hintOf(text, ground, contrast(color[text], '#000000') > contrast(color[ground], '#000000')),
        },
      ),
    ]
  })
}

function hintOf(text: ColorRole, ground: ColorRole, textIsLighter: boolean): string {
  const [lighter, darker] = textIsLighter ? [text, ground] : [ground, text]
  return `Make "${lighter}" lighter or "${darker}" darker.`
}
