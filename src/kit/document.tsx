import { type ReactElement, type ReactNode, useContext } from 'react'
import { escapeHtml, jsonForScript } from '../html/index.ts'
import type { Head, Images, JsonObject, SiteView } from '../site/index.ts'
import { type HeadAssets, type HeadContents, HeadContext } from './head-context.ts'
import { StyleHostContext } from './styles.ts'

export interface DocumentProps {
  readonly site: SiteView
  readonly head: Head
  readonly images: Images
  /** Content of `<body>`. */
  readonly children: ReactNode
}

/** The whole HTML document: `<head>` from the page's data and the styles of its components, `<body>` from the template. */
export function Document({ site, head, images, children }: DocumentProps): ReactElement {
  const assets = useContext(HeadContext)
  const styles = useContext(StyleHostContext)
  const tags = headTags(site, head, images, assets)
  const style = `<style>${styles?.mark() ?? ''}</style>`
  const data = head.structuredData === undefined ? '' : jsonLd(head.structuredData)
  return (
    <html lang={site.brand.locale}>
      <head dangerouslySetInnerHTML={{ __html: tags + style + data }} />
      <body>{children}</body>
    </html>
  )
}

/**
 * What stands in the head, as text: nobody's template looks into it, and thirty elements would take React as long as the
 * rest of an article.
 */
function headTags(site: SiteView, head: Head, images: Images, assets: HeadContents): string {
  const { openGraph: graph, article } = head
  const { card } = assets
  const imagePath = graph.image === undefined ? card : images[graph.image]?.url
  const image = imagePath === undefined ? undefined : new URL(imagePath, site.brand.siteUrl).href
  const isCard = image !== undefined && imagePath === card
  return (
    '<meta charSet="utf-8"/><meta name="viewport" content="width=device-width, initial-scale=1"/>' +
    `<title>${escapeHtml(head.title)}</title>` +
    named('description', head.description) +
    named('keywords', head.keywords) +
    named('robots', head.robots) +
    named('author', article?.author) +
    (head.canonical === undefined ? '' : `<link rel="canonical" href="${escapeHtml(head.canonical)}"/>`) +
    property('og:type', graph.type) +
    property('og:title', graph.title) +
    property('og:description', graph.description) +
    property('og:url', graph.url) +
    property('og:site_name', graph.siteName) +
    property('og:locale', graph.locale) +
    property('og:image', image) +
    (isCard ? property('og:image:width', '1200') + property('og:image:height', '630') : '') +
    property('article:published_time', article?.publishedTime) +
    property('article:author', article?.author) +
    (article?.tags ?? []).map(name => property('article:tag', name)).join('') +
    named('twitter:card', image === undefined ? 'summary' : 'summary_large_image') +
    named('twitter:title', graph.title) +
    named('twitter:description', graph.description) +
    named('twitter:image', image) +
    (assets.siteTags ?? siteTags(site, assets))
  )
}

function named(name: string, content: string | undefined): string {
  return content === undefined ? '' : `<meta name="${name}" content="${escapeHtml(content)}"/>`
}

function property(name: string, content: string | undefined): string {
  return content === undefined ? '' : `<meta property="${name}" content="${escapeHtml(content)}"/>`
}

/** The tags of the head that are the same on every page of a site. */
export function siteTags(site: SiteView, { icons, fonts }: HeadAssets): string {
  return [
    ...fonts.map(href =>
      link({ rel: 'preload', as: 'font', type: 'font/woff2', href, crossorigin: 'anonymous' }),
    ),
    ...(icons.length === 0 ? [link({ rel: 'icon', href: site.theme.icon })] : []),
    ...icons.map(icon => link({ ...icon })),
    named('theme-color', site.theme.colors.background),
    link({
      rel: 'alternate',
      type: 'application/atom+xml',
      title: site.brand.name,
      href: site.links.feed,
    }),
  ].join('')
}

/** As React writes one. */
function link(attributes: Readonly<Record<string, string>>): string {
  const texts = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
  return `<link${texts.join('')}/>`
}

function jsonLd(data: JsonObject): string {
  return `<script type="application/ld+json">${jsonForScript(data)}</script>`
}
