import { type ReactElement, type ReactNode, useContext } from 'react'
import type { Head, Images, JsonObject, SiteView } from '../site/index.ts'
import { PartHostContext } from './cached-part.tsx'
import { type HeadAssets, type HeadContents, HeadContext } from './head-context.ts'

export interface DocumentProps {
  readonly site: SiteView
  readonly head: Head
  readonly images: Images
  readonly styles: string
  /** Content of `<body>`. */
  readonly children: ReactNode
}

/** The whole HTML document: `<head>` from the page's data, `<body>` from the template. */
export function Document({ site, head, images, styles, children }: DocumentProps): ReactElement {
  const assets = useContext(HeadContext)
  const parts = useContext(PartHostContext)
  const tags = headTags(site, head, images, assets)
  const style = `<style>${parts === undefined ? styles : parts.styles(styles)}</style>`
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
  const named = (name: string, content: string | undefined) => tag('meta', { name, content })
  const property = (name: string, content: string | undefined) => tag('meta', { property: name, content })
  return [
    tag('meta', { charSet: 'utf-8' }),
    named('viewport', 'width=device-width, initial-scale=1'),
    `<title>${escapeHtml(head.title)}</title>`,
    named('description', head.description),
    named('keywords', head.keywords),
    named('robots', head.robots),
    named('author', article?.author),
    tag('link', { rel: 'canonical', href: head.canonical }),
    property('og:type', graph.type),
    property('og:title', graph.title),
    property('og:description', graph.description),
    property('og:url', graph.url),
    property('og:site_name', graph.siteName),
    property('og:locale', graph.locale),
    property('og:image', image),
    ...(image !== undefined && imagePath === card
      ? [property('og:image:width', '1200'), property('og:image:height', '630')]
      : []),
    property('article:published_time', article?.publishedTime),
    property('article:author', article?.author),
    ...(article?.tags ?? []).map(name => property('article:tag', name)),
    named('twitter:card', image === undefined ? 'summary' : 'summary_large_image'),
    named('twitter:title', graph.title),
    named('twitter:description', graph.description),
    named('twitter:image', image),
    assets.siteTags ?? siteTags(site, assets),
  ].join('')
}

/** The tags of the head that are the same on every page of a site. */
export function siteTags(site: SiteView, { icons, fonts }: HeadAssets): string {
  return [
    ...fonts.map(href =>
      tag('link', { rel: 'preload', as: 'font', type: 'font/woff2', href, crossorigin: 'anonymous' }),
    ),
    ...(icons.length === 0 ? [tag('link', { rel: 'icon', href: site.theme.icon })] : []),
    ...icons.map(icon => tag('link', { ...icon })),
    tag('meta', { name: 'theme-color', content: site.theme.colors.background }),
    tag('link', {
      rel: 'alternate',
      type: 'application/atom+xml',
      title: site.brand.name,
      href: site.links.feed,
    }),
  ].join('')
}

/** An element without content, as React writes one; nothing at all where an attribute has no value. */
function tag(name: 'meta' | 'link', attributes: Readonly<Record<string, string | undefined>>): string {
  let text = `<${name}`
  for (const key in attributes) {
    const value = attributes[key]
    if (value === undefined) return ''
    text += ` ${key}="${escapeHtml(value)}"`
  }
  return `${text}/>`
}

const references: Readonly<Record<string, string>> = {
  '"': '&quot;',
  '&': '&amp;',
  "'": '&#x27;',
  '<': '&lt;',
  '>': '&gt;',
}

function escapeHtml(text: string): string {
  return text.replace(/["&'<>]/g, character => references[character] as string)
}

/** JSON-LD: the content of a script is taken as it stands, so nothing in it may look like a tag. */
function jsonLd(data: JsonObject): string {
  const json = JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `<script type="application/ld+json">${json}</script>`
}
