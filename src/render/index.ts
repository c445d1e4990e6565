export {
  budgets,
  type HtmlBudget,
  type HtmlBudgetBasis,
  htmlBudget,
  type ScriptBudget,
  type ScriptSizes,
  scriptBudget,
} from './budget.ts'
export { checkLinks, type InspectedHtml, inspectHtml, type PageLinks, textPool } from './links.ts'
export { type PageAssets, type PageHtml, type PageRenderer, pageRenderer } from './page.ts'
export { type PieceBytes, putTogether, type SharedPiece } from './pieces.ts'
export { contentSecurityPolicy, inlineHashes } from './policy.ts'
export { type HashedPage, redirects, renderSiteFiles } from './site-files.ts'
