// The fallback until a font has loaded: a font from the visitor's system, scaled to the same width and height
// (https://www.w3.org/TR/css-fonts-5/#font-metrics-override).

import { fallbackFamilies } from '../../site/index.ts'
import type { FontMetrics } from './metrics.ts'

interface SystemFont {
  /** Full font names, which `local()` looks up. */
  readonly names: readonly string[]
  readonly averageWidth: number
}

type Weights = Readonly<Record<'regular' | 'bold', SystemFont>>

/**
 * Fonts of operating systems: Arial and Times New Roman on Apple's systems, Windows and Linux, Roboto and Noto Serif on Android.
 * The widths were measured with `fontMetrics`; the Liberation fonts are as wide as those that they imitate.
 */
const systemFonts: Readonly<Record<'sans' | 'serif', readonly [Weights, Weights]>> = {
  sans: [
    {
      regular: { names: ['Arial', 'Liberation Sans'], averageWidth: 0.4692 },
      bold: { names: ['Arial Bold', 'Liberation Sans Bold'], averageWidth: 0.5009 },
    },
    {
      regular: { names: ['Roboto'], averageWidth: 0.4626 },
      bold: { names: ['Roboto Bold', 'Roboto'], averageWidth: 0.4687 },
    },
  ],
  serif: [
    {
      regular: { names: ['Times New Roman', 'Liberation Serif'], averageWidth: 0.4273 },
      bold: { names: ['Times New Roman Bold', 'Liberation Serif Bold'], averageWidth: 0.4535 },
    },
    {
      regular: { names: ['Noto Serif'], averageWidth: 0.4975 },
      bold: { names: ['Noto Serif Bold', 'Noto Serif'], averageWidth: 0.5269 },
    },
  ],
}

/**
 * Actual text differs from the average, so the fallback is a little narrower and does not wrap a line that fits in the font
 * itself.
 */
const slack = 0.987

/** `@font-face` rules for the system fonts that stand in for a font. */
export function fallbackCss(
  font: { readonly family: string; readonly weight: string; readonly isSerif: boolean },
  metrics: FontMetrics,
): string {
  const kind = Number(font.weight) >= 600 ? 'bold' : 'regular'
  const [first, second] = fallbackFamilies(font.family)
  const [common, android] = systemFonts[font.isSerif ? 'serif' : 'sans']
  const face = (family: string, { names, averageWidth }: SystemFont): string => {
    const size = (slack * metrics.averageWidth) / averageWidth
    const sources = names.map(name => `local("${name}")`).join()
    const lines = [
      `size-adjust:${percent(size)}`,
      `ascent-override:${percent(metrics.ascent / size)}`,
      `descent-override:${percent(metrics.descent / size)}`,
    ]
    return `@font-face{font-family:"${family}";src:${sources};font-weight:${font.weight};${lines.join(';')}}`
  }
  return face(first, common[kind]) + face(second, android[kind])
}

function percent(part: number): string {
  return `${Number((100 * part).toFixed(1))}%`
}
