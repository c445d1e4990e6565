// Measures images of articles and logos, and encodes them in sizes and formats for a browser to choose from. sharp is loaded for
// the first image, so a project without images does not wait for it.

import { type Cache, packageVersion } from '../../cache/index.ts'
import { compareText, type Diagnostic, diagnostic, type Outcome } from '../../diagnostics/index.ts'
import type { Files, OutputFile } from '../../files/index.ts'
import type { ImageAsset, ImageRequest, Images } from '../../site/index.ts'
import { hashedPath } from '../asset-files.ts'
import { encode } from './encode.ts'
import { ImageError, type Measure, maxPixels, measure } from './measure.ts'

interface PreparedImage {
  readonly asset: ImageAsset
  readonly files: readonly OutputFile[]
}

/** Widths in pixels at which a page's column is shown, on screens with one and with two device pixels per CSS pixel. */
const widths = [480, 800, 1200, 1600]
/** The same for a logo, which headers show at most 200 pixels wide. */
const logoWidths = [480]
/** Width for browsers that support neither AVIF nor WebP. */
const fallbackWidth = 1200
/** Part of every cache key: raise it when the recipe below changes. */
const recipe = 'image-2'
/** More effort takes several times as long and saves few bytes: see the table in `bench/README.md`. */
const formats = {
  avif: { quality: 50, effort: 1 },
  webp: { quality: 74, effort: 2 },
  jpeg: { quality: 78, progressive: true },
  png: { palette: true },
} as const
type Format = keyof typeof formats

/**
 * Prepares one image under a base path. An SVG is published unchanged, and any other image in AVIF and WebP at several widths,
 * with a JPEG or PNG for browsers that support neither. Undefined if it cannot be read as an image.
 */
async function prepareImage(
  files: Files,
  request: ImageRequest,
  basePath: string,
  cache: Cache,
): Promise<Outcome<PreparedImage | undefined>> {
  const read = files.readBytes(request.path)
  if (read.value === undefined) return { value: undefined, diagnostics: read.diagnostics }
  const bytes = read.value
  const refuse = (why: string): Outcome<undefined> => ({
    value: undefined,
    diagnostics: [...read.diagnostics, unusable(request, why)],
  })
  let size: Measure
  try {
    size = await measure(bytes, cache)
  } catch (error) {
    if (!(error instanceof ImageError)) throw error
    return refuse(error.message)
  }
  const { width, height } = size
  const url = (path: string) => `${basePath}/${path}`
  if (size.format === 'svg') {
    const path = hashedPath(request.path, bytes)
    const inline = svgDataUrl(bytes)
    const asset = { url: inline ?? url(path), width, height, sources: [] }
    return {
      value: { asset, files: inline === undefined ? [{ path, bytes }] : [] },
      diagnostics: read.diagnostics,
    }
  }
  const fallback = size.hasAlpha ? 'png' : 'jpeg'
  const offered = request.isLogo ? logoWidths : widths
  const largest = Math.min(width, Math.max(...offered))
  const wanted = [...offered.filter(candidate => candidate < largest), largest]
  const encodedAs = (format: Format, target: number) =>
    cache.once('images', [recipe, packageVersion('sharp'), format, target, bytes], () =>
      encode(() => encoded(bytes, format, target)),
    )
  try {
    const outputs: OutputFile[] = []
    const put = (format: string, encodedBytes: Uint8Array): string => {
      const path = hashedPath(
        request.path.replace(/\.[^.]*$/, `.${format === 'jpeg' ? 'jpg' : format}`),
        encodedBytes,
      )
      outputs.push({ path, bytes: encodedBytes })
      return url(path)
    }
    const sources: ImageAsset['sources'][number][] = []
    for (const format of ['avif', 'webp'] as const) {
      const candidates: string[] = []
      for (const target of wanted)
        candidates.push(`${put(format, await encodedAs(format, target))} ${target}w`)
      sources.push({ type: `image/${format}`, srcset: candidates.join(', ') })
    }
    const simplest = put(fallback, await encodedAs(fallback, Math.min(largest, fallbackWidth)))
    const asset = { url: simplest, width, height, sources }
    return { value: { asset, files: outputs }, diagnostics: read.diagnostics }
  } catch {
    return refuse('is damaged')
  }
}

/** Largest size of an SVG embedded in the page: a mark this small costs less there than a request. */
const inlineLimit = 1500

/** A small SVG as a `data:` URL; undefined for a larger one. */
export function svgDataUrl(bytes: Uint8Array): string | undefined {
  if (bytes.length > inlineLimit) return undefined
  const spaced = new TextDecoder().decode(bytes).replace(/\s+/g, ' ').trim()
  const text = spaced.includes('<text') ? spaced : spaced.replaceAll('> <', '><')
  // Only what a URL or an attribute cannot contain is escaped: escapes double the size and compress badly.
  const escaped = text.replace(/[%#{}<>"& ]/g, character => encodeURIComponent(character))
  return `data:image/svg+xml,${escaped}`
}

/** Prepares every image of a site. An unusable one gets a diagnostic at the line that requests it. */
export async function prepareImages(
  files: Files,
  requests: readonly ImageRequest[],
  basePath: string,
  cache: Cache,
): Promise<Outcome<{ readonly images: Images; readonly files: readonly OutputFile[] }>> {
  const prepared = await Promise.all(requests.map(request => prepareImage(files, request, basePath, cache)))
  const images: Record<string, ImageAsset> = {}
  const outputs = new Map<string, OutputFile>()
  for (const [index, { value }] of prepared.entries()) {
    const path = requests[index]?.path
    if (value === undefined || path === undefined) continue
    images[path] = value.asset
    for (const file of value.files) outputs.set(file.path, file)
  }
  return {
    value: { images, files: [...outputs.values()].sort((a, b) => compareText(a.path, b.path)) },
    diagnostics: prepared.flatMap(image => image.diagnostics),
  }
}

/** Turned upright and without metadata, because a photo must not reveal where it was taken. */
async function encoded(bytes: Uint8Array, format: Format, width: number): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp')
  return sharp(bytes, { failOn: 'error' })
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .toFormat(format, formats[format])
    .toBuffer()
}

const remedies: Record<string, string> = {
  'has too many pixels': `Scale it down to less than ${maxPixels / 1_000_000} megapixels.`,
  'has no size': 'Give the SVG a "viewBox", or a "width" and a "height".',
  'is damaged': 'Export it again from the program that made it.',
}

function unusable(request: ImageRequest, why: string): Diagnostic {
  return diagnostic('image/unusable', `The image ${request.path} ${why}.`, {
    at: request.origin,
    hint:
      (why.startsWith('is not valid XML')
        ? 'Fix the SVG there, or export it again from the program that made it.'
        : remedies[why]) ?? 'Save it again as SVG, PNG, JPEG, WebP or AVIF.',
  })
}
