import { type Cache, packageVersion } from '../../cache/index.ts'

/** The properties of an image that must be known before it is shown. */
export interface Measure {
  /** In pixels, with the image upright. */
  readonly width: number
  readonly height: number
  readonly format: string
  readonly hasAlpha: boolean
}

/** More pixels than any camera produces; decoding takes four bytes for each. */
export const maxPixels = 60_000_000

/** Largest ratio of one side to the other. */
const maxAspect = 100

/** An image that cannot be used; the message is the reason, as the end of a sentence. */
export class ImageError extends Error {}

/** Measures an image without decoding it. Throws `ImageError`. */
export async function measure(bytes: Uint8Array, cache: Cache): Promise<Measure> {
  const stored = await cache.once('measures', ['measure-1', packageVersion('sharp'), bytes], async () => {
    const { default: sharp } = await import('sharp')
    const sized = withSize(bytes)
    try {
      const metadata = await inTurn(() => sharp(sized ?? bytes, { limitInputPixels: maxPixels }).metadata())
      if (sized !== undefined) throw new ImageError('has no size')
      const { width = 0, height = 0 } = metadata.autoOrient ?? metadata
      const { format, hasAlpha } = metadata
      return new TextEncoder().encode(JSON.stringify({ width, height, format, hasAlpha }))
    } catch (error) {
      if (error instanceof ImageError) throw error
      const [, line, column, what] = xmlError.exec(String(error)) ?? []
      if (what !== undefined) throw new ImageError(`is not valid XML at ${line}:${column} ("${what}")`)
      throw new ImageError(
        /pixel limit/.test(String(error)) ? 'has too many pixels' : 'is not a readable image',
      )
    }
  })
  const measured = JSON.parse(new TextDecoder().decode(stored)) as Measure
  if (measured.width === 0 || measured.height === 0) throw new ImageError('has no size')
  if (Math.max(measured.width / measured.height, measured.height / measured.width) > maxAspect)
    throw new ImageError(`is ${measured.width} × ${measured.height} pixels, a line rather than a picture`)
  return measured
}

let last: Promise<unknown> = Promise.resolve()

/** One at a time: libvips has one error text for all threads, so two broken images at once would mix up their reasons. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work, work)
  last = mine
  return mine
}

/** librsvg's message for an SVG that does not parse. */
const xmlError = /XML parse error: .* on line (\d+) column (\d+) of data: (.*?)(?: line \d+(?: and \w+)?)?$/m

/**
 * Gives an SVG without a size an arbitrary one, so that it can be checked further; undefined for other files. Otherwise, librsvg
 * would draw it to find out its size, however long that takes.
 */
function withSize(bytes: Uint8Array): Uint8Array | undefined {
  const text = new TextDecoder('latin1').decode(bytes)
  const [tag, attributes] =
    /<(?:[\w-]+:)?svg\b((?:"[^"]*"|'[^']*'|[^"'>])*)>/.exec(text.slice(0, 64 * 1024)) ?? []
  if (
    tag === undefined ||
    attributes === undefined ||
    /\sviewBox\s*=|\swidth\s*=[\s\S]*\sheight\s*=|\sheight\s*=[\s\S]*\swidth\s*=/.test(attributes)
  )
    return undefined
  return Buffer.from(text.replace(/<(?:[\w-]+:)?svg\b/, '$& viewBox="0 0 1 1"'), 'latin1')
}
