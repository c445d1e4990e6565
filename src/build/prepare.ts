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
import type { Diagnostic, Outcome } from '../diagnostics/index.ts'
import { type Files, type FileWork, type OutputFile, rememberByAnswers } from '../files/index.ts'
import { type PageAssets, pageRenderer, textPool } from '../render/index.ts'
import type { Images } from '../site/index.ts'
import { type Clock, noClock } from './clock.ts'
import { type BrandKnowledge, type BrandOptions, ownedBy, planBrand } from './plan-brand.ts'
import type { PlannedBrand, PreparedSite } from './prepared-site.ts'
import type { Workshop } from './workshop.ts'

export interface PreparedBrand extends BrandKnowledge {
  /** Absent when something is wrong that no page could be rendered with. */
  readonly prepared?: PreparedSite
  readonly diagnostics: readonly Diagnostic[]
}

/** Prepares one brand once: runs the stages up to `assets`. Fails only for bugs of ours. */
export function prepareBrand(
  workshop: Workshop,
  files: Files,
  id: string,
  options: BrandOptions,
  clock: Clock = noClock,
): Promise<PreparedBrand> {
  return preparer(workshop, inner => furnishSite(workshop, inner, id, options, clock), clock)(files)
}

/**
 * Prepares one brand for every state of its files that comes. Depends on the files alone, and remembers what does not depend
 * on the templates.
 */
export function brandPreparer(
  workshop: Workshop,
  id: string,
  options: BrandOptions,
): FileWork<Promise<PreparedBrand>> {
  const furnish = rememberByAnswers(files => furnishSite(workshop, files, id, options, noClock))
  return preparer(workshop, furnish, noClock)
}

function preparer(
  workshop: Workshop,
  furnish: FileWork<ReturnType<typeof furnishSite>>,
  clock: Clock,
): FileWork<Promise<PreparedBrand>> {
  return async files => {
    // esbuild works in a process of its own, meanwhile content is read in this one.
    const bundling = clock('templates', () => workshop.templates(files))
    const [{ furnished, ...rest }, bundled] = await Promise.all([furnish(files), bundling])
    if (rest.configInvalid) return rest
    const diagnostics = [...rest.diagnostics, ...bundled.diagnostics]
    const bundle = bundled.value
    if (furnished === undefined || bundle === undefined) return { ...rest, diagnostics }
    const { site, fill, images, brandImages, fonts } = furnished
    const templateAssets = collectAssets([bundle.assets], site.view.brand.basePath)
    const assets: PageAssets = {
      urls: templateAssets.value.urls,
      images: images.images,
      head: { icons: brandImages.icons, fonts: fonts.preload },
      styles: fonts.css + site.view.theme.css + bundle.styles,
    }
    const prepared: PreparedSite = {
      site,
      fill,
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
    return { ...rest, prepared, diagnostics: [...diagnostics, ...templateAssets.diagnostics] }
  }
}

/** A planned site with the files that do not come from its templates. */
interface FurnishedSite extends PlannedBrand {
  readonly images: { readonly images: Images; readonly files: readonly OutputFile[] }
  readonly brandImages: BrandImages
  readonly fonts: PreparedFonts
}

async function furnishSite(
  workshop: Workshop,
  files: Files,
  id: string,
  options: BrandOptions,
  clock: Clock,
): Promise<Omit<PreparedBrand, 'prepared'> & { readonly furnished?: FurnishedSite }> {
  const { value: planned, ...rest } = await planBrand(workshop, files, id, options, clock)
  if (planned === undefined) return rest
  const diagnostics = [...rest.diagnostics]
  const take = <Value>({ value, diagnostics: problems }: Outcome<Value>): Value => {
    diagnostics.push(...problems.map(problem => ownedBy(problem, id)))
    return value
  }
  const { site } = planned
  const { defaults, bytes } = workshop
  const furnished = await clock('assets', async () => ({
    ...planned,
    images: take(await prepareImages(files, site.images, site.view.brand.basePath, bytes)),
    brandImages: take(await drawBrandImages(files, site, bytes)),
    fonts: take(await prepareFonts(files, defaults, site, bytes)),
  }))
  return { ...rest, furnished, diagnostics }
}
