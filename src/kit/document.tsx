import type { ReactElement, ReactNode } from 'react'
import { escapeHtml, jsonForScript } from '../html/index.ts'
import type { Head, IconLink, Images, JsonObject, OpenGraph, SiteView } from '../site/index.ts'
import { type HeadAssets, type HeadContents, type SiteTags, useRendering } from './rendering.ts'

export interface DocumentProps {
  readonly site: SiteView
  readonly head: Head
  readonly images: Images
  /** Content of `<body>`. */
  readonly children: ReactNode
}

/** The whole HTML document: `<head>` from the page's data and the styles of its components, `<body>` from the template. */
export function Document({ site, head, images, children }: DocumentProps): ReactElement {
  const { head: assets, stylesMark } = useRendering()
  const image = shareImage(site, head, images, assets)
  const tags = headTags(site, head, image, assets)
  const style = `<style>${stylesMark()}</style>`
  const data = head.structuredData === undefined ? '' : jsonLd(site, head.structuredData, image?.url, assets)
  return (
    <html lang={site.brand.locale}>
      <head dangerouslySetInnerHTML={{ __html: tags + style + data }} />
      <body>{children}</body>
    </html>
  )
}

interface ShareImage {
  /** Absolute. */
  readonly url: string
  /** What it shows. */
  readonly alt: string
  /** Drawn by the build, in the size of share cards. */
  readonly isCard: boolean
}

/** The image shown when a link to the page is shared: the page's own image, otherwise its share card. */
function shareImage(
  site: SiteView,
  { openGraph }: Head,
  images: Images,
  { card }: HeadContents,
): ShareImage | undefined {
  if (openGraph === undefined) return undefined
  const own = openGraph.image === undefined ? undefined : images[openGraph.image]?.url
  const path = own ?? (openGraph.image === undefined ? card?.url : undefined)
  if (path === undefined) return undefined
  const alt = own === undefined ? (card?.alt ?? '') : openGraph.title
  return { url: new URL(path, site.brand.siteUrl).href, alt, isCard: own === undefined }
}

/**
 * The content of the head, as text: no template reads it, and React would take as long for its thirty elements as for the rest of
 * an article.
 */
function headTags(site: SiteView, head: Head, image: ShareImage | undefined, assets: HeadContents): string {
  const { openGraph: graph, article } = head
  const { everyPage, homeScreen, manifest } = assets.siteTags
  return (
    '<meta charset="utf-8"/><meta name="viewport" content="width=device-width, initial-scale=1"/>' +
    `<title>${escapeHtml(head.title)}</title>` +
    named('description', head.description) +
    named('keywords', head.keywords) +
    named('robots', head.robots) +
    Object.entries(head.verification ?? {})
      .map(([name, code]) => named(name, code))
      .join('') +
    named('author', article?.author) +
    (head.canonical === undefined ? '' : `<link rel="canonical" href="${escapeHtml(head.canonical)}"/>`) +
    (head.alternates ?? [])
      .map(({ language, href }) => link({ rel: 'alternate', hreflang: language, href }))
      .join('') +
    (graph === undefined ? '' : socialTags(graph, image)) +
    property('article:published_time', article?.publishedTime) +
    property('article:modified_time', article?.modifiedTime) +
    property('article:author', article?.author) +
    (article?.tags ?? []).map(name => property('article:tag', name)).join('') +
    everyPage +
    (graph === undefined ? '' : homeScreen) +
    (head.canonical === `${site.brand.siteUrl}/` ? manifest : '')
  )
}

/** The data that social networks show for a link to the page. */
function socialTags(graph: OpenGraph, image: ShareImage | undefined): string {
  return (
    property('og:type', graph.type) +
    property('og:title', graph.title) +
    property('og:description', graph.description) +
    property('og:url', graph.url) +
    property('og:site_name', graph.siteName) +
    property('og:locale', graph.locale) +
    property('og:image', image?.url) +
    property('og:image:alt', image?.alt) +
    (image?.isCard ? property('og:image:width', '1200') + property('og:image:height', '630') : '') +
    // X takes the rest from the tags above.
    named('twitter:card', image === undefined ? 'summary' : 'summary_large_image')
  )
}

function named(name: string, content: string | undefined): string {
  return content === undefined ? '' : `<meta name="${name}" content="${escapeHtml(content)}"/>`
}

function property(name: string, content: string | undefined): string {
  return content === undefined ? '' : `<meta property="${name}" content="${escapeHtml(content)}"/>`
}

/** The tags of the head that are the same on all pages of a site. */
export function siteTags(site: SiteView, { icons, fonts }: HeadAssets): SiteTags {
  const iconTags = (name: IconLink['rel']) =>
    icons.filter(({ rel }) => rel === name).map(icon => link({ ...icon }))
  const everyPage = [
    ...fonts.map(href => link({ rel: 'preload', as: 'font', href, crossorigin: 'anonymous' })),
    ...(icons.length === 0 ? [link({ rel: 'icon', href: site.theme.icon })] : iconTags('icon')),
    themeColor(site),
    link({
      rel: 'alternate',
      type: 'application/atom+xml',
      title: site.brand.name,
      href: site.links.feed,
    }),
  ]
  return {
    everyPage: everyPage.join(''),
    homeScreen: iconTags('apple-touch-icon').join(''),
    manifest: iconTags('manifest').join(''),
  }
}

const headerGrounds = { bar: 'background', centered: 'surface', solid: 'accent' } as const

/** The colour of a phone browser's own bars: the same as the header, which is next to them. */
function themeColor({ theme: { colors, darkColors, headerLayout } }: SiteView): string {
  const role = headerGrounds[headerLayout]
  if (darkColors === undefined) return named('theme-color', colors[role])
  const tag = (scheme: string, color: string) =>
    `<meta name="theme-color" media="(prefers-color-scheme:${scheme})" content="${color}"/>`
  return tag('light', colors[role]) + tag('dark', darkColors[role])
}

/** Attributes as React writes them. */
function link(attributes: Readonly<Record<string, string>>): string {
  const texts = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
  return `<link${texts.join('')}/>`
}

/** Adds the pictures that only the build knows: the organization's logo, the article's image. */
function jsonLd(site: SiteView, data: JsonObject, image: string | undefined, { icons }: HeadAssets): string {
  const icon = icons.find(({ rel }) => rel === 'apple-touch-icon')?.href
  const logo = icon === undefined ? undefined : new URL(icon, site.brand.siteUrl).href
  const pictures: Readonly<Record<string, JsonObject | undefined>> = {
    Organization: logo === undefined ? undefined : { logo },
    Article: image === undefined ? undefined : { image },
  }
  const graph = data['@graph'] as readonly JsonObject[]
  const nodes = graph.map(node => ({ ...node, ...pictures[String(node['@type'])] }))
  return `<script type="application/ld+json">${jsonForScript({ ...data, '@graph': nodes })}</script>`
}
