import type { ReactElement } from 'react'
import type { ImageAsset } from '../site/index.ts'

/** How wide an image in the text column is shown: what lets a browser choose the smallest file that will do. */
export const columnSizes = '(min-width: 48rem) 44rem, 92vw'

export interface PictureProps {
  readonly image: ImageAsset
  readonly alt: string
  readonly className?: string
  /** Default: the width of a text column. */
  readonly sizes?: string
}

/** An image in the formats and sizes there are of it. It keeps its place while it loads, and loads when it is near. */
export function Picture({ image, alt, className, sizes = columnSizes }: PictureProps): ReactElement {
  const { url, width, height, sources } = image
  // Always lazy: React writes a preload link for any other image, in front of everything the page needs first.
  // What is in the page has nothing to load.
  const loading = url.startsWith('data:') ? {} : ({ loading: 'lazy', decoding: 'async' } as const)
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
