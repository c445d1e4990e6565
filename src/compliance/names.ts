// What a brand is called and where it is reached is no claim, whatever words it is made of. Marks stand for it while texts are judged.

import { escapeHtml, escapeLikeRehype, jsonForScript } from '../html/index.ts'
import type { JudgedBrand } from './verdict.ts'

export interface BrandNames {
  /** A text with marks in place of names and addresses: the same for brands that differ in nothing else. */
  readonly neutral: (text: string) => string
  /** The same for HTML with escaped names. */
  readonly neutralHtml: (html: string) => string
  /** The text that `neutral` had. */
  readonly restored: (text: string) => string
}

interface Name {
  readonly mark: string
  readonly shown: string
}

/** @param isSilent Whether a text says nothing that a rule could be about. Then the line about the company is a name too. */
export function namesOf({ values, view }: JudgedBrand, isSilent: (text: string) => boolean): BrandNames {
  const { name, legalName, address } = values
  const { email, phone, siteUrl, companyLine } = view.brand
  const { host } = new URL(siteUrl)
  // One that is too short to be told from words stays; another script is never one of them.
  const isName = (item = ''): boolean => item.length >= 4 || /[^\x00-\u024f]/.test(item)
  const always = [
    { mark: '@email', shown: email.text },
    { mark: '@phone', shown: phone.text },
    { mark: '@call', shown: phone.href.replace('tel:', '') },
    { mark: '@site', shown: host },
    { mark: '@domain', shown: host.replace(/^www\./, '') },
    { mark: '@provider', shown: view.provider.host },
    { mark: '@address', shown: address ?? '' },
    { mark: '@company', shown: isName(legalName) ? (legalName ?? '') : '' },
    { mark: '@brand', shown: isName(name) ? name : '' },
  ].filter(({ shown }, index, all) => shown !== '' && all.findIndex(name => name.shown === shown) === index)
  const hasLine = companyLine !== '' && isSilent(marked(companyLine, always))
  const names = hasLine ? [...always, { mark: '@line', shown: companyLine }] : always
  const spellings = names.flatMap(({ mark, shown }) =>
    [...new Set(spellingsOf(shown))].map(spelling => ({ mark, shown: spelling })),
  )
  return {
    neutral: text => marked(text, names),
    neutralHtml: html =>
      marked(html, isMarkup(html, name) ? spellings.filter(({ mark }) => mark !== '@brand') : spellings),
    // All marks at once: an address that is put back may hold what looks like a mark, as "help@sitefunds.example" does.
    restored: text =>
      text.replace(/@(?:brand|[a-z]+)/g, mark => names.find(name => name.mark === mark)?.shown ?? mark),
  }
}

const spellingsOf = (name: string): readonly string[] => [
  name,
  escapeHtml(name),
  escapeLikeRehype.text(name),
  escapeLikeRehype.attribute(name),
  jsonForScript(name).slice(1, -1),
]

/** Whether a name is a word of HTML itself: a brand may be called "title". */
const isMarkup = (html: string, name: string): boolean =>
  /^[a-z]+$/.test(name) && new RegExp(`</?${name}[\\s>]| (?:[a-z]+-)*${name}[=-]`).test(html)

/** One name may hold another, as "Aurora LLC" and "Aurora": the longest counts. */
function marked(text: string, names: readonly Name[]): string {
  const places: { readonly start: number; readonly end: number; readonly mark: string }[] = []
  for (const { mark, shown } of names) {
    for (let start = text.indexOf(shown); start !== -1; ) {
      const end = start + shown.length
      places.push({ start, end, mark })
      start = text.indexOf(shown, end)
    }
  }
  if (places.length === 0) return text
  places.sort((a, b) => a.start - b.start || b.end - a.end)
  let made = ''
  let from = 0
  for (const { start, end, mark } of places) {
    if (start < from) continue
    made += text.slice(from, start) + mark
    from = end
  }
  return made + text.slice(from)
}
