import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { prepareImages } from '../../../src/assets/index.ts'
import { openCache } from '../../../src/cache/index.ts'
import { memoryFiles } from '../../../src/files/index.ts'

const path = 'content/articles/picture'
const origin = { file: 'content/articles/a.md', line: 9, column: 5 }

function picture(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#88aaff' } })
}

async function prepare(name: string, bytes: Uint8Array | string, basePath = '') {
  const requests = [{ path: name, origin }]
  const outcome = await prepareImages(
    memoryFiles({ [name]: bytes }),
    requests,
    basePath,
    openCache(undefined),
  )
  return { ...outcome, image: outcome.value.images[name] }
}

describe('prepareImages', () => {
  it('measures a photo and encodes it in AVIF and WebP at several widths, never above its own', async () => {
    const { image, value, diagnostics } = await prepare(
      `${path}.jpg`,
      await picture(1000, 600).jpeg().toBuffer(),
      '/loans',
    )
    expect(diagnostics).toEqual([])
    expect([image?.width, image?.height]).toEqual([1000, 600])
    expect(image?.sources.map(source => source.type)).toEqual(['image/avif', 'image/webp'])
    for (const { srcset, type } of image?.sources ?? []) {
      const candidates = srcset.split(', ').map(candidate => candidate.split(' '))
      expect(candidates.map(([, width]) => width)).toEqual(['480w', '800w', '1000w'])
      for (const [url = '', width] of candidates) {
        const file = value.files.find(output => `/loans/${output.path}` === url)
        const metadata = await sharp(file?.bytes).metadata()
        expect(`${metadata.width}w`).toBe(width)
        expect(type).toBe(metadata.format === 'heif' ? 'image/avif' : `image/${metadata.format}`)
      }
    }
    expect(image?.url).toMatch(/^\/loans\/assets\/picture-[0-9a-f]{10}\.jpg$/)
  })

  it('turns a photo upright and removes its location', async () => {
    const bytes = await picture(400, 300)
      .withExif({ IFD0: { Copyright: 'a name' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { image, value } = await prepare(`${path}.jpg`, bytes)
    expect([image?.width, image?.height]).toEqual([300, 400])
    for (const { bytes: output } of value.files) {
      const metadata = await sharp(output).metadata()
      expect([metadata.width, metadata.height]).toEqual([300, 400])
      expect(metadata.exif).toBeUndefined()
    }
  })

  it('keeps an image with transparency transparent', async () => {
    const bytes = await sharp({ create: { width: 60, height: 40, channels: 4, background: '#0000' } })
      .png()
      .toBuffer()
    const { image, value } = await prepare(`${path}.png`, bytes)
    expect(image?.url).toMatch(/\.png$/)
    for (const output of value.files) expect((await sharp(output.bytes).metadata()).hasAlpha).toBe(true)
  })

  const drawing = (d: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><path fill="#123" d="${d}"/></svg>`

  it('puts a small SVG into the page itself, with its size', async () => {
    const svg = drawing('M0 0h120v40z')
    const { image, value } = await prepare(`${path}.svg`, svg)
    expect(image).toMatchObject({ width: 120, height: 40, sources: [] })
    expect(value.files).toEqual([])
    expect(image?.url).not.toMatch(/["#<>]/)
    expect(decodeURIComponent(image?.url.slice('data:image/svg+xml,'.length) ?? '')).toBe(svg)
  })

  it('publishes a larger SVG as it is', async () => {
    const svg = drawing('M0 0h120v40z'.repeat(200))
    const { image, value } = await prepare(`${path}.svg`, svg)
    expect(image?.url).toBe(`/${value.files[0]?.path}`)
    expect(value.files.map(file => new TextDecoder().decode(file.bytes))).toEqual([svg])
  })

  it.each([
    ['no image at all', async () => new TextEncoder().encode('not an image')],
    ['cut short', async () => (await picture(300, 300).jpeg().toBuffer()).subarray(0, 400)],
    ['of too many pixels', async () => picture(9000, 9000).png().toBuffer()],
  ])('reports an image that is %s, at the line that asks for it', async (_, make) => {
    const { image, diagnostics } = await prepare(`${path}.png`, await make())
    expect(image).toBeUndefined()
    expect(diagnostics).toMatchObject([{ severity: 'error', code: 'image/unusable', ...origin }])
    expect(diagnostics[0]?.hint).toBeTruthy()
  })

  it('gives the same bytes each time', async () => {
    const bytes = await picture(500, 300).png().toBuffer()
    const paths = async () => (await prepare(`${path}.png`, bytes)).value.files.map(file => file.path)
    expect(await paths()).toEqual(await paths())
  })
})
