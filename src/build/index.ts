export {
  type BrandResult,
  type BuildOptions,
  type BuildReport,
  buildBrands,
  directoryOutputs,
  emptyResult,
  isRefused,
  noOutputs,
} from './build.ts'
export type { PageFacts, RenderReason } from './cached-pages.ts'
export { type Decisions, openDecisions, type ProjectState } from './decision.ts'
export { type FactsReader, openFacts } from './file-facts.ts'
export { type BrandOptions, inspectBrand, ownedBy } from './plan-brand.ts'
export { brandPreparer, type PreparedBrand, type PreparedSite } from './prepare-brand.ts'
export { completeSite, joinFailures, type PageFiles, renderPageFiles } from './render-site.ts'
export { openSharedWork, type SharedWork, type SharedWorkOptions } from './shared-work.ts'
export { type BrandInputs, type InputsOptions, inputsReader } from './site-inputs.ts'
export { openSiteStore, type SiteStore } from './stored-sites.ts'
export { type Phase, phases } from './timed.ts'
