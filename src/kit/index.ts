// All that a template may import: the types of its props and the few components that only Imprint can
// provide. Templates import this as `imprint/kit`; they never import anything else of Imprint.

export type { MarkupBlock, MarkupHtml, SectionName } from '../content/index.ts'
export type {
  AdvantageView,
  ArticleSummary,
  AssetUrls,
  BlockCheck,
  BlockIds,
  BlogList,
  CostExampleView,
  DocumentId,
  FaqView,
  ImageAsset,
  Images,
  JsonObject,
  NavigationLink,
  Page,
  PageKind,
  PageLists,
  PageOf,
  SiteNames,
  SiteView,
  StepView,
} from '../site/index.ts'
export { cachedPart, type PartHost, PartHostContext } from './cached-part.tsx'
export { Document, type DocumentProps, siteTags } from './document.tsx'
export { type HeadAssets, type HeadContents, HeadContext } from './head-context.ts'
export {
  Island,
  IslandError,
  type IslandHost,
  IslandHostContext,
  type IslandProps,
  type WakeCause,
  type WakeOn,
} from './island.tsx'
export { AnchorMarkContext, BlocksContext, ImagesContext, Markup } from './markup.tsx'
export { OutsideBudget } from './outside-budget.tsx'
export { columnSizes, Picture, type PictureProps } from './picture.tsx'
export { type StyleHost, StyleHostContext, useStyles } from './styles.ts'
export type { BlockModule, PageProps, Templates } from './templates.ts'
export { PageContext, usePage } from './use-page.ts'
