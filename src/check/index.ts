export { checkBrands } from './check.ts'
export { type CheckReport, checklist, checklistText, type ReportedWaiver, reportHtml } from './report-html.ts'
