// What the judges of a page get.

import type { PageContents } from './blocks.ts'
import type { ReadBlock } from './reading.ts'
import type { RuleSet } from './rules.ts'
import type { JudgedBrand, JudgedPage, PageFinding } from './verdict.ts'

/** A page as rules judge it. */
export interface PageInput {
  readonly page: JudgedPage
  readonly contents: PageContents
  readonly blocks: readonly ReadBlock[]
  /** Those that say anything a rule is about, with their indexes. They are few. */
  readonly speaking: readonly (readonly [index: number, block: ReadBlock])[]
  readonly brand: JudgedBrand
  readonly rules: RuleSet
  /** It has the form. */
  readonly isForm: boolean
  /** It has the form, or leads to it. */
  readonly isCall: boolean
  /** Notes a broken rule. */
  add(finding: PageFinding): void
}
