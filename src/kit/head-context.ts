import { createContext } from 'react'
import type { BrandImages } from '../site/index.ts'

/** What `assets` made for the head of a site's pages. */
export interface HeadAssets extends BrandImages {
  /** URLs of the fonts to fetch with the page. */
  readonly fonts: readonly string[]
}

/** Given by `render/` around every page, read by `<Document>`: no template need hand it on. */
export const HeadContext = createContext<HeadAssets>({ icons: [], cards: {}, fonts: [] })
