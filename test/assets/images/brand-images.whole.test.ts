import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { type BrandId, brandIds, builtFolder, factsOf, readPage } from '../../support/brands.ts'
import { all, attribute } from '../../support/html.ts'

/** The background colour of each brand's logo. */
const tiles: Record<BrandId, string> = { aurora: '#4a3bd0', harbor: '#e9b44c', meadow: '#17703a' }

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

  it('the web manifest costs no request, and names icons of the sizes it says, one of them maskable', async () => {
    const [, json = ''] = /^data:application\/manifest\+json,(.*)$/.exec(linked('manifest')[0] ?? '') ?? []
    // An address contains none of these characters.
    expect(json).not.toMatch(/["{}[\]]|&quot;/)
    const { icons, name, start_url } = JSON.parse(decodeURIComponent(json))
    expect(start_url).toBe(`${factsOf(id).siteUrl}/`)
    expect(name).toBeTruthy()
    expect(icons.map((icon: { purpose?: string }) => icon.purpose)).toContain('maskable')
    for (const { src, sizes, type } of icons) {
      const { width, height, format } = await sharp(file(id, new URL(src).pathname)).metadata()
      expect([`${width}x${height}`, `image/${format}`]).toEqual([sizes, type])
    }
  })

  it('icons of home screens have the logo’s own ground to the edge', async () => {
    const [, json = ''] = /,(.*)$/.exec(linked('manifest')[0] ?? '') ?? []
    const maskable = JSON.parse(decodeURIComponent(json)).icons.find(
      (icon: { purpose?: string }) => icon.purpose === 'maskable',
    )
    for (const url of [linked('apple-touch-icon')[0] ?? '', new URL(maskable.src).pathname]) {
      const { data, info } = await sharp(file(id, url)).raw().toBuffer({ resolveWithObject: true })
      const at = (x: number, y: number) =>
        `#${data
          .subarray(info.channels * (y * info.width + x))
          .subarray(0, 3)
          .toString('hex')}`
      const end = info.width - 1
      const corners = [at(0, 0), at(end, 0), at(0, end), at(end, end)]
      expect(corners, url).toEqual(Array(4).fill(tiles[id]))
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
      // What a visitor sees, independent of the page's subject.
      expect(attribute(content('og:image:alt')!, 'content')).toMatch(/: Online Loans\. One Simple Form$/)
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

it('the card has the look of its site', async () => {
  const grounds = await Promise.all(
    brandIds.map(async id => {
      const metas = all(readPage(id, 'index.html'), 'meta')
      const image = metas.find(meta => attribute(meta, 'property') === 'og:image')
      const card = sharp(file(id, new URL(attribute(image!, 'content') ?? '').pathname))
      const { data, info } = await card.raw().toBuffer({ resolveWithObject: true })
      return data
        .subarray(info.channels * (300 * info.width + 20))
        .subarray(0, 3)
        .toString('hex')
    }),
  )
  // The colours of the page, of the accent, and of the surroundings of the card in the middle.
  expect(Object.fromEntries(brandIds.map((id, index) => [id, grounds[index]]))).toEqual({
    aurora: 'fbfbfe',
    harbor: '12406f',
    meadow: 'eaf5ea',
  })
})
