import { createElement, Fragment, type ReactElement } from 'react'
import type { MarkupBlock, MarkupHtml } from '../content/index.ts'
import type { ImageAsset } from '../site/index.ts'
import { columnSizes } from './picture.tsx'
import { useRendering } from './rendering.ts'

/**
 * HTML that Imprint made from Markdown (`article.body`, `bodyHtml`, `answerHtml`), inside its own element. Blocks are between
 * such elements, so that the styles of the text do not apply to them. The only place where HTML enters a page unescaped: never
 * pass it text that did not come from `content`.
 */
export function Markup(props: {
  /** Element to wrap it in; default `div`. */
  readonly as?: 'div' | 'article' | 'section'
  readonly id?: string
  readonly className?: string
  readonly html: MarkupHtml
}): ReactElement {
  const { as = 'div', html, id, className } = props
  const { images, anchorMark, blockElement } = useRendering()
  const [first, ...rest] = cutAtBlocks(html)
  const textElement = (
    text: TextHtml,
    attributes: { readonly id?: string | undefined } = {},
  ): ReactElement => {
    const parts = text.map(part =>
      typeof part === 'string'
        ? part.replace(headingId, `$&${anchorMark}`)
        : pictureHtml(images[part.image], part.attributes),
    )
    const inner = { dangerouslySetInnerHTML: { __html: parts.join('') } }
    return createElement(as, { ...(className !== undefined && { className }), ...attributes, ...inner })
  }
  if (rest.length === 0 && Array.isArray(first)) return textElement(first, id === undefined ? {} : { id })
  const pieces = [first, ...rest].map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, rendered once
    <Fragment key={index}>{'block' in piece ? blockElement(piece) : textElement(piece)}</Fragment>
  ))
  return id === undefined ? createElement(Fragment, {}, pieces) : createElement(as, { id }, pieces)
}

type TextHtml = readonly Exclude<MarkupHtml[number], MarkupBlock>[]

/** Strings and blocks alternate, with an empty string between adjacent blocks. */
function cutAtBlocks(html: MarkupHtml): [TextHtml | MarkupBlock, ...(TextHtml | MarkupBlock)[]] {
  const pieces: (TextHtml | MarkupBlock)[] = []
  let text: TextHtml[number][] = []
  for (const part of html) {
    if (typeof part === 'string' || 'image' in part) text.push(part)
    else {
      if (text.length > 0) pieces.push(text)
      pieces.push(part)
      text = []
    }
  }
  if (text.length > 0) pieces.push(text)
  const [first = [], ...rest] = pieces
  return [first, ...rest]
}

const headingId = /<h[1-6] id="/g

/**
 * Limits the height of a picture between paragraphs, so that some of the text stays on the screen; a taller one becomes narrower.
 */
const highest = 576

/** The HTML of `<Picture>` for an image, as text. */
function pictureHtml(image: ImageAsset | undefined, attributes: string): string {
  // If there is no usable file, a diagnostic stops the build.
  if (image === undefined) return ''
  const { url, sources } = image
  const part = Math.min(1, highest / image.height)
  const [width, height] = [Math.round(image.width * part), Math.round(image.height * part)]
  const fallback = `<img src="${url}" width="${width}" height="${height}" decoding="async"${attributes}>`
  if (sources.length === 0) return fallback
  const choices = sources.map(
    ({ type, srcset }) => `<source type="${type}" srcset="${srcset}" sizes="${columnSizes}">`,
  )
  return `<picture>${choices.join('')}${fallback}</picture>`
}
