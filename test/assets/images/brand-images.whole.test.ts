import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { type BrandId, brandIds, builtFolder, factsOf, readPage } from '../../support/brands.ts'
import { all, attribute } from '../../support/html.ts'

const file = (id: BrandId, url: string) =>
  readFileSync(join(builtFolder(), id, url.slice(factsOf(id).basePath.length)))

describe.each(brandIds)('drawings of the logo of %s', id => {
  const page = () => readPage(id, 'index.html')
  const linked = (rel: string) =>
    all(page(), 'link')
      .filter(link => attribute(link, 'rel') === rel)
      .map(link => attribute(link, 'href') ?? '')

  it('favicon.ico contains PNG images of 16, 32 and 48 pixels', async () => {
    const ico = file(id, linked('icon')[0] ?? '')
    expect([ico.readUInt16LE(0), ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([0, 1, 3])
    for (const [index, size] of [16, 32, 48].entries()) {
      const entry = 6 + 16 * index
      expect([ico.readUInt8(entry), ico.readUInt8(entry + 1)]).toEqual([size, size])
      const start = ico.readUInt32LE(entry + 12)
      const metadata = await sharp(ico.subarray(start, start + ico.readUInt32LE(entry + 8))).metadata()
      expect([metadata.format, metadata.width, metadata.height]).toEqual(['png', size, size])
    }
  })

  it('has a scalable icon and one of 180 pixels without transparency for home screens', async () => {
    const scalable = linked('icon')[1] ?? ''
    expect(scalable).toMatch(/^data:image\/svg\+xml,/)
    const svg = Buffer.from(decodeURIComponent(scalable.slice(scalable.indexOf(',') + 1)))
    expect((await sharp(svg).metadata()).format).toBe('svg')
    const touch = sharp(file(id, linked('apple-touch-icon')[0] ?? ''))
    expect(await touch.metadata()).toMatchObject({ format: 'png', width: 180, height: 180 })
    expect((await touch.stats()).isOpaque).toBe(true)
  })

  it('the web manifest names icons with their real sizes, one of them maskable', async () => {
    const { icons, name, start_url } = JSON.parse(file(id, linked('manifest')[0] ?? '').toString('utf8'))
    expect(start_url).toBe(`${factsOf(id).basePath}/`)
    expect(name).toBeTruthy()
    expect(icons.map((icon: { purpose?: string }) => icon.purpose)).toContain('maskable')
    for (const { src, sizes, type } of icons) {
      const { width, height, format } = await sharp(file(id, src)).metadata()
      expect([`${width}x${height}`, `image/${format}`]).toEqual([sizes, type])
    }
  })

  it('every page that may be shared shows the site’s card, of 1200 × 630', async () => {
    const paths = [
      'index.html',
      'faq/index.html',
      'ccpa.html',
      ...factsOf(id).slugs.map(slug => `articles/${slug}/index.html`),
    ]
    const cards = paths.map(path => {
      const metas = all(readPage(id, path), 'meta')
      const content = (name: string) =>
        metas.find(meta => [attribute(meta, 'property'), attribute(meta, 'name')].includes(name))
      expect(attribute(content('twitter:card')!, 'content')).toBe('summary_large_image')
      expect(attribute(content('og:image:width')!, 'content')).toBe('1200')
      return new URL(attribute(content('og:image')!, 'content') ?? '')
    })
    expect(new Set(cards.map(String)).size).toBe(1)
    for (const card of cards.slice(0, 1)) {
      expect(card.origin).toBe(new URL(factsOf(id).siteUrl).origin)
      expect(await sharp(file(id, card.pathname)).metadata()).toMatchObject({
        format: 'png',
        width: 1200,
        height: 630,
      })
    }
  })
})
