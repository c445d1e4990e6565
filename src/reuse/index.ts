export { knownFacts } from './file-facts.ts'
export { type BrandInputs, type Input, type InputsOptions, inputsReader } from './inputs.ts'
export {
  type KeptSites,
  type KeptSitesOptions,
  type OtherBrands,
  openKeptChecks,
  openKeptSites,
} from './kept-sites.ts'
export { openStoredSites, requestsAtOnce, type StoredSites } from './stored-sites.ts'
