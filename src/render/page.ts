// Turns a page of the model into HTML. Only this file imports react-dom/server.

import { createElement, Fragment, type FunctionComponent, type ReactElement } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import {
  mapStackPosition,
  originsOfIsland,
  type StyleSheet,
  type TemplateBundle,
  templateOrigin,
} from '../assets/index.ts'
import type { MarkupBlock } from '../content/index.ts'
import { type Diagnostic, diagnostic, type Outcome } from '../diagnostics/index.ts'
import { remembered } from '../files/index.ts'
import {
  type HeadAssets,
  type HeadContents,
  IslandError,
  type PageProps,
  type Rendering,
  RenderingContext,
  siteTags,
  type WakeCause,
} from '../kit/index.ts'
import { type AssetUrls, type Images, leadConstants, type Page, type SiteView } from '../site/index.ts'
import type { RenderedPage } from './finish.ts'
import { type IslandUse, NotCacheable, partCache, type RenderPart } from './parts.ts'
import {
  anchorMark,
  boundaryMark,
  createPiece,
  type HtmlPart,
  type Piece,
  partsOf,
  pieceMark,
  stylesMark,
} from './pieces.ts'
import { hashOf } from './policy.ts'

/** The files that `assets` prepared for pages. */
export interface PageAssets {
  readonly urls: AssetUrls
  readonly images: Images
  readonly head: HeadAssets
  /** Styles of the fonts and the theme, which come before the templates' own. */
  readonly styles: string
}

/**
 * Renders one page. Undefined if its template throws; the diagnostic has the template's own line.
 * @param card URL of the page's share card.
 */
export type RenderPage = (page: Page, card?: string) => Outcome<RenderedPage | undefined>

/** Renders the pages of one site, independently and in any order; shared parts are rendered once. */
export function pageRenderer(view: SiteView, bundle: TemplateBundle, assets: PageAssets): RenderPage {
  const siteHead: HeadContents = { ...assets.head, siteTags: siteTags(view, assets.head) }
  const siteProps = { site: view, assets: assets.urls, images: assets.images }
  const renderMarked = markedRenderer(siteProps, bundle, siteHead)
  const styles = stylePieces(assets.styles, bundle.styles)
  const scriptOf = pageScripts(view, bundle.islands)

  const renderPage = (page: Page, head: HeadContents): RenderedPage => {
    const props: PageProps = { ...siteProps, page }
    const element = createElement(bundle.templates[page.template] as FunctionComponent<PageProps>, props)
    let prefixes = 0
    const own: OwnRendering = {
      head,
      nextPrefix: () => `i${prefixes++}-`,
      stylesMark: () => stylesMark,
      props,
    }
    const rendered = renderMarked(element, own, '')
    const islands = new Map<string, Set<WakeCause>>()
    for (const [name, by] of rendered.islands) islands.set(name, (islands.get(name) ?? new Set()).add(by))
    const html = `<!DOCTYPE html>${rendered.html}\n`
    const parts = partsOf(html, rendered.pieces, styles(rendered.styles))
    const script = scriptOf(page, islands)
    return { parts: script === undefined ? parts : insertBefore(parts, '</body>', script), islands }
  }

  return (page, card) => {
    try {
      const alt = [`${view.brand.name}:`, ...(page.card?.lines ?? [])].join(' ')
      const head = card === undefined ? siteHead : { ...siteHead, card: { url: card, alt } }
      return { value: renderPage(page, head), diagnostics: [] }
    } catch (error) {
      return { value: undefined, diagnostics: failure(error, page, view.brand.id, bundle) }
    }
  }
}

/** The part of a rendering that differs from page to page. For a part, most of it throws. */
type OwnRendering = Pick<Rendering, 'head' | 'props' | 'nextPrefix' | 'stylesMark'>

/** HTML with marks in place of its pieces. */
interface Marked {
  readonly html: string
  readonly pieces: readonly Piece[]
  readonly islands: readonly IslandUse[]
  readonly styles: ReadonlySet<string>
}

/** Renders elements of one site. */
function markedRenderer(siteProps: Omit<PageProps, 'page'>, bundle: TemplateBundle, siteHead: HeadContents) {
  const { basePath } = siteProps.site.brand
  const { islands: scripts } = bundle.islands
  const sheets = new Set(bundle.styles.map(({ path }) => path))
  const partOf = partCache()
  const within = inRendering(bundle.blocks)

  const render = (element: ReactElement, own: OwnRendering, identifierPrefix: string): Marked => {
    const pieces: Piece[] = []
    const islands: IslandUse[] = []
    const styles = new Set<string>()
    const rendering: Omit<Rendering, 'blockElement'> = {
      ...own,
      images: siteProps.images,
      boundaryMark,
      anchorMark,
      addSheet(sheet) {
        if (!sheets.has(sheet)) throw new Error(`There is no style sheet "${sheet}" in templates/.`)
        styles.add(sheet)
      },
      islandScript(name, by) {
        const script = Object.hasOwn(scripts, name) ? scripts[name] : undefined
        if (script === undefined) return undefined
        islands.push([name, by])
        return { url: `${basePath}/${script.path}`, hydrates: script.hydrates }
      },
      // Islands are hydrated, so they need the text markers that static markup leaves out.
      renderInside: (inside, prefix) => renderToString(inside, { identifierPrefix: prefix }),
      partMark(component, props) {
        const part = partOf(component, props, renderPart)
        if (part === undefined) return undefined
        islands.push(...part.islands)
        for (const sheet of part.styles) styles.add(sheet)
        return pieceMark(pieces.push(part) - 1)
      },
    }
    const html = renderToStaticMarkup(within(rendering, element), { identifierPrefix })
    return { html, pieces, islands, styles }
  }

  const refuse = (): never => {
    throw new NotCacheable()
  }
  const pagelessProps: PageProps = {
    ...siteProps,
    get page() {
      return refuse()
    },
  }
  const renderPart: RenderPart = (element, identifierPrefix) => {
    const own: OwnRendering = { head: siteHead, nextPrefix: refuse, stylesMark: refuse, props: pagelessProps }
    const { html, pieces, islands, styles } = render(element, own, identifierPrefix)
    // esbuild appends a number to a name that occurs twice in the bundle.
    const piece = createPiece(partsOf(html, pieces), identifierPrefix.replace(/\d*-$/, ''))
    return { ...piece, islands, styles }
  }
  return render
}

/** Returns a function that surrounds an element with the services of a rendering, and gives it the blocks in its text. */
function inRendering(blocks: TemplateBundle['blocks']) {
  /** @param around Names of the blocks that contain the element. */
  const within = (
    rendering: Omit<Rendering, 'blockElement'>,
    element: ReactElement,
    around: readonly string[] = [],
  ): ReactElement => {
    const blockElement = ({ block, attributes }: MarkupBlock): ReactElement => {
      // Otherwise, an answer that contains the block with all answers would never end.
      if (around.includes(block)) throw new Error(`The block "::${block}" contains itself.`)
      const { component, props } = blocks[block] ?? {}
      const parsed = props?.safeParse(attributes)
      // This was reported when the site was planned, and the site is not published.
      if (component === undefined || !parsed?.success) return createElement(Fragment)
      return within(rendering, createElement(component, parsed.data as object), [...around, block])
    }
    return createElement(RenderingContext, { value: { ...rendering, blockElement } }, element)
  }
  return within
}

/** The problem with a template that threw: at its place or, if an island does not exist, at each place that names it. */
function failure(error: unknown, page: Page, brand: string, bundle: TemplateBundle): Diagnostic[] {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  const unknown = templateOrigin(bundle.origins, page)
  if (error instanceof IslandError) {
    const named = originsOfIsland(error.island, bundle.script, bundle.sourceMap())
    const places = named.length === 1 || (error.isUnknown && named.length > 0) ? named : [unknown]
    const hint = 'Fix the <Island> in this template.'
    return places.map(at => diagnostic('template/island', message, { at, brand, hint }))
  }
  return [
    diagnostic('template/throws', `The template of "${page.route}" failed: ${message}`, {
      at: mapStackPosition(stack, bundle.sourceMap()) ?? unknown,
      brand,
      hint: 'Fix the template at this line, where it failed.',
    }),
  ]
}

/** The script in each of a site's pages: it stores a visitor's source, and loads the islands. */
function pageScripts(
  view: SiteView,
  { loader, leadSource }: TemplateBundle['islands'],
): (page: Pick<Page, 'hasForm'>, islands: RenderedPage['islands']) => Piece | undefined {
  const pieceOf = remembered((text: string) =>
    createPiece([`<script type="module">${text}</script>`], 'island loader'),
  )
  const { provider, brand } = view
  const constants = leadConstants(view)
  const keepers = brand.phones === undefined ? leadSource.plain : leadSource.withPhones
  return ({ hasForm }, islands) => {
    const wakes = (cause: WakeCause) => [...islands.values()].some(causes => causes.has(cause))
    const loads = wakes('interaction') ? 'whole' : wakes('intent') ? 'intent' : 'small'
    const keeper = keepers[hasForm && provider.pass !== undefined ? provider.mode : 'none']
    const keeping = constants === undefined ? '' : constants + keeper
    const text = keeping + (islands.size === 0 ? '' : loader[loads])
    return text === '' ? undefined : pieceOf(text)
  }
}

/** The styles of a site's pages: a piece for each set of style sheets. */
function stylePieces(siteStyles: string, sheets: readonly StyleSheet[]) {
  const pieces = new Map<string, Piece>()
  return (used: ReadonlySet<string>): Piece => {
    const carried = sheets.filter(({ path, base }) => base || used.has(path))
    const key = carried.map(({ path }) => path).join('\n')
    const known = pieces.get(key)
    if (known !== undefined) return known
    const html = escapeStyles(siteStyles + carried.map(({ text }) => text).join(''))
    const piece = {
      name: 'styles',
      html,
      bytes: Buffer.from(html),
      counted: html,
      hashes: { scripts: [], styles: [hashOf(html)] },
      links: { ids: [], references: [] },
    }
    pieces.set(key, piece)
    return piece
  }
}

/** React writes the content of a style element unescaped, so it must not contain anything like an end tag. */
function escapeStyles(text: string): string {
  return text.includes('</') ? text.replace(/<\/(?=style)/gi, '<\\/') : text
}

/** Inserts a piece before the last occurrence of a string, or at the end. */
function insertBefore(parts: readonly HtmlPart[], text: string, piece: Piece): HtmlPart[] {
  const index = parts.findLastIndex(part => typeof part === 'string' && part.includes(text))
  const part = parts[index]
  if (typeof part !== 'string') return [...parts, piece]
  const place = part.lastIndexOf(text)
  return [...parts.slice(0, index), part.slice(0, place), piece, part.slice(place), ...parts.slice(index + 1)]
}
