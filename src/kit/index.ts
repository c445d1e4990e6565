// Everything that a template may import: the types of its props and the few components that only Imprint can provide. Templates
// import this as `imprint/kit`, and nothing else of Imprint.

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
  OutlineEntry,
  Page,
  PageKind,
  PageLists,
  PageOf,
  SiteNames,
  SiteView,
  StepView,
} from '../site/index.ts'
export { cachedPart } from './cached-part.tsx'
export { Document, type DocumentProps, siteTags } from './document.tsx'
export {
  Island,
  IslandError,
  type IslandProps,
} from './island.tsx'
export { Markup } from './markup.tsx'
export { optOutKey } from './opt-out.ts'
export { OutsideBudget } from './outside-budget.tsx'
export { ownText } from './own-text.ts'
export { columnSizes, Picture, type PictureProps } from './picture.tsx'
export {
  type HeadAssets,
  type HeadContents,
  type Rendering,
  RenderingContext,
  usePage,
  type WakeCause,
  type WakeOn,
} from './rendering.ts'
export { useStyles } from './styles.ts'
export type { BlockModule, PageProps, Templates } from './templates.ts'
