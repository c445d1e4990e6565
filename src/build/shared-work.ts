// Work that brands share: everything made only from shared files. A run does it once; watch mode keeps the result as long as the
// files stay the same.

import { hash } from 'node:crypto'
import { packagedResults, type TemplateBundle, templateBundler, templateFolders } from '../assets/index.ts'
import { brandLayers, brandsFolder, type ConfigFacts, type FleetBrand, fleetReader } from '../brand/index.ts'
import { type Cache, type CacheFolder, type MakeOnce, openCache } from '../cache/index.ts'
import { createParseCache, type ParseCache } from '../content/index.ts'
import type { Outcome } from '../diagnostics/index.ts'
import { type Files, type FileWork, type SourceFile, snapshot, sumOf } from '../files/index.ts'
import { cachedTexts } from './cached-texts.ts'
import { openFacts } from './file-facts.ts'
import { type ProjectRules, rulesReader } from './judging.ts'
import { parseFacts } from './parse-facts.ts'

export interface SharedWork {
  /** The package's own templates and content, used if the project has none. */
  readonly defaults: Files
  /** Each article is parsed once, no matter how many brands show it. */
  readonly parse: ParseCache
  /** Results that may be cached between runs: images, icons, cards, fonts, bundled templates, pages. */
  readonly cache: Cache
  /**
   * The templates of a brand. They are bundled once for all brands without templates of their own, and once for brands with equal
   * ones, whether inherited from one base or copied.
   * @param brand Default: the project's own.
   */
  readonly templates: (files: Files, brand?: string) => ReturnType<Bundler>
  /** What brands know about each other. */
  readonly fleet: (files: Files) => readonly FleetBrand[]
  /** The content rules, with those of the project. */
  readonly rules: (files: Files) => ProjectRules
  /** Ends a run: writes parsed text to the cache folder and brings the folder within its limit. */
  save(): void
}

export interface SharedWorkOptions {
  readonly defaults: Files
  /** The folder in which results are cached between runs; without one, only in memory. */
  readonly cacheFolder?: CacheFolder | undefined
  /** Whether parsed text is cached there too. Default: no. */
  readonly keepTexts?: boolean
  /** Whether there is only one brand. Default: no. */
  readonly isForOne?: boolean
  /** Given if several processes work on one run. */
  readonly makeOnce?: MakeOnce | undefined
  /** Bundles templates; default: a bundler of its own. */
  readonly templates?: SharedWork['templates'] | undefined
}

/** In bytes; enough for the parsed text of brands that are built alternately, but text of old versions does not pile up. */
const unusedTexts = 32 * 1024 * 1024

const cachedBundlers = 24
type Bundler = FileWork<Promise<Outcome<TemplateBundle | undefined>>>

export function openSharedWork({
  cacheFolder,
  keepTexts,
  makeOnce,
  isForOne,
  ...options
}: SharedWorkOptions): SharedWork {
  const defaults = snapshot(options.defaults)
  const cache = openCache(cacheFolder, undefined, makeOnce)
  const texts = keepTexts ? cache.pack('texts', unusedTexts) : undefined
  const facts = openFacts(cache)
  const configOf = (source: SourceFile): ConfigFacts | undefined => facts.factsOf(source, parseFacts).config
  const parse = createParseCache(texts && cachedTexts(texts))
  const bundlers = new Map<string, Bundler>()
  const bundlerOf = (folders: readonly string[]): Bundler => {
    const key = folders.join(' ')
    const bundler = bundlers.get(key) ?? templateBundler(defaults, [packagedResults, cache], folders)
    // The least recently used one is dropped, because a thousand brands may each have their own.
    bundlers.delete(key)
    bundlers.set(key, bundler)
    for (const oldest of bundlers.keys()) {
      if (bundlers.size <= cachedBundlers) break
      if (oldest !== '') bundlers.delete(oldest)
    }
    return bundler
  }
  const firstOf = new Map<string, string>()
  /** The first folder with exactly these files. */
  const firstEqual = (files: Files, folder: string): string => {
    const sum = sumOfFolder(files, folder)
    const first = firstOf.get(sum)
    if (first !== undefined && sumOfFolder(files, first) === sum) return first
    firstOf.set(sum, folder)
    return folder
  }
  return {
    defaults,
    parse,
    cache,
    templates:
      options.templates ??
      (async (files, brand) => {
        const layers =
          brand === undefined
            ? []
            : brandLayers(brand, layer => {
                const source = files.readText(`${brandsFolder}/${layer}/brand.yaml`).value
                return source && configOf(source)
              })
        const folders = templateFolders(files, layers)
        const shared = await bundlerOf(folders.map(folder => firstEqual(files, folder)))(files)
        // Problems are reported at the brand's own files.
        return shared.diagnostics.length === 0 ? shared : bundlerOf(folders)(files)
      }),
    fleet: fleetReader(configOf),
    rules: rulesReader(isForOne),
    save() {
      texts?.save()
      facts.save()
      cache.trim()
    },
  }
}

function sumOfFolder(files: Files, folder: string): string {
  const sums = files.list(folder).value.map(path => {
    const bytes = files.readBytes(path).value
    return [path.slice(folder.length), bytes && hash('sha256', bytes)]
  })
  return sumOf(sums)
}
