export {
  type DiagnosticCode,
  diagnosticCodes,
  type RuleCode,
  type Severity,
  severityOf,
  timedOut,
} from './catalogue.ts'
export { foldConsequences, inAnyBrand, withoutRepeats } from './consequences.ts'
export {
  asWarning,
  collecting,
  compareText,
  type Diagnostic,
  diagnostic,
  hasErrors,
  type Origin,
  type Outcome,
  ofBrand,
  sortDiagnostics,
  startOf,
} from './diagnostic.ts'
export { grouped, repeated } from './grouped.ts'
export {
  brandNames,
  countProblems,
  mergeBrands,
  type ProblemFiles,
  printDiagnostics,
} from './print.ts'
export { choices, didYouMean, suggest } from './suggest.ts'
export { contained, FaultInFile, faultIn, naming, unexpected } from './unexpected.ts'
export { counted, listOf, tally } from './words.ts'
