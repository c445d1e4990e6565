import { type BrandConfig, verificationNames } from '../../brand/index.ts'
import { homeFaqCount, type MarkupHtml, type SectionName } from '../../content/index.ts'
import { organizationWithContact, pageHead, website } from '../head.ts'
import type { AdvantageView, BlogList, FaqView, HeroView, PageBase, StepView } from '../model.ts'
import { fillAll } from '../tokens.ts'
import { routes } from '../urls.ts'
import { faqView } from './faq.ts'
import type { PageKindRecord } from './page-kind.ts'

export interface HomePage extends PageBase {
  readonly kind: 'home'
  readonly hero: HeroView
  readonly advantages: readonly AdvantageView[]
  readonly steps: readonly StepView[]
  /** The first entries only. */
  readonly faq: readonly FaqView[]
  readonly blog: BlogList
  /** The sections in order: each is a part of the template or Markdown from the content. */
  readonly sections: readonly (SectionName | MarkupHtml)[]
}

/** Search engines look for their code on the home page. */
function verification({ values }: BrandConfig): Pick<PageBase['head'], 'verification'> {
  const codes = Object.entries(values.verification ?? {}).flatMap(([company, code]) =>
    code === undefined ? [] : [[verificationNames[company as keyof typeof verificationNames], code] as const],
  )
  return codes.length === 0 ? {} : { verification: Object.fromEntries(codes) }
}

export const home: PageKindRecord<HomePage> = {
  kind: 'home',
  htmlBudget: 14_600,
  hasForm: true,
  pages: site => [
    {
      route: routes.home,
      source: site.content.located.home.origin.file,
      fill(page) {
        const { view, content, articles, fillTokens } = site
        const { meta, hero, advantages, steps } = fillAll(content.home, fillTokens)
        return {
          head: {
            ...pageHead(view, {
              title: meta.title,
              description: meta.description,
              route: page.route,
              graph: [organizationWithContact(view), website(view)],
            }),
            ...verification(site.brand),
          },
          hero,
          advantages,
          steps: steps.map((step, index) => ({ number: index + 1, ...step })),
          faq: faqView(site, page, homeFaqCount),
          blog: articles.blog(),
          sections: content.homeSections.map(section =>
            typeof section === 'string' ? section : page.html(section.text, section.imagePaths),
          ),
        }
      },
    },
  ],
}
