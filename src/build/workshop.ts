// What the brands of a run share: everything that is made of shared files alone. A run has one workshop; watch mode
// keeps one for as long as it lasts, and each part of it is remembered for as long as its files stay the same.

import {
  type ByteCache,
  byteCache,
  type CacheFolder,
  type IslandBundle,
  type TemplateBundle,
  templateBundler,
} from '../assets/index.ts'
import { createParseCache, type ParseStore } from '../content/index.ts'
import type { Outcome } from '../diagnostics/index.ts'
import { type Files, type FileWork, snapshot } from '../files/index.ts'
import { type BudgetChecker, budgetChecker, type ScriptSizes } from '../render/index.ts'

export interface Workshop {
  /** The package's own templates and content, used where the project has none. */
  readonly defaults: Files
  /** Each article is parsed once, however many brands show it. */
  readonly parse: ParseStore
  /** Encoded images, icons, cards, fonts. */
  readonly bytes: ByteCache
  /** Templates are bundled once for all brands. */
  readonly templates: FileWork<Promise<Outcome<TemplateBundle | undefined>>>
  readonly budget: (bundle: TemplateBundle) => BudgetChecker
}

export interface WorkshopOptions {
  readonly defaults: Files
  /** Where results are kept between runs; without one, only in memory. */
  readonly cacheFolder?: CacheFolder | undefined
}

export function openWorkshop(options: WorkshopOptions): Workshop {
  const defaults = snapshot(options.defaults)
  const checkers = new WeakMap<TemplateBundle, BudgetChecker>()
  const scriptSizes = new WeakMap<IslandBundle, ScriptSizes>()
  return {
    defaults,
    parse: createParseCache(),
    bytes: byteCache(options.cacheFolder),
    templates: templateBundler(defaults, options.cacheFolder),
    budget(bundle) {
      const known = checkers.get(bundle)
      if (known !== undefined) return known
      const sizes = scriptSizes.get(bundle.islands) ?? new Map()
      scriptSizes.set(bundle.islands, sizes)
      const checker = budgetChecker(bundle, sizes)
      checkers.set(bundle, checker)
      return checker
    },
  }
}
