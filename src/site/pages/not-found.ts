import { notFoundHead, titleWithName } from '../head.ts'
import type { BlogList, PageBase } from '../model.ts'
import { routes } from '../urls.ts'
import type { PageKindRecord } from './page-kind.ts'

/** The page that a host serves for an address that does not exist. */
export interface NotFoundPage extends PageBase {
  readonly kind: 'notFound'
  readonly blog: BlogList
}

export const notFound: PageKindRecord<NotFoundPage> = {
  kind: 'notFound',
  isErrorPage: true,
  // Hosts look for this file, not for an address without the extension.
  headerPaths: [routes.notFound],
  pages: ({ view, articles }) => [
    {
      route: routes.notFound,
      fill() {
        const { title, text } = view.strings.notFound
        return { head: notFoundHead(titleWithName(view, title), text), blog: articles.blog() }
      },
    },
  ],
}
