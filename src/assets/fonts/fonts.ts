// Fonts that a brand serves itself, reduced to the characters that its pages use, so that a font costs a visitor no more than a
// picture. Until it has loaded, a system font of the same width and height replaces it, so that nothing shifts.

import type { FontFile } from '../../brand/index.ts'
import { type Cache, packageVersion } from '../../cache/index.ts'
import { collecting, type Diagnostic, diagnostic, type Outcome } from '../../diagnostics/index.ts'
import { attempt, type Files, type OutputFile } from '../../files/index.ts'
import { decodeReferences } from '../../html/index.ts'
import type { Site } from '../../site/index.ts'
import { hashedPath } from '../asset-files.ts'
import type { CardFont } from '../images/share-card.ts'
import { fallbackCss } from './fallback.ts'
import { type FontMetrics, fontMetrics, measuredCharacters } from './metrics.ts'

/** The data of a brand's fonts that pages need. */
export interface PreparedFonts {
  /** `@font-face` rules. */
  readonly css: string
  /** Root-relative URLs of fonts to load with the page. */
  readonly preload: readonly string[]
  readonly files: readonly OutputFile[]
  /** The font of the headings, for drawings. */
  readonly heading?: CardFont
}

/** Part of every cache key: raise it when the subsetting changes. */
const recipe = 'font-4'
/** A font that is larger than this after subsetting and compression costs more time than it is worth on a slow phone. */
const maxBytes = 40_000
// Always included, so that a font does not change with every sentence, and because some headings come from the provider.
const lettersAndDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 '
// Any text may contain these; they make up nearly all of a site's text.
const charactersOfTexts = `${String.fromCodePoint(...Array.from({ length: 0x7f - 0x20 }, (_, index) => 0x20 + index))}\u00a0–—‘’“”…•©€™→−`
/** Keys of text that no heading contains, such as prices and phone numbers: each character costs about 100 bytes. */
const neverHeadings: ReadonlySet<string> = new Set([
  ...['head', 'metaTitle', 'metaDescription', 'description', 'intro', 'copyright', 'hours'],
  ...['formId', 'phone', 'source', 'outputPath', 'companyLine', 'address'],
  ...['opensInNewTab', 'security', 'apr', 'region', 'call'],
  ...['line', 'fee', 'feePer100', 'note', 'cashAdvanceNote', 'creditUnionNote', 'overdraftNote'],
])
/** No heading, label or name is longer. */
const longestHeading = 200
/**
 * Addresses are link targets or set in the body font, so a heading font needs none of their marks, which are its largest
 * glyphs.
 */
const address = /^(?:[a-z][\w+.-]*:\S|[/#]|\S+@\S+$)/i

/** Subsets a site's fonts. A file that is not a font gets a diagnostic at the line that names it. */
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
  for (const font of site.fonts) {
    const whole = take((font.packaged ? defaults : files).readBytes(font.path))
    if (whole === undefined) continue
    const isOfText = font.family !== site.headingFont.family || font.family === site.bodyFont.family
    const keepFeatures = isOfText ? [...features, ...textFeatures] : features
    const bytes = await subset(
      whole,
      charactersOf(site, isOfText),
      { targetFormat: 'woff2', keepFeatures, dropTables },
      cache,
    )
    if (bytes === undefined || bytes.length > maxBytes) {
      diagnostics.push(unusable(font, bytes?.length))
      continue
    }
    const path = hashedPath(font.path, bytes)
    const url = `${site.view.brand.basePath}/${path}`
    outputs.push({ path, bytes })
    if (font.family === site.headingFont.family) heading ??= { name: font.family, data: whole }
    preload.push(url)
    rules.push(
      `@font-face{font-family:"${font.family}";src:url(${url});font-weight:${font.weight};font-display:swap}`,
      await fallbackRules(font, whole, isOfText ? site.bodyFont : site.headingFont, cache),
    )
  }
  return {
    value: { css: rules.join(''), preload, files: outputs, ...(heading && { heading }) },
    diagnostics,
  }
}

/** The fallbacks of a font; for a font with a range of weights, those for both ends of the range. */
async function fallbackRules(
  { family, weight }: FontFile,
  bytes: Uint8Array,
  { isSerif }: Site['bodyFont'],
  cache: Cache,
): Promise<string> {
  const weights = weight.split(' ')
  const rules = weights.map(async end => {
    const metrics = await measured(bytes, weights.length > 1 ? Number(end) : undefined, cache)
    return metrics === undefined ? '' : fallbackCss({ family, weight: end, isSerif }, metrics)
  })
  return (await Promise.all(rules)).join('')
}

/** Undefined for a font that cannot be measured, such as one without Latin letters. */
async function measured(
  bytes: Uint8Array,
  weight: number | undefined,
  cache: Cache,
): Promise<FontMetrics | undefined> {
  const axes = weight !== undefined && { variationAxes: { wght: weight } }
  const sfnt = await subset(bytes, measuredCharacters, { targetFormat: 'truetype', ...axes }, cache)
  return sfnt && attempt(() => fontMetrics(Buffer.from(sfnt)))
}

/**
 * Font features that browsers apply by default (https://learn.microsoft.com/typography/opentype/spec/featurelist). All others,
 * such as swashes, make up a tenth of a font for headings.
 */
const features = [
  ...['abvm', 'blwm', 'calt', 'ccmp', 'curs', 'dist'],
  ...['kern', 'locl', 'mark', 'mkmk', 'rclt', 'rlig'],
  ...['fina', 'init', 'isol', 'medi'],
]
/**
 * Number styles, which style sheets request for tables, and optional ligatures, which browsers do not apply to text with letter
 * spacing, as most headings have (https://www.w3.org/TR/css-text-3/#letter-spacing-property).
 */
const textFeatures = ['clig', 'liga', 'lnum', 'onum', 'pnum', 'tnum']
/** The table of style attributes, which no browser reads. */
const dropTables = ['STAT']

/** A font with only some characters; undefined if it cannot be read as a font. */
async function subset(
  font: Uint8Array,
  characters: string,
  options: SubsetOptions,
  cache: Cache,
): Promise<Uint8Array | undefined> {
  const key = [recipe, packageVersion('subset-font'), JSON.stringify(options), characters, font]
  try {
    return await cache.once('fonts', key, async () => {
      const { default: subsetFont } = await import('subset-font')
      return subsetFont(Buffer.from(font), characters, options)
    })
  } catch {
    return undefined
  }
}

/** The package's types lack the features. */
type SubsetOptions = Parameters<typeof import('subset-font')>[2] & {
  keepFeatures?: readonly string[]
  dropTables?: readonly string[]
}

/**
 * The characters that are set in a font, each once, in code point order. A body font needs those of all text, and a heading
 * font those of short strings and of the headings in long ones.
 */
function charactersOf(site: Site, isOfText: boolean): string {
  const characters = new Set(isOfText ? charactersOfTexts : lettersAndDigits)
  const addAll = (found: Iterable<RegExpMatchArray>) => {
    for (const [character] of found) characters.add(character)
  }
  const add = (html: string) => {
    if (isOfText) return addAll(html.matchAll(/[^\u0000-\u007f]/gu))
    const text = decodeReferences(html.replace(/<[^>]*>/g, ''))
    if (!address.test(text)) addAll(text.matchAll(/[^\u0000-\u001f]/gu))
  }
  // Most pages end with the same list of articles.
  const seen = new Set<object>()
  const collect = (data: unknown): void => {
    if (typeof data === 'string') {
      if (isOfText || data.length <= longestHeading) add(data)
      else for (const [heading] of data.matchAll(/<h[1-6].*?(?=<\/h)/gs)) add(heading)
    } else if (typeof data === 'object' && data !== null && !seen.has(data)) {
      seen.add(data)
      for (const [key, value] of Object.entries(data)) {
        if (isOfText || !neverHeadings.has(key)) collect(value)
      }
    }
  }
  collect([site.view.strings, site.view.brand, site.pages])
  return [...characters].sort().join('')
}

function unusable(font: FontFile, size: number | undefined): Diagnostic {
  const why =
    size === undefined
      ? 'is not a readable font'
      : `is ${Math.ceil(size / 1000)} kB after subsetting; the limit is ${maxBytes / 1000} kB`
  return diagnostic('brand/font-unusable', `The font ${font.path} ${why}.`, {
    at: font.origin,
    hint: 'Use a WOFF2 file with one style, such as one from an @fontsource package.',
  })
}
