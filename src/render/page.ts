// From a page of the model to its HTML. The only importer of react-dom/server.

import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { mapStackPosition, type TemplateBundle } from '../assets/index.ts'
import { diagnostic, type Outcome } from '../diagnostics/index.ts'
import {
  columnSizes,
  type HeadAssets,
  HeadContext,
  IslandError,
  type IslandHost,
  IslandHostContext,
  type PageProps,
  type WakeOn,
} from '../kit/index.ts'
import { type AssetUrls, type Images, imagePattern, type Page, type SiteView } from '../site/index.ts'
import {
  contentSecurityPolicy,
  embedsForm,
  type InlineHashes,
  type InlineText,
  inlineHashes,
} from './policy.ts'

/** A page in its final bytes, with what `_headers` and `output` need to know of it. */
export interface PageHtml {
  readonly html: string
  /** The HTML as it is written. */
  readonly bytes: Buffer
  readonly hashes: InlineHashes
  /** The islands on it, each with all the ways it wakes. */
  readonly islands: ReadonlyMap<string, ReadonlySet<WakeOn>>
}

/** What `assets` made of the files that pages refer to. */
export interface PageAssets {
  readonly urls: AssetUrls
  readonly images: Images
  readonly head: HeadAssets
  /** All styles of a page: the fonts', the theme's and the templates'. */
  readonly styles: InlineText
}

/** The HTML of one page. Undefined when its template throws; the diagnostic names the template's own line. */
export function renderPage(
  page: Page,
  site: SiteView,
  bundle: TemplateBundle,
  assets: PageAssets,
): Outcome<PageHtml | undefined> {
  const islands = new Map<string, Set<WakeOn>>()
  let prefixes = 0
  const host: IslandHost = {
    urlOf(name, on) {
      const script = bundle.islands.islands.get(name)
      if (script === undefined) return undefined
      islands.set(name, (islands.get(name) ?? new Set()).add(on))
      return `${site.brand.basePath}/${script.path}`
    },
    // Islands are hydrated, so they need the text markers that static markup leaves out.
    renderInside: (element, identifierPrefix) => renderToString(element, { identifierPrefix }),
    nextPrefix: () => `i${prefixes++}-`,
  }
  const component = bundle.templates[page.kind] as FunctionComponent<PageProps>
  const props: PageProps = {
    site,
    page,
    assets: assets.urls,
    images: assets.images,
    styles: assets.styles.text,
  }
  try {
    const inside = createElement(IslandHostContext, { value: host }, createElement(component, props))
    const element = createElement(HeadContext, { value: assets.head }, inside)
    let html = `<!DOCTYPE html>${renderToStaticMarkup(element)}\n`
    html = html.includes('\ufdd0') ? fillImages(html, assets.images) : html
    if (islands.size > 0) {
      html = insertBefore(html, '</body>', `<script type="module">${bundle.islands.loader}</script>`)
    }
    const hashes = inlineHashes(html, assets.styles)
    const policy = contentSecurityPolicy(site, hashes, embedsForm(page), 'meta')
    html = insertAfter(
      html,
      '<meta charSet="utf-8"/>',
      `<meta http-equiv="Content-Security-Policy" content="${policy}"/>`,
    )
    return { value: { html, bytes: Buffer.from(html), hashes, islands }, diagnostics: [] }
  } catch (error) {
    const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
    const at = mapStackPosition(stack, bundle.sourceMap) ?? bundle.origin
    const problem =
      error instanceof IslandError
        ? diagnostic('template/island', message, {
            at,
            brand: site.brand.id,
            hint: 'Mend the <Island> of this template.',
          })
        : diagnostic('template/throws', `The template of "${page.route}" failed: ${message}`, {
            at,
            brand: site.brand.id,
            hint: 'Mend the template; the line is where it stopped.',
          })
    return { value: undefined, diagnostics: [problem] }
  }
}

/** The images of Markdown texts, like those that templates show with `<Picture>`. */
function fillImages(html: string, images: Images): string {
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

function insertBefore(html: string, mark: string, text: string): string {
  const index = html.lastIndexOf(mark)
  return index === -1 ? html + text : html.slice(0, index) + text + html.slice(index)
}

/** Where the mark is missing (a template without `<Document>`), the text goes to the start of the head or of the document. */
function insertAfter(html: string, mark: string, text: string): string {
  const found = [mark, '<head>', '<!DOCTYPE html>'].find(candidate => html.includes(candidate)) ?? ''
  const end = html.indexOf(found) + found.length
  return html.slice(0, end) + text + html.slice(end)
}
