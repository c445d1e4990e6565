// What search engines and social networks read of a page.

import type { ArticleView, Head, JsonObject, SiteView } from './model.ts'
import { routes } from './urls.ts'

interface HeadDetails {
  readonly title: string
  readonly description: string
  readonly route: string
  /** Nodes of the JSON-LD graph. */
  readonly graph?: readonly JsonObject[]
}

/** Head of a page that search engines may list. */
export function pageHead(site: SiteView, { title, description, route, graph }: HeadDetails): Head {
  const canonical = `${site.brand.siteUrl}${route}`
  return {
    title,
    description,
    canonical,
    openGraph: { ...openGraph(site, title, description), url: canonical },
    ...(graph !== undefined && { structuredData: { '@context': 'https://schema.org', '@graph': graph } }),
  }
}

/** Head of a page that must not be listed: the 404 pages. */
export function hiddenHead(site: SiteView, title: string, description: string): Head {
  return { title, description, robots: 'noindex', openGraph: openGraph(site, title, description) }
}

/** Head of an article: its title, description, keywords and social tags come from the front matter. */
export function articleHead(
  site: SiteView,
  article: ArticleView,
  keywords: readonly string[],
  route: string,
): Head {
  const { title, description, author, date } = article
  const head = pageHead(site, {
    title: `${title} | ${site.brand.name}`,
    description,
    route,
    graph: [organization(site), articleNode(site, article, route), breadcrumbs(site, title, route)],
  })
  return {
    ...head,
    ...(keywords.length > 0 && { keywords: keywords.join(', ') }),
    openGraph: {
      ...head.openGraph,
      type: 'article',
      title,
      ...(article.image !== undefined && { image: article.image }),
    },
    article: { publishedTime: date.iso, tags: keywords, ...(author !== undefined && { author }) },
  }
}

function openGraph(site: SiteView, title: string, description: string): Head['openGraph'] {
  return {
    type: 'website',
    title,
    description,
    siteName: site.brand.name,
    // Open Graph writes a locale with an underscore (https://ogp.me/#optional).
    locale: site.brand.locale.replaceAll('-', '_'),
  }
}

const organizationId = (site: SiteView) => `${site.brand.siteUrl}/#organization`
const websiteId = (site: SiteView) => `${site.brand.siteUrl}/#website`

/** The company as schema.org sees it. Never a lender: the brand matches, and markup is a claim too. */
export function organization(site: SiteView): JsonObject {
  const { brand } = site
  return {
    '@type': 'Organization',
    '@id': organizationId(site),
    name: brand.name,
    url: `${brand.siteUrl}/`,
    email: brand.email.text,
    telephone: brand.phone.href.replace('tel:', ''),
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

/** Questions and answers as plain text. */
export function faqNode(
  site: SiteView,
  entries: readonly { question: string; answer: string }[],
): JsonObject {
  return {
    '@type': 'FAQPage',
    '@id': `${site.brand.siteUrl}${routes.faq}#faq`,
    inLanguage: site.brand.locale,
    mainEntity: entries.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

function articleNode(site: SiteView, article: ArticleView, route: string): JsonObject {
  const url = `${site.brand.siteUrl}${route}`
  return {
    '@type': 'Article',
    '@id': `${url}#article`,
    headline: article.title,
    description: article.description,
    datePublished: article.date.iso,
    inLanguage: site.brand.locale,
    mainEntityOfPage: url,
    author:
      article.author === undefined
        ? { '@id': organizationId(site) }
        : { '@type': 'Person', name: article.author },
    publisher: { '@id': organizationId(site) },
  }
}

function breadcrumbs(site: SiteView, title: string, route: string): JsonObject {
  const { siteUrl } = site.brand
  const steps = [
    { name: site.strings.article.home, item: `${siteUrl}/` },
    ...(site.links.articles === undefined
      ? []
      : [{ name: site.strings.articles.title, item: `${siteUrl}${routes.articleList(1)}` }]),
    { name: title, item: `${siteUrl}${route}` },
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
  }
}
