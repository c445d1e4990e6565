import type { MarkupHtml } from '../../content/index.ts'
import { pageHead, titleWithName } from '../head.ts'
import type { PageBase } from '../model.ts'
import { routes } from '../urls.ts'
import type { PageKindRecord } from './page-kind.ts'

export interface CcpaPage extends PageBase {
  readonly kind: 'ccpa'
  readonly title: string
  readonly description: string
  readonly bodyHtml: MarkupHtml
}

export const ccpa: PageKindRecord<CcpaPage> = {
  kind: 'ccpa',
  pages: ({ view, content: { ccpa }, fillTokens }) => [
    {
      route: routes.ccpa,
      source: ccpa.file,
      fill(page) {
        const title = fillTokens(ccpa.title)
        const description = fillTokens(ccpa.description)
        return {
          head: pageHead(view, { title: titleWithName(view, title), description, route: page.route }),
          title,
          description,
          bodyHtml: page.html(ccpa.body, ccpa.bodyImagePaths),
        }
      },
    },
  ],
}
