import { createContext } from 'react'
import type { IconLink } from '../site/index.ts'

/** What `assets` made for the head of a page. */
export interface HeadAssets {
  /** Icons and the web manifest; none for a brand without a logo. */
  readonly icons: readonly IconLink[]
  /** URLs of the fonts to fetch with the page. */
  readonly fonts: readonly string[]
  /** Root-relative URL of the picture that a link to the page shows when it is shared, 1200 × 630. */
  readonly card?: string
}

/** Tags that are the same on all pages of a site. */
export interface SiteTags {
  readonly everyPage: string
  /** Icon and manifest for a phone's home screen, on all but the 404 pages. */
  readonly homeScreen: string
}

export interface HeadContents extends HeadAssets {
  /** Made once for a site by `siteTags`. */
  readonly siteTags?: SiteTags
}

/** Given by `render/` around every page, read by `<Document>`: no template need hand it on. */
export const HeadContext = createContext<HeadContents>({ icons: [], fonts: [] })
