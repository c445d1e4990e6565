// Finds the images that a Markdown file names by paths relative to itself.

import { collecting, diagnostic, hasErrors, type Outcome } from '../../diagnostics/index.ts'
import { imagePattern } from '../content-files.ts'
import type { ContentLayers } from '../layers.ts'
import type { MarkupReference } from './markup.ts'

/**
 * Finds the source paths of a file's images, in order. The value is undefined if any is missing.
 * @param from The path of the Markdown file.
 */
export function findImages(
  layers: ContentLayers,
  from: string,
  images: readonly MarkupReference[],
): Outcome<readonly string[] | undefined> {
  const found = images.map(image => findImage(layers, from, image))
  const diagnostics = found.flatMap(image => image.diagnostics)
  const paths = found.flatMap(image => (image.value === undefined ? [] : [image.value]))
  return { value: hasErrors(diagnostics) ? undefined : paths, diagnostics }
}

/** Finds the source path of one image, in the strongest layer that has it. */
export function findImage(
  { files, folders }: ContentLayers,
  from: string,
  image: MarkupReference,
): Outcome<string | undefined> {
  const missing = (hint: string, message = `There is no image "${image.url}".`): Outcome<undefined> => ({
    value: undefined,
    diagnostics: [diagnostic('markdown/image-not-found', message, { at: image.origin, hint })],
  })
  const home = folders.find(folder => from.startsWith(`${folder}/`))
  const path = home === undefined ? undefined : resolvePath(from.slice(home.length + 1), image.url)
  if (/^(?:https?:)?\/\//i.test(image.url)) {
    return missing(
      'Save it in the content folder, and give its path relative to this file.',
      `The image "${image.url}" is on another server, but a page can show only images from its own site.`,
    )
  }
  const type = /\.\w{1,5}$/.exec(path ?? '')?.[0]
  if (type !== undefined && !imagePattern.test(path ?? '')) {
    return missing(
      'Save it as JPEG, PNG, WebP, AVIF, GIF or SVG, and use that file.',
      `"${image.url}" cannot be shown: ${type} images are not supported.`,
    )
  }
  if (path === undefined || type === undefined) {
    return missing(
      'Name an svg, png, jpg, gif, webp or avif file in the content folder by its path relative to this file.',
    )
  }
  const { diagnostics, take } = collecting()
  const folder = folders.toReversed().find(layer => take(files.readBytes(`${layer}/${path}`)) !== undefined)
  if (folder !== undefined) return { value: `${folder}/${path}`, diagnostics }
  take(missing(`Put it at ${home}/${path}.`))
  return { value: undefined, diagnostics }
}

/**
 * `('articles/rent.md', './rates.png')` → `articles/rates.png`; undefined for anything but a relative path that stays
 * inside the folder.
 */
function resolvePath(from: string, relative: string): string | undefined {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/|#|\?)/i.test(relative)) return undefined
  const steps = from.split('/').slice(0, -1)
  for (const step of relative.split('/')) {
    if (step === '' || step === '.') continue
    if (step !== '..') steps.push(step)
    else if (steps.pop() === undefined) return undefined
  }
  return steps.join('/')
}
