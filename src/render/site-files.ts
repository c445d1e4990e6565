// The files of a site that are not pages: for search engines and feed readers. Those for hosts: `host-files.ts`.

import type { OutputFile } from '../files/index.ts'
import { routes, type Site } from '../site/index.ts'

import { prefetchFile } from './prefetch.ts'
import { element, type XmlElement, xmlDocument } from './xml.ts'

/** `sitemap.xml` and `feed.xml` of a site. */
export function renderSiteFiles(site: Site): OutputFile[] {
  const texts = [...sitemaps(site), ['feed.xml', feed(site)] as const]
  const prefetch = prefetchFile(site)
  return [...texts.map(([path, text]) => textFile(path, text)), ...(prefetch ? [prefetch] : [])]
}

export function textFile(path: string, text: string): OutputFile {
  return { path, bytes: new TextEncoder().encode(text) }
}

/** Limits of one sitemap (https://www.sitemaps.org/protocol.html): URLs, and bytes before compression. */
const sitemapLimits = { urls: 50_000, bytes: 50 * 1024 * 1024 }

/**
 * Every page that may be listed, by its canonical URL, unless that is on another site: in `sitemap.xml` or, if that would be too
 * large, in `sitemap-1.xml` and so on, with an index named `sitemap.xml`.
 */
export function sitemaps(
  { pages, view }: Pick<Site, 'pages' | 'view'>,
  limits = sitemapLimits,
): readonly (readonly [path: string, text: string])[] {
  if (view.noindex) return []
  const urls = pages.flatMap(({ head, lastModified }) => {
    if (head.canonical === undefined || head.canonicalOf !== undefined) return []
    const lastmod = lastModified === undefined ? [] : [element('lastmod', {}, lastModified)]
    return [element('url', {}, element('loc', {}, head.canonical), ...lastmod)]
  })
  const xmlns = 'http://www.sitemaps.org/schemas/sitemap/0.9'
  const sitemap = (listed: readonly XmlElement[]) => xmlDocument(element('urlset', { xmlns }, ...listed))
  const name = routes.sitemap.slice(1)
  const parts = inParts(urls, limits)
  if (parts.length <= 1) return [[name, sitemap(urls)]]
  const files = parts.map((part, index) => [`sitemap-${index + 1}.xml`, sitemap(part)] as const)
  const listed = files.map(([path]) =>
    element('sitemap', {}, element('loc', {}, `${view.brand.siteUrl}/${path}`)),
  )
  return [[name, xmlDocument(element('sitemapindex', { xmlns }, ...listed))], ...files]
}

/** Bytes of a sitemap without its URLs, rounded up. */
const sitemapFrame = 200

function inParts(
  urls: readonly XmlElement[],
  limits: typeof sitemapLimits,
): readonly (readonly XmlElement[])[] {
  const parts: XmlElement[][] = []
  let bytes = sitemapFrame
  for (const url of urls) {
    const size = Buffer.byteLength(url.xml)
    const last = parts.at(-1)
    if (last === undefined || last.length === limits.urls || bytes + size > limits.bytes) {
      parts.push([url])
      bytes = sitemapFrame + size
    } else {
      last.push(url)
      bytes += size
    }
  }
  return parts
}

// Number of articles in a feed; readers poll it, so it must not grow with the site.
const feedLimit = 20

/** Atom (RFC 4287). An entry's date is its article's, and the feed's is the newest of them, never the current time. */
function feed({ view, articles }: Site): string {
  const { brand, strings } = view
  const timestamp = (iso: string) => `${iso}T00:00:00Z`
  const newest = articles[0]?.date.iso ?? `${brand.copyrightYear}-01-01`
  const entries = articles.slice(0, feedLimit).map(article => {
    const url = `${brand.siteUrl}${routes.article(article.slug)}`
    return element(
      'entry',
      {},
      element('title', {}, article.title),
      element('link', { href: url }),
      element('id', {}, url),
      element('updated', {}, timestamp(article.date.iso)),
      element('published', {}, timestamp(article.date.iso)),
      element('summary', {}, article.description),
    )
  })
  return xmlDocument(
    element(
      'feed',
      { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': brand.locale },
      element('title', {}, `${brand.name}: ${strings.articles.title}`),
      element('link', { rel: 'self', type: 'application/atom+xml', href: `${brand.siteUrl}${routes.feed}` }),
      element('link', { rel: 'alternate', type: 'text/html', href: `${brand.siteUrl}/` }),
      element('id', {}, `${brand.siteUrl}/`),
      element('updated', {}, timestamp(newest)),
      element('author', {}, element('name', {}, brand.name)),
      ...entries,
    ),
  )
}
