import { type Cache, packageVersion } from '../../cache/index.ts'

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

/** Times that one side may be as long as the other. */
const maxAspect = 100

/** An image cannot be used; the message says why, as the end of a sentence. */
export class ImageError extends Error {}

/** Measures an image without decoding it. Throws `ImageError`. */
export async function measure(bytes: Uint8Array, cache: Cache): Promise<Measure> {
  const stored = await cache.once('measures', ['measure-1', packageVersion('sharp'), bytes], async () => {
    if (isUnsizedSvg(bytes)) throw new ImageError('has no size')
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
  if (Math.max(found.width / found.height, found.height / found.width) > maxAspect)
    throw new ImageError(`is ${found.width} × ${found.height} pixels, a line rather than a picture`)
  if (found.format !== 'svg' && found.width * found.height > maxPixels)
    throw new ImageError('has too many pixels')
  return found
}

/** librsvg would draw it to see how large it is, however long that takes. */
function isUnsizedSvg(bytes: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, 64 * 1024))
  const attributes = /<(?:[\w-]+:)?svg\b((?:"[^"]*"|'[^']*'|[^"'>])*)>/.exec(text)?.[1]
  return (
    attributes !== undefined &&
    !/\sviewBox\s*=|\swidth\s*=[\s\S]*\sheight\s*=|\sheight\s*=[\s\S]*\swidth\s*=/.test(attributes)
  )
}
