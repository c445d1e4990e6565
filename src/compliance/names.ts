// What a brand is called and where it is reached is no claim, whatever words it is made of. Marks stand for it while texts are judged.

import { escapeHtml, jsonForScript } from '../html/index.ts'
import type { JudgedBrand } from './verdict.ts'

export interface BrandNames {
  /** A text with marks in place of names and addresses: the same for brands that differ in nothing else. */
  readonly neutral: (text: string) => string
  /** The same for HTML with escaped names. */
  readonly neutralHtml: (html: string) => string
  /** The text that `neutral` had. */
  readonly restored: (text: string) => string
}

/** @param line The line about the company, where it says nothing that a rule is about. */
export function namesOf({ values, view }: JudgedBrand, line = ''): BrandNames {
  const { name, legalName, address } = values
  const { email, phone, siteUrl } = view.brand
  const { host } = new URL(siteUrl)
  // One that is too short to be told from words stays; another script is never one of them.
  const isName = (item = ''): boolean => item.length >= 4 || /[^\x00-\u024f]/.test(item)
  const names = [
    { mark: '@email', shown: email.text },
    { mark: '@phone', shown: phone.text },
    { mark: '@call', shown: phone.href.replace('tel:', '') },
    { mark: '@site', shown: host },
    { mark: '@domain', shown: host.replace(/^www\./, '') },
    { mark: '@provider', shown: view.provider.host },
    { mark: '@address', shown: address ?? '' },
    { mark: '@line', shown: line },
    { mark: '@company', shown: isName(legalName) ? (legalName ?? '') : '' },
    { mark: '@brand', shown: isName(name) ? name : '' },
  ]
    .filter(({ shown }) => shown !== '')
    // One may hold another: "Aurora LLC" and "Aurora".
    .sort((a, b) => b.shown.length - a.shown.length)
  const spellings = names.flatMap(({ mark, shown }) =>
    [...new Set([shown, escapeHtml(shown), jsonForScript(shown).slice(1, -1)])].map(spelling => ({
      mark,
      shown: spelling,
    })),
  )
  const marked = (text: string, list: typeof names): string => {
    let made = text
    for (const { mark, shown } of list) if (made.includes(shown)) made = made.replaceAll(shown, mark)
    return made
  }
  return {
    neutral: text => marked(text, names),
    neutralHtml: html => marked(html, spellings),
    // All marks at once: an address that is put back may hold what looks like a mark, as "help@sitefunds.example" does.
    restored: text =>
      text.replace(/@(?:brand|[a-z]+)/g, mark => names.find(name => name.mark === mark)?.shown ?? mark),
  }
}
