import { createContext, type FunctionComponent, type ReactElement, useContext } from 'react'
import type { MarkupBlock } from '../content/index.ts'
import type { IconLink, Images } from '../site/index.ts'
import type { PageProps } from './templates.ts'

/** Files that `assets` made for the head of a page. */
export interface HeadAssets {
  /** Icons and the web manifest; none for a brand without a logo. */
  readonly icons: readonly IconLink[]
  /** URLs of the fonts to fetch with the page. */
  readonly fonts: readonly string[]
  /** The share card of the page, 1200 × 630: its root-relative URL, and a description of what it shows. */
  readonly card?: { readonly url: string; readonly alt: string }
}

/** Tags that are the same on all pages of a site. */
export interface SiteTags {
  readonly everyPage: string
  /** Icon for a phone's home screen, on all but the 404 pages. */
  readonly homeScreen: string
  /** The web manifest, on the home page. */
  readonly manifest: string
}

export interface HeadContents extends HeadAssets {
  /** Made once for a site by `siteTags`. */
  readonly siteTags: SiteTags
}

/**
 * When an island's script is fetched and run: as soon as the page is parsed, when the browser has nothing else to
 * do, when the island comes near the viewport, or when a visitor first touches it.
 */
export type WakeOn = 'load' | 'idle' | 'visible' | 'interaction'

/** How an island of a page may wake. */
export type WakeCause = WakeOn | 'intent'

/** The data and services that `render/` provides to the kit's components, for every page and every shared part. */
export interface Rendering {
  readonly head: HeadContents
  /** The props of the page's template. A shared part, which is on many pages, cannot ask for its `page`. */
  readonly props: PageProps
  /** The finished images in Markdown. */
  readonly images: Images
  /** Creates the component for a block. */
  readonly blockElement: (block: MarkupBlock) => ReactElement
  /** Called with each style sheet that a component uses: the page contains exactly these. Throws if there is no such sheet. */
  readonly addSheet: (sheet: string) => void
  /**
   * An island's script, by its name in `templates/islands/`, and whether it calls `hydrate`; undefined if there is no such
   * island. Called for each way it wakes.
   */
  readonly islandScript: (
    name: string,
    by: WakeCause,
  ) => { readonly url: string; readonly hydrates: boolean } | undefined
  /** The HTML that `hydrateRoot` expects for a component. */
  readonly renderInside: (element: ReactElement, identifierPrefix: string) => string
  /** A prefix for `useId` that no other island of the page has. */
  readonly nextPrefix: () => string
  /**
   * A mark in place of the HTML of a component that pages share, until the page is assembled; undefined if the component must be
   * rendered there.
   */
  readonly partMark: <Props extends object>(
    component: FunctionComponent<Props>,
    props: Props,
  ) => string | undefined
  /** A mark in the head in place of the page's styles, which are known only once the whole page is rendered. */
  readonly stylesMark: () => string
  /** Marks both ends of content outside the page's budget. */
  readonly boundaryMark: string
  /** A mark in front of a heading's id until all ids of the page are known. */
  readonly anchorMark: string
}

/** Absent if a component is rendered alone, for example in a test. */
export const RenderingContext = createContext<Rendering | undefined>(undefined)

export function useRendering(): Rendering {
  const rendering = useContext(RenderingContext)
  if (rendering === undefined) throw new Error('This component of imprint/kit was called outside a page.')
  return rendering
}

/** The props of the page's template, for components far below it: blocks. */
export function usePage(): PageProps {
  return useRendering().props
}
