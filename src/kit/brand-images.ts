import { createContext } from 'react'
import type { BrandImages } from '../site/index.ts'

/** Given by `render/` around every page, read by `<Document>`: no template need hand it on. */
export const BrandImagesContext = createContext<BrandImages>({ icons: [], cards: {} })
