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
  /** The picture for shared links to the page, 1200 × 630: its root-relative URL, and a text that says what it shows. */
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

/** Stores the HTML that pages share. */
export interface PartHost {
  /**
   * A mark in place of the component's HTML until the page is assembled; undefined if the component must be rendered there.
   */
  readonly markOf: <Props extends object>(
    component: FunctionComponent<Props>,
    props: Props,
  ) => string | undefined
  /** Marks both ends of content outside the page's budget. */
  readonly boundary: string
}

/** Collects the style sheets of one page, so that it contains exactly those of its components. */
export interface StyleHost {
  /** Called with each style sheet that a component uses. Throws if there is no such sheet. */
  readonly use: (sheet: string) => void
  /** A mark in the head in place of the page's styles, which are known only once the whole page is rendered. */
  readonly mark: () => string
}

/**
 * When an island's script is fetched and run: as soon as the page is parsed, when the browser has nothing else to
 * do, when the island comes near the viewport, or when a visitor first touches it.
 */
export type WakeOn = 'load' | 'idle' | 'visible' | 'interaction'

/** How an island of a page may wake. */
export type WakeCause = WakeOn | 'intent'

/** Knows the islands of one page, so that the kit needs neither the bundler nor react-dom/server. */
export interface IslandHost {
  /**
   * URL of an island's script, by its name in `templates/islands/`; undefined if there is no such island. Called for each way it
   * wakes.
   */
  readonly urlOf: (name: string, by: WakeCause) => string | undefined
  /** The HTML that `hydrateRoot` expects for a component. */
  readonly renderInside: (element: ReactElement, identifierPrefix: string) => string
  /** A prefix for `useId` that no other island of the page has. */
  readonly nextPrefix: () => string
}

/** The data and services that `render/` gives to the components of the kit, around every page and every shared part. */
export interface Rendering {
  readonly head: HeadContents
  readonly parts: PartHost
  readonly styles: StyleHost
  readonly islands: IslandHost
  /** Makes the component of a block. */
  readonly blockElement: (block: MarkupBlock) => ReactElement
  /** The props of the page's template. A shared part, which is on many pages, cannot ask for its `page`. */
  readonly props: PageProps
  /** The finished images of Markdown texts. */
  readonly images: Images
  /** A mark in front of a heading's id until all ids of the page are known. */
  readonly anchorMark: string
}

/** Absent if a component is rendered alone, for example in a test. */
export const RenderingContext = createContext<Rendering | undefined>(undefined)

export function useRendering(): Rendering {
  const rendering = useContext(RenderingContext)
  if (rendering === undefined) throw new Error('This component of imprint/kit is called outside a page.')
  return rendering
}

/** The props of the page's template, for components far below it: blocks. */
export function usePage(): PageProps {
  return useRendering().props
}
