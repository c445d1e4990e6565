// From a brand's id to all that its pages need, so that rendering one is a matter of its own: the stages up to
// `assets`, in order.

import {
  collectAssets,
  drawBrandImages,
  prepareFonts,
  prepareImages,
  type TemplateBundle,
} from '../assets/index.ts'
import { brandsFolder, loadBrand } from '../brand/index.ts'
import { type ContentOwner, loadContent, type ParseCache } from '../content/index.ts'
import { type Diagnostic, type Outcome, startOf } from '../diagnostics/index.ts'
import type { Files, OutputFile } from '../files/index.ts'
import { inlineText, type PageAssets, type TextPool, textPool } from '../render/index.ts'
import { type Page, planSite, type Site } from '../site/index.ts'
import { type Clock, noClock } from './clock.ts'
import type { Workshop } from './workshop.ts'

/** A site whose pages can be rendered, each by itself and in any order. */
export interface PreparedSite {
  readonly site: Site
  readonly bundle: TemplateBundle
  /** The same for every page; a page's card is added by `renderPageFiles`. */
  readonly assets: PageAssets
  /** Files that pages refer to, cards and islands left out. */
  readonly files: readonly OutputFile[]
  readonly card: (page: Page) => Promise<OutputFile | undefined>
  /** For what is kept of its pages. */
  readonly texts: TextPool
}

export interface PreparedBrand {
  /** Absent when something is wrong that no page could be rendered with. */
  readonly prepared?: PreparedSite
  readonly diagnostics: readonly Diagnostic[]
  /** The brand's own config is what is wrong. */
  readonly configInvalid: boolean
}

export interface PrepareOptions {
  /** Show articles marked as drafts. */
  readonly drafts: boolean
  /** Of a server that takes the provider's place; default: the brand's own provider. */
  readonly providerOrigin?: string | undefined
}

/** Runs the stages up to `assets` for one brand. Depends on the files alone; throws only for bugs of ours. */
export async function prepareBrand(
  workshop: Workshop,
  files: Files,
  id: string,
  options: PrepareOptions,
  clock: Clock = noClock,
): Promise<PreparedBrand> {
  const diagnostics: Diagnostic[] = []
  const take = <Value>({ value, diagnostics: problems }: Outcome<Value>): Value => {
    diagnostics.push(...problems.map(problem => ownedBy(problem, id)))
    return value
  }
  const failed = (configInvalid = false): PreparedBrand => ({ diagnostics, configInvalid })
  const { defaults } = workshop
  const parse: ParseCache = (parser, source) => clock('parse', () => workshop.parse(parser, source))

  const brand = clock('load', () => take(loadBrand(files, id, defaults)))
  // Content is checked even for a brand that cannot be built: all problems come out in one run.
  const owner = brand ?? ownerOf(id)
  const content = clock('load', () => take(loadContent(files, defaults, owner, options, parse)))
  if (brand === undefined) return failed(true)
  const bundle = take(await clock('templates', () => workshop.templates(files)))
  if (content === undefined || bundle === undefined) return failed()
  const planned = clock('plan', () => planSite(brand, content, options))
  diagnostics.push(...planned.diagnostics.map(problem => ({ ...problem, brand: id })))
  const site = planned.value
  if (site === undefined) return failed()

  return clock('assets', async () => {
    const { basePath } = site.view.brand
    const templateAssets = collectAssets([bundle.assets], basePath)
    const images = await prepareImages(files, site.images, basePath, workshop.bytes)
    const brandImages = await drawBrandImages(files, site, workshop.bytes)
    const fonts = await prepareFonts(files, defaults, site, workshop.bytes)
    for (const made of [templateAssets, images, brandImages, fonts]) diagnostics.push(...made.diagnostics)
    const prepared: PreparedSite = {
      site,
      bundle,
      assets: {
        urls: templateAssets.value.urls,
        images: images.value.images,
        head: { icons: brandImages.value.icons, fonts: fonts.value.preload },
        styles: inlineText(fonts.value.css + site.view.theme.css + bundle.styles),
      },
      files: [templateAssets, images, brandImages, fonts].flatMap(made => made.value.files),
      card: brandImages.value.card,
      texts: textPool(),
    }
    return { prepared, diagnostics, configInvalid: false }
  })
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
function ownedBy(problem: Diagnostic, id: string): Diagnostic {
  return problem.file?.startsWith(`${brandsFolder}/${id}/`) ? { ...problem, brand: id } : problem
}
