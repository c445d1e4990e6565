// What earlier runs found out about the pages of a site. A page that nothing has changed for is neither rendered nor
// written again, as long as its published file still has the bytes that were made then.

import { hash } from 'node:crypto'
import type { Cache } from '../cache/index.ts'
import type { ManifestEntry, Output } from '../output/index.ts'
import type { InspectedHtml } from '../render/index.ts'
import type { BlogList, Page } from '../site/index.ts'
import { pipelineVersion } from './pipeline.ts'
import type { PreparedSite } from './prepare-brand.ts'
import type { PageFacts } from './render-page.ts'

export interface KeptPages {
  /** Takes over the published files of a page, where they are what would be made now. */
  take(page: Page, output: Output): PageFacts | undefined
  /** Keeps what is known of a page for later runs. */
  add(page: Page, facts: PageFacts, files: readonly Pick<ManifestEntry, 'path' | 'sha256'>[]): void
  /** Ends the run. */
  save(): void
}

interface Kept {
  readonly files: readonly (readonly [path: string, sha256: string])[]
  readonly facts: Omit<PageFacts, 'inspected'>
  readonly own: InspectedHtml | undefined
  /** Keys of what other pages have too. */
  readonly pieces: readonly string[]
}

const nothing: KeptPages = { take: () => undefined, add: () => undefined, save: () => undefined }

/** Opens what is kept of a site's pages; nothing without a folder. */
export function keptPages(cache: Cache, prepared: PreparedSite): KeptPages {
  const pack = cache.pack(`pages-${prepared.view.brand.id}`, 0)
  if (pack === undefined) return nothing
  const surroundings = keyOfSurroundings(prepared)
  const keys = new Map<Page, string>()
  const blogKeys = new Map<BlogList, string>()
  const keyOfBlog = (blog: BlogList): string => {
    const key = blogKeys.get(blog) ?? hash('sha256', JSON.stringify(blog))
    blogKeys.set(blog, key)
    return key
  }
  const keyOf = (page: Page): string => {
    const known = keys.get(page)
    if (known !== undefined) return known
    // Most pages end with the same list, which is as long as the rest of them.
    const model = 'blog' in page ? { ...page, blog: keyOfBlog(page.blog) } : page
    const key = hash('sha256', `${surroundings}\n${JSON.stringify(model)}`)
    keys.set(page, key)
    return key
  }
  const pieceKeys = new Map<InspectedHtml, string>()
  const pieces = new Map<string, InspectedHtml | undefined>()
  const keyOfPiece = (piece: InspectedHtml): string => {
    const known = pieceKeys.get(piece)
    if (known !== undefined) return known
    const text = JSON.stringify(piece)
    const key = hash('sha256', text)
    pieceKeys.set(piece, key)
    pack.set(key, text)
    return key
  }
  const pieceOf = (key: string): InspectedHtml | undefined => {
    if (!pieces.has(key)) {
      const text = pack.get(key)
      pieces.set(key, text === undefined ? undefined : JSON.parse(text))
    }
    return pieces.get(key)
  }
  return {
    take(page, output) {
      if (output.keep === undefined) return undefined
      const text = pack.get(keyOf(page))
      if (text === undefined) return undefined
      const { files, facts, own, pieces: keys } = JSON.parse(text) as Kept
      const shared = keys.flatMap(key => pieceOf(key) ?? [])
      if (shared.length < keys.length) return undefined
      const standing = files.every(([path, sha256]) => output.keep?.(path, sha256) !== undefined)
      if (!standing) return undefined
      return { ...facts, inspected: [...(own ? [own] : []), ...shared] }
    },
    add(page, { inspected, ...facts }, files) {
      const [own, ...shared] = inspected
      const kept: Kept = {
        files: files.map(({ path, sha256 }) => [path, sha256]),
        facts,
        own,
        pieces: shared.map(keyOfPiece),
      }
      pack.set(keyOf(page), JSON.stringify(kept))
    },
    save: () => pack.save(),
  }
}

/** Everything that pages depend on besides their own model. */
function keyOfSurroundings({ view, bundle, assets, cards }: PreparedSite): string {
  const { script, styles, islands } = bundle.code
  const parts = [
    pipelineVersion('react', 'react-dom', 'sharp', 'satori'),
    view,
    script.text,
    styles,
    islands.islands,
    islands.loader,
    assets,
    cards && [hash('sha256', cards.logo), cards.name, cards.colors],
  ]
  return hash('sha256', JSON.stringify(parts))
}
