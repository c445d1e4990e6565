export { type Host, hosts, isDay, isSlug, states } from './allowed-values.ts'
export { type Certificates, certificatesOf } from './certificates.ts'
export {
  type BrandFolders,
  brandFiles,
  brandLayers,
  brandsFolder,
  disclosureLockName,
  environmentNames,
  hasEnvironment,
  listBrands,
  overridesLockName,
} from './chain.ts'
export { type ConfigFacts, configFacts } from './config-facts.ts'
export { type Colors, contrast, darkColors, lightColors } from './contrast.ts'
export { type Cost, costOf } from './cost.ts'
export {
  type Disclosure,
  type DisclosureLock,
  lockSchema,
} from './disclosures.ts'
export { approvalDays, approvalDue, yearAfter } from './due-days.ts'
export {
  changedBrands,
  type FleetBrand,
  fleetOf,
  fleetReader,
  hostLimit,
  languageGroup,
  readFleet,
  relatedBrands,
  sharedValues,
  sharingAddress,
} from './fleet.ts'
export { baseJsonSchema, brandJsonSchema } from './json-schema.ts'
export { passedNames } from './leads.ts'
export { type BrandConfig, defaultOrigin, type FontFile, loadBrand, locateBrand } from './load.ts'
export { isPlaceholder, placeholders } from './placeholders.ts'
export { type TagUse, type Vendor, verificationNames } from './schema/analytics.ts'
export { type BrandValues, brandDefaults, brandKeyKind, isBrandKey } from './schema.ts'
