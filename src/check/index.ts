export { checkBrands } from './check.ts'
export { type CheckReport, checklistText, reportHtml, sarifText } from './formats.ts'
