export {
  missingTranslations,
  type OtherSite,
  otherSite,
  withAlternates,
  withCanonicals,
} from './alternates.ts'
export { phoneView } from './format.ts'
export { isHidden } from './head.ts'
export { leadConstants } from './lead-source.ts'
export type { ContentLink } from './links.ts'
export * from './model.ts'
export { type Page, type PageKind, type PageOf, pageKinds, templateName } from './pages/page-kinds.ts'
export { type PlanOptions, planSite, type Site } from './plan.ts'
export { fallbackFamilies } from './theme.ts'
export { basePathOf, providerOf, rootFolder, routeOf, routes, siteFolder } from './urls.ts'
export type { BlockCheck, BlockFacts, BlockIds, SiteNames, TemplateFacts } from './usable-content.ts'
