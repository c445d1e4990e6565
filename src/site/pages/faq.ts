import { pageHead } from '../head.ts'
import type { BlogList, FaqView, PageBase } from '../model.ts'
import { routes } from '../urls.ts'
import type { PageFiller, PageKindRecord, SitePlan } from './page-kind.ts'

export interface FaqPage extends PageBase {
  readonly kind: 'faq'
  readonly faq: readonly FaqView[]
  readonly blog: BlogList
}

export const faq: PageKindRecord<FaqPage> = {
  kind: 'faq',
  htmlBudget: 13_800,
  headerPaths: ['/faq/*'],
  pages: site => [
    {
      route: routes.faq,
      source: site.content.faqFile,
      fill: page => ({
        head: pageHead(site.view, {
          title: site.view.strings.faq.metaTitle,
          description: site.view.strings.faq.metaDescription,
          route: page.route,
        }),
        faq: faqView(site, page).map((view, index) => {
          const group = site.content.faq[index]?.group
          return group === undefined ? view : { ...view, group: site.fillTokens(group) }
        }),
        blog: site.articles.blog(),
      }),
    },
  ],
}

/** The questions as a page shows them: the first `count` of them, by default all. */
export function faqView({ content, fillTokens }: SitePlan, page: PageFiller, count?: number): FaqView[] {
  return content.faq.slice(0, count).map(({ id, question, answer }, index) => {
    const numberAnchor = `faq-${index + 1}`
    return {
      number: index + 1,
      anchor: id ?? numberAnchor,
      ...(id !== undefined && { numberAnchor }),
      question: fillTokens(question),
      answerHtml: page.html(answer),
    }
  })
}
