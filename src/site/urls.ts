// The addresses of a site. Routes are what the host serves below the site's base path; links in pages are routes with the base
// path in front; canonical URLs are absolute.

import { type BrandConfig, certificatesOf, type Host, passedNames } from '../brand/index.ts'
import { documentIds, type FormEvents, type ProviderView, type SiteLinks } from './model.ts'

type FormEventNames = NonNullable<BrandConfig['values']['provider']['events']>

export const routes = {
  home: '/',
  faq: '/faq/',
  ccpa: '/ccpa.html',
  notFound: '/404.html',
  articleNotFound: '/articles/404.html',
  favicon: '/favicon.ico',
  feed: '/feed.xml',
  sitemap: '/sitemap.xml',
  article: (slug: string) => `/articles/${slug}/`,
  /** `legal/terms` → `/legal/terms/` */
  page: (path: string) => `/${path}/`,
  /** Page 1 is `/articles/`, page 2 `/articles/page/2/`: no slug can collide with either. */
  articleList: (pageNumber: number) => (pageNumber === 1 ? '/articles/' : `/articles/page/${pageNumber}/`),
  /** The same for articles with a tag: `/articles/tags/rent/`. */
  tagList: (tag: string, pageNumber: number) =>
    `/articles/tags/${tag}/${pageNumber === 1 ? '' : `page/${pageNumber}/`}`,
} as const

/** `https://brand.example/loans` → `/loans`; without a path the empty string. */
export function basePathOf(siteUrl: string): string {
  const { pathname } = new URL(siteUrl)
  return pathname === '/' ? '' : pathname
}

/** The folder of a brand's output that its host serves at `/`. Next to `site/` are files for the host alone. */
const rootFolders: Readonly<Record<Host, '' | 'site/'>> = {
  netlify: '',
  cloudflare: '',
  workers: 'site/',
  nginx: 'site/',
  caddy: 'site/',
  apache: '',
  s3: '',
}

export function rootFolder(host: Host): string {
  return rootFolders[host]
}

/**
 * The folder of a brand's output with the files of its site. For a host, it is part of a whole tree: `loans/` for a site below
 * `/loans`. Without a host, it is the output itself, to be served at that path.
 */
export function siteFolder(host: Host | undefined, basePath: string): string {
  if (host === undefined) return ''
  return rootFolder(host) + (basePath === '' ? '' : `${basePath.slice(1)}/`)
}

/** `/faq/` → `faq/index.html`; `/ccpa.html` → `ccpa.html` */
export function outputPathOf(route: string): string {
  return `${route.slice(1)}${route.endsWith('/') ? 'index.html' : ''}`
}

/** The route of a published file: `faq/index.html` → `/faq/` */
export function routeOf(outputPath: string): string {
  return `/${outputPath.replace(/(^|\/)index\.html$/, '$1')}`
}

/**
 * The addresses at which hosts serve a page: `/a/` is also `/a/index.html`, and `/a.html` is `/a` if the host drops extensions.
 */
export function addressesOf(route: string): readonly string[] {
  return route.endsWith('/') ? [route, `${route}index.html`] : [route, route.replace(/\.html$/, '')]
}

/** The links that every page may show, in their final form. */
export function linksOf(basePath: string, hasArticleList: boolean): SiteLinks {
  const home = `${basePath}${routes.home}`
  return {
    home,
    homeTop: `${home}#header`,
    form: `${home}#form`,
    about: `${home}#advantages`,
    contact: '#contact',
    faq: `${basePath}${routes.faq}#faq`,
    ccpa: `${basePath}${routes.ccpa}`,
    feed: `${basePath}${routes.feed}`,
    ...(hasArticleList && { articles: `${basePath}${routes.articleList(1)}` }),
  }
}

/** The events for the tag manager. Whether the form loaded, failed to load or was seen is known without the provider's help. */
function formEvents({
  loaded = 'form_ready',
  failed = 'form_failed',
  step,
  submitted,
}: FormEventNames): FormEvents {
  return {
    loaded,
    ready: loaded,
    ...(step !== undefined && { step }),
    ...(submitted !== undefined && { submitted }),
    failed,
    seen: 'form_seen',
  }
}

/**
 * The provider's addresses.
 * @param standIn Origin of a server that replaces the provider: the stand-in of watch mode.
 */
export function providerOf({ values }: BrandConfig, standIn?: string): ProviderView {
  const origin = standIn ?? `https://${values.providerHost}`
  const { embedPath, disclosurePath, documentPath, mode, allow, inlineStyles, silent, events, language } =
    values.provider
  const pass = passedNames(values.provider.pass)
  // Data that is entered into a stand-in is not certified.
  const certificates = standIn === undefined ? certificatesOf(values.provider.certificates) : undefined
  const documents = documentIds.map(id => [id, `${origin}${documentPath.replaceAll('{id}', id)}`] as const)
  return {
    host: values.providerHost,
    origin,
    mode,
    allow,
    inlineStyles: mode === 'script' && inlineStyles,
    silent,
    ...(language !== undefined && language !== values.locale && { language }),
    ...(pass !== undefined && { pass }),
    ...(events !== undefined && { events: formEvents(events) }),
    ...(certificates !== undefined && { certificates }),
    embedUrl: `${origin}${embedPath}`,
    disclosureUrl: `${origin}${disclosurePath}`,
    documents: Object.fromEntries(documents) as ProviderView['documents'],
  }
}
