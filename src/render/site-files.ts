// The files of a site that are no pages: for search engines, feed readers and hosts.

import { compareText } from '../diagnostics/index.ts'
import type { OutputFile } from '../files/index.ts'
import { type Page, routes, type Site } from '../site/index.ts'
import { contentSecurityPolicy, type InlineHashes } from './policy.ts'
import { element, type XmlElement, xmlDocument } from './xml.ts'

/**
 * `sitemap.xml`, `robots.txt`, `feed.xml`, `_headers` and `_redirects` of one site.
 * @param rendered Every page with the hashes of its inline scripts and styles.
 */
export function renderSiteFiles(site: Site, rendered: readonly HashedPage[]): OutputFile[] {
  const text = (path: string, content: string): OutputFile => ({
    path,
    bytes: new TextEncoder().encode(content),
  })
  return [
    ...sitemaps(site).map(([path, content]) => text(path, content)),
    text('robots.txt', robots(site)),
    text('feed.xml', feed(site)),
    text('_headers', headers(site, rendered)),
    text('_redirects', redirects(site)),
  ]
}

/** What one sitemap may hold (https://www.sitemaps.org/protocol.html): URLs, and bytes before compression. */
const sitemapLimits = { urls: 50_000, bytes: 50 * 1024 * 1024 }

/**
 * Every page that may be listed, by its canonical URL: `sitemap.xml`, or where that would be too large an index of that name,
 * with `sitemap-1.xml` and so on.
 */
export function sitemaps(
  { pages, view }: Pick<Site, 'pages' | 'view'>,
  limits = sitemapLimits,
): readonly (readonly [path: string, text: string])[] {
  const urls = pages.flatMap(({ head, lastModified }) => {
    if (head.canonical === undefined) return []
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

/** Bytes of a sitemap without its URLs, and some more. */
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

function robots({ view }: Site): string {
  if (view.environment !== undefined) return 'User-agent: *\nDisallow: /\n'
  return `User-agent: *\nAllow: /\n\nSitemap: ${view.brand.siteUrl}${routes.sitemap}\n`
}

// How many articles a feed lists; readers poll it, so it must not grow with the site.
const feedLimit = 20

/** Atom (RFC 4287). An entry's date is its article's, and the feed's is the newest of them: never the clock's. */
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

/** A page and the hashes of what stands inline in it. */
export interface HashedPage {
  readonly page: Page
  readonly hashes: InlineHashes
}

/**
 * Netlify's and Cloudflare Pages' format. Where two rules match, both hosts join the values of a header that both
 * name, so each page's policy and each file's lifetime stand in one rule only. The pages of a path share one policy: that of
 * a form if there is one on any of them. Each has its own, as narrow as it may be, in its `<meta>`.
 */
function headers({ view, headerPaths }: Site, rendered: readonly HashedPage[]): string {
  const { basePath } = view.brand
  const policy = (form: boolean): string => {
    const routes = new Set(headerPaths.flatMap(path => (path.hasForm === form ? path.routes : [])))
    const hashes = rendered.filter(({ page }) => routes.has(page.route)).map(page => page.hashes)
    const unique = (kind: keyof InlineHashes) =>
      [...new Set(hashes.flatMap(hash => hash[kind]))].sort(compareText)
    const line = contentSecurityPolicy(
      view,
      { scripts: unique('scripts'), styles: unique('styles') },
      form,
      'header',
    )
    return `  Content-Security-Policy: ${line}\n`
  }
  const rule = (path: string, text: string) => `${basePath}${path}\n${text}`
  const withForm = policy(true)
  const withoutForm = policy(false)
  return [
    rule(
      '/*',
      `  Strict-Transport-Security: max-age=31536000
  X-Content-Type-Options: nosniff
  X-Frame-Options: DENY
  Referrer-Policy: strict-origin-when-cross-origin
  Cross-Origin-Opener-Policy: same-origin-allow-popups
  Cross-Origin-Resource-Policy: same-origin
  Permissions-Policy: camera=(), microphone=(), geolocation=(), browsing-topics=()
${view.environment === undefined ? '' : '  X-Robots-Tag: noindex\n'}`,
    ),
    ...headerPaths.map(({ path, hasForm }) => rule(path, hasForm ? withForm : withoutForm)),
    rule('/assets/*', '  Cache-Control: public, max-age=31536000, immutable\n'),
  ].join('\n')
}

/**
 * `_redirects`, of which the first rule that matches counts: those of the content, then an unknown article gets the articles' own 404 page; without a list of articles its address leads home.
 */
export function redirects({ view, redirects }: Pick<Site, 'view' | 'redirects'>): string {
  const { basePath } = view.brand
  const own = redirects.map(({ from, to, status }) => {
    // Some hosts tell an address with a slash at its end from one without.
    const other = from.endsWith('/') ? from.slice(0, -1) : /\.\w+$/.test(from) ? undefined : `${from}/`
    return [from, other]
      .flatMap(path => (path === undefined ? [] : `${basePath}${path} ${to} ${status}\n`))
      .join('')
  })
  const list = view.links.articles === undefined ? `${basePath}/articles/ ${basePath}/ 302\n` : ''
  return `${own.join('')}${list}${basePath}/articles/* ${basePath}${routes.articleNotFound} 404\n`
}
