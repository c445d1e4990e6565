// Legibility of a theme. The pairs are those that the templates use for text; WCAG 2.2 success criterion 1.4.3
// asks 4.5:1 for text of normal size (https://www.w3.org/TR/WCAG22/#contrast-minimum).

import {
  clampChroma,
  formatHex,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  parseHex,
  type Rgb,
  useMode as registerMode,
  wcagContrast,
} from 'culori/fn'
import { type Diagnostic, diagnostic, type Origin } from '../diagnostics/index.ts'
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
registerMode(modeOklab)
const oklch = registerMode(modeOklch)

export type Colors = BrandValues['theme']['color']

/** Contrast of two hex colours, 1 to 21. */
export function contrast(first: string, second: string): number {
  return wcagContrast(parseHex(first) as Rgb, parseHex(second) as Rgb)
}

/** The colours of the dark scheme: what a theme does not say stays as in the light one. Undefined without one. */
export function darkColors({ color, dark }: BrandValues['theme']): Colors | undefined {
  if (dark === undefined) return undefined
  const chosen = Object.entries(dark).filter(([, value]) => value !== undefined)
  return { ...color, ...Object.fromEntries(chosen) }
}

/** One error for each pair of colours that is too hard to read, at the colour that the brand's files chose. */
export function checkContrast(
  theme: BrandValues['theme'],
  config: Located,
  isDefault: (located: Located) => boolean,
): Diagnostic[] {
  const dark = darkColors(theme)
  return [
    ...checkScheme(theme.color, ['color'], config, isDefault),
    ...(dark === undefined ? [] : checkScheme(dark, ['dark', 'color'], config, isDefault)),
  ]
}

/** @param scheme Where in `theme` a colour may stand, the strongest first. */
function checkScheme(
  color: Colors,
  scheme: readonly ('color' | 'dark')[],
  config: Located,
  isDefault: (located: Located) => boolean,
): Diagnostic[] {
  const find = (role: ColorRole): { readonly key: string; readonly value?: Located } => {
    for (const map of scheme) {
      const value = entryAt(config, ['theme', map, role])?.value
      if (value !== undefined) return { key: `theme.${map}.${role}`, value }
    }
    return { key: `theme.${scheme[0]}.${role}` }
  }
  return textPairs.flatMap(([text, ground]) => {
    const ratio = contrast(color[text], color[ground])
    if (ratio >= minimumContrast) return []
    const places = [find(text), find(ground)] as const
    const chosen = places.find(({ value }) => value !== undefined && !isDefault(value))
    const at: Origin = (chosen?.value ?? config).origin
    // Rounded down: 4.499 must not be printed as the 4.5 it fails to reach.
    const shown = (Math.floor(ratio * 100) / 100).toFixed(2)
    const message = `"${places[0].key}" ${color[text]} on "${places[1].key}" ${color[ground]} has a contrast of ${shown}:1; text needs ${minimumContrast}:1.`
    return [
      diagnostic('brand/low-contrast', message, {
        at,
        hint: hintOf(places[0].key, color[text], places[1].key, color[ground]),
      }),
    ]
  })
}

function hintOf(textKey: string, text: string, groundKey: string, ground: string): string {
  const near = nearestPassing(text, ground)
  if (near !== undefined) return `The nearest colour that passes is "${near}" for "${textKey}".`
  const other = nearestPassing(ground, text)
  return other === undefined
    ? 'Choose colours further apart.'
    : `The nearest colour that passes is "${other}" for "${groundKey}".`
}

/**
 * The colour nearest to one, of the same hue, that reaches the minimum on another: its lightness (in OKLCH, where equal
 * steps look equal) is moved as little as is needed. Undefined where neither lighter nor darker gets there.
 */
export function nearestPassing(color: string, ground: string): string | undefined {
  const start = oklch(parseHex(color) as Rgb)
  const steps = 200
  for (let step = 0; step <= steps; step++) {
    for (const lightness of [start.l - step / steps, start.l + step / steps]) {
      if (lightness < 0 || lightness > 1) continue
      const candidate = formatHex(clampChroma({ ...start, l: lightness }, 'oklch'))
      if (candidate !== undefined && contrast(candidate, ground) >= minimumContrast) return candidate
    }
  }
  return undefined
}
