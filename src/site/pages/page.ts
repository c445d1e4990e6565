import type { MarkupHtml } from '../../content/index.ts'
import { hiddenHead, pageHead } from '../head.ts'
import type { DateView, OutlineEntry, PageBase } from '../model.ts'
import { outlineOf } from '../outline.ts'
import { routes } from '../urls.ts'
import type { PageKindRecord } from './page-kind.ts'

/** A page in `content/pages/`, made with a layout in `templates/pages/`. */
export interface ContentPage extends PageBase {
  readonly kind: 'page'
  readonly title: string
  readonly description: string
  /** Date of its last change. */
  readonly updated?: DateView
  /** Source path of its image, a key of `Images`. */
  readonly image?: string
  /** Its sections; empty for a short page. */
  readonly outline: readonly OutlineEntry[]
  readonly bodyHtml: MarkupHtml
}

export const page: PageKindRecord<ContentPage> = {
  kind: 'page',
  hasLayouts: true,
  pages: ({ view, content, dateView, fillTokens }) =>
    content.pages.map(loaded => ({
      route: routes.page(loaded.path),
      source: loaded.file,
      template: `pages/${loaded.layout.name}`,
      fill(filler) {
        const { imagePath, image, updated } = loaded
        const title = fillTokens(loaded.title)
        const description = fillTokens(loaded.description)
        const metaTitle = `${title} | ${view.brand.name}`
        const head = loaded.noindex
          ? hiddenHead(view, metaTitle, description)
          : pageHead(view, { title: metaTitle, description, route: filler.route })
        const bodyHtml = filler.html(loaded.body, loaded.bodyImagePaths)
        const shown = image && imagePath !== undefined ? filler.image(imagePath, image.origin) : undefined
        return {
          head: { ...head, openGraph: { ...head.openGraph, ...(shown !== undefined && { image: shown }) } },
          ...(updated !== undefined && { lastModified: updated, updated: dateView(updated) }),
          ...(shown !== undefined && { image: shown }),
          title,
          description,
          outline: outlineOf(bodyHtml),
          bodyHtml,
        }
      },
    })),
}
