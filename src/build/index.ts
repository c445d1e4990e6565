export {
  type BrandResult,
  type BuildOptions,
  type BuildReport,
  buildBrands,
  directoryOutputs,
  isRefused,
  loadBrandWithContent,
  unexpected,
} from './build.ts'
export { type Phase, phases } from './clock.ts'
export { brandPreparer, type PreparedBrand, type PreparedSite, type PrepareOptions } from './prepare.ts'
export {
  completeSite,
  type PageFacts,
  type RenderedFiles,
  renderPageFiles,
  renderSite,
} from './render-site.ts'
export { openWorkshop, type Workshop, type WorkshopOptions } from './workshop.ts'
