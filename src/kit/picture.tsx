import type { ImgHTMLAttributes, ReactElement } from 'react'
import type { ImageAsset } from '../site/index.ts'

/** The displayed width of an image in the text column, from which a browser chooses the smallest sufficient file. */
export const columnSizes = '(min-width: 48rem) 44rem, 92vw'

export interface PictureProps {
  readonly image: ImageAsset
  readonly alt: string
  readonly className?: string
  /** Default: the width of a text column. */
  readonly sizes?: string
  /** Whether it is the largest image on the first screen, which loads at once, ahead of other images. */
  readonly first?: boolean
}

/** An image in all its formats and sizes. Its space is reserved while it loads, and it loads when it is near the viewport. */
export function Picture(props: PictureProps): ReactElement {
  const { image, alt, className, sizes = columnSizes, first = false } = props
  const { url, width, height, sources } = image
  const loading = loadingOf(image, first)
  const fallback = (
    <img className={className} src={url} width={width} height={height} alt={alt} {...loading} />
  )
  if (sources.length === 0) return fallback
  return (
    <picture>
      {sources.map(({ type, srcset }) => (
        <source type={type} srcSet={srcset} sizes={sizes} key={type} />
      ))}
      {fallback}
    </picture>
  )
}

type Loading = Pick<ImgHTMLAttributes<HTMLImageElement>, 'loading' | 'decoding' | 'fetchPriority'>

/**
 * An image embedded in the page has nothing to load. React writes a preload link for an image that is neither lazy nor in a
 * `<picture>`, ahead of everything that the page needs first.
 */
function loadingOf({ url, sources }: ImageAsset, first: boolean): Loading {
  if (url.startsWith('data:')) return {}
  return first && sources.length > 0 ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' }
}
