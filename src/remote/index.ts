export { type FetchedDisclosures, fetchDisclosures, lockFile } from './disclosures.ts'
export { inParallel } from './fetch.ts'
export { verifySite } from './verify.ts'
