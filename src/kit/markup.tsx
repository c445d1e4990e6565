import { createContext, createElement, type ReactElement, useContext } from 'react'
import type { MarkupHtml } from '../content/index.ts'
import type { ImageAsset, Images } from '../site/index.ts'
import { columnSizes } from './picture.tsx'

/** Given by `render/` around every page: what the images in Markdown texts have become. */
export const ImagesContext = createContext<Images>({})

/** Given by `render/`: what stands in front of a heading's id until all ids of the page are known. */
export const AnchorMarkContext = createContext('')

/**
 * HTML that Imprint made from Markdown (`article.body`, `bodyHtml`, `answerHtml`), inside an element of its own.
 * The one place where HTML enters a page unescaped: never hand it text that did not come from `content`.
 */
export function Markup(props: {
  /** Element to wrap it in; default `div`. */
  readonly as?: 'div' | 'article' | 'section'
  readonly id?: string
  readonly className?: string
  readonly html: MarkupHtml
}): ReactElement {
  const { as = 'div', html, ...attributes } = props
  const images = useContext(ImagesContext)
  const anchorMark = useContext(AnchorMarkContext)
  const parts = html.map(part =>
    typeof part === 'string'
      ? part.replace(headingId, `$&${anchorMark}`)
      : pictureHtml(images[part.image], part.attributes),
  )
  return createElement(as, { ...attributes, dangerouslySetInnerHTML: { __html: parts.join('') } })
}

const headingId = /<h[1-6] id="/g

/** What `<Picture>` makes of an image, as text. */
function pictureHtml(image: ImageAsset | undefined, attributes: string): string {
  // Without a usable file there is a diagnostic that stops the build.
  if (image === undefined) return ''
  const { url, width, height, sources } = image
  const fallback = `<img src="${url}" width="${width}" height="${height}" decoding="async"${attributes}>`
  if (sources.length === 0) return fallback
  const choices = sources.map(
    ({ type, srcset }) => `<source type="${type}" srcset="${srcset}" sizes="${columnSizes}">`,
  )
  return `<picture>${choices.join('')}${fallback}</picture>`
}
