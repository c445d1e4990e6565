import type { ComponentType } from 'react'
import type { AssetUrls, Images, PageKind, PageOf, SiteView } from '../site/index.ts'

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
 * What `templates/index.ts` may export as `templates`: components by kinds of pages, which are taken before the files that
 * have the names of the kinds.
 */
export type Templates = { readonly [Kind in PageKind]?: ComponentType<PageProps<Kind>> }
