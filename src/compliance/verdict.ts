// The findings on one page, and the properties of a page and its brand that rules read. Plain data.

import type { BrandConfig } from '../brand/index.ts'
import type { Severity } from '../diagnostics/index.ts'
import type { SiteView } from '../site/index.ts'

/** A broken rule on a page. */
export interface PageFinding {
  readonly rule: string
  /** Default: the rule's. */
  readonly severity?: Severity
  /** The text that breaks it, as the page shows it. Absent if something is missing. */
  readonly quote?: string
  /** The paragraph that contains the quote, if it is longer. */
  readonly context?: string
  /** What is wrong, as a sentence without its subject. */
  readonly problem: string
  /** The correct figure. */
  readonly computed?: string
  /** What found it: an approved phrase, arithmetic, or the model. Absent if something is missing. */
  readonly by?: 'phrase' | 'sum' | 'model'
  /** The words that have the most weight in the model. */
  readonly because?: readonly string[]
  /**
   * Where to report something that is missing: a key of brand.yaml, of navigation.yaml (if the brand has one) or of
   * strings.yaml. Default: the page's own file.
   */
  readonly at?:
    | { readonly strings: string; readonly navigation?: string }
    | { readonly brand: readonly string[] }
}

/** The result of judging a page. Plain data. */
export interface PageVerdict {
  readonly findings: readonly PageFinding[]
  /** Required statements on the page, for rules that need them on only one page of the site. */
  readonly says: readonly string[]
  /** Whether the page has the form or leads to it. */
  readonly asks: boolean
  /** Facts that must be the same on all pages: the name, the value and the sentence of each. */
  readonly facts: readonly (readonly [string, string, string])[]
}

/** The properties of a page that rules read. */
export interface JudgedPage {
  readonly route: string
  readonly kind: string
  readonly source?: string | undefined
  readonly audience?: string | undefined
  /** The number of steps that the page lists, if it has such a list. */
  readonly steps?: number | undefined
}

/** The properties of a brand that rules read. */
export interface JudgedBrand {
  readonly view: Pick<
    SiteView,
    'brand' | 'provider' | 'unavailableStates' | 'costExample' | 'analytics' | 'thirdParties' | 'strings'
  >
  readonly values: BrandConfig['values']
}

/** The largest loan that pages may mention. Members of the OLA offer at most $1,000. */
export function maximumOf({ maxAmount = 1000, channels }: JudgedBrand['values']): number {
  return channels?.includes('ola') ? Math.min(maxAmount, 1000) : maxAmount
}
