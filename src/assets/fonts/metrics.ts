// The metrics that a font's fallback must share, so that nothing moves when the font has loaded.

/** As a fraction of the font's size. */
export interface FontMetrics {
  /** The average over a sample text, in which each character counts as often as it occurs. */
  readonly averageWidth: number
  readonly ascent: number
  readonly descent: number
}

/** A sample of what brands set in their fonts: mostly headings, with their capitals. */
const sample =
  'Online Loans One Simple Form Multiple Lender Options Why Choose Us How It Works Get started online Review & e-sign ' +
  'Need Cash? Frequently Asked Questions Contact Privacy Page not found Do Not Sell or Share My Personal Information ' +
  'What is a payday loan? How fast can the money arrive? What does it cost? What happens if a payment is missed? '

/** The characters that are used to measure a font. */
export const measuredCharacters = [...new Set(sample)].sort().join('')

/**
 * Measures a font with TrueType or OpenType tables (https://learn.microsoft.com/typography/opentype/spec/).
 * @param font Must contain the measured characters.
 */
export function fontMetrics(font: Buffer): FontMetrics {
  const count = font.readUInt16BE(4)
  const tables = new Map<string, number>()
  for (let entry = 12; entry < 12 + 16 * count; entry += 16)
    tables.set(font.toString('latin1', entry, entry + 4), font.readUInt32BE(entry + 8))
  const table = (tag: string): number => {
    const offset = tables.get(tag)
    if (offset === undefined) throw new Error(`The font has no table "${tag}".`)
    return offset
  }
  const em = font.readUInt16BE(table('head') + 18)
  const glyphOf = glyphFinder(font, table('cmap'))
  const lastAdvance = font.readUInt16BE(table('hhea') + 34) - 1
  const widths = [...sample].map(character => {
    const glyph = Math.min(glyphOf(character.charCodeAt(0)), lastAdvance)
    return font.readUInt16BE(table('hmtx') + 4 * glyph)
  })
  const os2 = tables.get('OS/2')
  // Browsers use the typographic metrics if the font sets this flag.
  const isTypographic = os2 !== undefined && (font.readUInt16BE(os2 + 62) & (1 << 7)) !== 0
  const lines = isTypographic ? os2 + 68 : table('hhea') + 4
  return {
    averageWidth: widths.reduce((sum, width) => sum + width, 0) / widths.length / em,
    ascent: font.readInt16BE(lines) / em,
    descent: -font.readInt16BE(lines + 2) / em,
  }
}

/** Reads the mapping of characters to glyphs that all fonts with Latin letters have: format 4. */
function glyphFinder(font: Buffer, cmap: number): (code: number) => number {
  const count = font.readUInt16BE(cmap + 2)
  const offsets = Array.from({ length: count }, (_, index) => cmap + font.readUInt32BE(cmap + 8 + 8 * index))
  const map = offsets.find(offset => font.readUInt16BE(offset) === 4)
  if (map === undefined) throw new Error('The font has no character map in format 4.')
  const size = font.readUInt16BE(map + 6)
  const [ends, starts] = [map + 14, map + 16 + size]
  return code => {
    for (let at = 0; at < size; at += 2) {
      if (code > font.readUInt16BE(ends + at)) continue
      const start = font.readUInt16BE(starts + at)
      if (code < start) return 0
      const delta = font.readUInt16BE(starts + size + at)
      const place = starts + 2 * size + at
      const range = font.readUInt16BE(place)
      const glyph = range === 0 ? code : font.readUInt16BE(place + range + 2 * (code - start))
      return (glyph + delta) & 0xffff
    }
    return 0
  }
}
