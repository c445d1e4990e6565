// The metrics of a font, and the fallback that replaces it until it has loaded.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { describe, expect, it } from 'vitest'
import { fallbackCss } from '../../../src/assets/fonts/fallback.ts'
import { fontMetrics, measuredCharacters } from '../../../src/assets/fonts/metrics.ts'
import { builtFolder, readBuilt } from '../../support/brands.ts'
import { repositoryRoot } from '../../support/project.ts'

const sfnt = (file: string, characters: string) =>
  subsetFont(readFileSync(join(repositoryRoot, 'node_modules/@fontsource', file)), characters, {
    targetFormat: 'truetype',
  })
/** From the font's table of maximum values. */
function glyphCount(font: Buffer): number {
  const entry = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + 16 * index).find(
    at => font.toString('latin1', at, at + 4) === 'maxp',
  )
  return font.readUInt16BE(font.readUInt32BE(entry! + 8) + 4)
}

const outfit = 'outfit/files/outfit-latin-700-normal.woff2'

describe('the metrics of a font', () => {
  it('are those that its tables have', async () => {
    const metrics = fontMetrics(await sfnt(outfit, measuredCharacters))
    expect(metrics).toEqual({ averageWidth: expect.closeTo(0.4763, 3), ascent: 1, descent: 0.26 })
  })

  it('are the same with any other characters', async () => {
    const few = fontMetrics(await sfnt(outfit, measuredCharacters))
    const many = fontMetrics(await sfnt(outfit, `${measuredCharacters}ABCXYZ0123456789éñ§—…`))
    expect(many).toEqual(few)
  })
})

describe('a fallback', () => {
  const metrics = { averageWidth: 0.5009, ascent: 1, descent: 0.25 }

  it('is as wide and as high as the font: its size and lines undo each other', () => {
    expect(fallbackCss({ family: 'A', weight: '700', isSerif: false }, metrics)).toBe(
      '@font-face{font-family:"A fallback";src:local("Arial Bold"),local("Liberation Sans Bold");font-weight:700;size-adjust:98.7%;ascent-override:101.3%;descent-override:25.3%}' +
        '@font-face{font-family:"A fallback 2";src:local("Roboto Bold"),local("Roboto");font-weight:700;size-adjust:105.5%;ascent-override:94.8%;descent-override:23.7%}',
    )
    const serif = fallbackCss({ family: 'A', weight: '400', isSerif: true }, metrics)
    expect(serif).toContain(
      'local("Times New Roman"),local("Liberation Serif");font-weight:400;size-adjust:115.7%',
    )
  })

  it('follows its font in the stack of each brand', () => {
    for (const [id, family] of [
      ['aurora', 'Outfit'],
      ['harbor', 'Fraunces'],
      ['meadow', 'Nunito'],
    ] as const) {
      const page = readBuilt(id, 'index.html')
      expect(page).toMatch(
        new RegExp(`--font-heading:${family},"${family} fallback","${family} fallback 2",`),
      )
      expect(page.match(/font-display:swap/g)).toHaveLength(1)
    }
  })
})

describe('a font of headings', () => {
  it('has the letters and digits of the provider’s headings, and no character that no heading has', async () => {
    // With the features that no heading uses and the marks of addresses, markup, prices and phone numbers, they had 8,140,
    // 10,788 and 8,332 bytes.
    for (const [id, budget] of [
      ['aurora', 5_700],
      ['harbor', 8_450],
      ['meadow', 5_950],
    ] as const) {
      const path = /assets\/[\w-]+\.woff2/.exec(readBuilt(id, 'index.html'))![0]
      const bytes = readFileSync(join(builtFolder(), id, path))
      expect(bytes.length, id).toBeLessThan(budget)
      const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
      const lettersAlone = await subsetFont(bytes, letters, { targetFormat: 'truetype' })
      // Each character has its own glyph, and a font has one more for missing characters.
      expect(glyphCount(lettersAlone), id).toBeGreaterThanOrEqual(letters.length + 1)
      const neverInHeadings = await subsetFont(bytes, '@#<=>"|_©$%+/;()', { targetFormat: 'truetype' })
      expect(glyphCount(neverInHeadings), id).toBe(1)
    }
  })
})
