export { checkBrands } from './check.ts'
export { type CheckReport, checklistText, reportHtml } from './report-html.ts'
