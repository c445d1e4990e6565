import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minimumContrast, textPairs } from '../../src/brand/contrast.ts'
import { type BrandValues, brandDefaults, contrast, lightColors } from '../../src/brand/index.ts'

/** WCAG 2.2, "relative luminance" and "contrast ratio", verbatim. */
function byTheBook(first: string, second: string): number {
  const luminance = (color: string) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5]
      .map(start => Number.parseInt(color.slice(start, start + 2), 16) / 255)
      .map(value => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const [light = 0, dark = 0] = [luminance(first), luminance(second)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const hex = fc.integer({ min: 0, max: 0xffffff }).map(number => `#${number.toString(16).padStart(6, '0')}`)

describe('contrast', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#767676', '#ffffff', 4.54],
    ['#777777', '#ffffff', 4.48],
    ['#ff0000', '#ffffff', 4.0],
    ['#fff', '#000', 21],
  ])('%s on %s is %d', (text, ground, ratio) => {
    expect(contrast(text, ground)).toBeCloseTo(ratio, 2)
  })

  it('is as defined by WCAG, in either order of the colours', () => {
    fc.assert(
      fc.property(hex, hex, (first, second) => {
        expect(contrast(first, second)).toBeCloseTo(byTheBook(first, second), 2)
        expect(contrast(first, second)).toBe(contrast(second, first))
      }),
    )
  })
})

describe('the default theme', () => {
  it.each(textPairs)('can be read: %s on %s', (text, ground) => {
    const color = lightColors(brandDefaults.theme as BrandValues['theme'])
    expect(contrast(color[text], color[ground])).toBeGreaterThanOrEqual(minimumContrast)
  })
})
