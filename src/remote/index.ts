export { type FetchedDisclosures, fetchDisclosures, lockFile } from './disclosures.ts'
export { verifySite } from './verify.ts'
