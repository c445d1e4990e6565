// From a page of the model to its HTML. The only importer of react-dom/server.

import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { mapStackPosition, type TemplateBundle } from '../assets/index.ts'
import { type Diagnostic, diagnostic, type Outcome } from '../diagnostics/index.ts'
import type { PageProps } from '../kit/index.ts'
import { type AssetUrls, fillAssetReferences, type Page, type SiteView } from '../site/index.ts'

/**
 * The HTML of one page. Undefined when its template throws; the diagnostic names the template's own line.
 * An asset that a page refers to and nobody has is an error too.
 */
export function renderPage(
  page: Page,
  site: SiteView,
  bundle: TemplateBundle,
  urls: AssetUrls,
): Outcome<string | undefined> {
  const diagnostics: Diagnostic[] = []
  const component = bundle.templates[page.kind] as FunctionComponent<PageProps>
  const props: PageProps = { site, page, assets: urls, styles: site.theme.css + bundle.styles }
  try {
    const html = `<!DOCTYPE html>${renderToStaticMarkup(createElement(component, props))}\n`
    const filled = fillAssetReferences(html, path => urls[path] ?? '')
    return { value: filled, diagnostics }
  } catch (error) {
    const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
    diagnostics.push(
      diagnostic('template/throws', `The template of "${page.route}" failed: ${message}`, {
        at: mapStackPosition(stack, bundle.sourceMap) ?? bundle.origin,
        brand: site.brand.id,
        hint: 'Mend the template; the line is where it stopped.',
      }),
    )
    return { value: undefined, diagnostics }
  }
}
