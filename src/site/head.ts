// The head of a page for search engines and social networks.

import { type Diagnostic, diagnostic, repeated, startOf } from '../diagnostics/index.ts'
import type { Head, JsonObject, OpenGraph, PageBase, SharedHead, SiteView } from './model.ts'

interface HeadDetails {
  readonly title: string
  readonly description: string
  readonly route: string
  /** Nodes of the JSON-LD graph. */
  readonly graph?: readonly JsonObject[]
}

/** Search engines cut longer titles. */
const longestTitle = 60

/** A page's title followed by the brand's name, if search engines show both in full. */
export function titleWithName(site: SiteView, title: string): string {
  const whole = `${title} | ${site.brand.name}`
  return whole.length <= longestTitle ? whole : title
}

/** Head of a page that search engines may list. */
export function pageHead(site: SiteView, { title, description, route, graph }: HeadDetails): SharedHead {
  const canonical = `${site.brand.siteUrl}${route}`
  return {
    title,
    description,
    canonical,
    ...(isHidden(site) && { robots: 'noindex' }),
    openGraph: { ...openGraph(site, title, description), url: canonical },
    ...(graph !== undefined && { structuredData: { '@context': 'https://schema.org', '@graph': graph } }),
  }
}

/** Whether search engines may list no page of a site. */
export function isHidden({ environment, noindex }: SiteView): boolean {
  return environment !== undefined || noindex === true
}

/** Whether search engines should list a page under its own address, and not under that of the same text on another site. */
export function hasOwnAddress({ head }: Pick<PageBase, 'head'>): boolean {
  return head.canonical !== undefined && head.canonicalOf === undefined
}

/** Head of the 404 pages, which are neither listed nor shared. */
export function notFoundHead(title: string, description: string): Head {
  return { title, description, robots: 'noindex' }
}

/** Head of a page that must not be listed. */
export function hiddenHead(site: SiteView, title: string, description: string): SharedHead {
  return { ...notFoundHead(title, description), openGraph: openGraph(site, title, description) }
}

/** Reports pages that look the same in search results because they have an earlier page's title or description. */
export function sameHeads(pages: readonly Pick<PageBase, 'head' | 'route' | 'source'>[]): Diagnostic[] {
  const listed = pages.filter(({ head }) => head.canonical !== undefined)
  return (['title', 'description'] as const).flatMap(key =>
    repeated(listed, ({ head }) => head[key].toLowerCase()).flatMap(([{ route, source }, first]) => {
      if (source === undefined) return []
      const message = `The pages "${first.route}" and "${route}" have the same ${key}, so people cannot tell them apart in search results.`
      const hint = `Give this one its own ${key}.`
      return [diagnostic(`site/same-${key}`, message, { at: startOf(source), hint })]
    }),
  )
}

function openGraph(site: SiteView, title: string, description: string): OpenGraph {
  return {
    type: 'website',
    title,
    description,
    siteName: site.brand.name,
    // Open Graph writes a locale with an underscore (https://ogp.me/#optional).
    locale: site.brand.locale.replaceAll('-', '_'),
  }
}

export const organizationId = (site: SiteView) => `${site.brand.siteUrl}/#organization`
const websiteId = (site: SiteView) => `${site.brand.siteUrl}/#website`

/** The company as schema.org data. It is never a lender: the brand only matches, and markup is a claim too. */
export function organization(site: SiteView): JsonObject {
  const { brand } = site
  return {
    '@type': 'Organization',
    '@id': organizationId(site),
    name: brand.name,
    url: `${brand.siteUrl}/`,
  }
}

/** The same for the home page, with contact details. */
export function organizationWithContact(site: SiteView): JsonObject {
  const { email, phone, legalName, address } = site.brand
  return {
    ...organization(site),
    ...(legalName !== undefined && { legalName }),
    ...(address !== undefined && { address }),
    email: email.text,
    telephone: phone.number,
  }
}

export function website(site: SiteView): JsonObject {
  const { brand } = site
  return {
    '@type': 'WebSite',
    '@id': websiteId(site),
    name: brand.name,
    url: `${brand.siteUrl}/`,
    inLanguage: brand.locale,
    publisher: { '@id': organizationId(site) },
  }
}
