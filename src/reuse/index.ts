export {
  type CachedSites,
  type CachedSitesOptions,
  type OtherBrands,
  openCachedChecks,
  openCachedSites,
} from './cached-sites.ts'
export { knownFacts } from './file-facts.ts'
export { type BrandInputs, type Input, type InputsOptions, inputsReader } from './inputs.ts'
export { openStoredSites, requestsAtOnce, type StoredSites } from './stored-sites.ts'
