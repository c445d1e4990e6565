export { type FetchedDisclosures, fetchDisclosures, lockFile } from './disclosures.ts'
export { inParallel } from './fetch.ts'
export { listChanges, type TextChanges, textChanges } from './text-changes.ts'
export { verifySite } from './verify.ts'
