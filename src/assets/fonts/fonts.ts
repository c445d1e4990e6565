// Fonts that a brand serves itself: cut down to the characters its pages use, so that one costs a visitor no more than
// a picture. `font-display: optional` means a font that comes late is used on the next page: nothing ever shifts.

import type { FontFile } from '../../brand/index.ts'
import { type Cache, packageVersion } from '../../cache/index.ts'
import { collecting, type Diagnostic, diagnostic, type Outcome } from '../../diagnostics/index.ts'
import type { Files, OutputFile } from '../../files/index.ts'
import type { Site } from '../../site/index.ts'
import { hashedPath } from '../asset-files.ts'
import type { CardFont } from '../images/brand-images.ts'

/** What pages need of a brand's fonts. */
export interface PreparedFonts {
  /** `@font-face` rules. */
  readonly css: string
  /** Root-relative URLs, to be fetched with the page. */
  readonly preload: readonly string[]
  readonly files: readonly OutputFile[]
  /** That of the headings, for what is drawn. */
  readonly heading?: CardFont
}

/** Goes into every cache key: raise it when the way of cutting changes. */
const recipe = 'font-1'
/** A font larger than this, cut and compressed, costs more time than it is worth on a slow phone. */
const maxBytes = 40_000
// Always there, so that a font does not change with every sentence: ASCII and typographic punctuation. Accented letters
// come with the first text that has one: all of them together would be a third of the font.
const commonCharacters = [
  ...Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)),
  ...'\u00a0–—‘’“”…•©€™→−',
].join('')

/** Cuts a site's fonts. A file that is no font has its diagnostic, at the line that names it. */
export async function prepareFonts(
  files: Files,
  defaults: Files,
  site: Site,
  cache: Cache,
): Promise<Outcome<PreparedFonts>> {
  const { diagnostics, take } = collecting()
  const outputs: OutputFile[] = []
  const rules: string[] = []
  const preload: string[] = []
  let heading: CardFont | undefined
  const characters = site.fonts.length === 0 ? '' : charactersOf(site)
  for (const font of site.fonts) {
    const whole = take((font.packaged ? defaults : files).readBytes(font.path))
    if (whole === undefined) continue
    const bytes = await cut(whole, characters, cache)
    if (bytes === undefined || bytes.length > maxBytes) {
      diagnostics.push(unusable(font, bytes?.length))
      continue
    }
    const path = hashedPath(font.path, bytes)
    const url = `${site.view.brand.basePath}/${path}`
    outputs.push({ path, bytes })
    if (font.family === site.headingFamily) heading ??= { name: font.family, data: whole }
    preload.push(url)
    rules.push(
      `@font-face{font-family:"${font.family}";src:url(${url});font-weight:${font.weight};font-display:optional}`,
    )
  }
  return {
    value: { css: rules.join(''), preload, files: outputs, ...(heading && { heading }) },
    diagnostics,
  }
}

async function cut(bytes: Uint8Array, characters: string, cache: Cache): Promise<Uint8Array | undefined> {
  try {
    return await cache.once('fonts', [recipe, packageVersion('subset-font'), bytes, characters], async () => {
      const { default: subsetFont } = await import('subset-font')
      return subsetFont(Buffer.from(bytes), characters, { targetFormat: 'woff2' })
    })
  } catch {
    return undefined
  }
}

/** Every character that a page can show, each once, in order of code points. */
function charactersOf(site: Site): string {
  const characters = new Set(commonCharacters)
  // A site's texts run to many megabytes, nearly all of them ASCII, which is in the set already.
  const unusual = /[^\u0000-\u007f]/gu
  const isUnusual = /[^\u0000-\u007f]/
  // Most pages end with the same list of articles.
  const seen = new Set<object>()
  const collect = (data: unknown): void => {
    if (typeof data === 'string') {
      if (isUnusual.test(data)) for (const [character] of data.matchAll(unusual)) characters.add(character)
    } else if (typeof data === 'object' && data !== null && !seen.has(data)) {
      seen.add(data)
      Object.values(data).forEach(collect)
    }
  }
  collect([site.view.strings, site.view.brand, site.pages])
  return [...characters].sort().join('')
}

function unusable(font: FontFile, size: number | undefined): Diagnostic {
  const why =
    size === undefined
      ? 'cannot be read as a font'
      : `has ${Math.ceil(size / 1000)} kB after cutting; ${maxBytes / 1000} kB are allowed`
  return diagnostic('brand/font-unusable', `The font ${font.path} ${why}.`, {
    at: font.origin,
    hint: 'Name a WOFF2 file of one style, such as those of the @fontsource packages.',
  })
}
