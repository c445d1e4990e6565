// How brands are divided among processes, and how their reports become one.

import { hash } from 'node:crypto'
import type { BrandResult, BuildReport } from '../../build/index.ts'
import { compareText, sortDiagnostics } from '../../diagnostics/index.ts'

/** A part of the brands: the second of eight. */
export interface Shard {
  /** Counted from 1. */
  readonly index: number
  readonly count: number
}

/**
 * Divides brands into disjoint shards whose sizes differ by at most one. The division depends only on the ids, so it is the same
 * on every machine.
 * @param times The duration of each brand in milliseconds: shards are then equal in time, not in number. A brand without one
 * counts as average.
 * @returns `count` shards; some are empty if there are fewer brands.
 */
export function shardBrands(
  ids: readonly string[],
  count: number,
  times?: ReadonlyMap<string, number>,
): readonly (readonly string[])[] {
  const byHash = ids
    .map(id => [hash('sha256', id), id] as const)
    .sort(([a], [b]) => compareText(a, b))
    .map(([, id]) => id)
  if (times !== undefined) return shardByTime(byHash, count, times)
  const cut = (index: number): number => Math.round((index * byHash.length) / count)
  return Array.from({ length: count }, (_, index) => byHash.slice(cut(index), cut(index + 1)))
}

/** Longest first, each to the shard with the least work. */
function shardByTime(
  ids: readonly string[],
  count: number,
  times: ReadonlyMap<string, number>,
): readonly (readonly string[])[] {
  const durations = ids.flatMap(id => times.get(id) ?? []).sort((a, b) => a - b)
  const usual = durations[durations.length >> 1] ?? 1
  const timeOf = (id: string): number => times.get(id) ?? usual
  const shares = Array.from({ length: count }, () => ({ ids: [] as string[], time: 0 }))
  for (const id of [...ids].sort((a, b) => timeOf(b) - timeOf(a))) {
    const [first, ...rest] = shares
    const least = rest.reduce((a, b) => (b.time < a.time ? b : a), first as (typeof shares)[0])
    least.ids.push(id)
    // Brands that took no time are distributed, too.
    least.time += Math.max(1, timeOf(id))
  }
  return shares.map(share => share.ids)
}

/** Merges reports, with the brands in this order. */
export function mergeReports(reports: readonly BuildReport[], ids: readonly string[]): BuildReport {
  const results = new Map<string, BrandResult>(
    reports.flatMap(({ brands }) => brands.map(brand => [brand.id, brand] as const)),
  )
  return {
    brands: ids.flatMap(id => results.get(id) ?? []),
    diagnostics: sortDiagnostics(reports.flatMap(({ diagnostics }) => diagnostics)),
  }
}
