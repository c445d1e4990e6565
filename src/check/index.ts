export { checkBrands } from './check.ts'
export { checklistText, type ReportedWaiver, reportHtml } from './report-html.ts'
