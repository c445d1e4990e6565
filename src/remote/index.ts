export { type FetchedDisclosures, fetchDisclosures, lockFile } from './disclosures.ts'
export { type FormRequest, type FormState, verifyForm } from './form.ts'
export { type LiveSite, liveManifests } from './live-manifest.ts'
export { verifySite } from './verify.ts'
