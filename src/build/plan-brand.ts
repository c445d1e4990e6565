// From a brand's id to the plan of its site. Where they can wait, the texts of its articles are parsed after the plan, by
// other threads if there are any: then pages can be rendered while other texts are parsed.

import { type BrandConfig, brandsFolder, loadBrand } from '../brand/index.ts'
import {
  type ContentOwner,
  contentFolders,
  loadContent,
  type Markup,
  type ParseCache,
  parseArticleBody,
} from '../content/index.ts'
import { type Diagnostic, type Outcome, startOf } from '../diagnostics/index.ts'
import type { Files, SourceFile } from '../files/index.ts'
import { fillPage, type Page, planSite, type Site } from '../site/index.ts'
import type { Clock } from './clock.ts'
import type { TextParser } from './kept-texts.ts'
import { ofBrand } from './page-files.ts'
import type { PlannedBrand } from './prepared-site.ts'
import type { Workshop } from './workshop.ts'

export interface BrandOptions {
  /** Show articles marked as drafts. */
  readonly drafts: boolean
  /** Of a server that takes the provider's place; default: the brand's own provider. */
  readonly providerOrigin?: string | undefined
  /** Default: each text is parsed when it is asked for. */
  readonly texts?: TextParser | undefined
  /**
   * Plan the site by the front matter of its articles where that will do; their texts are parsed when their pages are rendered.
   * Default: all is parsed before.
   */
  readonly textsLater?: boolean
}

/** What is known of a brand besides its site. */
export interface BrandKnowledge {
  /** The brand's own config is what is wrong. */
  readonly configInvalid: boolean
  /** No text was left for later, so that the diagnostics have all that is wrong with texts. */
  readonly textsKnown: boolean
}

/** The value is undefined where something is wrong that no page could be rendered with: the brand's own config, or the rest. */
export async function planBrand(
  workshop: Workshop,
  files: Files,
  id: string,
  options: BrandOptions,
  clock: Clock,
): Promise<Outcome<PlannedBrand | undefined> & BrandKnowledge> {
  const { texts, textsLater = false } = options
  const parseText = texts?.parse ?? workshop.parse
  const parse: ParseCache = (parser, source) => clock('parse', () => parseText(parser, source))
  const isKnown = texts?.isKnown ?? workshop.parse.has

  const loaded = clock('load', () => loadBrand(files, id, workshop.defaults))
  const brand = loaded.value
  // Content is checked even for a brand that cannot be built: all problems come out in one run.
  const owner = brand ?? ownerOf(id)
  texts?.begin(files, contentFolders(owner))

  const plan = (mayWait?: (source: SourceFile) => boolean): Outcome<Site | undefined> => {
    const content = clock('load', () =>
      loadContent(files, workshop.defaults, owner, { ...options, mayWait }, parse),
    )
    const known = content.value
    const said = content.diagnostics.map(problem => ownedBy(problem, id))
    if (brand === undefined || known === undefined) return { value: undefined, diagnostics: said }
    const planned = clock('plan', () => planSite(brand, known, options))
    return { value: planned.value, diagnostics: [...said, ...ofBrand(id, planned.diagnostics)] }
  }
  const early =
    textsLater && brand !== undefined && canWait(brand)
      ? plan(source => !isKnown(parseArticleBody, source))
      : { value: undefined, diagnostics: [] }
  // Where something is wrong, all of it is to be said.
  if (early.value === undefined) await texts?.ready()
  const planned = early.value === undefined ? plan() : early
  const diagnostics = [...loaded.diagnostics.map(problem => ownedBy(problem, id)), ...planned.diagnostics]
  const site = planned.value
  const textsKnown = early.value === undefined || site?.unfilled.size === 0
  if (site === undefined)
    return { value: undefined, diagnostics, configInvalid: brand === undefined, textsKnown }

  const textOf = (file: string): Outcome<Markup | undefined> => {
    const source = files.readText(file).value
    return source === undefined ? { value: undefined, diagnostics: [] } : parse(parseArticleBody, source)
  }
  const fillOne = (page: Page): Outcome<Page | undefined> => {
    const file = site.unfilled.get(page.route)
    if (file === undefined) return { value: page, diagnostics: [] }
    const said = textOf(file).diagnostics.map(problem => ownedBy(problem, id))
    const filled = clock('plan', () => fillPage(site, page, of => textOf(of).value))
    return { value: filled.value, diagnostics: [...said, ...ofBrand(id, filled.diagnostics)] }
  }
  const fill: PlannedBrand['fill'] = async pages => {
    const own = pages.flatMap(({ route }) => site.unfilled.get(route) ?? [])
    await texts?.ready(own.flatMap(file => files.readText(file).value ?? []))
    return pages.map(fillOne)
  }
  return { value: { site, fill }, diagnostics, configInvalid: false, textsKnown }
}

/**
 * Whether the site can be planned without its texts: fonts are cut down to the characters of all of them, and those of articles
 * that the brand drops are looked at as well, though they have no page for which they would be parsed.
 */
function canWait({ fonts, values }: BrandConfig): boolean {
  return fonts.length === 0 && values.articles.only === undefined && values.articles.except === undefined
}

/** Stands for a brand whose config is broken: its own content over the shared one, nothing left out. */
function ownerOf(id: string): ContentOwner {
  const located = {
    kind: 'map',
    origin: startOf(`${brandsFolder}/${id}/brand.yaml`),
    entries: new Map(),
  } as const
  return { chain: [id], located, values: { articles: {} } }
}

/** Problems in a brand's own files are that brand's; those in shared files belong to nobody in particular. */
export function ownedBy(problem: Diagnostic, id: string): Diagnostic {
  return problem.file?.startsWith(`${brandsFolder}/${id}/`) ? { ...problem, brand: id } : problem
}
