// Sites that link to each other's pages: one site in several languages, which links in the footer and in the heads of pages with
// a counterpart; and a site that shares articles with another, whose addresses search engines should list.

import { languageName } from './format.ts'
import { hasOwnAddress } from './head.ts'
import type { Site } from './plan.ts'

/** Additional bytes in the page budget, for these links and because text is longer in some languages. */
const languageAllowance = 300

/** The data that other sites need to link to a site's pages. */
export interface OtherSite {
  readonly id: string
  readonly locale: string
  readonly siteUrl: string
  /** Whether all of its pages are kept out of search engines. */
  readonly noindex: boolean
  /** The routes of the pages that search engines may list, each with the source path of its text. */
  readonly sources: ReadonlyMap<string, string | undefined>
}

export function otherSite({ view, pages }: Site): OtherSite {
  const listed = pages.filter(hasOwnAddress)
  return {
    id: view.brand.id,
    locale: view.brand.locale,
    siteUrl: view.brand.siteUrl,
    noindex: view.noindex ?? false,
    sources: new Map(listed.map(({ route, source }) => [route, source])),
  }
}

/** Makes a site's articles name another site's articles with the same text as canonical. */
export function withCanonicals(site: Site, other: OtherSite): Site {
  const pages = site.pages.map(page => {
    const { kind, head, route, source } = page
    if (kind !== 'article' || source === undefined || other.sources.get(route) !== source) return page
    return { ...page, head: { ...head, canonical: `${other.siteUrl}${route}`, canonicalOf: other.id } }
  })
  return { ...site, pages }
}

/**
 * A site with links to its alternates. Pages with the same route are counterparts.
 * @param group The site itself and its alternates, starting with the default for visitors who speak other languages.
 */
export function withAlternates(site: Site, group: readonly OtherSite[]): Site {
  if (group.length < 2) return site
  const { locale } = site.view.brand
  const languages = group
    .filter(other => other.locale !== locale)
    .map(other => ({ locale: other.locale, name: languageName(other.locale), href: `${other.siteUrl}/` }))
  const pages = site.pages.map(page => {
    const having = hasOwnAddress(page) ? group.filter(({ sources }) => sources.has(page.route)) : []
    if (having.length < 2) return page
    const links = having.map(({ locale: language, siteUrl }) => ({
      language,
      href: `${siteUrl}${page.route}`,
    }))
    const usual = having[0] === group[0] ? [{ language: 'x-default', href: links[0]?.href ?? '' }] : []
    return {
      ...page,
      htmlBudget: page.htmlBudget + languageAllowance,
      head: { ...page.head, alternates: [...links, ...usual] },
    }
  })
  return { ...site, view: { ...site.view, languages }, pages }
}
