// `planSite`: from a brand and its content to the complete model of its site. Pure: two arguments are all it sees.

import type { BrandConfig, Disclosure } from '../brand/index.ts'
import {
  type ContentSet,
  fillPlainText,
  fillTokens,
  homeFaqCount,
  type LoadedArticle,
  type Markup,
  type MarkupPart,
  type TokenValues,
} from '../content/index.ts'
import {
  compareText,
  type Diagnostic,
  diagnostic,
  hasErrors,
  type Origin,
  type Outcome,
  startOf,
} from '../diagnostics/index.ts'
import { entryAt } from '../yaml/index.ts'
import { costExampleView, dateFormatter, listText, phoneView } from './format.ts'
import { articleHead, faqNode, hiddenHead, organization, pageHead, website } from './head.ts'
import { resolveMarkup } from './links.ts'
import type {
  AnalyticsView,
  ArticleListPage,
  ArticlePage,
  ArticleSummary,
  ArticleView,
  BlogList,
  CostExampleView,
  DisclosuresView,
  FaqView,
  HomePage,
  ImageRequest,
  LinkMap,
  Page,
  ProviderView,
  Site,
  SiteView,
} from './model.ts'
import { initialIcon, themeCss } from './theme.ts'
import { basePathOf, linksOf, outputPathOf, providerOf, routes } from './urls.ts'

// Stands in body HTML for an image, until `assets` has prepared it. Noncharacters cannot come from content.
const imageReference = (sourcePath: string) => `\ufdd0${sourcePath}\ufdd1`

/**
 * An `<img>` in body HTML: what stands before and after its source, and the image's source path. Attributes may hold a `>`.
 */
export const imagePattern = /<img((?:[^>"]|"[^"]*")*?) src="\ufdd0([^\ufdd1]*)\ufdd1"((?:[^>"]|"[^"]*")*)>/g

export interface PlanOptions {
  /** Of a server that takes the provider's place; default: the brand's own provider. */
  readonly providerOrigin?: string | undefined
}

/** Plans every page of a brand's site. The value is undefined when a link or a route is wrong. */
export function planSite(
  brand: BrandConfig,
  content: ContentSet,
  options: PlanOptions = {},
): Outcome<Site | undefined> {
  const { values } = brand
  const provider = providerOf(brand, options.providerOrigin)
  const costExample = costExampleView(brand)
  const tokens = tokenValues(brand, provider, costExample)
  const fill = (text: string) => fillTokens(text, tokens)
  const basePath = basePathOf(values.siteUrl)
  const limit = values.articles.listLimit
  const dateView = dateFormatter(values.locale)

  const articles = [...content.articles].sort(
    (a, b) => compareText(b.date, a.date) || compareText(a.slug, b.slug),
  )
  const summaries = articles.map(
    (article): ArticleSummary => ({
      slug: article.slug,
      title: fill(article.title),
      description: fill(article.description),
      date: dateView(article.date),
      href: `${basePath}${routes.article(article.slug)}#header`,
    }),
  )
  const hasArticleList = articles.length > limit

  const view: SiteView = {
    brand: {
      id: brand.id,
      name: values.name,
      locale: values.locale,
      siteUrl: values.siteUrl,
      basePath,
      formId: values.formId,
      phone: phoneView(values.phone),
      email: { text: values.email, href: `mailto:${values.email}` },
      companyLine: values.companyLine,
      copyrightYear: values.copyrightYear,
    },
    provider,
    theme: {
      colors: values.theme.color,
      css: themeCss(values.theme),
      icon: initialIcon(values.name, values.theme.color),
      headerLayout: values.theme.header.layout,
      headerMobile: values.theme.header.mobile,
      heroLayout: values.theme.hero.layout,
      ...(brand.logoPath !== undefined && { logo: brand.logoPath }),
    },
    ...(brand.disclosures !== undefined && { disclosures: disclosuresView(brand.disclosures) }),
    ...(hasAnalytics(values.analytics) && { analytics: values.analytics }),
    strings: fillAll(content.strings, fill),
    links: linksOf(basePath, hasArticleList),
    costExample,
    unavailableStates: values.unavailableStates,
  }

  const pageCount = hasArticleList ? Math.ceil(articles.length / limit) : 0
  const map = linkMap(articles, content, basePath, pageCount, tokens, provider.origin)
  const diagnostics: Diagnostic[] = [...routeCollisions(articles)]
  const markup = (body: Markup, route: string, imagePaths: readonly string[]): readonly MarkupPart[] => {
    const { value, diagnostics: problems } = resolveMarkup(body, route, imagePaths.map(imageReference), map)
    diagnostics.push(...problems)
    return value
  }
  const blogWithout = blogLists(summaries, limit, view)

  const faq = content.faq.map(
    (entry, index): FaqView => ({
      number: index + 1,
      anchor: `faq-${index + 1}`,
      question: fill(entry.question),
      answerHtml: htmlOf(markup(entry.answer, routes.faq, [])),
    }),
  )
  const home = fillAll(content.home, fill)

  const articlePage = (article: LoadedArticle): ArticlePage => {
    const route = routes.article(article.slug)
    const articleView: ArticleView = {
      slug: article.slug,
      title: fill(article.title),
      description: fill(article.description),
      date: dateView(article.date),
      ...(article.author !== undefined && { author: fill(article.author) }),
      ...(article.imagePath !== undefined && { image: article.imagePath }),
      body: markup(article.body, route, article.bodyImagePaths),
    }
    return {
      kind: 'article',
      ...place(route),
      source: article.file,
      head: articleHead(view, articleView, article.keywords.map(fill), route),
      article: articleView,
      blog: blogWithout(article.slug),
    }
  }

  const pages: Page[] = [
    {
      ...homePage(view, home, faq.slice(0, homeFaqCount), blogWithout()),
      source: content.located.home.origin.file,
    },
    {
      kind: 'faq',
      ...place(routes.faq),
      source: content.faqFile,
      head: pageHead(view, {
        title: view.strings.faq.metaTitle,
        description: view.strings.faq.metaDescription,
        route: routes.faq,
        graph: [
          faqNode(
            view,
            content.faq.map(({ question, answer }) => ({
              question: fill(question),
              answer: fillPlainText(answer, tokens),
            })),
          ),
        ],
      }),
      faq,
      blog: blogWithout(),
    },
    ...articles.map(articlePage),
    ...articleListPages(view, summaries, limit, pageCount),
    {
      kind: 'ccpa',
      ...place(routes.ccpa),
      source: content.ccpa.file,
      head: pageHead(view, {
        title: `${fill(content.ccpa.title)} | ${values.name}`,
        description: fill(content.ccpa.description),
        route: routes.ccpa,
      }),
      title: fill(content.ccpa.title),
      description: fill(content.ccpa.description),
      bodyHtml: htmlOf(markup(content.ccpa.body, routes.ccpa, content.ccpa.bodyImagePaths)),
    },
    {
      kind: 'notFound',
      ...place(routes.notFound),
      head: hiddenHead(view, `${view.strings.notFound.title} | ${values.name}`, view.strings.notFound.text),
      blog: blogWithout(),
    },
    {
      kind: 'articleNotFound',
      ...place(routes.articleNotFound),
      head: hiddenHead(
        view,
        `${view.strings.articleNotFound.title} | ${values.name}`,
        view.strings.articleNotFound.text,
      ),
      blog: blogWithout(),
    },
  ]
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics }
  return {
    value: {
      view,
      pages,
      articles: summaries,
      images: imagesOf(brand, content, articles),
      fonts: brand.fonts,
    },
    diagnostics,
  }
}

/** A text that can hold no directive. */
function htmlOf(parts: readonly MarkupPart[]): string {
  return parts.map(part => ('html' in part ? part.html : '')).join('')
}

/** The entry of this name is the tooltip's; where there is none, the first one is left out of the grid all the same. */
const advertiserDisclosure = 'Advertiser Disclosure'

function disclosuresView(entries: readonly Disclosure[]): DisclosuresView {
  const advertiser = entries.find(entry => entry.heading === advertiserDisclosure)
  if (advertiser === undefined) return { entries: entries.slice(1) }
  return { advertiser: advertiser.text, entries: entries.filter(entry => entry !== advertiser) }
}

/** An empty `analytics:` map measures nothing. */
function hasAnalytics(analytics: BrandConfig['values']['analytics']): analytics is AnalyticsView {
  return analytics?.gtm !== undefined || analytics?.ga4 !== undefined
}

/** What each token stands for on this brand. */
export function tokenValues(brand: BrandConfig, provider: ProviderView, cost: CostExampleView): TokenValues {
  const { values } = brand
  return {
    name: values.name,
    phone: phoneView(values.phone).text,
    phoneLink: values.phone,
    email: values.email,
    siteUrl: values.siteUrl,
    providerHost: values.providerHost,
    companyLine: values.companyLine,
    copyrightYear: String(values.copyrightYear),
    unavailableStates: listText(values.locale, values.unavailableStates),
    principal: cost.principal,
    feePer100: cost.feePer100,
    fee: cost.fee,
    total: cost.total,
    days: cost.days,
    apr: cost.apr,
    econsentUrl: provider.documents.econsent,
    policyUrl: provider.documents.policy,
    termsUrl: provider.documents.terms,
    ratesUrl: provider.documents.rates,
    noticeUrl: provider.documents.notice,
  }
}

function place(route: string): { route: string; outputPath: string } {
  return { route, outputPath: outputPathOf(route) }
}

function homePage(
  view: SiteView,
  home: ContentSet['home'],
  faq: readonly FaqView[],
  blog: BlogList,
): HomePage {
  return {
    kind: 'home',
    ...place(routes.home),
    head: pageHead(view, {
      title: home.meta.title,
      description: home.meta.description,
      route: routes.home,
      graph: [organization(view), website(view)],
    }),
    hero: home.hero,
    advantages: home.advantages,
    steps: home.steps.map((step, index) => ({ number: index + 1, ...step })),
    faq,
    blog,
  }
}

/**
 * The list that ends a page: the newest articles, without the one that is read there. Pages with the same list get the same
 * object, so that it need be rendered but once.
 */
function blogLists(
  summaries: readonly ArticleSummary[],
  limit: number,
  view: SiteView,
): (current?: string) => BlogList {
  const newest = new Set(summaries.slice(0, limit).map(summary => summary.slug))
  const listWithout = (slug: string | undefined, others: number): BlogList => {
    // Only as many are looked at as are shown: with n articles of n - 1 others each, anything else is n² work.
    const items = summaries
      .slice(0, limit + 1)
      .filter(summary => summary.slug !== slug)
      .slice(0, limit)
    return {
      items,
      ...(others > limit && view.links.articles !== undefined && { more: view.links.articles }),
    }
  }
  const onPages = listWithout(undefined, summaries.length)
  const onOlderArticles = listWithout(undefined, summaries.length - 1)
  return current => {
    if (current === undefined) return onPages
    return newest.has(current) ? listWithout(current, summaries.length - 1) : onOlderArticles
  }
}

function articleListPages(
  view: SiteView,
  summaries: readonly ArticleSummary[],
  limit: number,
  pageCount: number,
): ArticleListPage[] {
  const { strings, brand } = view
  return Array.from({ length: pageCount }, (_, index) => {
    const pageNumber = index + 1
    const route = routes.articleList(pageNumber)
    const suffix = pageNumber === 1 ? '' : ` (${strings.articles.page} ${pageNumber})`
    return {
      kind: 'articleList',
      ...place(route),
      head: pageHead(view, {
        title: `${strings.articles.metaTitle}${suffix}`,
        description: `${strings.articles.metaDescription}${suffix}`,
        route,
      }),
      items: summaries.slice(index * limit, pageNumber * limit),
      firstNumber: index * limit + 1,
      pageNumber,
      pageCount,
      ...(pageNumber > 1 && { newer: `${brand.basePath}${routes.articleList(pageNumber - 1)}` }),
      ...(pageNumber < pageCount && { older: `${brand.basePath}${routes.articleList(pageNumber + 1)}` }),
    }
  })
}

/** The fragments of a page that has these headings. */
function anchorsOf(headings: readonly string[]): ReadonlySet<string> {
  return new Set(['header', 'main', 'footer', 'contact', ...headings])
}

function linkMap(
  articles: readonly LoadedArticle[],
  content: ContentSet,
  basePath: string,
  pageCount: number,
  tokens: TokenValues,
  providerOrigin: string,
): LinkMap {
  const questions = content.faq.map((_, index) => `faq-${index + 1}`)
  const page = (route: string, ...anchors: readonly string[]) => [route, anchorsOf(anchors)] as const
  const pages = new Map<string, ReadonlySet<string>>([
    page(routes.home, 'form', 'advantages', 'faq', ...questions.slice(0, homeFaqCount)),
    page(routes.faq, 'faq', ...questions),
    ...articles.map(({ slug, body }) => page(routes.article(slug), ...body.anchors)),
    ...Array.from({ length: pageCount }, (_, index) => page(routes.articleList(index + 1))),
    page(routes.ccpa, ...content.ccpa.body.anchors),
  ])
  const files = new Set([routes.feed, routes.sitemap])
  return { providerOrigin, basePath, pages, files, leftOut: content.leftOut, tokens }
}

/** No two pages may claim one output path, also on disks and hosts that fold case. */
function routeCollisions(articles: readonly LoadedArticle[]): Diagnostic[] {
  const claimed = new Map<string, string>(
    [routes.home, routes.faq, routes.ccpa, routes.notFound, routes.articleNotFound].map(route => [
      outputPathOf(route).toLowerCase(),
      route,
    ]),
  )
  return articles.flatMap(article => {
    const path = outputPathOf(routes.article(article.slug)).normalize('NFC').toLowerCase()
    const other = claimed.get(path)
    claimed.set(path, article.file)
    if (other === undefined) return []
    return [
      diagnostic(
        'site/route-collision',
        `The article would be written to ${path}, which ${other} already claims.`,
        {
          at: startOf(article.file),
          hint: 'Give it another slug.',
        },
      ),
    ]
  })
}

function imagesOf(
  brand: BrandConfig,
  content: ContentSet,
  articles: readonly LoadedArticle[],
): ImageRequest[] {
  const images = new Map<string, Origin>()
  const add = (path: string | undefined, origin: Origin | undefined): void => {
    if (path !== undefined && !images.has(path)) images.set(path, origin ?? startOf(path))
  }
  add(brand.logoPath, entryAt(brand.located, ['theme', 'logo'])?.value.origin)
  for (const text of [content.ccpa, ...articles]) {
    for (const [index, path] of text.bodyImagePaths.entries()) add(path, text.body.images[index]?.origin)
  }
  for (const article of articles) add(article.imagePath, article.image?.origin)
  return [...images].map(([path, origin]) => ({ path, origin })).sort((a, b) => compareText(a.path, b.path))
}

/** The same data with `change` applied to every text in it. */
function fillAll<Data>(data: Data, change: (text: string) => string): Data {
  if (typeof data === 'string') return change(data) as Data
  if (Array.isArray(data)) return data.map(item => fillAll(item, change)) as Data
  if (typeof data === 'object' && data !== null) {
    return Object.fromEntries(
      Object.entries(data).map(([key, value]) => [key, fillAll(value, change)]),
    ) as Data
  }
  return data
}
