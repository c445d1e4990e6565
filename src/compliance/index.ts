export { aprOf } from './cost.ts'
export { contentsOf, type PageContents, type PartMemory } from './extract.ts'
export {
  type JudgedPage,
  type PageFinding,
  type PageVerdict,
  type ParagraphMemory,
  pageJudge,
} from './page.ts'
export { packagedRules, parseRules, type RuleInfo, type RuleSet, rulesFile } from './rules.ts'
export { type ActiveWaiver, judgeSite, type SiteJudgement } from './site.ts'
