// The input of the judges of a page.

import type { PageContents } from '../pages/blocks.ts'
import type { ReadBlock } from '../pages/reading.ts'
import type { RuleSet } from '../rules.ts'
import type { JudgedBrand, JudgedPage, PageFinding } from '../verdict.ts'

/** A page, as rules judge it. */
export interface PageInput {
  readonly page: JudgedPage
  readonly contents: PageContents
  readonly blocks: readonly ReadBlock[]
  /** The few blocks that say anything a rule is about, with their indexes. */
  readonly speaking: readonly (readonly [index: number, block: ReadBlock])[]
  readonly brand: JudgedBrand
  readonly rules: RuleSet
  /** Whether the page has the form. */
  readonly isForm: boolean
  /** Whether the page has the form or leads to it. */
  readonly isCall: boolean
  /** Reports a broken rule. */
  add(finding: PageFinding): void
}
