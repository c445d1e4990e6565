export { type BrandChanges, type ChangeGroup, groupChanges } from './groups.ts'
export { listChanges, sentenceChanges } from './lists.ts'
export {
  changedBrands,
  type Differences,
  type PagePictures,
  printHtml,
  printMarkdown,
  printText,
} from './print.ts'
export { removals } from './removals.ts'
export {
  type BuiltSite,
  type Change,
  type ChangeKind,
  changeKinds,
  compareSites,
  oldValues,
} from './sites.ts'
