export { scriptProblems } from './budget.ts'
export { finishPage } from './finish.ts'
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
export { type HtmlPart, piecesOf } from './pieces.ts'
export type { InlineHashes } from './policy.ts'
export { renderSiteFiles } from './site-files.ts'
