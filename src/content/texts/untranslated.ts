// Finds text of a site that is still in another language, because it comes from a layer in that language.

import { type BrandConfig, brandsFolder, type FleetBrand } from '../../brand/index.ts'
import { type Diagnostic, diagnostic, type Origin, startOf } from '../../diagnostics/index.ts'
import { pathInPackage, rememberedWeakly } from '../../files/index.ts'
import { entryAt, type Located, type LocatedMap, leaves } from '../../yaml/index.ts'
import { articlesByTag } from '../articles/tags.ts'
import type { ContentSet } from '../load.ts'
import type { Markup } from '../markdown/markup.ts'
import { languageOfText } from './language.ts'

/**
 * One warning for each string or file that comes from a layer in another language. For a brand that is not an alternate,
 * nothing declares the language of its layers, so the text itself is examined.
 * @param original The brand that this one is the alternate of. `content/` and that brand's layers are in its language, unless
 * they set one themselves.
 */
export function untranslatedTexts(
  brand: BrandConfig,
  content: ContentSet,
  original: FleetBrand | undefined,
): Diagnostic[] {
  const { localeOf, own } = layerLocales(brand, original)
  const isForeign = (locale: string): boolean => languageOf(locale) !== languageOf(brand.values.locale)
  const looked =
    original === undefined ? foreignTexts(brand, content, file => !isForeign(localeOf(layerOf(file)))) : []
  if (!['content', ...brand.chain].map(localeOf).some(isForeign)) return looked
  const folder = `${brandsFolder}/${own}`
  const report = (message: string, at: Origin, hint: string): Diagnostic =>
    diagnostic('content/untranslated', message, { at, brand: brand.id, hint })
  const texts = textsOf(brand, content).flatMap(({ name, origin, path, isOwn, from }) => {
    const locale = localeOf(layerOf(origin.file))
    if (!isForeign(locale)) return []
    return report(
      `${name} is still in "${locale}"${from === undefined ? '' : `, and is scheduled for ${from}`}.`,
      origin,
      `Translate it in ${isOwn ? `${brandsFolder}/${brand.id}` : folder}/${path}.`,
    )
  })
  const tags = [...articlesByTag(content.articles)].flatMap(([tag, [first]]) =>
    first === undefined || content.strings.tags?.[tag] !== undefined
      ? []
      : report(
          `The tag "${tag}" has no name in the language of the site ("${brand.values.locale}").`,
          startOf(first.file),
          `Add "tags: {${tag}: …}" to ${folder}/content/strings.yaml.`,
        ),
  )
  return [...texts, ...tags, ...looked]
}

/** Only this much of an article is examined: a few paragraphs. */
const sample = 1500

/** One warning for each of these files whose language is not the brand's. */
function foreignTexts(
  brand: BrandConfig,
  content: ContentSet,
  concerns: (file: string) => boolean,
): Diagnostic[] {
  const { locale } = brand.values
  const { home, strings, faq, navigation } = content.located
  const files = new Map<string, { readonly at: Origin; text: string }>()
  for (const map of [home, strings, faq, navigation]) {
    for (const { value } of leaves(map)) {
      if (value.kind !== 'scalar' || typeof value.value !== 'string') continue
      const { file } = value.origin
      const found = files.get(file) ?? { at: value.origin, text: '' }
      found.text += ` ${value.value}`
      files.set(file, found)
    }
  }
  const bodies = [...content.articles, content.ccpa, ...content.pages, ...markdownSections(content)]
  for (const { file, body } of bodies) files.set(file, { at: startOf(file), text: sampleOf(body) })
  return [...files].flatMap(([file, { at, text }]) => {
    const language = languageOfText(text)
    if (language === undefined || language === languageOf(locale) || !concerns(file)) return []
    const path = pathInLayer(file)
    return diagnostic(
      'content/untranslated',
      `${file} is in "${language}", not in the language of the site ("${locale}").`,
      {
        at,
        brand: brand.id,
        hint: `Translate it in ${brandsFolder}/${brand.id}/${path}, or set "locale" to the language of the site. If the site is a translation of another brand’s, also write "alternateOf".`,
      },
    )
  })
}

/** The sections of the home page that are Markdown files. */
function markdownSections({ homeSections }: ContentSet): { readonly file: string; readonly body: Markup }[] {
  return homeSections.flatMap(section =>
    typeof section === 'string' || section.file === undefined
      ? []
      : { file: section.file, body: section.text },
  )
}

/** The beginning of a text, without its tags. Remembered for as long as the text is in use. */
const sampleOf = /* @__PURE__ */ rememberedWeakly((body: Markup): string => {
  let html = ''
  for (const part of body.parts) {
    if (html.length > sample) break
    if (typeof part === 'string') html += part.slice(0, sample)
  }
  return html.replace(/<[^>]*>/g, ' ')
})

/** The locale of each layer, and the weakest layer in the brand's language, where translations belong. */
function layerLocales(brand: BrandConfig, original: FleetBrand | undefined) {
  const { values, located, chain } = brand
  const named = entryAt(located, ['locale'])
  const stated = named === undefined ? [] : [named.value, ...named.shadowed]
  const byLayer = new Map(
    stated.flatMap(value =>
      value.kind === 'scalar' ? [[layerOf(value.origin.file), String(value.value)]] : [],
    ),
  )
  // That locale is a default, not one set by a layer.
  byLayer.delete('content')
  const localeOf = (layer: string): string => {
    const inherited = layer === 'content' || original?.chain.includes(layer) ? original?.locale : undefined
    return byLayer.get(layer) ?? inherited ?? values.locale
  }
  const own = chain.find(layer => languageOf(localeOf(layer)) === languageOf(values.locale)) ?? brand.id
  return { localeOf, own }
}

/** `brands/_es/content/faq.yaml` → `_es`; `content` for the files that all brands share */
function layerOf(file: string): string {
  const [folder, layer = ''] = file.split('/')
  return folder === brandsFolder ? layer : 'content'
}

/** `brands/_es/content/faq.yaml` → `content/faq.yaml` */
function pathInLayer(file: string): string {
  return pathInPackage(file) ?? file.replace(/^brands\/[^/]+\//, '')
}

function languageOf(locale: string): string {
  return new Intl.Locale(locale).language
}

interface Text {
  readonly name: string
  readonly origin: Origin
  /** The path at which a layer would override it. */
  readonly path: string
  /** Whether each brand has its own: that of a base would be every brand's. */
  readonly isOwn?: boolean
  /** The date on which it appears, if that is in the future. */
  readonly from?: string
}

function textsOf({ located, values }: BrandConfig, content: ContentSet): Text[] {
  const { home, strings, faq, navigation } = content.located
  const company = entryAt(located, ['companyLine'])?.value
  const whole = (what: string, file: string): Text => ({
    name: `${what} "${file}"`,
    origin: startOf(file),
    path: pathInLayer(file),
  })
  return [
    ...(company === undefined || !isText(company, values.name)
      ? []
      : [{ name: '"companyLine"', origin: company.origin, path: 'brand.yaml', isOwn: true }]),
    ...textsIn(home, 'home'),
    ...textsIn(strings, 'strings'),
    ...textsIn(faq, 'faq'),
    ...textsIn(navigation, 'navigation'),
    ...content.articles.map(({ file }) => whole('The article', file)),
    // Reported before the date on which visitors would read it in another language.
    ...[...content.leftOut.values()].flatMap(article =>
      article.reason === 'scheduled' ? [{ ...whole('The article', article.file), from: article.day }] : [],
    ),
    ...[content.ccpa, ...content.pages].map(({ file }) => whole('The page', file)),
    ...markdownSections(content).map(({ file }) => whole('The section of the home page', file)),
  ]
}

/** Keys whose values are not shown as text. */
const names = new Set(['icon', 'id', 'order', 'sections', 'messageLanguage', 'motif'])

function textsIn(map: LocatedMap, file: string): Text[] {
  return [...leaves(map)].flatMap(({ path, value }) =>
    // A missing file is an empty map.
    path.length === 0 || path.some(key => names.has(key)) || !isText(value)
      ? []
      : [{ name: `"${file}.${path.join('.')}"`, origin: value.origin, path: `content/${file}.yaml` }],
  )
}

/** Whether it contains a word apart from tokens and a name. Each layer has its own lists. */
function isText(value: Located, name = ''): boolean {
  if (value.kind !== 'scalar') return true
  return (
    typeof value.value === 'string' && /\p{L}/u.test(value.value.replace(/\{\w+\}/g, '').replace(name, ''))
  )
}
