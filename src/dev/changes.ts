// Determines which pages of each brand a change to files affects.

import { isDeepStrictEqual } from 'node:util'
import type { PreparedSite } from '../build/index.ts'
import { afterOpenPages, regularYield } from './background.ts'

import { sameButPages } from './site-check.ts'

export interface Change {
  /** Project-relative paths of files and folders that changed. */
  readonly paths: readonly string[]
  /** Brands that are affected, in order. */
  readonly brands: readonly BrandChange[]
  /** Milliseconds until the new pages could be served. */
  readonly ms: number
}

interface BrandChange {
  readonly id: string
  /** Routes of pages that differ from before; `all` if something changed that every page contains. */
  readonly pages: readonly string[] | 'all'
}

/** A brand's site before and after a change; undefined if it could not be prepared. */
export interface SiteChange {
  readonly id: string
  readonly before: PreparedSite | undefined
  readonly after: PreparedSite | undefined
}

/** Finds the pages that differ. Compares all of them, so it lets open pages and requests go first. */
export async function describeChanges(changes: readonly SiteChange[]): Promise<BrandChange[]> {
  await afterOpenPages()
  const yieldNow = regularYield()
  const described: BrandChange[] = []
  for (const { id, before, after } of changes) {
    if (after === undefined) described.push({ id, pages: [] })
    else if (before === undefined || !sameButPages(before, after)) described.push({ id, pages: 'all' })
    else {
      const earlier = new Map(before.site.pages.map(page => [page.route, page]))
      const pages: string[] = []
      for (const page of after.site.pages) {
        await yieldNow()
        if (!isDeepStrictEqual(earlier.get(page.route), page)) pages.push(page.route)
      }
      described.push({ id, pages })
    }
  }
  return described
}
