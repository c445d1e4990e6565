import { type Cache, packageVersion } from '../cache/index.ts'

/** What must be known of an image before it is shown. */
export interface Measure {
  /** In pixels, as the image stands upright. */
  readonly width: number
  readonly height: number
  readonly format: string
  readonly hasAlpha: boolean
}

/** More pixels than any camera makes; decoding takes four bytes for each. */
export const maxPixels = 60_000_000

/** An image cannot be used; the message says why, as the end of a sentence. */
export class ImageError extends Error {}

/** Measures an image without decoding it. Throws `ImageError`. */
export async function measure(bytes: Uint8Array, cache: Cache): Promise<Measure> {
  const stored = await cache.once('measures', ['measure-1', packageVersion('sharp'), bytes], async () => {
    const { default: sharp } = await import('sharp')
    try {
      const metadata = await sharp(bytes, { limitInputPixels: maxPixels }).metadata()
      const { width = 0, height = 0 } = metadata.autoOrient ?? metadata
      const { format, hasAlpha } = metadata
      return new TextEncoder().encode(JSON.stringify({ width, height, format, hasAlpha }))
    } catch (error) {
      throw new ImageError(
        /pixel limit/.test(String(error)) ? 'has too many pixels' : 'cannot be read as an image',
      )
    }
  })
  const found = JSON.parse(new TextDecoder().decode(stored)) as Measure
  if (found.width === 0 || found.height === 0) throw new ImageError('has no size')
  if (found.format !== 'svg' && found.width * found.height > maxPixels)
    throw new ImageError('has too many pixels')
  return found
}
