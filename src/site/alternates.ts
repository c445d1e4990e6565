// Sites that link to each other's pages: one site in several languages, which links in the footer and in the heads of pages with
// a counterpart; and a site that shares articles with another, whose addresses search engines should list.

import { brandsFolder } from '../brand/index.ts'
import { type Diagnostic, diagnostic, type Origin } from '../diagnostics/index.ts'
import { type Located, type LocatedMap, valueAt } from '../yaml/index.ts'
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
  /** Its lists of questions and links. */
  readonly lists: Pick<Site['written']['maps'], 'faq' | 'navigation'>
}

export function otherSite({ view, pages, written }: Site): OtherSite {
  const listed = pages.filter(hasOwnAddress)
  return {
    id: view.brand.id,
    locale: view.brand.locale,
    siteUrl: view.brand.siteUrl,
    noindex: view.noindex ?? false,
    sources: new Map(listed.map(({ route, source }) => [route, source])),
    lists: written.maps,
  }
}

/**
 * One warning for each question and navigation link that a site has and its translation lacks. A list replaces the list of a weaker
 * layer as a whole, so a missing entry is not found by comparing layers.
 */
export function missingTranslations({ view, pages, written }: Site, original: OtherSite): Diagnostic[] {
  const { id, locale } = view.brand
  if (new Intl.Locale(locale).language === new Intl.Locale(original.locale).language) return []
  const missing = (name: 'faq' | 'navigation', what: string, source: Origin, key: string): Diagnostic => {
    const at = written.maps[name].origin
    const isOwn = at.file.startsWith(`${brandsFolder}/`)
    const file = isOwn ? at.file : `${brandsFolder}/${id}/content/${name}.yaml`
    return diagnostic('content/untranslated', `${what}, and this site does not.`, {
      at,
      brand: id,
      hint: `Translate ${source.file}:${source.line} in ${file}, with the same ${key}.`,
    })
  }
  const own = written.maps.faq.entries
  const ownKeys = [...own].flatMap(([key, { value }]) => (value.kind === 'list' ? [] : key))
  const isNumber = (key: string): boolean => /^\d/.test(key)
  const questions = [...original.lists.faq.entries].flatMap(([key, { keyOrigin, value }], index) => {
    if (value.kind !== 'map' || own.has(key)) return []
    // Without ids, only the number of questions can be compared.
    if ([key, ...ownKeys].some(isNumber) && index < ownKeys.length) return []
    const question = isNumber(key) ? `question ${key}` : `the question "${key}"`
    return missing('faq', `The FAQ of "${original.id}" has ${question}`, keyOrigin, '"id"')
  })
  const ownTargets = linkTargets(written.maps.navigation)
  const routes = new Set(pages.map(({ route }) => route))
  const links = [...linkTargets(original.lists.navigation)].flatMap(([to, origin]) => {
    const [path = ''] = to.split(/[?#]/)
    // This site may lack the page on purpose.
    const isLost = !ownTargets.has(to) && (!path.startsWith('/') || routes.has(path))
    if (!isLost) return []
    return missing('navigation', `The navigation of "${original.id}" has a link to "${to}"`, origin, '"to"')
  })
  // A site without such a file has the package's links.
  return ownTargets.size === 0 ? questions : [...questions, ...links]
}

/** The targets of the links in `navigation.yaml`, each with its place. */
function linkTargets(navigation: LocatedMap): ReadonlyMap<string, Origin> {
  const itemsAt = (node: Located, key: string): readonly Located[] => {
    const list = valueAt(node, [key])
    return list?.kind === 'list' ? list.items : []
  }
  const columns = itemsAt(navigation, 'footer').flatMap(column => itemsAt(column, 'links'))
  const targets = [...itemsAt(navigation, 'header'), ...columns].flatMap(link => {
    const to = valueAt(link, ['to'])
    return to?.kind === 'scalar' ? [[String(to.value), to.origin] as const] : []
  })
  return new Map(targets)
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
