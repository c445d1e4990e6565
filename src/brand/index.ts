export {
  type Colors,
  checkContrast,
  contrast,
  darkColors,
  minimumContrast,
  nearestPassing,
  textPairs,
} from './contrast.ts'
export { type Cost, costOf } from './cost.ts'
export { type Disclosure, disclosureLockName, parseDisclosures } from './disclosures.ts'
export { brandLayers } from './layers.ts'
export {
  type BrandConfig,
  type BrandFolders,
  type BrandLayer,
  brandFiles,
  brandsFolder,
  defaultOrigin,
  type FontFile,
  listBrands,
  loadBrand,
  parseBrand,
} from './load.ts'
export {
  type BrandValues,
  brandDefaults,
  brandJsonSchema,
  brandSchema,
  brandSchemaText,
  type ColorRole,
  colorRoles,
  isSlug,
} from './schema.ts'
