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

export interface HeadContents extends HeadAssets {
  /** Tags that stand on every page of the site, made once by `siteTags`. */
  readonly siteTags?: string
}

/** Given by `render/` around every page, read by `<Document>`: no template need hand it on. */
export const HeadContext = createContext<HeadContents>({ icons: [], fonts: [] })
