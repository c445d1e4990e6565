import { describe, expect, it } from 'vitest'
import { sitemaps } from '../../src/render/site-files.ts'
import type { Site } from '../../src/site/index.ts'

const siteUrl = 'https://test.example/us'
function siteOf(count: number, change: object = {}) {
  const pages = Array.from({ length: count }, (_, index) => ({
    head: { canonical: `${siteUrl}/${index}/` },
    lastModified: '2025-08-21',
    ...change,
  }))
  return { pages, view: { brand: { siteUrl } } } as unknown as Pick<Site, 'pages' | 'view'>
}
const located = (text: string) => [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url)

describe('sitemaps', () => {
  it('are one file up to 50,000 URLs, and from then on an index with files of at most as many', () => {
    const one = sitemaps(siteOf(50_000))
    expect(one.map(([path]) => path)).toEqual(['sitemap.xml'])
    const [index, ...parts] = sitemaps(siteOf(50_001))
    expect(index?.[0]).toBe('sitemap.xml')
    expect(index?.[1]).toContain('<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">')
    expect(located(index?.[1] ?? '')).toEqual([`${siteUrl}/sitemap-1.xml`, `${siteUrl}/sitemap-2.xml`])
    expect(parts.map(([path, text]) => [path, located(text).length])).toEqual([
      ['sitemap-1.xml', 50_000],
      ['sitemap-2.xml', 1],
    ])
    expect(parts.flatMap(([, text]) => located(text))).toEqual(
      located(one[0]?.[1] ?? '').concat(`${siteUrl}/50000/`),
    )
  })

  it('keep within their bytes', () => {
    const limits = { urls: 1000, bytes: 2000 }
    const [, ...parts] = sitemaps(siteOf(100), limits)
    expect(parts.length).toBeGreaterThan(3)
    for (const [, text] of parts) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limits.bytes)
    expect(parts.flatMap(([, text]) => located(text)).length).toBe(100)
  })

  it('do not list pages that must not be indexed', () => {
    expect(sitemaps(siteOf(3, { head: {} }))[0]?.[1]).not.toContain('<loc>')
  })
})
