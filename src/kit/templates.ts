import type { ComponentType } from 'react'
import type { AssetUrls, Page, PageKind, SiteView } from '../site/index.ts'

/** Props of a page template of one kind: `PageProps<'home'>`. */
export interface PageProps<Kind extends PageKind = PageKind> {
  readonly site: SiteView
  readonly page: Extract<Page, { kind: Kind }>
  /** Hashed URLs of the files in `templates/assets/`, of the logo and of article images. */
  readonly assets: AssetUrls
  /** Minified styles of the theme and of `templates/styles.css`, to be handed to `<Document>`. */
  readonly styles: string
}

/** What `templates/index.ts` exports as `templates`: one component for each kind of page. */
export type Templates = { readonly [Kind in PageKind]: ComponentType<PageProps<Kind>> }
