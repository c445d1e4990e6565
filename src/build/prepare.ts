// From a brand's id to all that its pages need, so that rendering one is a matter of its own: the stages up to
// `assets`, in order.

import {
  type BrandImages,
  cardDrawer,
  collectAssets,
  drawBrandImages,
  type PreparedFonts,
  prepareFonts,
  prepareImages,
} from '../assets/index.ts'
import { brandsFolder, loadBrand } from '../brand/index.ts'
import { type ContentOwner, contentFolders, loadContent, type ParseCache } from '../content/index.ts'
import { type Diagnostic, type Outcome, startOf } from '../diagnostics/index.ts'
import { type Files, type FileWork, type OutputFile, rememberByAnswers } from '../files/index.ts'
import { type PageAssets, pageRenderer, textPool } from '../render/index.ts'
import { type Images, planSite, type Site } from '../site/index.ts'
import { type Clock, noClock } from './clock.ts'
import type { TextParser } from './kept-texts.ts'
import type { PreparedSite } from './prepared-site.ts'
import type { Workshop } from './workshop.ts'

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
  /** Default: each text is parsed when it is asked for. */
  readonly texts?: TextParser | undefined
}

/** Prepares one brand once. See `brandPreparer`. */
export function prepareBrand(
  workshop: Workshop,
  files: Files,
  id: string,
  options: PrepareOptions,
  clock: Clock = noClock,
): Promise<PreparedBrand> {
  return brandPreparer(workshop, id, options, clock)(files)
}

/**
 * Runs the stages up to `assets` for one brand, for every state of its files that comes. Depends on the files alone, and
 * remembers what does not depend on the templates. Fails only for bugs of ours.
 */
export function brandPreparer(
  workshop: Workshop,
  id: string,
  options: PrepareOptions,
  clock: Clock = noClock,
): FileWork<Promise<PreparedBrand>> {
  const furnish = rememberByAnswers(files => furnishSite(workshop, files, id, options, clock))
  return async files => {
    // esbuild works in a process of its own, meanwhile content is read in this one.
    const bundling = clock('templates', () => workshop.templates(files))
    const [{ furnished, ...rest }, bundled] = await Promise.all([furnish(files), bundling])
    if (rest.configInvalid) return rest
    const diagnostics = [...rest.diagnostics, ...bundled.diagnostics]
    const bundle = bundled.value
    if (furnished === undefined || bundle === undefined) return { diagnostics, configInvalid: false }
    const { site, images, brandImages, fonts } = furnished
    const templateAssets = collectAssets([bundle.assets], site.view.brand.basePath)
    const assets: PageAssets = {
      urls: templateAssets.value.urls,
      images: images.images,
      head: { icons: brandImages.icons, fonts: fonts.preload },
      styles: fonts.css + site.view.theme.css + bundle.styles,
    }
    const prepared: PreparedSite = {
      site,
      view: site.view,
      bundle,
      assets,
      renderer: pageRenderer(site.view, bundle, assets, workshop.sharedTexts),
      ...workshop.budgets(bundle),
      card: cardDrawer(brandImages.cards, workshop.bytes),
      texts: textPool(),
      files: [templateAssets.value, images, brandImages, fonts].flatMap(made => made.files),
      ...(brandImages.cards && { cards: brandImages.cards }),
    }
    return {
      prepared,
      diagnostics: [...diagnostics, ...templateAssets.diagnostics],
      configInvalid: false,
    }
  }
}

/** A planned site with the files that do not come from its templates. */
interface FurnishedSite {
  readonly site: Site
  readonly images: { readonly images: Images; readonly files: readonly OutputFile[] }
  readonly brandImages: BrandImages
  readonly fonts: PreparedFonts
}

async function furnishSite(
  workshop: Workshop,
  files: Files,
  id: string,
  options: PrepareOptions,
  clock: Clock,
): Promise<Omit<PreparedBrand, 'prepared'> & { readonly furnished?: FurnishedSite }> {
  const diagnostics: Diagnostic[] = []
  const take = <Value>({ value, diagnostics: problems }: Outcome<Value>): Value => {
    diagnostics.push(...problems.map(problem => ownedBy(problem, id)))
    return value
  }
  const { defaults, bytes } = workshop
  const parseText = options.texts?.parse ?? workshop.parse
  const parse: ParseCache = (parser, source) => clock('parse', () => parseText(parser, source))

  const brand = clock('load', () => take(loadBrand(files, id, defaults)))
  // Content is checked even for a brand that cannot be built: all problems come out in one run.
  const owner = brand ?? ownerOf(id)
  await options.texts?.ahead(files, contentFolders(owner))
  const content = clock('load', () => take(loadContent(files, defaults, owner, options, parse)))
  if (brand === undefined) return { diagnostics, configInvalid: true }
  if (content === undefined) return { diagnostics, configInvalid: false }
  const planned = clock('plan', () => planSite(brand, content, options))
  diagnostics.push(...planned.diagnostics.map(problem => ({ ...problem, brand: id })))
  const site = planned.value
  if (site === undefined) return { diagnostics, configInvalid: false }
  const furnished = await clock('assets', async () => ({
    site,
    images: take(await prepareImages(files, site.images, site.view.brand.basePath, bytes)),
    brandImages: take(await drawBrandImages(files, site, bytes)),
    fonts: take(await prepareFonts(files, defaults, site, bytes)),
  }))
  return { furnished, diagnostics, configInvalid: false }
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
