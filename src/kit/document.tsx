import { type ReactElement, type ReactNode, useContext } from 'react'
import type { Head, Images, JsonObject, SiteView } from '../site/index.ts'
import { PartHostContext } from './cached-part.tsx'
import { HeadContext } from './head-context.ts'

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
  const { openGraph: graph, article } = head
  const { icons, card, fonts } = useContext(HeadContext)
  const parts = useContext(PartHostContext)
  const imagePath = graph.image === undefined ? card : images[graph.image]?.url
  const image = imagePath === undefined ? undefined : new URL(imagePath, site.brand.siteUrl).href
  return (
    <html lang={site.brand.locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{head.title}</title>
        <meta name="description" content={head.description} />
        {head.keywords !== undefined && <meta name="keywords" content={head.keywords} />}
        {head.robots !== undefined && <meta name="robots" content={head.robots} />}
        {article?.author !== undefined && <meta name="author" content={article.author} />}
        {head.canonical !== undefined && <link rel="canonical" href={head.canonical} />}
        <meta property="og:type" content={graph.type} />
        <meta property="og:title" content={graph.title} />
        <meta property="og:description" content={graph.description} />
        {graph.url !== undefined && <meta property="og:url" content={graph.url} />}
        <meta property="og:site_name" content={graph.siteName} />
        <meta property="og:locale" content={graph.locale} />
        {image !== undefined && <meta property="og:image" content={image} />}
        {image !== undefined && imagePath === card && (
          <>
            <meta property="og:image:width" content="1200" />
            <meta property="og:image:height" content="630" />
          </>
        )}
        {article !== undefined && <meta property="article:published_time" content={article.publishedTime} />}
        {article?.author !== undefined && <meta property="article:author" content={article.author} />}
        {article?.tags.map(tag => (
          <meta property="article:tag" content={tag} key={tag} />
        ))}
        <meta name="twitter:card" content={image === undefined ? 'summary' : 'summary_large_image'} />
        <meta name="twitter:title" content={graph.title} />
        <meta name="twitter:description" content={graph.description} />
        {image !== undefined && <meta name="twitter:image" content={image} />}
        {fonts.map(font => (
          <link rel="preload" as="font" type="font/woff2" href={font} crossOrigin="anonymous" key={font} />
        ))}
        {icons.length === 0 && <link rel="icon" href={site.theme.icon} />}
        {icons.map(icon => (
          <link {...icon} key={icon.href} />
        ))}
        <meta name="theme-color" content={site.theme.colors.background} />
        <link rel="alternate" type="application/atom+xml" title={site.brand.name} href={site.links.feed} />
        <Raw as="style" text={parts === undefined ? styles : parts.styles(styles)} />
        {head.structuredData !== undefined && <JsonLd data={head.structuredData} />}
      </head>
      <body>{children}</body>
    </html>
  )
}

/** JSON-LD. React writes a script's content as it stands, so nothing in it may look like a tag. */
function JsonLd({ data }: { readonly data: JsonObject }): ReactElement {
  const json = JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return <Raw as="script" type="application/ld+json" text={json} />
}

function Raw({
  as: Tag,
  text,
  ...attributes
}: {
  as: 'style' | 'script'
  type?: string
  text: string
}): ReactElement {
  return <Tag {...attributes} dangerouslySetInnerHTML={{ __html: text }} />
}
