export { budgets, scriptProblems } from './budget.ts'
export { finishPage, type RenderedPage } from './finish.ts'
export { hostFiles } from './host-files.ts'
export {
  type HeaderRule,
  headersFor,
  matchesPattern,
  parseHeaderRules,
  parseRedirectRules,
  type RedirectRule,
} from './host-rules.ts'
export { type InspectedHtml, inspectHtml } from './inspect.ts'
export { leaksOn, type Mention, mayMention, mentionSearch } from './leaks.ts'
export { checkLinks, type LinkedSite } from './links.ts'
export { type PageAssets, pageRenderer, type RenderPage } from './page.ts'
export { createPiece, type HtmlPart, type Piece, piecesOf } from './pieces.ts'
export { contentSecurityPolicy, type InlineHashes, type PolicyBasis } from './policy.ts'
export { renderSiteFiles } from './site-files.ts'
