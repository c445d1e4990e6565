import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BrandResult } from '../../src/build/index.ts'
import { mergeReports, shardBrands } from '../../src/cli/processes/shards.ts'

const ids = fc.uniqueArray(fc.stringMatching(/^[a-z0-9]{1,8}$/), { maxLength: 60 })
const count = fc.integer({ min: 1, max: 9 })

describe('shardBrands', () => {
  it('gives each brand to one share, and shares that differ by one brand at most', () => {
    fc.assert(
      fc.property(ids, count, (brands, shares) => {
        const cut = shardBrands(brands, shares)
        expect(cut).toHaveLength(shares)
        expect(cut.flat().sort()).toEqual([...brands].sort())
        const sizes = cut.map(share => share.length)
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('does not depend on the order in which brands are named', () => {
    fc.assert(
      fc.property(ids, count, (brands, shares) => {
        expect(shardBrands([...brands].reverse(), shares)).toEqual(shardBrands(brands, shares))
      }),
    )
  })

  it('moves at most one brand from each share to the next if a brand is added', () => {
    fc.assert(
      fc.property(ids, count, (brands, shares) => {
        const shareOf = (all: readonly string[]) =>
          new Map(shardBrands(all, shares).flatMap((share, index) => share.map(id => [id, index] as const)))
        const before = shareOf(brands)
        const after = shareOf([...brands, 'a-new-brand'])
        const moved = brands.filter(id => before.get(id) !== after.get(id))
        expect(moved.length).toBeLessThanOrEqual(shares - 1)
      }),
    )
  })

  it('is the same on every machine', () => {
    expect(shardBrands(['aurora', 'harbor', 'meadow'], 2)).toEqual([['meadow', 'aurora'], ['harbor']])
  })
})

describe('mergeReports', () => {
  const brand = (id: string, ...messages: string[]): BrandResult => ({
    id,
    status: 'built',
    pages: 1,
    files: 1,
    bytes: 1,
    ms: 1,
    configInvalid: false,
    waivers: [],
    withheld: 0,
    diagnostics: messages.map(message => ({ severity: 'warning', code: 'article/invalid-date', message })),
  })
  const report = (...brands: BrandResult[]) => ({
    brands,
    diagnostics: brands.flatMap(({ diagnostics }) => diagnostics),
  })

  it('has the brands in the order in which they were named, and each problem of a shared file once', () => {
    const [a, b, c] = [brand('a', 'shared', 'own'), brand('b', 'shared'), brand('c')]
    const merged = mergeReports([report(c, a), report(b)], ['a', 'b', 'c', 'd'])
    expect(merged.brands).toEqual([a, b, c])
    expect(merged.diagnostics.map(({ message }) => message)).toEqual(['own', 'shared'])
  })
})
