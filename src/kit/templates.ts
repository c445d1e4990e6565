import type { ComponentType } from 'react'
import type { ZodType } from 'zod'
import type { AssetUrls, BlockCheck, BlockIds, Images, PageKind, PageOf, SiteView } from '../site/index.ts'

/** A file in `templates/blocks/`: a component that authors place in Markdown with `::name{key="value"}`. */
export interface BlockModule {
  /** Gets the result of `props` for the attributes, and the page from `usePage`. */
  readonly default: ComponentType<never>
  /** A zod schema of the attributes, which are strings. Default: no attributes. */
  readonly props?: ZodType
  /** Whether it contains the provider's form: pages with it get the policy for that. */
  readonly hasForm?: boolean
  /** Finds names in the attributes that the site does not have, and warns the author. */
  readonly check?: BlockCheck
  /** Ids of its elements. If the page has one already, the author is warned. Default: none. */
  readonly ids?: BlockIds
}

/** Props of a page template of one kind: `PageProps<'home'>`. */
export interface PageProps<Kind extends PageKind = PageKind> {
  readonly site: SiteView
  readonly page: PageOf<Kind>
  /** Hashed URLs of the files in `templates/assets/`. */
  readonly assets: AssetUrls
  /** The logo and the articles' images, by source path; for `<Picture>`. */
  readonly images: Images
}

/**
 * What `templates/index.ts` may export as `templates`: components by kinds of pages. They take precedence over files named after
 * the kinds.
 */
export type Templates = { readonly [Kind in PageKind]?: ComponentType<PageProps<Kind>> }
