// The findings of the rules on one page, and what the rules read of a page and its brand. Plain data.

import type { BrandConfig } from '../brand/index.ts'
import type { Severity } from '../diagnostics/index.ts'
import type { SiteView } from '../site/index.ts'

/** A broken rule on a page. */
export interface PageFinding {
  readonly rule: string
  /** Default: the rule's. */
  readonly severity?: Severity
  /** The text that breaks it, as the page shows it. Absent where something is missing. */
  readonly quote?: string
  /** The paragraph with the quote, if it says more. */
  readonly context?: string
  /** What is wrong, in a sentence. */
  readonly problem: string
  /** The figure as it should be. */
  readonly computed?: string
  /** What found it: a signed wording, arithmetic, or the model. Absent if something is missing. */
  readonly by?: 'phrase' | 'sum' | 'model'
  /** The words with the most weight in the model. */
  readonly because?: readonly string[]
  /** Where to report what is missing: a key of brand.yaml, or of navigation.yaml where the brand has one, or of strings.yaml; default: the page's own file. */
  readonly at?:
    | { readonly strings: string; readonly navigation?: string }
    | { readonly brand: readonly string[] }
}

/** What is known of a page once it is judged. Plain data. */
export interface PageVerdict {
  readonly findings: readonly PageFinding[]
  /** Required statements that it makes, for rules that one page of the site satisfies. */
  readonly says: readonly string[]
  /** It has the form, or leads to it. */
  readonly asks: boolean
  /** Facts that must be the same on all pages: name of the fact, its value, the sentence. */
  readonly facts: readonly (readonly [string, string, string])[]
}

/** The parts of a page that rules read. */
export interface JudgedPage {
  readonly route: string
  readonly kind: string
  readonly source?: string | undefined
  readonly audience?: string | undefined
  /** How many steps the page lists, where it has such a list. */
  readonly steps?: number | undefined
}

/** What of a brand matters. */
export interface JudgedBrand {
  readonly view: Pick<
    SiteView,
    'brand' | 'provider' | 'unavailableStates' | 'costExample' | 'analytics' | 'thirdParties' | 'strings'
  >
  readonly values: BrandConfig['values']
}

/** The largest loan that pages may speak of. Members of the OLA offer no more than $1,000. */
export function maximumOf({ maxAmount = 1000, channels }: JudgedBrand['values']): number {
  return channels?.includes('ola') ? Math.min(maxAmount, 1000) : maxAmount
}
