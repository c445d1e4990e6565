export {
  type BrandResult,
  type BuildOptions,
  type BuildReport,
  buildBrands,
  directoryOutputs,
  loadBrandWithContent,
} from './build.ts'
