// Legibility of a theme, for the pairs of colours that the templates use for text. WCAG 2.2 success criterion 1.4.3 requires
// 4.5:1 for text of normal size (https://www.w3.org/TR/WCAG22/#contrast-minimum).

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
import type { ColorRole } from './schema/theme.ts'
import type { BrandValues } from './schema.ts'

/** [text, its background] */
export const textPairs: readonly (readonly [ColorRole, ColorRole])[] = [
  ['text', 'background'],
  ['text', 'surface'],
  ['muted', 'background'],
  ['muted', 'surface'],
  ['accentText', 'background'],
  ['accentText', 'surface'],
  ['onAccent', 'accent'],
  ['danger', 'background'],
  ['danger', 'surface'],
  ['onFooter', 'footer'],
]

export const minimumContrast = 4.5

// culori/fn knows no colour space until one is registered.
registerMode(modeRgb)
registerMode(modeLrgb)
registerMode(modeOklab)
const oklch = registerMode(modeOklch)

/** Every colour of one scheme. */
export type Colors = Readonly<Record<ColorRole, string>>

/** Contrast of two hex colours, 1 to 21. */
export function contrast(first: string, second: string): number {
  return wcagContrast(parseHex(first) as Rgb, parseHex(second) as Rgb)
}

/** The colours of the light scheme: links and marks have the accent colour unless the theme gives them their own. */
export function lightColors({ color }: BrandValues['theme']): Colors {
  return { ...color, accentText: color.accentText ?? color.accent }
}

/**
 * The colours of the dark scheme; any that the theme leaves out are the same as in the light one. Undefined if there is no dark
 * scheme.
 */
export function darkColors(theme: BrandValues['theme']): Colors | undefined {
  const { dark } = theme
  if (dark === undefined) return undefined
  const chosen = Object.fromEntries(Object.entries(dark).filter(([, value]) => value !== undefined))
  const light = lightColors(theme)
  return { ...light, ...chosen, accentText: dark.accentText ?? dark.accent ?? light.accentText }
}

/** One error for each pair of colours that is too hard to read, at the colour that the brand's files set. */
export function checkContrast(
  theme: BrandValues['theme'],
  config: Located,
  isDefault: (located: Located) => boolean,
): Diagnostic[] {
  const dark = darkColors(theme)
  return [
    ...checkScheme(lightColors(theme), ['color'], config, isDefault),
    ...(dark === undefined ? [] : checkScheme(dark, ['dark', 'color'], config, isDefault)),
  ]
}

/** The key that sets a colour. Several roles may share one. */
interface ColorKey {
  /** `theme.color.accent` */
  readonly key: string
  readonly value?: Located
}

/** @param scheme The places in `theme` that may set a colour, strongest first. */
function checkScheme(
  color: Colors,
  scheme: readonly ('color' | 'dark')[],
  config: Located,
  isDefault: (located: Located) => boolean,
): Diagnostic[] {
  const find = (role: ColorRole): ColorKey => {
    const names = role === 'accentText' ? [role, 'accent'] : [role]
    for (const map of scheme) {
      for (const name of names) {
        const value = entryAt(config, ['theme', map, name])?.value
        if (value !== undefined) return { key: `theme.${map}.${name}`, value }
      }
    }
    return { key: `theme.${scheme[0]}.${role}` }
  }
  const pairs = textPairs.map(roles => ({ roles, places: [find(roles[0]), find(roles[1])] as const }))
  const failing = pairs.filter(
    ({ roles: [text, ground] }) => contrast(color[text], color[ground]) < minimumContrast,
  )
  const failures = (key: string): number =>
    failing.filter(({ places }) => places.some(place => place.key === key)).length
  /** The colour nearest to the key's own that makes all its pairs legible. */
  const nearest = (key: string): string | undefined => {
    const itsPairs = pairs.filter(({ places }) => places.some(place => place.key === key))
    const others = itsPairs.map(({ roles, places }) => color[roles[places[0].key === key ? 1 : 0]])
    const [first] = itsPairs
    return first && nearestPassing(color[first.roles[first.places[0].key === key ? 0 : 1]], others)
  }
  /** A bright accent can be kept for buttons: links need not have the same colour. */
  const buttonsOnly = (key: string): string | undefined => {
    if (!key.endsWith('.accent') || find('accentText').key !== key) return undefined
    const text = nearestPassing(color.accent, [color.background, color.surface])
    const onAccent = nearestPassing(color.text, [color.accent])
    if (text === undefined || onAccent === undefined) return undefined
    const isReadable = contrast(color.onAccent, color.accent) >= minimumContrast
    const words = isReadable ? '' : `, and "${key.replace(/accent$/, 'onAccent')}" to "${onAccent}"`
    return `"${key}Text" to "${text}"${words}`
  }
  const hintFor = (key: string): string | undefined => {
    const near = nearest(key)
    const other = buttonsOnly(key)
    if (near === undefined) return other && `Set ${other} for links and text; buttons keep the accent.`
    const choice = `The nearest color that passes is "${near}" for "${key}".`
    return other === undefined ? choice : `${choice} To keep ${color.accent} for buttons, set ${other}.`
  }
  return failing.map(({ roles: [text, ground], places }) => {
    const ratio = contrast(color[text], color[ground])
    const chosen = places.find(({ value }) => value !== undefined && !isDefault(value))
    const at: Origin = (chosen?.value ?? config).origin
    // Rounded down: 4.499 must not be printed as 4.5, which it fails to reach.
    const shown = (Math.floor(ratio * 100) / 100).toFixed(2)
    const message = `"${places[0].key}" ${color[text]} on "${places[1].key}" ${color[ground]} has a contrast of ${shown}:1; text needs ${minimumContrast}:1.`
    // The key that is in more of the failing pairs. Changing it fixes all of them, so all of them name it.
    const keys = places.map(({ key }) => key).sort((a, b) => failures(b) - failures(a))
    const hint = keys.map(hintFor).find(found => found !== undefined) ?? 'Choose colors that differ more.'
    return diagnostic('brand/low-contrast', message, { at, hint })
  })
}

/**
 * The nearest colour of the same hue that reaches the minimum contrast with all of the others. Only its lightness changes, as
 * little as possible, in OKLCH, where equal steps look equal. Undefined if neither a lighter nor a darker colour passes.
 */
function nearestPassing(color: string, others: readonly string[]): string | undefined {
  const start = oklch(parseHex(color) as Rgb)
  const steps = 200
  for (let step = 0; step <= steps; step++) {
    for (const lightness of [start.l - step / steps, start.l + step / steps]) {
      if (lightness < 0 || lightness > 1) continue
      const candidate = formatHex(clampChroma({ ...start, l: lightness }, 'oklch'))
      if (candidate !== undefined && others.every(other => contrast(candidate, other) >= minimumContrast))
        return candidate
    }
  }
  return undefined
}
