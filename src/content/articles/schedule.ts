// Which articles are published on a date. Dates are strings, `YYYY-MM-DD`, and are compared as strings.

import type { BrandConfig } from '../../brand/index.ts'
import { compareText } from '../../diagnostics/index.ts'
import type { Files } from '../../files/index.ts'
import { contentFolders } from '../layers.ts'
import { type ContentChoice, droppedAt, markdownFiles } from '../left-out.ts'
import type { ParseCache } from '../parse-cache.ts'
import { type ArticleDetails, parseFrontMatter } from './article.ts'

/**
 * Why an article is not published on a date: its date is later, or it has expired.
 * @param asOf Default: every article is published.
 */
export function hiddenOn(
  { date, expires }: Pick<ArticleDetails, 'date' | 'expires'>,
  asOf: string | undefined,
): { readonly reason: 'scheduled' | 'expired'; readonly day: string } | undefined {
  if (asOf === undefined) return undefined
  if (date > asOf) return { reason: 'scheduled', day: date }
  return expires !== undefined && expires <= asOf ? { reason: 'expired', day: expires } : undefined
}

/** The next date on which a hidden article appears or a visible one expires, if there is any. */
export function nextChangeOf(
  articles: Iterable<Pick<ArticleDetails, 'date' | 'expires'>>,
  asOf: string | undefined,
): string | undefined {
  if (asOf === undefined) return undefined
  const days = [...articles].flatMap(({ date, expires }) => [date, expires ?? date])
  return days.filter(day => day > asOf).sort(compareText)[0]
}

/** An article that appears or expires on a date. */
export interface ScheduledChange {
  readonly day: string
  readonly change: 'comes' | 'goes'
  readonly slug: string
  readonly file: string
}

/** Finds out from front matter alone which articles of brands appear or expire after a date, in chronological order. */
export function scheduleReader(files: Files, asOf: string, cache: ParseCache) {
  return (brand: ContentChoice & Pick<BrandConfig, 'chain'>): readonly ScheduledChange[] => {
    const paths = markdownFiles({ files, folders: contentFolders(brand) }, 'articles').value
    const changes = [...paths.values()].flatMap((file): ScheduledChange[] => {
      const source = files.readText(file).value
      const details = source && cache(parseFrontMatter, source).value.details
      if (details === undefined || details.draft || droppedAt(brand, 'articles', details.slug)) return []
      const { slug, date, expires = '' } = details
      return [
        { day: date, change: 'comes', slug, file },
        { day: expires, change: 'goes', slug, file },
      ]
    })
    return changes.filter(({ day }) => day > asOf).sort((a, b) => compareText(a.day, b.day))
  }
}
