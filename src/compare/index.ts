export { type BrandChanges, type ChangeGroup, groupChanges } from './groups.ts'
export { sentenceChanges } from './lists.ts'
export { nearDuplicates, type PageText } from './near-duplicates.ts'
export { pageTexts } from './page-texts.ts'
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
  changedPages,
  compareSites,
  oldValues,
} from './sites.ts'
