export { type FetchedDisclosures, fetchDisclosures, lockFile } from './disclosures.ts'
export { type FormRequest, type FormState, verifyForm } from './form.ts'
export { verifySite } from './verify.ts'
