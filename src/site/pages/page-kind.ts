// What a kind of page is to the rest of Imprint. Each kind has one record, in a file of its own beside this one; link
// targets, collisions, policies, share cards, sitemap, images and the list of templates all come from the records.

import type { BrandConfig } from '../../brand/index.ts'
import type { ContentSet, Markup, MarkupHtml, TokenValues } from '../../content/index.ts'
import type { Origin } from '../../diagnostics/index.ts'
import type { ArticleLists } from '../articles.ts'
import type { DateView, PageBase, ShareCard, SiteView } from '../model.ts'

export interface PageKindRecord<Kind extends PageBase & { readonly kind: string }> {
  /** Its template has this name too, in the form of names of files: see `templateName`. */
  readonly kind: Kind['kind']
  /** Each of its pages names its template itself: `PlannedPage.template`. */
  readonly hasLayouts?: true
  /** The provider's form is on every page of this kind. Default: on those with a block that has it. */
  readonly hasForm?: true
  /** `PageBase.htmlBudget` of each of its pages. Default: that of `planSite`. */
  readonly htmlBudget?: number
  /** A host answers with it where there is no page: no content may link to it. */
  readonly isErrorPage?: true
  /** Paths of `_headers` that match the pages of this kind, as hosts match them. Default: those of each page's route. */
  readonly headerPaths?: readonly string[]
  /** The pages of this kind that a site has, in order. */
  readonly pages: (site: SitePlan) => readonly PlannedPage<Kind>[]
}

/** A page whose route is known. */
export interface PlannedPage<Kind> {
  readonly route: string
  /** Source path of the content that the page is made of; absent if that is its template and fixed sentences. */
  readonly source?: string
  /** Name of its template in `templates/`; default: that of its kind. */
  readonly template?: string
  /** Fills the page; called once the routes of all pages are known. */
  readonly fill: (page: PageFiller) => PageFields<Kind>
}

/** A kind's own fields with what `planSite` cannot derive. */
export type PageFields<Kind> = Omit<
  Kind,
  'kind' | 'template' | 'route' | 'outputPath' | 'source' | 'htmlBudget' | 'hasForm' | 'lists' | 'card'
> & {
  /** A card of its own. Default: that of the site. */
  readonly card?: ShareCard
}

/** What all pages of a site are planned from. */
export interface SitePlan {
  readonly brand: BrandConfig
  readonly content: ContentSet
  readonly view: SiteView
  readonly articles: ArticleLists
  readonly tokens: TokenValues
  /** A day, `YYYY-MM-DD`, as the site's readers write it. */
  readonly dateView: (iso: string) => DateView
  /** What a shared link to most pages shows. */
  readonly card: ShareCard
  /** Puts the brand's values in the places of tokens. */
  readonly fillTokens: (text: string) => string
}

/** Puts Markdown texts and images on one page. What is put there is what the site publishes and checks. */
export interface PageFiller {
  readonly route: string
  /**
   * A Markdown text with its tokens filled and its links resolved.
   * @param imagePaths Source paths of the text's images, in order.
   */
  html(markup: Markup, imagePaths?: readonly string[]): MarkupHtml
  /** An image besides those of the texts, by its source path, which is returned. */
  image(path: string, origin: Origin): string
}
