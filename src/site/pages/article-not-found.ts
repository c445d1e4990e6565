import { notFoundHead, titleWithName } from '../head.ts'
import type { BlogList, PageBase } from '../model.ts'
import { routes } from '../urls.ts'
import type { PageKindRecord } from './page-kind.ts'

/** The page that a host serves for an article that does not exist, by a rule in `_redirects`. */
export interface ArticleNotFoundPage extends PageBase {
  readonly kind: 'articleNotFound'
  readonly blog: BlogList
}

export const articleNotFound: PageKindRecord<ArticleNotFoundPage> = {
  kind: 'articleNotFound',
  isErrorPage: true,
  headerPaths: ['/articles/*'],
  pages: ({ view, articles }) => [
    {
      route: routes.articleNotFound,
      fill() {
        const { title, text } = view.strings.articleNotFound
        return { head: notFoundHead(titleWithName(view, title), text), blog: articles.blog() }
      },
    },
  ],
}
