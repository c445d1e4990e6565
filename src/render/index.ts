export {
  budgets,
  type HtmlBudget,
  type HtmlBudgetBasis,
  htmlBudget,
  type ScriptBudget,
  type ScriptSizes,
  scriptBudget,
} from './budget.ts'
export {
  type FinalPage,
  finishPage,
  type PageMemory,
  type RenderedText,
} from './finish.ts'
export {
  checkLinks,
  type InspectedHtml,
  inspectHtml,
  type PageLinks,
  type TextPool,
  textPool,
} from './links.ts'
export { type PageAssets, type PageHtml, type PageRenderer, pageRenderer } from './page.ts'
export {
  encodedPiece,
  encodePiece,
  type FinishedPiece,
  type PieceText,
  type SharedPiece,
} from './pieces.ts'
export { contentSecurityPolicy, type InlineHashes, inlineHashes, type PolicyBasis } from './policy.ts'
export { type SharedTexts, sharedTexts } from './shared-texts.ts'
export { type HashedPage, redirects, renderSiteFiles } from './site-files.ts'
