// What stands between the stages that prepare a site and those that render it.

import type { CardBasis, CardDrawer, TemplateBundle } from '../assets/index.ts'
import type { OutputFile } from '../files/index.ts'
import type { HtmlBudget, PageAssets, PageRenderer, ScriptBudget, TextPool } from '../render/index.ts'
import type { SiteView } from '../site/index.ts'
import type { PlannedBrand } from './plan-brand.ts'

/** What it takes to render the pages of a site, each by itself and in any order. */
export interface PageMakings {
  readonly view: SiteView
  readonly renderer: PageRenderer
  readonly budget: HtmlBudget
  readonly scripts: ScriptBudget
  readonly card: CardDrawer
  /** For what is kept of its pages. */
  readonly texts: TextPool
}

/** A site whose pages can be rendered. */
export interface PreparedSite extends PageMakings, PlannedBrand {
  readonly bundle: TemplateBundle
  /** The same for every page. */
  readonly assets: PageAssets
  /** Files that pages refer to, cards and islands left out. */
  readonly files: readonly OutputFile[]
  /** Of a brand with a logo: what `card` draws from. */
  readonly cards?: CardBasis
}
