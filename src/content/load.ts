// All content of one brand.

import type { BrandConfig } from '../brand/index.ts'
import { collecting, hasErrors, type Outcome, startOf } from '../diagnostics/index.ts'
import type { Files } from '../files/index.ts'
import type { LocatedMap } from '../yaml/index.ts'
import { type ContentOptions, type LoadedArticles, loadArticles } from './articles/load.ts'
import {
  type ContentLayers,
  contentFolders,
  loadMap,
  loadStrongest,
  locateMap,
  missingFile,
  strongestFirst,
} from './layers.ts'
import type { ContentChoice, LeftOut } from './left-out.ts'
import { findImages } from './markdown/find-images.ts'
import { type FaqLayer, parseFaq } from './pages/faq.ts'
import { type Faq, type FaqEntry, layFaq } from './pages/faq-layers.ts'
import { type Home, homeSchema } from './pages/home.ts'
import { type HomeSection, loadHomeSections } from './pages/home-sections.ts'
import { type LoadedPage, loadPages } from './pages/load.ts'
import { findMotif } from './pages/motif.ts'
import { type Navigation, navigationSchema } from './pages/navigation.ts'
import { type PageText, parsePageText } from './pages/page-text.ts'
import { findPublicFiles, type PublicFile } from './pages/public-files.ts'
import { loadRedirects, locateRedirects, type Redirect } from './pages/redirects.ts'
import { createParseCache, type ParseCache } from './parse-cache.ts'
import { type Strings, stringsSchema } from './texts/strings.ts'

/** All content of a brand. Its text still contains tokens; links are not resolved. */
export interface ContentSet extends LoadedArticles {
  /** Sorted by path, without the privacy page. */
  readonly pages: readonly LoadedPage[]
  /** The same as `leftOut`, for pages, by path. */
  readonly leftOutPages: ReadonlyMap<string, LeftOut>
  readonly faq: readonly FaqEntry[]
  readonly home: Home
  readonly homeSections: readonly HomeSection[]
  /** Source path of the picture that decorates the pages; absent if it is a pattern. */
  readonly motifPath?: string
  readonly strings: Strings
  /** Empty if no layer has any. */
  readonly navigation: Navigation
  readonly ccpa: LoadedText
  readonly redirects: readonly Redirect[]
  /** Sorted by path. */
  readonly publicFiles: readonly PublicFile[]
  /** Source path of the strongest file that contributes to `faq`. */
  readonly faqFile: string
  /** The layered maps with their origins, for `explain`. */
  readonly located: {
    readonly home: LocatedMap
    readonly strings: LocatedMap
    readonly faq: LocatedMap
    readonly navigation: LocatedMap
  }
}

interface LoadedText extends PageText {
  /** Source paths of `body.images`, in the same order. */
  readonly bodyImagePaths: readonly string[]
}

/** The part of a brand that decides its content. */
export type ContentOwner = Pick<BrandConfig, 'chain'> & ContentChoice

/** The valid part of the content, completed with the package's own, in which more problems can be found. */
interface LoadedContent extends Outcome<ContentSet | undefined> {
  readonly rest?: ContentSet
}

/**
 * Loads a brand's content. The value is undefined if something that every site needs is broken; a broken article is only left out
 * and reported as a warning.
 * @param defaults The package's own content, the weakest layer. It has no articles.
 */
export function loadContent(
  files: Files,
  defaults: Files,
  brand: ContentOwner,
  options: ContentOptions,
  parse: ParseCache,
): LoadedContent {
  const { diagnostics, take } = collecting()
  const layers: ContentLayers = { files, defaults, folders: contentFolders(brand), parse }
  const parts = take(loadParts(layers))
  const publicFiles = take(findPublicFiles(files, brand))
  const { articles, leftOut, nextChange } = take(loadArticles(layers, brand, options))
  const { pages, leftOut: leftOutPages } = take(loadPages(layers, brand, options))
  const isWrong = hasErrors(diagnostics)
  const whole = isWrong ? { ...loadParts({ ...layers, folders: [] }).value, ...parts } : parts
  if (!isWhole(whole)) return { value: undefined, diagnostics }
  const { home, navigation, strings, faq, homeSections, motifPath, redirects, ccpa } = whole
  const content: ContentSet = {
    articles,
    leftOut,
    ...(nextChange && { nextChange }),
    pages,
    leftOutPages,
    faq: faq.entries,
    faqFile: faq.located.origin.file,
    redirects,
    publicFiles,
    home: home.value,
    homeSections,
    ...(motifPath !== undefined && { motifPath }),
    strings: strings.value,
    navigation: navigation.value,
    ccpa,
    located: {
      home: home.located,
      strings: strings.located,
      faq: faq.located,
      navigation: navigation.located,
    },
  }
  return isWrong ? { value: undefined, rest: content, diagnostics } : { value: content, diagnostics }
}

/** The parts that every site has apart from articles and pages. */
interface ContentParts extends Pick<ContentSet, 'homeSections' | 'motifPath' | 'ccpa' | 'redirects'> {
  readonly home: { readonly value: Home; readonly located: LocatedMap }
  readonly strings: { readonly value: Strings; readonly located: LocatedMap }
  readonly navigation: { readonly value: Navigation; readonly located: LocatedMap }
  readonly faq: Faq
}

/** Parts that have errors are absent. */
function loadParts(layers: ContentLayers): Outcome<Partial<ContentParts>> {
  const { diagnostics, take } = collecting()
  const home = take(loadMap(layers, 'home.yaml', homeSchema))
  const ccpa = take(loadStrongest(layers, 'pages/ccpa.md', parsePageText, missingFile('pages/ccpa.md')))
  const bodyImagePaths = ccpa && take(findImages(layers, ccpa.file, ccpa.body.images))
  const parts = {
    home,
    homeSections: home && take(loadHomeSections(layers, home.value, home.located)),
    motifPath: home && take(findMotif(layers, home.value, home.located)),
    strings: take(loadMap(layers, 'strings.yaml', stringsSchema)),
    navigation: take(loadMap(layers, 'navigation.yaml', navigationSchema, noNavigation)),
    faq: take(loadFaq(layers)),
    ccpa: ccpa && bodyImagePaths && { ...ccpa, bodyImagePaths },
    redirects: take(loadRedirects(layers)),
  }
  const present = Object.entries(parts).filter(([, part]) => part !== undefined)
  return { value: Object.fromEntries(present), diagnostics }
}

const partNames = ['home', 'homeSections', 'strings', 'navigation', 'faq', 'ccpa', 'redirects'] as const

function isWhole(parts: Partial<ContentParts>): parts is ContentParts {
  return partNames.every(name => name in parts)
}

/** A brand's content, file by file, valid or not, for `explain`. Files that cannot be read are missing. */
export function locateContent(
  files: Files,
  defaults: Files,
  brand: ContentOwner,
): { readonly located: ReadonlyMap<string, LocatedMap>; readonly pages: readonly LoadedPage[] } {
  const folders = contentFolders(brand)
  const layers: ContentLayers = { files, defaults, folders, parse: createParseCache() }
  const maps = [
    ['home', locateMap(layers, 'home.yaml')],
    ['strings', locateMap(layers, 'strings.yaml')],
    ['faq', loadFaq(layers).value?.located],
    ['navigation', locateMap(layers, 'navigation.yaml')],
    ['redirects', locateRedirects(layers)],
  ] as const
  return {
    located: new Map(maps.flatMap(([name, map]) => (map === undefined ? [] : [[name, map] as const]))),
    pages: loadPages(layers, brand, { drafts: true }).value.pages,
  }
}

const noNavigation: LocatedMap = {
  kind: 'map',
  origin: startOf('content/navigation.yaml'),
  entries: new Map(),
}

/** Reads `faq.yaml` from the strongest layer down to the first one that is a complete list. */
function loadFaq(layers: ContentLayers): Outcome<Faq | undefined> {
  const overlays: Outcome<FaqLayer>[] = []
  for (const { value, diagnostics } of strongestFirst(layers, 'faq.yaml', parseFaq)) {
    // The content of an unreadable layer is unknown.
    if (value === undefined && hasErrors(diagnostics))
      return { value, diagnostics: [...overlays.flatMap(overlay => overlay.diagnostics), ...diagnostics] }
    if (value?.isOverlay === false) return layFaq([{ value, diagnostics }, ...overlays])
    if (value !== undefined) overlays.unshift({ value, diagnostics })
  }
  return { value: undefined, diagnostics: [missingFile('faq.yaml')] }
}
