// Describes a kind of page to the rest of Imprint. Each kind has one record in its own file in this folder; link targets,
// collisions, policies, share cards, sitemap, images and the list of templates all come from the records.

import type { BrandConfig } from '../../brand/index.ts'
import type { ContentSet, Markup, MarkupHtml, TokenValues } from '../../content/index.ts'
import type { Origin } from '../../diagnostics/index.ts'
import type { ArticleLists } from '../articles.ts'
import type { DateView, PageBase, ShareCard, SiteView } from '../model.ts'

export interface PageKindRecord<Kind extends PageBase & { readonly kind: string }> {
  /** Also the name of its template, in the form of a file name: see `templateName`. */
  readonly kind: Kind['kind']
  /** Each of its pages names its template itself: `PlannedPage.template`. */
  readonly hasLayouts?: true
  /** The provider's form is on every page of this kind. Default: only on pages with a block that contains it. */
  readonly hasForm?: true
  /** `PageBase.htmlBudget` of each of its pages. Default: that of `planSite`. */
  readonly htmlBudget?: number
  /** A host serves it for missing pages, so no content may link to it. */
  readonly isErrorPage?: true
  /** Paths of `_headers` that match the pages of this kind, as hosts match them. Default: those of each page's route. */
  readonly headerPaths?: readonly string[]
  /** The pages of this kind that a site has, in order. */
  readonly pages: (site: SitePlan) => readonly PlannedPage<Kind>[]
}

/** A page whose route is known. */
export interface PlannedPage<Kind> {
  readonly route: string
  /** Source path of the page's content; absent if the page consists only of its template and fixed sentences. */
  readonly source?: string
  /** Name of its template in `templates/`; default: that of its kind. */
  readonly template?: string
  /** Fills the page; called once the routes of all pages are known. */
  readonly fill: (page: PageFiller) => PageFields<Kind>
}

/** A kind's own fields, and fields that `planSite` cannot derive. */
export type PageFields<Kind> = Omit<
  Kind,
  'kind' | 'template' | 'route' | 'outputPath' | 'source' | 'htmlBudget' | 'hasForm' | 'lists' | 'card'
> & {
  /** Its own card. Default: that of the site. */
  readonly card?: ShareCard
}

/** The data from which all pages of a site are planned. */
export interface SitePlan {
  readonly brand: BrandConfig
  readonly content: ContentSet
  readonly view: SiteView
  readonly articles: ArticleLists
  readonly tokens: TokenValues
  /** A date, `YYYY-MM-DD`, as the site's readers write it. */
  readonly dateView: (iso: string) => DateView
  /** The share card of most pages. */
  readonly card: ShareCard
  /** Replaces tokens with the brand's values. */
  readonly fillTokens: (text: string) => string
}

/** Adds Markdown and images to a page. Everything that is added is published and checked. */
export interface PageFiller {
  readonly route: string
  /**
   * Markdown with its tokens filled and its links resolved.
   * @param imagePaths Source paths of the text's images, in order.
   */
  html(markup: Markup, imagePaths?: readonly string[]): MarkupHtml
  /** Adds an image that is not in Markdown. Returns its source path. */
  image(path: string, origin: Origin): string
}
