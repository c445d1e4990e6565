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
export { type PageFacts, type RenderedFiles, renderPageFiles } from './page-files.ts'
export type { BrandOptions } from './plan-brand.ts'
export { brandPreparer, type PreparedBrand } from './prepare.ts'
export type { PreparedSite } from './prepared-site.ts'
export { completeSite } from './render-site.ts'
export { openWorkshop, type Workshop, type WorkshopOptions } from './workshop.ts'
