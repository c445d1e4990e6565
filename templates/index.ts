// The page templates: one component for each kind of page.

import type { Templates } from 'imprint/kit'
import { ArticleTemplate } from './article.tsx'
import { ArticleListTemplate } from './article-list.tsx'
import { ArticleNotFoundTemplate } from './article-not-found.tsx'
import { CcpaTemplate } from './ccpa.tsx'
import { FaqTemplate } from './faq.tsx'
import { HomeTemplate } from './home.tsx'
import { NotFoundTemplate } from './not-found.tsx'

export const templates: Templates = {
  home: HomeTemplate,
  faq: FaqTemplate,
  article: ArticleTemplate,
  articleList: ArticleListTemplate,
  ccpa: CcpaTemplate,
  notFound: NotFoundTemplate,
  articleNotFound: ArticleNotFoundTemplate,
}
