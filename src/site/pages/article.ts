import type { Markup } from '../../content/index.ts'
import { startOf } from '../../diagnostics/index.ts'
import { organization, organizationId, pageHead, titleWithName } from '../head.ts'
import type { ArticleView, BlogList, Head, JsonObject, PageBase, SiteView } from '../model.ts'
import { outlineOf, readingMinutes } from '../outline.ts'
import { routes } from '../urls.ts'
import { tagView } from './article-list.ts'
import type { PageKindRecord } from './page-kind.ts'

export interface ArticlePage extends PageBase {
  readonly kind: 'article'
  readonly article: ArticleView
  /** Every other article. */
  readonly blog: BlogList
}

export const article: PageKindRecord<ArticlePage> = {
  kind: 'article',
  headerPaths: ['/articles/*'],
  pages: ({ brand, view, articles, dateView, fillTokens }) =>
    articles.newestFirst.map((loaded, index) => ({
      route: routes.article(loaded.slug),
      source: loaded.file,
      fill(page) {
        const { slug, imagePath, image, author, reviewer, sources, updated } = loaded
        const { title, description, date } = articles.summaries[index] as (typeof articles.summaries)[number]
        const html = page.html(loaded.body, loaded.bodyImagePaths)
        const lastBlock = lastBlockOf(loaded.body)
        const article: ArticleView = {
          slug,
          title,
          description,
          date,
          ...(updated !== undefined && { updated: dateView(updated) }),
          tags: loaded.tags.filter(tag => articles.tagged.has(tag)).map(tag => tagView(view, tag)),
          ...(author !== undefined && { author: fillTokens(author) }),
          ...(reviewer !== undefined && { reviewer: fillTokens(reviewer) }),
          sources: sources.map(({ title, url }) => ({ title: fillTokens(title), url })),
          ...(imagePath !== undefined && {
            image: page.image(imagePath, image?.origin ?? startOf(imagePath)),
          }),
          outline: outlineOf(html),
          minutes: readingMinutes(loaded.body),
          body: [{ html }],
          ...(lastBlock !== undefined && { lastBlock }),
        }
        return {
          head: articleHead(view, article, loaded.keywords.map(fillTokens), page.route),
          ...(brand.values.theme.cards === 'articles' && { card: { name: `card-${slug}`, lines: [title] } }),
          lastModified: updated ?? date.iso,
          ...(loaded.audience !== undefined && { audience: loaded.audience }),
          article,
          blog: articles.blog(slug),
        }
      },
    })),
}

function lastBlockOf({ parts, blocks }: Markup): string | undefined {
  const last = parts.findLast(part => typeof part !== 'string' || part.trim() !== '')
  return typeof last === 'object' && last.kind === 'block' ? blocks[last.index]?.name : undefined
}

/** Title, description, keywords and social tags come from the front matter. */
function articleHead(site: SiteView, article: ArticleView, keywords: readonly string[], route: string): Head {
  const { title, description, author, date } = article
  const head = pageHead(site, {
    title: titleWithName(site, title),
    description,
    route,
    graph: [organization(site), articleNode(site, article, route), breadcrumbs(site, title, route)],
  })
  return {
    ...head,
    ...(keywords.length > 0 && { keywords: keywords.join(', ') }),
    openGraph: {
      ...head.openGraph,
      type: 'article',
      title,
      ...(article.image !== undefined && { image: article.image }),
    },
    article: {
      publishedTime: date.iso,
      ...(article.updated !== undefined && { modifiedTime: article.updated.iso }),
      tags: keywords,
      ...(author !== undefined && { author }),
    },
  }
}

function articleNode(site: SiteView, article: ArticleView, route: string): JsonObject {
  const url = `${site.brand.siteUrl}${route}`
  return {
    '@type': 'Article',
    headline: article.title,
    description: article.description,
    datePublished: article.date.iso,
    dateModified: (article.updated ?? article.date).iso,
    inLanguage: site.brand.locale,
    mainEntityOfPage: url,
    author:
      article.author === undefined || article.author === site.brand.name
        ? { '@id': organizationId(site) }
        : { '@type': 'Person', name: article.author },
    publisher: { '@id': organizationId(site) },
    ...(article.sources.length > 0 && {
      citation: article.sources.map(({ title, url }) => ({ '@type': 'CreativeWork', name: title, url })),
    }),
  }
}

function breadcrumbs(site: SiteView, title: string, route: string): JsonObject {
  const { siteUrl } = site.brand
  const steps = [
    { name: site.strings.article.home, item: `${siteUrl}/` },
    ...(site.links.articles === undefined
      ? []
      : [{ name: site.strings.articles.title, item: `${siteUrl}${routes.articleList(1)}` }]),
    { name: title, item: `${siteUrl}${route}` },
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
  }
}
