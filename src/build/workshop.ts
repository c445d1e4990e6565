// What the brands of a run share: everything that is made of shared files alone. A run has one workshop; watch mode
// keeps one for as long as it lasts, and each part of it is remembered for as long as its files stay the same.

import {
  type ByteCache,
  byteCache,
  type CacheFolder,
  type IslandBundle,
  packagedTemplates,
  type TemplateBundle,
  templateBundler,
} from '../assets/index.ts'
import { createParseCache, type ParseStore } from '../content/index.ts'
import type { Outcome } from '../diagnostics/index.ts'
import { type Files, type FileWork, snapshot } from '../files/index.ts'
import { htmlBudget, type ScriptSizes, type SharedTexts, scriptBudget, sharedTexts } from '../render/index.ts'
import type { PageMakings } from './prepared-site.ts'

export interface Workshop {
  /** The package's own templates and content, used where the project has none. */
  readonly defaults: Files
  /** Each article is parsed once, however many brands show it. */
  readonly parse: ParseStore
  /** Encoded images, icons, cards, fonts. */
  readonly bytes: ByteCache
  /** Templates are bundled once for all brands. */
  readonly templates: FileWork<Promise<Outcome<TemplateBundle | undefined>>>
  readonly budgets: (bundle: TemplateBundle) => Budgets
  /** Texts that several brands show; absent where there is one brand. */
  readonly sharedTexts?: SharedTexts
}

type Budgets = Pick<PageMakings, 'budget' | 'scripts'>

export interface WorkshopOptions {
  readonly defaults: Files
  /** Where results are kept between runs; without one, only in memory. */
  readonly cacheFolder?: CacheFolder | undefined
  /** Whether several brands are made of the same files, one after the other. */
  readonly severalBrands?: boolean
}

export function openWorkshop(options: WorkshopOptions): Workshop {
  const defaults = snapshot(options.defaults)
  const budgets = new WeakMap<TemplateBundle, Budgets>()
  const scriptSizes = new WeakMap<IslandBundle, ScriptSizes>()
  return {
    defaults,
    parse: createParseCache(),
    bytes: byteCache(options.cacheFolder),
    templates: templateBundler(defaults, [
      packagedTemplates,
      ...(options.cacheFolder === undefined ? [] : [options.cacheFolder]),
    ]),
    budgets(bundle) {
      const known = budgets.get(bundle)
      if (known !== undefined) return known
      const sizes = scriptSizes.get(bundle.islands) ?? new Map()
      scriptSizes.set(bundle.islands, sizes)
      const made = { budget: htmlBudget(bundle), scripts: scriptBudget(bundle, sizes) }
      budgets.set(bundle, made)
      return made
    },
    ...(options.severalBrands && { sharedTexts: sharedTexts() }),
  }
}
