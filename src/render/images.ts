// The images of Markdown texts. In the HTML that a site is planned with, the path of an image stands for it.

import { columnSizes } from '../kit/index.ts'
import { type Images, imagePattern } from '../site/index.ts'

/** Gives the images of Markdown texts what those have that templates show with `<Picture>`. */
export function fillImages(html: string, images: Images): string {
  return html.replace(imagePattern, (_, before: string, path: string, after: string) => {
    const image = images[path]
    if (image === undefined) return ''
    const { url, width, height, sources } = image
    const fallback = `<img${before} src="${url}" width="${width}" height="${height}" decoding="async"${after}>`
    if (sources.length === 0) return fallback
    const choices = sources.map(
      ({ type, srcset }) => `<source type="${type}" srcset="${srcset}" sizes="${columnSizes}">`,
    )
    return `<picture>${choices.join('')}${fallback}</picture>`
  })
}
