// Results of earlier runs for the pages of a site. A page is neither rendered nor written again if everything it depends on is
// the same and its published files still have the same bytes.

import { hash } from 'node:crypto'
import { type Cache, pipelineVersion } from '../cache/index.ts'
import type { PageVerdict } from '../compliance/index.ts'
import { remembered, sumOf } from '../files/index.ts'
import type { ManifestEntry, Output } from '../output/index.ts'
import type { InlineHashes, InspectedHtml } from '../render/index.ts'
import type { BlogList, Page, PageLists } from '../site/index.ts'
import type { PreparedSite } from './prepare-brand.ts'

/** The facts about a rendered page that the rest of the site needs. Plain data. */
export interface PageFacts {
  readonly hashes: InlineHashes
  /** Names of the islands on it. */
  readonly islands: readonly string[]
  /**
   * Links and ids of the page's own HTML, then of each piece that it shares with other pages; pages share one object for such a
   * piece.
   */
  readonly inspected: readonly InspectedHtml[]
  /** Output path of its share card. */
  readonly cardPath?: string
  /** The result of the content rules. */
  readonly verdict: PageVerdict
}

/**
 * Everything that a page depends on. A change in one part may change those below it, so the first that differs is the reason.
 */
const parts = {
  pipeline: 'another version of Imprint or of a package it uses',
  templates: 'templates changed',
  brand: 'brand values changed',
  assets: 'assets changed',
  rules: 'content rules changed',
  page: "the page's own data changed",
} as const

const otherReasons = {
  unknown: 'no cached result',
  problems: 'problems are reported again',
  published: 'the published file is missing or different',
} as const

/** Why a page is rendered: for `--why`. */
export type RenderReason = (typeof parts)[Part] | (typeof otherReasons)[keyof typeof otherReasons]

type Part = keyof typeof parts
type PartHashes = Readonly<Record<Part, string>>

export interface CachedPages {
  /**
   * Reuses the published files of a page if rendering would produce the same; otherwise returns the reason why it would not.
   */
  take(page: Page, output: Output): PageFacts | RenderReason
  /** Stores the result of a page for later runs. Without a result, as for a page with problems, it is rendered in each run. */
  add(page: Page, result?: PageResult): void
  /** Ends the run. */
  save(): void
}

interface PageResult {
  readonly facts: PageFacts
  /** Its published files. */
  readonly files: readonly ManifestEntry[]
}

/** The stored result of a page. */
interface CachedPage {
  readonly hashes: PartHashes
  readonly result?: CachedResult
}

interface CachedResult {
  readonly files: readonly ManifestEntry[]
  readonly facts: Omit<PageFacts, 'inspected'>
  readonly own: InspectedHtml | undefined
  /** Keys of the parts that it shares with other pages. */
  readonly pieces: readonly string[]
}

const nothing: CachedPages = { take: () => otherReasons.unknown, add: () => undefined, save: () => undefined }

/** Opens the results for a site's pages; there are none without a folder. */
export function cachedPages(cache: Cache, prepared: PreparedSite): CachedPages {
  // Only the latest result of a page is useful, because its files are the published ones.
  const { brand, environment } = prepared.view
  // Ids never have two hyphens in a row.
  const name = environment === undefined ? brand.id : `${brand.id}--${environment}`
  const pack = cache.pack(`pages-${name}`, 0)
  if (pack === undefined) return nothing
  const surroundings = hashesOfSurroundings(prepared)
  const hashOfLists = remembered((lists: BlogList | PageLists) => sumOf(lists))
  const hashesOf = remembered(
    (page: Page): PartHashes => ({
      ...surroundings,
      // Most pages end with the same list, which is as long as the rest of the page; the lists for blocks are the same for all
      // pages.
      page: sumOf({
        ...page,
        ...('blog' in page && { blog: hashOfLists(page.blog) }),
        ...(page.lists && { lists: hashOfLists(page.lists) }),
      }),
    }),
  )
  const keyOfPiece = remembered((piece: InspectedHtml): string => {
    const key = sumOf(piece)
    pack.set(key, JSON.stringify(piece))
    return key
  })
  const pieceOf = remembered((key: string): InspectedHtml | undefined => {
    const text = pack.get(key)
    return text === undefined ? undefined : JSON.parse(text)
  })
  const resultOf = ({ facts: { inspected, ...facts }, files }: PageResult): CachedResult => {
    const [own, ...shared] = inspected
    return {
      files: files.map(({ path, size, sha256 }) => ({ path, size, sha256 })),
      facts,
      own,
      pieces: shared.map(keyOfPiece),
    }
  }
  /** Most pages of a site have the same share card. */
  const isCachedBefore = new Map<string, boolean>()
  const isCached = (file: ManifestEntry, output: Output): boolean => {
    const key = `${file.path} ${file.sha256}`
    const known = isCachedBefore.get(key) ?? output.reuse?.(file) !== undefined
    isCachedBefore.set(key, known)
    return known
  }
  return {
    take(page, output) {
      if (output.reuse === undefined) return otherReasons.published
      const text = pack.get(page.route)
      if (text === undefined) return otherReasons.unknown
      const { hashes, result } = JSON.parse(text) as CachedPage
      const current = hashesOf(page)
      for (const part of Object.keys(parts) as Part[]) if (hashes[part] !== current[part]) return parts[part]
      if (result === undefined) return otherReasons.problems
      const { files, facts, own, pieces } = result
      const shared = pieces.flatMap(key => pieceOf(key) ?? [])
      if (shared.length < pieces.length) return otherReasons.unknown
      if (!files.every(file => isCached(file, output))) return otherReasons.published
      return { ...facts, inspected: [...(own ? [own] : []), ...shared] }
    },
    add(page, rendered) {
      const cached: CachedPage = { hashes: hashesOf(page), ...(rendered && { result: resultOf(rendered) }) }
      pack.set(page.route, JSON.stringify(cached))
    },
    save: () => pack.save(),
  }
}

/** Everything that pages depend on apart from their own models. */
function hashesOfSurroundings({
  site,
  view,
  bundle,
  assets,
  cards,
  judge,
  mentions,
}: PreparedSite): Omit<PartHashes, 'page'> {
  const { script, styles, islands } = bundle
  return {
    pipeline: sumOf(pipelineVersion('react', 'react-dom', 'sharp', 'satori')),
    templates: sumOf([script, styles, islands.islands, islands.loader.whole]),
    // Includes the text of other brands to look for, because pages must be rendered again if it changes, and the host, because
    // another host needs the pages in other folders.
    brand: sumOf([view, mentions, site.host]),
    assets: sumOf([
      assets,
      cards && [
        hash('sha256', cards.logo),
        cards.name,
        cards.colors,
        cards.font && hash('sha256', cards.font.data),
      ],
    ]),
    rules: judge.hash,
  }
}
