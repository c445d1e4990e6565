// Finds one brand's data on another brand's pages: its name, domain, addresses and form. The sources of a site are searched,
// each once for all brands; only if something is found are the pages searched as well, to see whether it is published.

import type { FleetBrand } from '../brand/index.ts'
import { type Diagnostic, diagnostic, grouped, type Origin } from '../diagnostics/index.ts'
import { originAt, rememberedWeakly, type SourceFile } from '../files/index.ts'
import { escapeHtml } from '../html/index.ts'
import { phoneView } from '../site/index.ts'

/** A string that belongs to one brand. */
interface OwnText {
  readonly text: string
  readonly what: 'name' | 'domain' | 'email address' | 'phone number' | 'form id'
  readonly brand: string
}

/** A mention of another brand in a source of a site. */
export interface Mention extends OwnText {
  readonly at: Origin
}

/**
 * Returns a function that finds mentions of other brands in the sources of a brand's site; created once for each fleet. Its
 * parameter `related` has the ids of brands that may be mentioned: the same site in other languages.
 */
export const mentionSearch = rememberedWeakly((fleet: readonly FleetBrand[]) => {
  const byFirstWord = grouped(fleet.flatMap(ownTexts).map(own => [firstWord(own.text), own] as const))
  const mentionsIn = rememberedWeakly((source: SourceFile) => search(source, byFirstWord))
  return (
    brand: FleetBrand,
    related: readonly string[],
    sources: readonly SourceFile[],
  ): readonly Mention[] => {
    if (fleet.length < 2) return []
    const texts = ownTexts(brand).map(({ text }) => text)
    const isForeign = (mention: Mention): boolean =>
      mention.brand !== brand.id &&
      !related.includes(mention.brand) &&
      !texts.some(text => text.includes(mention.text)) &&
      // If the sources also contain the name in lower case, it is an ordinary word.
      !(mention.what === 'name' && sources.some(({ text }) => hasWords(text, mention.text.toLowerCase())))
    const foreign = sources.flatMap(mentionsIn).filter(isForeign)
    // Brands may share a value: each place is reported once, with the first of them.
    const places = grouped(
      foreign.map(mention => {
        const { file, line, column } = mention.at
        return [`${file}:${line}:${column} ${mention.text}`, mention] as const
      }),
    )
    return [...places.values()].flatMap(([first]) => first ?? [])
  }
})

function ownTexts({ id, name, siteUrl, email, phone, phones = [], formId }: FleetBrand): OwnText[] {
  // A brand with an invalid config is not published, and must not block the others.
  const isPlausible =
    siteUrl?.startsWith('https://') &&
    email?.includes('@') &&
    /^\+\d{8,15}$/.test(phone ?? '') &&
    name &&
    formId
  if (!isPlausible) return []
  const texts: [OwnText['what'], string | undefined][] = [
    ['name', name !== undefined && name.length > 2 && name !== name.toLowerCase() ? name : undefined],
    ['domain', siteUrl?.replace(/^https:\/\/(?:www\.)?/, '')],
    ['email address', email],
    ...[phone ?? '', ...phones].flatMap((number): [OwnText['what'], string][] => [
      ['phone number', number],
      ['phone number', phoneView(number).text],
    ]),
    // A form id that is an ordinary word proves nothing.
    ['form id', formId !== undefined && /[\d_-]/.test(formId) && formId.length > 4 ? formId : undefined],
  ]
  return texts.flatMap(([what, text]) => (text ? { what, text, brand: id } : []))
}

/**
 * Whether a text may contain a value or the name of one of these brands: its words, with whatever templates may write between
 * them.
 */
export function mayMention(brands: readonly FleetBrand[]): (text: string) => boolean {
  const wanted = brands.flatMap(
    ({ id, name, siteUrl, formId, phone = '', phones = [], email, environments = {} }) => {
      const numbers = [phone, ...phones].flatMap(number => [number, phoneView(number).text])
      return [id, name, siteUrl, formId, ...numbers, email, ...Object.values(environments)].flatMap(value => {
        const words = value?.match(word)
        if (!words) return []
        const pattern = words.map(part => `(?<![\\p{L}\\p{N}])${part}(?![\\p{L}\\p{N}])`).join('[^]{0,40}?')
        // Usually the rarest.
        const longest = words.reduce((a, b) => (b.length > a.length ? b : a))
        return { longest, pattern: new RegExp(pattern, 'u') }
      })
    },
  )
  return text => wanted.some(({ longest, pattern }) => text.includes(longest) && pattern.test(text))
}

const word = /[\p{L}\p{N}]+/gu

function firstWord(text: string): string {
  return text.match(word)?.[0] ?? ''
}

function search(
  source: SourceFile,
  byFirstWord: ReadonlyMap<string, readonly OwnText[]>,
): readonly Mention[] {
  const { text } = source
  const found = [...text.matchAll(word)].flatMap(({ 0: first, index }) =>
    (byFirstWord.get(first) ?? []).flatMap(own => {
      const start = index - own.text.indexOf(first)
      return standsAt(text, own.text, start) ? { own, start, end: start + own.text.length } : []
    }),
  )
  return found
    .filter(part => !found.some(whole => isPartOf(part, whole)))
    .map(({ own, start }) => ({ ...own, at: originAt(source, start) }))
}

interface Place {
  readonly own: OwnText
  readonly start: number
  readonly end: number
}

/** The domain in an email address is not a second mention. */
function isPartOf(part: Place, whole: Place): boolean {
  const isWithin = part.start >= whole.start && part.end <= whole.end
  return isWithin && part.own.brand === whole.own.brand && part.own.text.length < whole.own.text.length
}

/** Whether text contains a part as whole words. */
function hasWords(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1))
    if (standsAt(text, part, at)) return true
  return false
}

function standsAt(text: string, part: string, start: number): boolean {
  if (start < 0 || !text.startsWith(part, start)) return false
  const isInside = (character: string | undefined) =>
    character !== undefined && /[\p{L}\p{N}_-]/u.test(character)
  return !isInside(text[start - 1]) && !isInside(text[start + part.length])
}

/** The mentions that are on a page. */
export function leaksOn(html: string, mentions: readonly Mention[], brand: string): Diagnostic[] {
  return mentions.flatMap(({ text, what, brand: owner, at }) => {
    if (!hasWords(html, text) && !hasWords(html, escapeHtml(text))) return []
    const message = `"${text}" is the ${what} of the brand "${owner}", but it appears on the site of "${brand}".`
    return [
      diagnostic('fleet/leak', message, {
        at,
        brand,
        hint: /(?:^|\/)public\//.test(at.file)
          ? `Put the brand’s own file at brands/${brand}/${at.file.replace(/^brands\/[^/]+\//, '')}.`
          : 'Use a token instead, such as {name}, {phone} or {email}: each brand then shows its own value.',
      }),
    ]
  })
}
