// One site in several languages: each names the others, in the heads of the pages that they have in common and in the footer.

import { languageName } from './format.ts'
import type { Site } from './plan.ts'

/** Bytes by which a page may be heavier: for the links, and because a text is longer in some languages than in others. */
const languageAllowance = 300

/** A site as its alternates need to know it. */
export interface AlternateSite {
  readonly locale: string
  readonly siteUrl: string
  /** Of the pages that search engines may list. */
  readonly routes: ReadonlySet<string>
}

export function alternateSite({ view, pages }: Site): AlternateSite {
  const listed = pages.filter(({ head }) => head.canonical !== undefined)
  return {
    locale: view.brand.locale,
    siteUrl: view.brand.siteUrl,
    routes: new Set(listed.map(({ route }) => route)),
  }
}

/**
 * A site with the links to its alternates. Pages belong together by their routes.
 * @param group The site itself and its alternates, first the one for visitors whose language none of them has.
 */
export function withAlternates(site: Site, group: readonly AlternateSite[]): Site {
  if (group.length < 2) return site
  const { locale } = site.view.brand
  const languages = group
    .filter(other => other.locale !== locale)
    .map(other => ({ locale: other.locale, name: languageName(other.locale), href: `${other.siteUrl}/` }))
  const pages = site.pages.map(page => {
    const having =
      page.head.canonical === undefined ? [] : group.filter(({ routes }) => routes.has(page.route))
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
