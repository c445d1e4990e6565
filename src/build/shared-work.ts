// Work that brands share: everything that is made of shared files alone. A run does it once; watch mode keeps it for as long
// as the files it came from stay the same.

import {
  type ByteCache,
  byteCache,
  type CacheFolder,
  type IslandBundle,
  packagedTemplates,
  type TemplateBundle,
  templateBundler,
} from '../assets/index.ts'
import { createParseCache, type ParseCache } from '../content/index.ts'
import type { Outcome } from '../diagnostics/index.ts'
import { type Files, type FileWork, snapshot } from '../files/index.ts'
import {
  type HtmlBudget,
  htmlBudget,
  type ScriptBudget,
  type ScriptSizes,
  scriptBudget,
} from '../render/index.ts'

export interface SharedWork {
  /** The package's own templates and content, used where the project has none. */
  readonly defaults: Files
  /** Each article is parsed once, however many brands show it. */
  readonly parse: ParseCache
  /** Encoded images, icons, cards, fonts. */
  readonly bytes: ByteCache
  /** Templates are bundled once for all brands. */
  readonly templates: FileWork<Promise<Outcome<TemplateBundle | undefined>>>
  readonly budgets: (bundle: TemplateBundle) => Budgets
}

/** What pages with these templates may weigh. */
export interface Budgets {
  readonly budget: HtmlBudget
  readonly scripts: ScriptBudget
}

export interface SharedWorkOptions {
  readonly defaults: Files
  /** Where results are kept between runs; without one, only in memory. */
  readonly cacheFolder?: CacheFolder | undefined
  /** Parses a text for the first time in this run. Default: calls the parser. */
  readonly parseNew?: ParseCache | undefined
}

export function openSharedWork({ cacheFolder, parseNew, ...options }: SharedWorkOptions): SharedWork {
  const defaults = snapshot(options.defaults)
  const budgets = new WeakMap<TemplateBundle, Budgets>()
  const scriptSizes = new WeakMap<IslandBundle, ScriptSizes>()
  return {
    defaults,
    parse: createParseCache(parseNew),
    bytes: byteCache(cacheFolder),
    templates: templateBundler(defaults, [packagedTemplates, ...(cacheFolder ? [cacheFolder] : [])]),
    budgets(bundle) {
      const known = budgets.get(bundle)
      if (known !== undefined) return known
      const sizes = scriptSizes.get(bundle.islands) ?? new Map()
      scriptSizes.set(bundle.islands, sizes)
      const made = { budget: htmlBudget(bundle), scripts: scriptBudget(bundle, sizes) }
      budgets.set(bundle, made)
      return made
    },
  }
}
