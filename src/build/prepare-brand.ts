// Turns a brand's id into everything that its pages need, so that each page can be rendered on its own: runs the stages up to
// `assets`, in order.

import {
  type BrandImages,
  type CardBasis,
  type CardDrawer,
  cardDrawer,
  collectAssets,
  drawBrandImages,
  noBrandImages,
  originInScript,
  type PreparedFonts,
  prepareFonts,
  prepareImages,
  type TemplateBundle,
  templatesFolder,
} from '../assets/index.ts'
import { publishedBytes } from '../content/index.ts'
import { type Outcome, startOf } from '../diagnostics/index.ts'
import {
  type Files,
  type FileWork,
  type OutputFile,
  rememberByAnswers,
  rememberedWeakly,
  type SourceFile,
} from '../files/index.ts'
import type { Mention } from '../render/index.ts'
import { type PageAssets, pageRenderer, type RenderPage } from '../render/index.ts'
import type { Images, Site, SiteView } from '../site/index.ts'
import { createSiteJudge, type SiteJudge } from './judging.ts'
import { ownedBy, type PlannedBrand, type PlanningOptions, type PlanningWork } from './plan-brand.ts'
import { planBrand } from './plan-related.ts'
import type { SharedWork } from './shared-work.ts'
import { type Timed, untimed } from './timed.ts'

/** A site whose pages can be rendered independently and in any order. */
export interface PreparedSite {
  readonly site: Site
  readonly view: SiteView
  readonly bundle: TemplateBundle
  /** The same for every page. */
  readonly assets: PageAssets
  readonly render: RenderPage
  readonly card: CardDrawer
  /** For a brand with a logo: the input of `card`. */
  readonly cards?: CardBasis
  /** The content rules. */
  readonly judge: SiteJudge
  /** Text of other brands in the sources of the site: none of it may be published. */
  readonly mentions: readonly Mention[]
  /** Files that pages refer to, without share cards and islands. */
  readonly files: readonly OutputFile[]
}

export interface PreparedBrand extends Pick<PlannedBrand, 'diagnostics' | 'configInvalid' | 'nextChange'> {
  /** Absent if an error prevents every page from being rendered. */
  readonly prepared?: PreparedSite
}

/** Prepares one brand once: runs the stages up to `assets`. Fails only for bugs of Imprint. */
export function prepareBrand(
  shared: SharedWork,
  files: Files,
  id: string,
  options: PlanningOptions,
  timed: Timed = untimed,
): Promise<PreparedBrand> {
  return brandPreparer(shared, id, options, timed)(files)
}

/**
 * Prepares one brand again for each new state of its files. Depends only on the files, and remembers everything that does not
 * depend on the templates.
 */
export function brandPreparer(
  shared: SharedWork,
  id: string,
  options: PlanningOptions,
  timed: Timed = untimed,
): FileWork<Promise<PreparedBrand>> {
  const plan = rememberByAnswers(files => planWithAssets({ shared, files, id, options, timed }))
  return async files => {
    // esbuild works in its own process while this one reads content.
    const bundling = timed('templates', () => shared.templates(files, id))
    const [{ planned, ...rest }, bundled] = await Promise.all([plan(files), bundling])
    if (rest.configInvalid) return rest
    const diagnostics = [...rest.diagnostics, ...bundled.diagnostics.map(problem => ownedBy(problem, id))]
    const bundle = bundled.value
    if (planned === undefined || bundle === undefined) return { ...rest, diagnostics }
    const { site, images, brandImages, fonts, mentions, mentionsIn } = planned
    // Brands share a bundle whose assets were read through the first brand's files, but this brand depends on them, too.
    for (const path of bundle.assets.sources) files.readBytes(path)
    const templateAssets = collectAssets(bundle.assets.files, bundle.assets.paths, site.view.brand.basePath)
    const assets: PageAssets = {
      urls: templateAssets.value.urls,
      images: images.images,
      head: { icons: brandImages.icons, fonts: fonts.preload },
      styles: fonts.css + site.view.theme.css,
    }
    const rules = shared.rules(files)
    const prepared: PreparedSite = {
      site,
      view: site.view,
      bundle,
      assets,
      mentions: [...mentions, ...mentionsInTemplates(bundle, mentionsIn)],
      render: pageRenderer(site.view, bundle, assets),
      judge: createSiteJudge(rules, site, files, shared.defaults, options),
      card: cardDrawer(brandImages.cards, shared.cache),
      ...(brandImages.cards && { cards: brandImages.cards }),
      files: [
        ...[templateAssets.value, images, brandImages, fonts].flatMap(made => made.files),
        ...planned.publicFiles,
      ],
    }
    return {
      ...rest,
      prepared,
      diagnostics: [...diagnostics, ...templateAssets.diagnostics, ...rules.diagnostics],
    }
  }
}

/** Text of other brands in templates, at its place in the source. */
function mentionsInTemplates(
  bundle: TemplateBundle,
  mentionsIn: NonNullable<PlannedBrand['mentionsIn']>,
): readonly Mention[] {
  return mentionsIn([scriptOf(bundle)]).map(mention => ({
    ...mention,
    at: originInScript(mention.at, bundle.sourceMap()) ?? startOf(templatesFolder),
  }))
}

/** The same object for the same bundle, so that it is searched only once. */
const scriptOf = rememberedWeakly(
  ({ script }: TemplateBundle): SourceFile => ({ path: templatesFolder, text: script }),
)

/** A planned site with the files that do not come from its templates. */
interface SiteWithAssets {
  readonly site: Site
  readonly images: { readonly images: Images; readonly files: readonly OutputFile[] }
  readonly brandImages: BrandImages
  readonly fonts: PreparedFonts
  readonly publicFiles: readonly OutputFile[]
  readonly mentions: readonly Mention[]
  readonly mentionsIn: NonNullable<PlannedBrand['mentionsIn']>
}

async function planWithAssets(
  work: PlanningWork,
): Promise<Omit<PreparedBrand, 'prepared'> & { readonly planned?: SiteWithAssets }> {
  const { value: site, mentions = [], mentionsIn = () => [], ...rest } = await planBrand(work)
  if (site === undefined) return rest
  const diagnostics = [...rest.diagnostics]
  const take = <Value>({ value, diagnostics: problems }: Outcome<Value>): Value => {
    diagnostics.push(...problems.map(problem => ownedBy(problem, id)))
    return value
  }
  const { files, id, timed } = work
  const { defaults, cache } = work.shared
  const { basePath } = site.view.brand
  const images = take(await timed('images', () => prepareImages(files, site.images, basePath, cache)))
  const fonts = take(await timed('fonts', () => prepareFonts(files, defaults, site, cache)))
  const logo = site.view.theme.logo
  // A logo that cannot be shown has been reported; that it cannot be drawn either is not worth a second report.
  const isUsable = logo !== undefined && images.images[logo] !== undefined
  const brandImages = isUsable
    ? take(await timed('icons', () => drawBrandImages(files, site, fonts.heading, cache)))
    : noBrandImages
  const publicFiles = site.publicFiles.flatMap(file => {
    const source = take(files.readBytes(file.source))
    const bytes = source && take(publishedBytes(file, source, site.tokens))
    return bytes === undefined ? [] : { path: file.path, bytes }
  })
  return {
    ...rest,
    planned: { site, images, brandImages, fonts, publicFiles, mentions, mentionsIn },
    diagnostics,
  }
}
