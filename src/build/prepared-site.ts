// What stands between the stages that prepare a site and those that render it.

import type { CardBasis, CardDrawer, TemplateBundle } from '../assets/index.ts'
import type { Outcome } from '../diagnostics/index.ts'
import type { OutputFile } from '../files/index.ts'
import type { HtmlBudget, PageAssets, PageRenderer, ScriptBudget, TextPool } from '../render/index.ts'
import type { Page, Site, SiteView } from '../site/index.ts'

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

/** A site whose pages are known; the texts of some may be parsed later. */
export interface PlannedBrand {
  readonly site: Site
  /**
   * Some of its pages as they are rendered: with their texts, where those were left for later.
   * @returns An error, or no page, where the site would be another one if the text had been known before.
   */
  readonly fill: (pages: readonly Page[]) => Promise<readonly Outcome<Page | undefined>[]>
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
