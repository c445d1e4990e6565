// How brands are shared out among processes, and how their reports become one.

import { hash } from 'node:crypto'
import { compareText, sortDiagnostics } from '../diagnostics/index.ts'
import type { BrandResult, BuildReport } from './build.ts'

/**
 * Cuts brands into disjoint shares that are equal but for one brand. Which brands are together depends on their ids alone,
 * so that it is the same on every machine.
 * @returns `count` shares; some are empty where there are fewer brands.
 */
export function shardBrands(ids: readonly string[], count: number): readonly (readonly string[])[] {
  const byHash = [...ids]
    .map(id => [hash('sha256', id), id] as const)
    .sort(([a], [b]) => compareText(a, b))
    .map(([, id]) => id)
  const cut = (index: number): number => Math.round((index * byHash.length) / count)
  return Array.from({ length: count }, (_, index) => byHash.slice(cut(index), cut(index + 1)))
}

/** One report of several, with the brands in this order. */
export function mergeReports(reports: readonly BuildReport[], ids: readonly string[]): BuildReport {
  const results = new Map<string, BrandResult>(
    reports.flatMap(({ brands }) => brands.map(brand => [brand.id, brand] as const)),
  )
  return {
    brands: ids.flatMap(id => results.get(id) ?? []),
    diagnostics: sortDiagnostics(reports.flatMap(({ diagnostics }) => diagnostics)),
  }
}
