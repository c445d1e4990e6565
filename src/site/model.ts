// The model of a site: made by `planSite`, read by `assets`, `render` and the templates. Plain, readonly data: text is final
// (no tokens left), links are resolved and start with the site's base path.

import type { Certificates, Colors, TagUse, Vendor } from '../brand/index.ts'
import type { MarkupHtml, MotifName, Strings } from '../content/index.ts'
import type { Origin } from '../diagnostics/index.ts'

/** The data that is the same on every page of a site. Templates get it as the `site` prop. */
export interface SiteView {
  readonly brand: BrandView
  /** Absent for the live site; an environment's site is hidden from search engines. */
  readonly environment?: string
  /** Whether search engines must not list the pages: because the brand says so, or in an environment. */
  readonly noindex?: true
  readonly provider: ProviderView
  readonly theme: ThemeView
  /** The provider's disclosures as reviewed; absent if the brand has no `disclosures.lock.json`. */
  readonly disclosures?: DisclosuresView
  /** Absent if the brand has no analytics. */
  readonly analytics?: AnalyticsView
  /** Other origins that the policy allows, by what may be loaded from there; absent if there are none. */
  readonly thirdParties?: ThirdParties
  readonly strings: Strings
  readonly links: SiteLinks
  readonly navigation: NavigationView
  /** The same site in other languages; absent if there is none. */
  readonly languages?: readonly LanguageView[]
  readonly costExample: CostExampleView
  /** Names of the states whose residents cannot use the service. */
  readonly unavailableStates: readonly string[]
}

export interface BrandView {
  readonly id: string
  readonly name: string
  /** BCP 47 tag, as `lang` of the document. */
  readonly locale: string
  /** Absolute, without trailing slash: `https://aurora.example/us`. */
  readonly siteUrl: string
  /** Path part of `siteUrl`, without trailing slash: `/us`, or the empty string. */
  readonly basePath: string
  readonly formId: string
  readonly phone: PhoneView
  /** Other numbers, by the source of the visitors who see them; absent if there are none. */
  readonly phones?: Readonly<Record<string, PhoneView>>
  readonly email: LinkView
  readonly companyLine: string
  /** The company responsible for the site. */
  readonly legalName?: string
  /** Its street address. */
  readonly address?: string
  readonly copyrightYear: number
}

export interface DisclosuresView {
  /** Text of the header's tooltip. */
  readonly advertiser?: string
  /** The entries of the footer's grid, in order. */
  readonly entries: readonly { readonly heading: string; readonly text: string }[]
}

/** Ids of the brand's tag manager container and analytics stream. */
export interface AnalyticsView {
  readonly gtm?: string
  readonly ga4?: string
}

export interface ThirdParties {
  readonly vendors: readonly Vendor[]
  readonly allow: readonly { readonly origin: string; readonly for: readonly TagUse[] }[]
}

/** A site in another language. */
export interface LanguageView {
  /** BCP 47 tag. */
  readonly locale: string
  /** The name of the language in that language: `Español`. */
  readonly name: string
  /** Its home page, absolute. */
  readonly href: string
}

/** A link with its visible text. */
export interface LinkView {
  readonly text: string
  readonly href: string
}

export interface PhoneView extends LinkView {
  /** `+18005550142` */
  readonly number: string
}

export interface ProviderView {
  readonly host: string
  /** Origin of its URLs: `https://forms.example`; in watch mode, the stand-in's. */
  readonly origin: string
  readonly mode: 'script' | 'iframe'
  /** Other origins that the form needs: `https://cdn.example`. */
  readonly allow: readonly string[]
  /** Whether the page allows styles that the provider's script inserts. */
  readonly inlineStyles: boolean
  /** Whether the form's page, in a frame, never reports its height. */
  readonly silent: boolean
  /** Language of the provider's disclosures; absent if it is the site's. */
  readonly language?: string
  /**
   * Parameters of a visit's first page that are passed to the form, each with the provider's name for it; absent if there are
   * none.
   */
  readonly pass?: Readonly<Record<string, string>>
  /** The tag manager's names for the form's events; absent if there are none. */
  readonly events?: FormEvents
  /** The companies that certify a visitor's consent; absent if there are none. */
  readonly certificates?: Certificates
  readonly embedUrl: string
  readonly disclosureUrl: string
  /** URL of each document page on the provider's host. */
  readonly documents: Readonly<Record<DocumentId, string>>
}

/** Names of events, by the provider's reports about the form and by the states of its island. */
export type FormEvents = {
  readonly [What in 'loaded' | 'ready' | 'step' | 'submitted' | 'failed' | 'seen']?: string
}

/** The provider's document pages, in the order of the footer. */
export const documentIds = ['econsent', 'policy', 'terms', 'rates', 'notice'] as const
export type DocumentId = (typeof documentIds)[number]

export interface ThemeView {
  /** Hex colours of the light scheme, for images that the build draws. */
  readonly colors: Colors
  /** Colours of the dark scheme, if the theme has one. */
  readonly darkColors?: Colors
  /** `:root{--color-…}` and everything else that the theme sets, ready to be inlined before the templates' styles. */
  readonly css: string
  /** A `data:` URL: the brand's initial on its accent colour, for browser tabs. */
  readonly icon: string
  readonly headerLayout: 'bar' | 'centered' | 'solid'
  /** Which header items small screens show. */
  readonly headerMobile: 'disclosure' | 'brand+disclosure' | 'menu'
  readonly heroLayout: 'split' | 'centered' | 'banner' | 'form'
  /** Name of the pattern that decorates the top of a page, or a picture: the source path, a key of `Images`. */
  readonly motif: MotifName | { readonly path: string }
  /** Source path of the logo, a key of `Images`. */
  readonly logo?: string
}

/** Links that every page may show; all are root-relative and final. */
export interface SiteLinks {
  readonly home: string
  /** The top of the home page, the target of the footer's logo. */
  readonly homeTop: string
  readonly form: string
  readonly about: string
  /** Contact block in the footer of the same page. */
  readonly contact: string
  readonly faq: string
  readonly ccpa: string
  readonly feed: string
  /** The paginated list of articles; absent if the brand has at most `articles.listLimit` articles. */
  readonly articles?: string
}

/** The links in the header and footer, in their final form. */
export interface NavigationView {
  readonly header: readonly NavigationLink[]
  readonly footer: readonly { readonly title: string; readonly links: readonly NavigationLink[] }[]
}

export interface NavigationLink {
  readonly label: string
  readonly href: string
  /** Leads to another site, and opens in a new tab. */
  readonly isExternal?: boolean
}

/** The representative cost example: its input values, and every figure computed and formatted: `$300`, `391%`. */
export interface CostExampleView {
  /** Its input, in dollars and days. */
  readonly values: { readonly principal: number; readonly feePer100: number; readonly days: number }
  readonly principal: string
  readonly feePer100: string
  readonly fee: string
  readonly total: string
  readonly days: string
  readonly apr: string
}

/** The data of a page that social networks read. */
export interface OpenGraph {
  readonly type: 'website' | 'article'
  readonly title: string
  readonly description: string
  readonly url?: string
  readonly siteName: string
  readonly locale: string
  /** Source path of the image, a key of `Images`. */
  readonly image?: string
}

/** The content of the `<head>` of a page. */
export interface Head {
  readonly title: string
  readonly description: string
  /** Absolute URL; absent on pages that must not be indexed. */
  readonly canonical?: string
  /** Id of the brand that has the canonical page, if it is another brand with the same text. */
  readonly canonicalOf?: string
  /** The same page in each language, including this one, by `hreflang`; absent if there is only one language. */
  readonly alternates?: readonly { readonly language: string; readonly href: string }[]
  readonly robots?: string
  /** Codes that prove who owns the site: `{ 'google-site-verification': '…' }`. */
  readonly verification?: Readonly<Record<string, string>>
  readonly keywords?: string
  /** Absent on the 404 pages, which are not shared. */
  readonly openGraph?: OpenGraph
  readonly article?: {
    readonly publishedTime: string
    readonly modifiedTime?: string
    readonly author?: string
    readonly tags: readonly string[]
  }
  /** One JSON-LD graph; absent on pages that are not indexed. */
  readonly structuredData?: JsonObject
}

/** The head of a page that can be shared. */
export type SharedHead = Head & { readonly openGraph: OpenGraph }

export type Json = string | number | boolean | null | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

/** The fields of every page. A kind's own fields are in `site/pages/`. */
export interface PageBase {
  /** Name of its template in `templates/`: `faq`, `article-list`, `pages/page`. */
  readonly template: string
  /** Its address on the host, always starting with a slash and without the base path: `/faq/`. */
  readonly route: string
  /** The path of its file in the output: `faq/index.html`. */
  readonly outputPath: string
  readonly head: Head
  /** Source path of the page's content; absent if the page consists only of its template and fixed sentences. */
  readonly source?: string
  /**
   * The largest size of its HTML, in bytes after gzip at level 6, with inline styles but without lists of articles, an
   * article's text and FAQ answers. The size is the sum of the parts that it shares with other pages and of its own part, each
   * compressed separately; compressed as a whole, it is a few percent smaller.
   */
  readonly htmlBudget: number
  /** Whether it contains the provider's form. The policies of all other pages block the provider's scripts. */
  readonly hasForm: boolean
  /** `educational` for an article that teaches, for which the content rules are milder. */
  readonly audience?: 'educational' | 'general'
  /** The page's share card; absent on pages that search engines must not list. */
  readonly card?: ShareCard
  /** Data for blocks, on pages with blocks. */
  readonly lists?: PageLists
  /** Date of its last change, `YYYY-MM-DD`, for the sitemap; absent if unknown. */
  readonly lastModified?: string
}

/** The site's data that blocks may show. All pages share one object. */
export interface PageLists {
  /** Every question. */
  readonly faq: readonly FaqView[]
  /** Every article, newest first. */
  readonly articles: readonly ArticleSummary[]
}

export interface ShareCard {
  /** Name of the file, without hash and extension: `card-rent-guide`. */
  readonly name: string
  /** The page's title without the brand's name, which the card shows separately. */
  readonly lines: readonly string[]
}

export interface HeroView {
  /** The headings of columns, first the page's main one. */
  readonly headings: readonly string[]
  readonly text: string
  readonly button: string
  readonly note: string
}

export interface AdvantageView {
  readonly icon: string
  readonly title: string
  readonly description: string
}

export interface StepView extends AdvantageView {
  /** 1-based. */
  readonly number: number
}

export interface FaqView {
  /** 1-based. */
  readonly number: number
  /** Fragment of the answer: its id, or `faq-9`. */
  readonly anchor: string
  /** Another fragment for the same question, by its number: `faq-9`. Absent if that is already its anchor. */
  readonly numberAnchor?: string
  readonly question: string
  readonly answerHtml: MarkupHtml
  /** Heading of its group, on the FAQ page. */
  readonly group?: string
}

/** An article in a list. */
export interface ArticleSummary {
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly date: DateView
  readonly tags: readonly string[]
  /** Name of the icon for its subject. */
  readonly icon: string
  /** Root-relative, ends in `/#header`. */
  readonly href: string
}

export interface TagView {
  /** `credit score` */
  readonly label: string
  /** Link to the list of its articles. */
  readonly href: string
}

export interface DateView {
  /** `2025-08-21` */
  readonly iso: string
  /** `August 21, 2025`, in the brand's locale. */
  readonly text: string
}

export interface BlogList {
  readonly items: readonly ArticleSummary[]
  /** Link to the paginated list, if there are more articles than `items`. */
  readonly more?: string
}

/** A section of an article or page. */
export interface OutlineEntry {
  /** Fragment of its heading. */
  readonly anchor: string
  readonly text: string
}

export interface ArticleView extends Pick<ArticleSummary, 'slug' | 'title' | 'description' | 'date'> {
  /** Date of its last change, if it has one. */
  readonly updated?: DateView
  /** The tags that have a list. */
  readonly tags: readonly TagView[]
  readonly author?: string
  readonly reviewer?: string
  readonly sources: readonly { readonly title: string; readonly url: string }[]
  /** Source path of the article's image, a key of `Images`. */
  readonly image?: string
  /** The sections of its text; empty if it needs no list of them. */
  readonly outline: readonly OutlineEntry[]
  /** Reading time in minutes. */
  readonly minutes: number
  /** Always a single part. */
  readonly body: readonly { readonly html: MarkupHtml }[]
  /** The name of the block that ends the text, if one does. */
  readonly lastBlock?: string
}

/** An image that pages show, and the place that requests it. */
export interface ImageRequest {
  /** Source path. */
  readonly path: string
  readonly origin: Origin
  /** Shown only at the size of a logo, so one small file is enough. */
  readonly isLogo?: boolean
}

/** An image as a page shows it. */
export interface ImageAsset {
  /** Root-relative URL of the file that every browser can show. */
  readonly url: string
  /** The original's width in pixels, which reserves space while the image loads. */
  readonly width: number
  readonly height: number
  /** Smaller and newer encodings, best first: `{ type: 'image/avif', srcset: '/assets/… 480w, …' }`. */
  readonly sources: readonly { readonly type: string; readonly srcset: string }[]
}

/** A `<link>` element of the head: an icon or the web manifest, drawn from a brand's logo. */
export interface IconLink {
  readonly rel: string
  readonly href: string
  readonly sizes?: string
  readonly type?: string
}

/** Source path → image. */
export type Images = Readonly<Record<string, ImageAsset>>

/** Logical name (`templates/assets/ssl-badge.svg`, or a content file's source path) → root-relative hashed URL. */
export type AssetUrls = Readonly<Record<string, string>>
