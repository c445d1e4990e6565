// From a page of the model to its HTML. The only importer of react-dom/server.

import { createElement, type FunctionComponent, type ReactElement } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { mapStackPosition, type TemplateBundle } from '../assets/index.ts'
import { diagnostic, type Outcome } from '../diagnostics/index.ts'
import {
  type HeadAssets,
  type HeadContents,
  HeadContext,
  IslandError,
  type IslandHost,
  IslandHostContext,
  type PageProps,
  type PartHost,
  PartHostContext,
  siteTags,
  type WakeOn,
} from '../kit/index.ts'
import type { AssetUrls, Images, Page, SiteView } from '../site/index.ts'
import type { RenderedPage } from './finish.ts'
import { fillImages } from './images.ts'
import { type IslandUse, NotCacheable, partCache, type RenderPart } from './parts.ts'
import { createPiece, type Piece, pieceMark } from './pieces.ts'
import { embedsForm, hashOf } from './policy.ts'

/** What `assets` made of the files that pages refer to. */
export interface PageAssets {
  readonly urls: AssetUrls
  readonly images: Images
  readonly head: HeadAssets
  /** All styles of a page: the fonts', the theme's and the templates'. */
  readonly styles: string
}

export interface PageRenderer {
  /**
   * Renders one page. Undefined when its template throws; the diagnostic names the template's own line.
   * @param card URL of the picture that a link to the page shows.
   */
  render(page: Page, card?: string): Outcome<RenderedPage | undefined>
}

/** Renders the pages of one site, each by itself and in any order; what they have in common is rendered once. */
export function pageRenderer(view: SiteView, bundle: TemplateBundle, assets: PageAssets): PageRenderer {
  const siteHead: HeadContents = { ...assets.head, siteTags: siteTags(view, assets.head) }
  const parts = partCache()
  const styleText = escapeStyles(assets.styles)
  const styles: Piece = {
    html: styleText,
    bytes: Buffer.from(styleText),
    hashes: { scripts: [], styles: [hashOf(styleText)] },
    links: { ids: [], references: [] },
  }
  const loader = createPiece(`<script type="module">${bundle.islands.loader}</script>`)
  /** Renders an element with marks in the places of the pieces in it. `nextPrefix` may throw. */
  const renderWithMarks = (
    element: ReactElement,
    head: HeadContents,
    nextPrefix: IslandHost['nextPrefix'],
    identifierPrefix: string,
  ) => {
    const pieces: Piece[] = []
    const islands: IslandUse[] = []
    const place = (piece: Piece): string => pieceMark(pieces.push(piece) - 1)
    const islandHost: IslandHost = {
      urlOf(name, on) {
        const script = bundle.islands.islands.get(name)
        if (script === undefined) return undefined
        islands.push([name, on])
        return `${view.brand.basePath}/${script.path}`
      },
      // Islands are hydrated, so they need the text markers that static markup leaves out.
      renderInside: (inside, prefix) => renderToString(inside, { identifierPrefix: prefix }),
      nextPrefix,
    }
    const partHost: PartHost = {
      styles: text => (text === styleText ? place(styles) : escapeStyles(text)),
      markOf(component, props) {
        const part = parts.find(component, props, renderPart)
        if (part === undefined) return undefined
        islands.push(...part.islands)
        return place(part)
      },
    }
    const withParts = createElement(PartHostContext, { value: partHost }, element)
    const withIslands = createElement(IslandHostContext, { value: islandHost }, withParts)
    const html = renderToStaticMarkup(createElement(HeadContext, { value: head }, withIslands), {
      identifierPrefix,
    })
    return { html, pieces, islands, place }
  }

  const renderPart: RenderPart = (element, identifierPrefix) => {
    const refuse = (): never => {
      throw new NotCacheable()
    }
    const { html, pieces, islands } = renderWithMarks(element, siteHead, refuse, identifierPrefix)
    return { ...createPiece(fillImages(html, assets.images), pieces), islands }
  }

  const renderPage = (page: Page, head: HeadContents): RenderedPage => {
    const element = createElement(bundle.templates[page.kind] as FunctionComponent<PageProps>, {
      site: view,
      page,
      assets: assets.urls,
      images: assets.images,
      styles: styleText,
    })
    let prefixes = 0
    const rendered = renderWithMarks(element, head, () => `i${prefixes++}-`, '')
    const { pieces, place } = rendered
    const islands = new Map<string, Set<WakeOn>>()
    for (const [name, on] of rendered.islands) islands.set(name, (islands.get(name) ?? new Set()).add(on))
    const html = islands.size === 0 ? rendered.html : insertBefore(rendered.html, '</body>', place(loader))
    return {
      route: page.route,
      html: fillImages(`<!DOCTYPE html>${html}\n`, assets.images),
      pieces,
      form: embedsForm(page),
      islands,
    }
  }

  return {
    render(page, card) {
      try {
        const head = card === undefined ? siteHead : { ...siteHead, card }
        return { value: renderPage(page, head), diagnostics: [] }
      } catch (error) {
        const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
        const at = mapStackPosition(stack, bundle.sourceMap) ?? bundle.origin
        const problem =
          error instanceof IslandError
            ? diagnostic('template/island', message, {
                at,
                brand: view.brand.id,
                hint: 'Mend the <Island> of this template.',
              })
            : diagnostic('template/throws', `The template of "${page.route}" failed: ${message}`, {
                at,
                brand: view.brand.id,
                hint: 'Mend the template; the line is where it stopped.',
              })
        return { value: undefined, diagnostics: [problem] }
      }
    },
  }
}

/** React writes the content of a style element as it stands, so nothing in it may look like its end. */
function escapeStyles(text: string): string {
  return text.includes('</') ? text.replace(/<\/(?=style)/gi, '<\\/') : text
}

function insertBefore(html: string, mark: string, text: string): string {
  const index = html.lastIndexOf(mark)
  return index === -1 ? html + text : html.slice(0, index) + text + html.slice(index)
}
