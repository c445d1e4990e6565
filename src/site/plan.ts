// `planSite` turns a brand and its content into the complete model of its site. Pure: it reads nothing but its arguments.

import { type BrandConfig, brandsFolder, type FontFile, type Host } from '../brand/index.ts'
import {
  addressKey,
  brokenFile,
  brokenTexts,
  type ContentSet,
  fillTokens,
  type LeftOut,
  leavesOut,
  type MotifName,
  type PublicFile,
  type TokenValues,
  tokenProblems,
} from '../content/index.ts'
import {
  compareText,
  type Diagnostic,
  FaultInFile,
  grouped,
  hasErrors,
  naming,
  type Origin,
  type Outcome,
  startOf,
  unexpected,
} from '../diagnostics/index.ts'
import { once } from '../files/index.ts'
import { entryAt } from '../yaml/index.ts'
import { articleLists } from './articles.ts'
import { publicCollisions, routeCollisions } from './collisions.ts'
import { costExampleView, dateFormatter, stateNames } from './format.ts'
import { sameHeads } from './head.ts'
import { type ContentLink, type LinkMap, resolveMarkup } from './links.ts'
import type { ArticleSummary, ImageRequest, PageBase, PageLists, SiteView } from './model.ts'
import { plannedNavigation } from './navigation.ts'
import { faqView } from './pages/faq.ts'
import type { PageFiller, PageKindRecord, PlannedPage, SitePlan } from './pages/page-kind.ts'
import { type Page, pageKinds, templateName } from './pages/page-kinds.ts'
import { type OwnAddresses, planRedirects, type SiteRedirect } from './redirects.ts'
import { type StackFont, stackFont } from './theme.ts'
import { fillAll, tokenValues } from './tokens.ts'
import { addressesOf, outputPathOf, providerOf, routeOf, routes } from './urls.ts'
import { type TemplateFacts, usableContent } from './usable-content.ts'
import { siteView } from './view.ts'

/** In bytes; see `PageBase.htmlBudget`. */
const usualHtmlBudget = 13_000

/** One brand's whole site, ready to be rendered. */
export interface Site {
  /** Its input, for the content rules. */
  readonly brand: BrandConfig
  /** The values of the tokens in its text. */
  readonly tokens: TokenValues
  /** The sources of the pages' text, in addition to the Markdown files that pages name as their source. */
  readonly written: {
    readonly maps: ContentSet['located']
    /** Markdown of the home page. */
    readonly homeTexts: readonly string[]
  }
  readonly view: SiteView
  /** Every HTML page, in the order in which it is rendered. */
  readonly pages: readonly Page[]
  /** Newest first; what the feed lists. */
  readonly articles: readonly ArticleSummary[]
  /** The content's links to fragments, which can be checked only once the pages are rendered. */
  readonly links: readonly ContentLink[]
  readonly redirects: readonly SiteRedirect[]
  /** Published unchanged, except for tokens in text files. */
  readonly publicFiles: readonly PublicFile[]
  /** Why there is no page at a route that content could have. */
  readonly leftOut: ReadonlyMap<string, LeftOut>
  /** Images the pages show, each once; `assets` measures and encodes them. */
  readonly images: readonly ImageRequest[]
  /** Fonts that the site serves itself; `assets` subsets them. */
  readonly fonts: readonly FontFile[]
  readonly headingFont: StackFont
  readonly bodyFont: StackFont
  /** Paths of `_headers` that together match every page. */
  readonly headerPaths: readonly HeaderPath[]
  /** The host whose files a build writes; undefined: those that most hosts understand. */
  readonly host?: Host | undefined
}

/** A path of `_headers`, as hosts match it. */
export interface HeaderPath {
  readonly path: string
  /** Whether a page there contains the provider's form. */
  readonly hasForm: boolean
  /** The routes of the pages there. */
  readonly routes: readonly string[]
}

export interface PlanOptions {
  /** Origin of a server that replaces the provider; default: the brand's own provider. */
  readonly providerOrigin?: string | undefined
  /** Leaves out the tag manager and third-party tags, as in watch mode. Default: as in the brand. */
  readonly withoutTags?: boolean | undefined
  /** The host that sites are made for; default: each brand's own. */
  readonly host?: Host | undefined
  /** The available layouts and blocks; undefined if unknown, and then not checked. */
  readonly templates?: TemplateFacts | undefined
  /** Bugs of Imprint that articles or pages trigger: these are left out. */
  readonly faults?: readonly FaultInFile[] | undefined
}

/**
 * Plans every page of a brand's site. An article or page with a dead link is left out; elsewhere, a dead link is an error, and
 * its text stays without the link. The value is undefined if two pages have the same address.
 */
export function planSite(
  brand: BrandConfig,
  content: ContentSet,
  options: PlanOptions = {},
): Outcome<Site | undefined> {
  const { faults = [], ...others } = options
  const able = withoutBroken(content, content, faults.map(unexpected))
  try {
    const { value, diagnostics } = planAll(brand, able.value, others)
    return { value, diagnostics: [...able.diagnostics, ...diagnostics] }
  } catch (error) {
    if (!(error instanceof FaultInFile) || !hasText(able.value, error.file)) throw error
    return planSite(brand, content, { ...others, faults: [...faults, error] })
  }
}

function hasText(texts: Pick<ContentSet, 'articles' | 'pages'>, file: string): boolean {
  return [...texts.articles, ...texts.pages].some(text => text.file === file)
}

function planAll(
  brand: BrandConfig,
  content: ContentSet,
  options: Omit<PlanOptions, 'faults'>,
): Outcome<Site | undefined> {
  const { value: plan, diagnostics } = sitePlan(brand, content, options)
  const planned = plannedPages(plan)
  const collisions = [
    ...routeCollisions(planned.map(({ page }) => page)),
    ...publicCollisions(
      plan.content.publicFiles,
      planned.map(({ page }) => page.route),
      {
        hasIcon: brand.logoPath !== undefined,
        host: options.host ?? brand.values.host,
        hostFiles: brand.values.hostFiles,
      },
    ),
  ]
  if (hasErrors(collisions)) return { value: undefined, diagnostics: [...diagnostics, ...collisions] }
  const map = linkMap(plan, planned)
  const filled = fillPages(plan, planned, map, options.templates)
  const remaining = withoutBroken(content, plan.content, filled.diagnostics)
  if (remaining.diagnostics.length > 0) {
    // Leaving out an article may also remove lists of articles and links to them, so everything is planned again until nothing
    // else is left out.
    const { value, diagnostics: others } = planAll(brand, remaining.value, options)
    return { value, diagnostics: [...remaining.diagnostics, ...others] }
  }
  const { value: redirects, diagnostics: wrongRedirects } = planRedirects(
    plan.content.redirects,
    map,
    ownAddresses(brand, plan.content, planned),
  )
  const navigation = plannedNavigation(plan.content, map, plan.fillTokens)
  return {
    value: {
      brand,
      tokens: plan.tokens,
      written: { maps: plan.content.located, homeTexts: homeTexts(plan.content) },
      view: { ...plan.view, navigation: { ...plan.view.navigation, ...navigation.value.navigation } },
      pages: filled.pages,
      articles: plan.articles.summaries,
      links: [...filled.links, ...redirects.links, ...navigation.value.links],
      redirects: redirects.redirects,
      publicFiles: plan.content.publicFiles,
      leftOut: leftOutRoutes(plan.content),
      images: imageRequests(brand, filled.images, content.motifPath),
      fonts: brand.fonts,
      headingFont: stackFont(brand.values.theme.font.heading),
      bodyFont: stackFont(brand.values.theme.font.body),
      headerPaths: headerPaths(planned, filled.pages),
      host: options.host ?? brand.values.host,
    },
    diagnostics: [
      ...diagnostics,
      ...filled.diagnostics,
      ...sameHeads(filled.pages),
      ...brokenTexts(plan.content)
        .flatMap(text => resolveMarkup(text, routes.home, [], map).diagnostics)
        .map(leavesOut),
      ...wrongRedirects,
      ...navigation.diagnostics,
    ],
  }
}

/**
 * The content without the articles and pages that have dead links or trigger a bug, and the diagnostics about them.
 * @param shown The content in which the problems were found.
 */
function withoutBroken(
  content: ContentSet,
  shown: ContentSet,
  problems: readonly Diagnostic[],
): Outcome<ContentSet> {
  if (problems.length === 0) return { value: content, diagnostics: [] }
  const texts = new Set<string | undefined>([...shown.articles, ...shown.pages].map(({ file }) => file))
  const dead = problems.filter(
    ({ code, file }) => (code === 'link/unknown-page' || code === 'internal/unexpected') && texts.has(file),
  )
  const files = new Set(dead.map(({ file }) => file))
  const isDead = ({ file }: { readonly file: string }) => files.has(file)
  const why = ({ file }: { readonly file: string }): LeftOut => brokenFile(file, dead)
  const articles = content.articles.filter(isDead).map(article => [article.slug, why(article)] as const)
  const pages = content.pages.filter(isDead).map(page => [page.path, why(page)] as const)
  return {
    value: {
      ...content,
      articles: content.articles.filter(article => !isDead(article)),
      leftOut: new Map([...content.leftOut, ...articles]),
      pages: content.pages.filter(page => !isDead(page)),
      leftOutPages: new Map([...content.leftOutPages, ...pages]),
    },
    diagnostics: dead.map(leavesOut),
  }
}

function sitePlan(
  brand: BrandConfig,
  loaded: ContentSet,
  { providerOrigin, templates, withoutTags = false }: PlanOptions,
): Outcome<SitePlan> {
  const provider = providerOf(brand, providerOrigin)
  const costExample = costExampleView(brand)
  const unavailableStates = stateNames(brand, loaded.strings)
  const tokens = tokenValues(brand, provider, costExample, unavailableStates)
  const companyLine = entryAt(brand.located, ['companyLine'])
  const fill = (text: string) => fillTokens(text, tokens)
  const usable = templates && usableContent(loaded, templates, fill)
  const content = usable?.value ?? loaded
  const articles = articleLists(brand, content.articles, fill)
  const strings = fillAll(content.strings, fill)
  const view = siteView(brand, {
    provider,
    costExample,
    strings,
    unavailableStates,
    companyLine: tokens.companyLine,
    withoutTags,
    hasArticleList: articles.listPageCount > 0,
    motif:
      content.motifPath === undefined
        ? (content.home.hero.motif as MotifName | undefined)
        : { path: content.motifPath },
    hasAdvantages: content.homeSections.includes('advantages'),
  })
  const dateView = dateFormatter(brand.values.locale)
  return {
    value: {
      brand,
      content,
      view,
      articles,
      tokens,
      card: { name: 'card', lines: cardLines(content.home.hero.headings.map(fill)) },
      dateView,
      fillTokens: fill,
    },
    diagnostics: [
      ...(companyLine === undefined ? [] : tokenProblems(companyLine.value)),
      ...(usable?.diagnostics ?? []),
    ],
  }
}

/** The hero's first two headings, the first as a sentence. */
function cardLines([first = '', second]: readonly string[]): string[] {
  return second === undefined ? [first] : [`${first}.`, second]
}

function ownAddresses(
  { chain }: BrandConfig,
  content: ContentSet,
  planned: readonly PlannedPageOfKind[],
): OwnAddresses {
  const pages = planned.flatMap(({ page: { route, source } }) =>
    source === undefined ? [] : [[addressKey(route), source] as const],
  )
  const files = content.publicFiles.flatMap(file =>
    publicRoutes(file).map(route => [addressKey(route), file.source] as const),
  )
  return {
    sources: new Map([...files, ...pages]),
    strength: file => chain.findIndex(id => file.startsWith(`${brandsFolder}/${id}/`)),
  }
}

function homeTexts({ homeSections }: ContentSet): string[] {
  return homeSections.flatMap(section => (typeof section === 'string' ? [] : (section.file ?? [])))
}

/** The addresses of a public file, including those that links use. */
function publicRoutes({ path }: PublicFile): readonly string[] {
  const route = routeOf(path)
  return [route, encodeURI(route), `/${path}`]
}

function leftOutRoutes({ leftOut, leftOutPages }: ContentSet): Site['leftOut'] {
  return new Map([
    ...[...leftOut].map(([slug, why]) => [routes.article(slug), why] as const),
    ...[...leftOutPages].map(([path, why]) => [routes.page(path), why] as const),
  ])
}

type AnyRecord = PageKindRecord<PageBase & { readonly kind: string }>

/** A page of any kind, with the record of its kind. */
interface PlannedPageOfKind {
  readonly kind: AnyRecord
  readonly page: PlannedPage<PageBase & { readonly kind: string }>
}

function plannedPages(plan: SitePlan): PlannedPageOfKind[] {
  return (pageKinds as readonly AnyRecord[]).flatMap(kind => kind.pages(plan).map(page => ({ kind, page })))
}

/** An image and the place that asked for it first. */
type ImageOrigins = ReadonlyMap<string, Origin>

interface FilledPages {
  readonly pages: readonly Page[]
  readonly links: readonly ContentLink[]
  readonly images: ImageOrigins
  /** Links that lead nowhere. */
  readonly diagnostics: readonly Diagnostic[]
}

function fillPages(
  plan: SitePlan,
  planned: readonly PlannedPageOfKind[],
  map: LinkMap,
  templates: TemplateFacts | undefined,
): FilledPages {
  const links: ContentLink[] = []
  const images = new Map<string, Origin>()
  const diagnostics: Diagnostic[] = []
  const filler = (route: string): PageFiller & { readonly blocks: ReadonlySet<string> } => {
    const image = (path: string, origin: Origin): string => {
      if (!images.has(path)) images.set(path, origin)
      return path
    }
    let withFootnotes = 0
    const blocks = new Set<string>()
    const html: PageFiller['html'] = (markup, imagePaths = []) => {
      for (const [index, path] of imagePaths.entries())
        image(path, markup.images[index]?.origin ?? startOf(path))
      for (const { name } of markup.blocks) blocks.add(name)
      const hasFootnotes = markup.parts.some(part => typeof part !== 'string' && part.kind === 'prefix')
      const idPrefix = hasFootnotes && withFootnotes++ > 0 ? `text-${withFootnotes}-` : ''
      const resolved = resolveMarkup(markup, route, imagePaths, map, idPrefix)
      links.push(...resolved.value.links)
      diagnostics.push(...resolved.diagnostics)
      return resolved.value.html
    }
    return { route, html, image, blocks }
  }
  const listsOfSite = once(
    (): PageLists => ({ faq: faqView(plan, filler(routes.faq)), articles: plan.articles.summaries }),
  )
  const pages = planned.map(({ kind, page }): Page => {
    const { route, source } = page
    const own = filler(route)
    const { card, ...fields } = naming(source, () => page.fill(own))
    const filled = {
      kind: kind.kind,
      template: page.template ?? templateName(kind.kind),
      route,
      outputPath: outputPathOf(route),
      ...(source !== undefined && { source }),
      htmlBudget: kind.htmlBudget ?? usualHtmlBudget,
      hasForm: kind.hasForm ?? [...own.blocks].some(name => templates?.blocks[name]?.hasForm),
      ...(own.blocks.size > 0 && { lists: listsOfSite() }),
      ...fields,
      ...(fields.head.canonical !== undefined && { card: card ?? plan.card }),
    }
    // A record's type determines which fields its pages have; for records of any kind TypeScript cannot express that.
    return filled as PageBase as Page
  })
  return { pages, links, images, diagnostics }
}

function linkMap(plan: SitePlan, planned: readonly PlannedPageOfKind[]): LinkMap {
  const { view, content, tokens } = plan
  return {
    providerOrigin: view.provider.origin,
    basePath: view.brand.basePath,
    pages: new Set(planned.flatMap(({ kind, page }) => (kind.isErrorPage ? [] : page.route))),
    errorPages: new Set(planned.flatMap(({ kind, page }) => (kind.isErrorPage ? page.route : []))),
    files: new Set([
      routes.feed,
      ...(view.noindex ? [] : [routes.sitemap]),
      ...content.publicFiles.flatMap(publicRoutes),
    ]),
    redirected: new Map(content.redirects.map(({ from, to }) => [addressKey(from), to])),
    documents: view.provider.documents,
    leftOut: leftOutRoutes(content),
    tags: new Set(
      [...content.articles, ...content.leftOut.values()].flatMap(article =>
        'tags' in article ? article.tags : [],
      ),
    ),
    tokens,
    labels: view.strings.prose,
    opensInNewTab: view.strings.navigation.opensInNewTab,
  }
}

function imageRequests(
  brand: BrandConfig,
  ofPages: ImageOrigins,
  motifPath: string | undefined,
): ImageRequest[] {
  const images: ImageRequest[] = [...ofPages].map(([path, origin]) => ({ path, origin }))
  const { logoPath } = brand
  if (logoPath !== undefined && !ofPages.has(logoPath)) {
    const origin = entryAt(brand.located, ['theme', 'logo'])?.value.origin ?? startOf(logoPath)
    images.push({ path: logoPath, origin, isLogo: true })
  }
  if (motifPath !== undefined && !ofPages.has(motifPath))
    images.push({ path: motifPath, origin: startOf(motifPath) })
  return images.sort((a, b) => compareText(a.path, b.path))
}

/** A path that several kinds share, such as that of all articles, is listed once. */
function headerPaths(planned: readonly PlannedPageOfKind[], pages: readonly Page[]): HeaderPath[] {
  const paths = grouped(
    pages.flatMap((page, index) =>
      (planned[index]?.kind.headerPaths ?? addressesOf(page.route)).map(path => [path, page] as const),
    ),
  )
  return [...paths].map(([path, there]) => ({
    path,
    hasForm: there.some(page => page.hasForm),
    routes: there.map(page => page.route),
  }))
}
